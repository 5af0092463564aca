package web

import (
	"fmt"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// view is what a person sees at an address.
type view struct {
	Title string
	Note  string // said above all else; may be empty
	Guest bool   // nobody is signed in
	// Profile is the profile that is looked at; nil for none.
	Profile *named
	Tab     string
	// Refresh has a browser without scripts ask again after so many seconds; 0 for not.
	Refresh int
	Script  string // of the view, in asset; may be empty
	Body    g.Node
}

// named is a profile with its names, and what answers for it.
type named struct {
	Key, Display, Address string
	Model                 string
	Offline               bool
	Keep                  bool // who looks at it may name sessions and change memories
	Write, Decide         bool // they may change its sources, delete sessions, and decide about proposals
}

// Every text of a view goes through [g.Text] or an attribute of gomponents, which
// escape it; no view uses [g.Raw]. Addresses are made by this package alone, from
// escaped parts.

// say returns a text of the page by its key.
func say(key string) g.Node { return g.Text(text(key)) }

// count says how many there are of something: see [plural].
func count[N int | int64](n N, one, more string) g.Node { return g.Text(plural(n, one, more)) }

// link returns a text that leads to an address, or the text alone where there is none.
func link(address, label string) g.Node {
	if address == "" {
		return g.Text(label)
	}
	return h.A(h.Href(address), g.Text(label))
}

// faint returns something that is told beside the matter.
func faint(children ...g.Node) g.Node { return h.Span(h.Class("faint"), g.Group(children)) }

// code returns a name that programs use.
func code(name string) g.Node { return h.Span(h.Class("code"), g.Text(name)) }

// spaced puts a space before each of some nodes but the first.
func spaced(nodes ...g.Node) g.Node {
	var list g.Group
	for _, n := range nodes {
		if n == nil {
			continue
		}
		if len(list) > 0 {
			list = append(list, g.Text(" "))
		}
		list = append(list, n)
	}
	return list
}

// given returns a node where a text is not empty.
func given(s string, node func(string) g.Node) g.Node {
	if s == "" {
		return nil
	}
	return node(s)
}

// page returns a view with what all views have around them.
func (v *view) page() g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.TitleEl(g.Text(v.Title+" · backstory")),
			h.Link(h.Rel("stylesheet"), h.Href("/asset/page.css")),
			h.Link(h.Rel("icon"), h.Href("/asset/icon.svg"), h.Type("image/svg+xml")),
			g.If(v.Refresh > 0, h.NoScript(h.Meta(g.Attr("http-equiv", "refresh"), h.Content(fmt.Sprint(v.Refresh))))),
		),
		h.Body(
			h.A(h.Class("skip"), h.Href("#main"), say("layout.skip")),
			v.top(),
			h.Main(h.ID("main"), h.TabIndex("-1"),
				given(v.Note, func(s string) g.Node { return h.P(h.Class("note"), h.Role("status"), g.Text(s)) }),
				v.Body,
				given(v.Script, func(s string) g.Node { return h.Script(h.Type("module"), h.Src("/asset/"+s)) }),
			),
			h.Footer(h.Class("foot"), h.P(v.answers(), say("layout.promise"))),
		),
	))
}

// top returns the line above a view: the profile, its views, and the way out.
func (v *view) top() g.Node {
	line := g.Group{h.A(h.Class("brand"), h.Href("/"), g.Text("backstory"))}
	if v.Profile != nil {
		line = append(line, g.Text(" "), h.Span(h.Class("profile"), g.Text(v.Profile.Display)))
	}
	if !v.Guest {
		line = append(line, h.Form(h.Class("out"), h.Method("post"), h.Action("/sign-out"), h.Button(h.Class("quiet"), say("layout.out"))))
	}
	if v.Profile != nil {
		line = append(line, h.Nav(h.Class("tabs"), h.Aria("label", text("layout.views")), g.Map(tabs(), func(tab string) g.Node {
			return h.A(h.Href(tabAddress(v.Profile.Address, tab)), g.If(tab == v.Tab, h.Aria("current", "page")), say("tab."+tab))
		})))
	}
	return h.Header(h.Class("top"), line)
}

// answers says what answers the questions to a profile.
func (v *view) answers() g.Node {
	switch {
	case v.Profile == nil:
		return nil
	case v.Profile.Offline:
		return g.Group{say("layout.offline"), g.Text(" ")}
	}
	return g.Group{say("layout.model"), g.Text(" "), code(v.Profile.Model), g.Text(". ")}
}

// signIn says how somebody gets in.
func signIn() g.Node {
	return h.Section(h.Class("narrow"),
		h.H1(say("signin.title")),
		h.P(say("signin.how")),
		h.Pre(h.Class("command"), g.Text("backstory open")),
		h.P(say("signin.more")))
}

// failed says what went wrong.
func failed(title, detail string) g.Node {
	return h.Section(h.Class("narrow"), h.H1(g.Text(title)), h.P(g.Text(detail)), h.P(link("/", text("error.back"))))
}

// profileRow is a profile in the list of all.
type profileRow struct{ Name, Display, Address, About string }

// home lists profiles, and says how many other browsers are signed in.
func home(rows []profileRow, others int) g.Node {
	list := g.Node(g.Group{h.P(say("home.empty")), h.Pre(h.Class("command"), g.Text("backstory init vera\nbackstory open FOLDER\nbackstory import FOLDER"))})
	if len(rows) > 0 {
		list = h.Ul(h.Class("cards"), g.Map(rows, func(r profileRow) g.Node {
			return h.Li(h.A(h.Class("card"), h.Href(r.Address),
				spaced(h.Strong(g.Text(r.Display)), g.If(r.Display != r.Name, code(r.Name))),
				given(r.About, func(s string) g.Node { return g.Group{h.Br(), faint(g.Text(s))} })))
		}))
	}
	return h.Section(h.Class("narrow"), h.H1(say("home.title")), list,
		g.If(others > 0, h.Form(h.Method("post"), h.Action("/sign-out/others"), h.P(
			faint(count(others, "home.other", "home.others")), g.Text(" "), h.Button(h.Class("quiet"), say("home.end"))))))
}
