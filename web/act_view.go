package web

import (
	g "maragu.dev/gomponents"
)

// button returns a form that does something and goes back to a view of the profile.
func (n *named) button(do, back, label string, inputs ...g.Node) g.Node {
	return el("form",
		attr("class", "do"), attr("method", "post"), attr("action", n.Address+"do"),
		hidden("do", do), hidden("back", back), g.Group(inputs),
		plain(" "), el("button", say(label)))
}

// hidden returns a field that nobody sees.
func hidden(name, value string) g.Node {
	return el("input", attr("type", "hidden"), attr("name", name), attr("value", value))
}

// more returns what is shown when somebody asks for it.
func more(label string, children ...g.Node) g.Node {
	return el("details", attr("class", "more"), el("summary", say(label)), g.Group(children))
}

// area returns a field for a longer text.
func area(id, name, label, value string) g.Node {
	return g.Group{el("label", attr("for", id), say(label)), el("textarea", attr("id", id), attr("name", name), attr("rows", "3"), attr("required"), attr("maxlength", "16384"), plain(value))}
}

// entry returns a field for a short text.
func entry(id, name, label, value string) g.Node {
	return g.Group{el("label", attr("for", id), say(label)), el("input", attr("id", id), attr("name", name), attr("type", "text"), attr("required"), attr("maxlength", "200"), attr("value", value))}
}
