package web

import (
	"fmt"

	"github.com/seed353dc258/backstory/manifest"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// listed is a source in the list.
type listed struct {
	Name, Address string
	State         string // a text of it: source.…
	Reason        string // why it failed or is not in the backstory
	Warnings      int
	Current       bool
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

	Name, State, Reason, Format, Download string // of the source; no name for none
	Size                                  int64
	Warnings                              []manifest.Warning
	Lines                                 []line
	NoText, NoPlaces                      bool
	Before, After                         string // addresses of the pages before and after
}

// node shows the list of sources and one of them.
func (b *reading) node(*named) g.Node {
	main := g.Node(h.Div(h.H1(say("tab.read")), h.P(h.Class("faint"), say("read.choose"))))
	if b.Name != "" {
		main = b.article()
	}
	return h.Div(h.Class("read"), b.nav(), main)
}

// nav shows the list of sources.
func (l *sourceList) nav() g.Node {
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
		g.If(l.Stale, h.P(h.Class("note"), say("read.stale"))),
		h.Form(h.Method("get"), h.Action(l.base+"read/"), spaced(
			h.Label(h.For("filter"), say("read.filter")),
			h.Input(h.ID("filter"), h.Name("filter"), h.Type("search"), h.Value(l.Filter)))),
		list,
		g.If(l.More > 0, h.P(h.Class("faint"), count(l.More, "read.more1", "read.more"))))
}

// node shows a source in the list.
func (s listed) node() g.Node {
	var warned g.Node
	if s.Warnings > 0 {
		warned = h.Span(h.Class("count"), h.TitleAttr(plural(s.Warnings, "read.warning", "read.warnings")), g.Text(fmt.Sprint(s.Warnings)))
	}
	return h.Li(spaced(
		h.A(h.Href(s.Address), g.If(s.Current, h.Aria("current", "page")), g.Text(s.Name)),
		h.Span(h.Class("state "+s.State), say("source."+s.State)),
		warned))
}

// article shows a source: what it is, what was found in it, and its text.
func (b *reading) article() g.Node {
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
			g.If(len(b.Warnings) > 0, h.Details(h.Class("warnings"), g.Attr("open"),
				h.Summary(count(len(b.Warnings), "read.finding", "read.findings")), warnings(b.Warnings)))),
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
		h.ID("L"+number),
		h.Td(h.Class("number"), link("#L"+number, number)),
		h.Td(h.Class("text"), g.Text(l.Text)),
		h.Td(h.Class("place"), g.Text(place), g.Map(l.Warnings, func(w string) g.Node {
			return g.Group{g.Text(" "), h.Span(h.Class("wrong"), g.Text(w))}
		})))
}
