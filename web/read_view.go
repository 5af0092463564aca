package web

import (
	"fmt"

	"github.com/seed353dc258/backstory/manifest"
	g "maragu.dev/gomponents"
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
	beside sourceList

	source           listed // the source; no name for none
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
	main := g.Node(el("div", el("h1", say("tab.read")), el("p", attr("class", "faint"), say("read.choose"))))
	if b.source.Name != "" {
		main = b.article(profile)
	}
	class := "read"
	if b.Sheet != nil {
		class += " drawn"
	}
	return el("div", attr("class", class), b.beside.nav(profile), main, b.Sheet.node())
}

// nav shows the list of sources.
func (l *sourceList) nav(profile *named) g.Node {
	empty := "read.empty"
	if l.Filter != "" {
		empty = "read.none"
	}
	list := el("p", attr("class", "faint"), say(empty))
	if len(l.Sources) > 0 {
		list = el("ul", g.Map(l.Sources, listed.node))
	}
	return el("nav",
		attr("class", "list"), attr("aria-label", text("read.sources")),
		g.If(l.Stale, el("div", attr("class", "note"), el("p", say("read.stale")), g.If(profile.Write, profile.button("build", l.base+"read/", "read.build")))),
		g.If(profile.Write, l.upload(profile)),
		el("form", attr("method", "get"), attr("action", l.base+"read/"), spaced(
			el("label", attr("for", "filter"), say("read.filter")),
			el("input", attr("id", "filter"), attr("name", "filter"), attr("type", "search"), attr("value", l.Filter)))),
		list,
		g.If(l.More > 0, el("p", attr("class", "faint"), count(l.More, "read.more1", "read.more"))))
}

// upload returns where files are chosen, or dropped, to become sources. Its script shows it.
func (l *sourceList) upload(profile *named) g.Node {
	return el("form",
		attr("class", "upload"), attr("hidden"), attr("data-profile", profile.Key), attr("data-done", text("read.uploaded")), attr("data-lost", text("ask.lost")),
		el("label", attr("for", "files"), say("read.upload")),
		el("input", attr("id", "files"), attr("type", "file"), attr("multiple")),
		el("p", attr("class", "faint"), attr("role", "status")))
}

// change returns what a person can do with a source.
func (b *reading) change(profile *named) g.Node {
	path, here := hidden("path", b.source.Path), readAddress(profile.Address, b.source.Path, 0)
	do, label := "exclude-source", "read.exclude"
	if !b.source.Included {
		do, label = "include-source", "read.include"
	}
	var remove g.Node
	if b.source.Version != "" {
		remove = g.Group{el("p", attr("class", "faint"), say("read.gone")), profile.button("delete-source", here, "read.delete", path, hidden("version", b.source.Version))}
	}
	return more("talks.change", profile.button(do, here, label, path), remove)
}

// node shows a source in the list.
func (s listed) node() g.Node {
	var warned g.Node
	if s.Warnings > 0 {
		warned = el("span", attr("class", "count"), attr("title", plural(s.Warnings, "read.warning", "read.warnings")), plain(fmt.Sprint(s.Warnings)))
	}
	return el("li", spaced(
		el("a", attr("href", s.Address), g.If(s.Current, attr("aria-current", "page")), plain(s.Name)),
		el("span", attr("class", "state "+s.State), say("source."+s.State)),
		warned))
}

// article shows a source: what it is, what was found in it, and its text.
func (b *reading) article(profile *named) g.Node {
	var about g.Group
	if b.source.State != "" {
		about = append(about, say("source."+b.source.State))
	}
	if b.Format != "" {
		about = append(about, plain(" · "+b.Format))
	}
	if b.Size > 0 {
		about = append(about, plain(" · "), count(b.Size, "read.byte", "read.bytes"))
	}
	about = append(about, plain(" · "), el("a", attr("href", b.Download), attr("download"), say("read.download")))
	return el("article",
		attr("class", "source"),
		el("header",
			el("h1", plain(b.source.Name)),
			el("p", attr("class", "faint"), about),
			given(b.source.Reason, func(s string) g.Node { return el("p", attr("class", "wrong"), plain(s)) }),
			g.If(profile.Write && b.source.State != "removed", b.change(profile)),
			g.If(len(b.Found) > 0, el("details", attr("class", "warnings"), attr("open"),
				el("summary", count(len(b.Found), "read.finding", "read.findings")), warnings(b.Found)))),
		b.chapter())
}

// chapter shows the lines of a source.
func (b *reading) chapter() g.Node {
	if b.NoText {
		return el("p", attr("class", "faint"), say("read.notext"))
	}
	column := func(key string) g.Node { return el("th", attr("scope", "col"), say(key)) }
	page := func(key string) func(string) g.Node {
		return func(to string) g.Node { return el("p", link(to, text(key))) }
	}
	return g.Group{
		g.If(b.NoPlaces, el("p", attr("class", "faint"), say("read.noplaces"))),
		g.If(b.Undrawn, el("p", attr("class", "faint"), say("read.undrawn"))),
		given(b.Before, page("read.before")),
		el("table",
			attr("class", "lines"),
			el("thead", el("tr", column("read.line"), column("read.text"), column("read.place"))),
			el("tbody", g.Map(b.Lines, line.node))),
		given(b.After, page("read.after")),
	}
}

// node shows a line with its place in the original.
func (l line) node() g.Node {
	number, place := fmt.Sprint(l.Number), l.Place
	if l.Under != "" {
		place += text("read.under") + " " + l.Under
	}
	return el("tr",
		attr("id", "L"+number), g.If(l.Page > 0, attr("data-page", fmt.Sprint(l.Page))),
		el("td", attr("class", "number"), link("#L"+number, number)),
		el("td", attr("class", "text"), plain(l.Text)),
		el("td", attr("class", "place"), plain(place), g.Map(l.Warnings, func(w string) g.Node {
			return g.Group{plain(" "), el("span", attr("class", "wrong"), plain(w))}
		})))
}
