package web

import (
	"fmt"

	"github.com/seed353dc258/backstory/manifest"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// listed is a source in the list.
type listed struct {
	Path, Name, Address string
	State               string // a text of it: source.…
	Reason              string // why it failed or is not in the backstory
	Warnings            int
	Current             bool
	Included            bool   // the options of the profile do not leave it out
	Version             string // of its bytes, for a change; may be empty
}

// sourceList is the list of sources.
type sourceList struct {
	Sources []listed
	More    int // sources that the list does not have
	Filter  string
	Stale   bool // a build would change something

	base, current string
	states        map[string]string
}

// reading is what the view of a source shows.
type reading struct {
	sourceList

	listed           // the source; no name for none
	Format, Download string
	Size             int64
	Found            []manifest.Warning
	Lines            []line
	NoText, NoPlaces bool
	Undrawn          bool   // it has pages, and no picture of them
	Before, After    string // addresses of the pages before and after
	Sheet            *sheet // of the original; nil where it has none
}

// node shows the list of sources and one of them.
func (b *reading) node(profile *named) g.Node {
	main := g.Node(h.Div(h.H1(say("tab.read")), h.P(h.Class("faint"), say("read.choose"))))
	if b.Name != "" {
		main = b.article(profile)
	}
	class := "read"
	if b.Sheet != nil {
		class += " drawn"
	}
	return h.Div(h.Class(class), b.nav(profile), main, b.Sheet.node())
}

// nav shows the list of sources.
func (l *sourceList) nav(profile *named) g.Node {
	empty := "read.empty"
	if l.Filter != "" {
		empty = "read.none"
	}
	list := h.P(h.Class("faint"), say(empty))
	if len(l.Sources) > 0 {
		list = h.Ul(g.Map(l.Sources, listed.node))
	}
	return h.Nav(
		h.Class("list"), h.Aria("label", text("read.sources")),
		g.If(l.Stale, h.Div(h.Class("note"), h.P(say("read.stale")), g.If(profile.Write, profile.button("build", l.base+"read/", "read.build")))),
		g.If(profile.Write, l.upload(profile)),
		h.Form(h.Method("get"), h.Action(l.base+"read/"), spaced(
			h.Label(h.For("filter"), say("read.filter")),
			h.Input(h.ID("filter"), h.Name("filter"), h.Type("search"), h.Value(l.Filter)))),
		list,
		g.If(l.More > 0, h.P(h.Class("faint"), count(l.More, "read.more1", "read.more"))))
}

// upload returns where files are chosen, or dropped, to become sources. Its script shows it.
func (l *sourceList) upload(profile *named) g.Node {
	return h.Form(
		h.Class("upload"), g.Attr("hidden"), h.Data("profile", profile.Key), h.Data("done", text("read.uploaded")), h.Data("lost", text("ask.lost")),
		h.Label(h.For("files"), say("read.upload")),
		h.Input(h.ID("files"), h.Type("file"), h.Multiple()),
		h.P(h.Class("faint"), h.Role("status")))
}

// change returns what a person can do with a source.
func (b *reading) change(profile *named) g.Node {
	path, here := hidden("path", b.Path), readAddress(profile.Address, b.Path, 0)
	do, label := "exclude-source", "read.exclude"
	if !b.Included {
		do, label = "include-source", "read.include"
	}
	var remove g.Node
	if b.Version != "" {
		remove = g.Group{h.P(h.Class("faint"), say("read.gone")), profile.button("delete-source", here, "read.delete", path, hidden("version", b.Version))}
	}
	return more("talks.change", profile.button(do, here, label, path), remove)
}

// node shows a source in the list.
func (s listed) node() g.Node {
	var warned g.Node
	if s.Warnings > 0 {
		warned = h.Span(h.Class("count"), h.Title(plural(s.Warnings, "read.warning", "read.warnings")), g.Text(fmt.Sprint(s.Warnings)))
	}
	return h.Li(spaced(
		h.A(h.Href(s.Address), g.If(s.Current, h.Aria("current", "page")), g.Text(s.Name)),
		h.Span(h.Class("state "+s.State), say("source."+s.State)),
		warned))
}

// article shows a source: what it is, what was found in it, and its text.
func (b *reading) article(profile *named) g.Node {
	var about g.Group
	if b.State != "" {
		about = append(about, say("source."+b.State))
	}
	if b.Format != "" {
		about = append(about, g.Text(" · "+b.Format))
	}
	if b.Size > 0 {
		about = append(about, g.Text(" · "), count(b.Size, "read.byte", "read.bytes"))
	}
	about = append(about, g.Text(" · "), h.A(h.Href(b.Download), g.Attr("download"), say("read.download")))
	return h.Article(
		h.Class("source"),
		h.Header(
			h.H1(g.Text(b.Name)),
			h.P(h.Class("faint"), about),
			given(b.Reason, func(s string) g.Node { return h.P(h.Class("wrong"), g.Text(s)) }),
			g.If(profile.Write && b.State != "removed", b.change(profile)),
			g.If(len(b.Found) > 0, h.Details(h.Class("warnings"), g.Attr("open"),
				h.Summary(count(len(b.Found), "read.finding", "read.findings")), warnings(b.Found)))),
		b.chapter())
}

// chapter shows the lines of a source.
func (b *reading) chapter() g.Node {
	if b.NoText {
		return h.P(h.Class("faint"), say("read.notext"))
	}
	column := func(key string) g.Node { return h.Th(h.Scope("col"), say(key)) }
	page := func(key string) func(string) g.Node {
		return func(to string) g.Node { return h.P(link(to, text(key))) }
	}
	return g.Group{
		g.If(b.NoPlaces, h.P(h.Class("faint"), say("read.noplaces"))),
		g.If(b.Undrawn, h.P(h.Class("faint"), say("read.undrawn"))),
		given(b.Before, page("read.before")),
		h.Table(
			h.Class("lines"),
			h.THead(h.Tr(column("read.line"), column("read.text"), column("read.place"))),
			h.TBody(g.Map(b.Lines, line.node))),
		given(b.After, page("read.after")),
	}
}

// node shows a line with its place in the original.
func (l line) node() g.Node {
	number, place := fmt.Sprint(l.Number), l.Place
	if l.Under != "" {
		place += text("read.under") + " " + l.Under
	}
	return h.Tr(
		h.ID("L"+number), g.If(l.Page > 0, h.Data("page", fmt.Sprint(l.Page))),
		h.Td(h.Class("number"), link("#L"+number, number)),
		h.Td(h.Class("text"), g.Text(l.Text)),
		h.Td(h.Class("place"), g.Text(place), g.Map(l.Warnings, func(w string) g.Node {
			return g.Group{g.Text(" "), h.Span(h.Class("wrong"), g.Text(w))}
		})))
}
