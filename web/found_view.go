package web

import (
	"fmt"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

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
	return h.Section(
		h.Class("wide"),
		h.H1(say("found.title")),
		h.Form(h.Class("search"), h.Method("get"), h.Action(to), spaced(
			h.Label(h.For("q"), say("found.question")),
			h.Input(h.ID("q"), h.Name("q"), h.Type("search"), h.Value(b.Query), h.MaxLength("1000")),
			h.Button(say("found.search")))),
		b.passages(),
		h.H2(say("found.hidden")),
		b.findings(to))
}

// passages shows what was found for a question.
func (b *foundBody) passages() g.Node {
	switch {
	case b.Query == "":
		return nil
	case len(b.Hits) == 0:
		return h.P(say("found.nothing"))
	}
	verdict := "found.unanswered"
	if b.Answered {
		verdict = "found.answered"
	}
	return g.Group{
		h.P(spaced(count(len(b.Hits), "found.hit", "found.hits"), say(verdict))),
		h.Ol(h.Class("hits"), g.Map(b.Hits, passage.node)),
	}
}

// node shows a passage with its score.
func (p passage) node() g.Node {
	return h.Li(
		h.P(spaced(
			h.Span(h.Class("score"), g.Text(fmt.Sprintf("%.2f", p.Score))),
			link(p.Address, p.Where),
			g.If(p.Answers, h.Span(h.Class("state ok"), say("found.answers"))))),
		g.If(len(p.Headings) > 0, h.P(h.Class("faint"), g.Text(strings.Join(p.Headings, " › ")))),
		h.Div(h.Class("passage"), g.Text(p.Text)))
}

// findings shows the sources with warnings, and lets somebody choose a kind of them.
func (b *foundBody) findings(to string) g.Node {
	if len(b.Codes) == 0 {
		return h.P(h.Class("faint"), say("found.clean"))
	}
	return g.Group{
		h.Form(h.Class("search"), h.Method("get"), h.Action(to), spaced(
			h.Label(h.For("code"), say("found.code")),
			h.Select(h.ID("code"), h.Name("code"), h.Option(h.Value(""), say("found.all")), g.Map(b.Codes, func(one string) g.Node {
				return h.Option(g.If(one == b.Code, h.Selected()), g.Text(one))
			})),
			h.Button(say("found.show")))),
		g.Map(b.Sources, func(s linted) g.Node {
			return h.Section(h.Class("warned"), h.H3(link(s.Address, s.Name)), h.Ul(g.Map(s.Findings, finding)))
		}),
		g.If(b.More > 0, h.P(h.Class("faint"), count(b.More, "read.more1", "read.more"))),
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
	return h.Li(
		spaced(h.Span(h.Class("state weight-"+f.Weight.String()), g.Text(f.Weight.String())), code(f.Code)), g.Text(" "+said),
		given(f.Words, func(words string) g.Node {
			return h.Div(h.Class("words"), h.Span(h.Class("faint"), say("found.words")), g.Text(" "+words))
		}))
}

// warnings lists warnings of a source.
func warnings(list []manifest.Warning) g.Node {
	return h.Ul(g.Map(list, func(w manifest.Warning) g.Node {
		said := w.Message
		if w.Count > 1 {
			said += fmt.Sprintf(" (%d×)", w.Count)
		}
		if w.Place != "" {
			said += " — " + w.Place
		}
		return h.Li(code(w.Code), g.Text(" "+said))
	}))
}
