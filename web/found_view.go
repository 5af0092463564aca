package web

import (
	"fmt"
	"strings"

	g "maragu.dev/gomponents"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/manifest"
)

// passage is a passage that a search weighed.
type passage struct {
	find.Hit
	Where, Address string
}

// linted is a source with what was found in it, the gravest first.
type linted struct {
	Name, Address string
	Findings      []lint.Finding
}

type foundBody struct {
	Query    string
	Answered bool
	Hits     []passage
	Code     string
	Codes    []string
	Sources  []linted
	More     int // sources that are not shown
}

// node shows what was found for a question, and what is hidden in the sources.
func (b *foundBody) node(profile *named) g.Node {
	to := profile.Address + "found"
	return el("section",
		attr("class", "wide"),
		el("h1", say("found.title")),
		el("form", attr("class", "search"), attr("method", "get"), attr("action", to), spaced(
			el("label", attr("for", "q"), say("found.question")),
			el("input", attr("id", "q"), attr("name", "q"), attr("type", "search"), attr("value", b.Query), attr("maxlength", "1000")),
			el("button", say("found.search")))),
		b.passages(),
		el("h2", say("found.hidden")),
		b.findings(to))
}

// passages shows what was found for a question.
func (b *foundBody) passages() g.Node {
	switch {
	case b.Query == "":
		return nil
	case len(b.Hits) == 0:
		return el("p", say("found.nothing"))
	}
	verdict := "found.unanswered"
	if b.Answered {
		verdict = "found.answered"
	}
	return g.Group{
		el("p", spaced(count(len(b.Hits), "found.hit", "found.hits"), say(verdict))),
		el("ol", attr("class", "hits"), g.Map(b.Hits, passage.node)),
	}
}

// node shows a passage with its score.
func (p passage) node() g.Node {
	return el("li",
		el("p", spaced(
			el("span", attr("class", "score"), plain(fmt.Sprintf("%.2f", p.Score))),
			link(p.Address, p.Where),
			g.If(p.Answers, el("span", attr("class", "state ok"), say("found.answers"))))),
		g.If(len(p.Headings) > 0, el("p", attr("class", "faint"), plain(strings.Join(p.Headings, " › ")))),
		el("div", attr("class", "passage"), plain(p.Text)))
}

// findings shows the sources with warnings, and lets somebody choose a kind of them.
func (b *foundBody) findings(to string) g.Node {
	if len(b.Codes) == 0 {
		return el("p", attr("class", "faint"), say("found.clean"))
	}
	return g.Group{
		el("form", attr("class", "search"), attr("method", "get"), attr("action", to), spaced(
			el("label", attr("for", "code"), say("found.code")),
			el("select", attr("id", "code"), attr("name", "code"), el("option", attr("value", ""), say("found.all")), g.Map(b.Codes, func(one string) g.Node {
				return el("option", g.If(one == b.Code, attr("selected")), plain(one))
			})),
			el("button", say("found.show")))),
		g.Map(b.Sources, func(s linted) g.Node {
			return el("section", attr("class", "warned"), el("h3", link(s.Address, s.Name)), el("ul", g.Map(s.Findings, finding)))
		}),
		g.If(b.More > 0, el("p", attr("class", "faint"), count(b.More, "read.more1", "read.more"))),
	}
}

// finding shows what was found, with its words.
func finding(f lint.Finding) g.Node {
	said := f.Message
	if f.Count > 1 {
		said += fmt.Sprintf(" (%d×)", f.Count)
	}
	if place := f.Place; place != "" {
		if f.Line > 0 && place == fmt.Sprint(f.Line) {
			place = text("found.line") + " " + place
		}
		said += " — " + place
	}
	return el("li",
		spaced(el("span", attr("class", "state weight-"+f.Weight.String()), plain(f.Weight.String())), code(f.Code)), plain(" "+said),
		given(f.Words, func(words string) g.Node {
			return el("div", attr("class", "words"), el("span", attr("class", "faint"), say("found.words")), plain(" "+words))
		}))
}

// warnings lists warnings of a source.
func warnings(list []manifest.Warning) g.Node {
	return el("ul", g.Map(list, func(w manifest.Warning) g.Node {
		said := w.Message
		if w.Count > 1 {
			said += fmt.Sprintf(" (%d×)", w.Count)
		}
		if w.Place != "" {
			said += " — " + w.Place
		}
		return el("li", code(w.Code), plain(" "+said))
	}))
}
