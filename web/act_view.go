package web

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// button returns a form that does something and goes back to a view of the profile.
func (n *named) button(do, back, label string, inputs ...g.Node) g.Node {
	return h.Form(
		h.Class("do"), h.Method("post"), h.Action(n.Address+"do"),
		hidden("do", do), hidden("back", back), g.Group(inputs),
		g.Text(" "), h.Button(say(label)))
}

// hidden returns a field that nobody sees.
func hidden(name, value string) g.Node {
	return h.Input(h.Type("hidden"), h.Name(name), h.Value(value))
}

// more returns what is shown when somebody asks for it.
func more(label string, children ...g.Node) g.Node {
	return h.Details(h.Class("more"), h.Summary(say(label)), g.Group(children))
}

// area returns a field for a longer text.
func area(id, name, label, value string) g.Node {
	return g.Group{h.Label(h.For(id), say(label)), h.Textarea(h.ID(id), h.Name(name), h.Rows("3"), h.Required(), h.MaxLength("16384"), g.Text(value))}
}

// entry returns a field for a short text.
func entry(id, name, label, value string) g.Node {
	return g.Group{h.Label(h.For(id), say(label)), h.Input(h.ID(id), h.Name(name), h.Type("text"), h.Required(), h.MaxLength("200"), h.Value(value))}
}
