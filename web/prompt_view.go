package web

import (
	"fmt"

	"github.com/seed353dc258/backstory/prompt"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// section is a section of a prompt, with its text.
type section struct {
	prompt.Section
	Text  string
	Share int // of all that is kept, in percent
}

type promptBody struct {
	Tokens, Limit, Tools int
	Model                string
	Kept                 bool // the session keeps an earlier prompt
	Sections             []section
	LeftOut              []leftOut
	Export               string
}

// leftOut is something that did not fit.
type leftOut struct {
	Name, Address string
	Tokens        int
}

// node shows a prompt by section, and what was left out of it.
func (b *promptBody) node(*named) g.Node {
	head := plural(b.Tokens, "prompt.token", "prompt.tokens")
	if b.Limit > 0 {
		head += fmt.Sprintf(" %s %d", text("prompt.of"), b.Limit)
	}
	if b.Tools > 0 {
		head += " · " + plural(b.Tools, "prompt.tool", "prompt.tools")
	}
	return h.Section(
		h.Class("wide"),
		h.H1(say("prompt.title")),
		h.P(g.Text(head+" · "), code(b.Model), g.Text(" · "), link(b.Export, text("prompt.export"))),
		g.If(b.Kept, h.P(h.Class("note"), say("prompt.kept"))),
		b.list(),
		g.If(len(b.LeftOut) > 0, g.Group{h.H2(say("prompt.leftout")), h.Ul(g.Map(b.LeftOut, func(o leftOut) g.Node {
			return h.Li(spaced(link(o.Address, o.Name), faint(count(o.Tokens, "prompt.token", "prompt.tokens"))))
		}))}))
}

// list shows the sections of a prompt.
func (b *promptBody) list() g.Node { return h.Ol(h.Class("sections"), g.Map(b.Sections, section.node)) }

// node shows a section of a prompt: its text, or why it is not in it.
func (s section) node() g.Node {
	name := h.Span(h.Class("name"), g.Text(s.Title))
	state := h.Span(h.Class("state"), g.Text(string(s.Decision)))
	if !s.Included {
		return h.Li(h.P(h.Class("out"), spaced(name, state, faint(g.Text(s.Rationale)))))
	}
	return h.Li(h.Details(
		h.Summary(spaced(
			name,
			faint(count(s.Tokens, "prompt.token", "prompt.tokens")),
			h.Meter(h.Min("0"), h.Max("100"), h.Value(fmt.Sprint(s.Share)), g.Text(fmt.Sprintf("%d %%", s.Share))),
			state)),
		h.P(h.Class("faint"), spaced(given(s.Rationale, g.Text), given(s.Source, code))),
		h.Pre(h.Class("passage"), g.Text(s.Text))))
}
