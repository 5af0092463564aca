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

// el, attr and plain are gomponents' makers. They are called and not copied into each
// view, which takes half a megabyte.
//
//go:noinline
func el(name string, children ...g.Node) g.Node { return g.El(name, children...) }

//go:noinline
func attr(name string, value ...string) g.Node { return g.Attr(name, value...) }

//go:noinline
func plain(s string) g.Node { return g.Text(s) }

// Every text of a view goes through [plain] or an attribute of gomponents, which
// escape it; no view uses [g.Raw]. Addresses are made by this package alone, from
// escaped parts.

// say returns a text of the page by its key.
func say(key string) g.Node { return plain(text(key)) }

// count says how many there are of something: see [plural].
func count[N int | int64](n N, one, more string) g.Node { return plain(plural(n, one, more)) }

// link returns a text that leads to an address, or the text alone where there is none.
func link(address, label string) g.Node {
	if address == "" {
		return plain(label)
	}
	return el("a", attr("href", address), plain(label))
}

// faint returns something that is told beside the matter.
func faint(children ...g.Node) g.Node { return el("span", attr("class", "faint"), g.Group(children)) }

// code returns a name that programs use.
func code(name string) g.Node { return el("span", attr("class", "code"), plain(name)) }

// spaced puts a space before each of some nodes but the first.
func spaced(nodes ...g.Node) g.Node {
	var list g.Group
	for _, n := range nodes {
		if n == nil {
			continue
		}
		if len(list) > 0 {
			list = append(list, plain(" "))
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
	return h.Doctype(el("html", attr("lang", "en"),
		el("head",
			el("meta", attr("charset", "utf-8")),
			el("meta", attr("name", "viewport"), attr("content", "width=device-width, initial-scale=1")),
			el("meta", attr("name", "color-scheme"), attr("content", "light dark")),
			el("title", plain(v.Title+" · backstory")),
			el("link", attr("rel", "stylesheet"), attr("href", "/asset/page.css")),
			el("link", attr("rel", "icon"), attr("href", "/asset/icon.svg"), attr("type", "image/svg+xml")),
			g.If(v.Refresh > 0, el("noscript", el("meta", attr("http-equiv", "refresh"), attr("content", fmt.Sprint(v.Refresh))))),
		),
		el("body",
			el("a", attr("class", "skip"), attr("href", "#main"), say("layout.skip")),
			v.top(),
			el("main", attr("id", "main"), attr("tabindex", "-1"),
				given(v.Note, func(s string) g.Node { return el("p", attr("class", "note"), attr("role", "status"), plain(s)) }),
				v.Body,
				given(v.Script, func(s string) g.Node { return el("script", attr("type", "module"), attr("src", "/asset/"+s)) }),
			),
			el("footer", attr("class", "foot"), el("p", v.answers(), say("layout.promise"))),
		),
	))
}

// top returns the line above a view: the profile, its views, and the way out.
func (v *view) top() g.Node {
	line := g.Group{el("a", attr("class", "brand"), attr("href", "/"), plain("backstory"))}
	if v.Profile != nil {
		line = append(line, plain(" "), el("span", attr("class", "profile"), plain(v.Profile.Display)))
	}
	if !v.Guest {
		line = append(line, el("form", attr("class", "out"), attr("method", "post"), attr("action", "/sign-out"), el("button", attr("class", "quiet"), say("layout.out"))))
	}
	if v.Profile != nil {
		line = append(line, el("nav", attr("class", "tabs"), attr("aria-label", text("layout.views")), g.Map(tabs(), func(tab string) g.Node {
			return el("a", attr("href", tabAddress(v.Profile.Address, tab)), g.If(tab == v.Tab, attr("aria-current", "page")), say("tab."+tab))
		})))
	}
	return el("header", attr("class", "top"), line)
}

// answers says what answers the questions to a profile.
func (v *view) answers() g.Node {
	switch {
	case v.Profile == nil:
		return nil
	case v.Profile.Offline:
		return g.Group{say("layout.offline"), plain(" ")}
	}
	return g.Group{say("layout.model"), plain(" "), code(v.Profile.Model), plain(". ")}
}

// signIn says how somebody gets in.
func signIn() g.Node {
	return el("section", attr("class", "narrow"),
		el("h1", say("signin.title")),
		el("p", say("signin.how")),
		el("pre", attr("class", "command"), plain("backstory open")),
		el("p", say("signin.more")))
}

// failed says what went wrong.
func failed(title, detail string) g.Node {
	return el("section", attr("class", "narrow"), el("h1", plain(title)), el("p", plain(detail)), el("p", link("/", text("error.back"))))
}

// profileRow is a profile in the list of all.
type profileRow struct{ Name, Display, Address, About string }

// home lists profiles, and says how many other browsers are signed in.
func home(rows []profileRow, others int) g.Node {
	list := g.Node(g.Group{el("p", say("home.empty")), el("pre", attr("class", "command"), plain("backstory init vera\nbackstory open FOLDER\nbackstory import FOLDER"))})
	if len(rows) > 0 {
		list = el("ul", attr("class", "cards"), g.Map(rows, func(r profileRow) g.Node {
			return el("li", el("a", attr("class", "card"), attr("href", r.Address),
				spaced(el("strong", plain(r.Display)), g.If(r.Display != r.Name, code(r.Name))),
				given(r.About, func(s string) g.Node { return g.Group{el("br"), faint(plain(s))} })))
		}))
	}
	return el("section", attr("class", "narrow"), el("h1", say("home.title")), list,
		g.If(others > 0, el("form", attr("method", "post"), attr("action", "/sign-out/others"), el("p",
			faint(count(others, "home.other", "home.others")), plain(" "), el("button", attr("class", "quiet"), say("home.end"))))))
}
