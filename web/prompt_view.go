package web

import (
	"fmt"

	"github.com/seed353dc258/backstory/prompt"
	g "maragu.dev/gomponents"
)

// section is a section of a prompt, with its text.
type section struct {
	of    prompt.Section
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
	return el("section",
		attr("class", "wide"),
		el("h1", say("prompt.title")),
		el("p", plain(head+" · "), code(b.Model), plain(" · "), link(b.Export, text("prompt.export"))),
		g.If(b.Kept, el("p", attr("class", "note"), say("prompt.kept"))),
		b.list(),
		g.If(len(b.LeftOut) > 0, g.Group{el("h2", say("prompt.leftout")), el("ul", g.Map(b.LeftOut, func(o leftOut) g.Node {
			return el("li", spaced(link(o.Address, o.Name), faint(count(o.Tokens, "prompt.token", "prompt.tokens"))))
		}))}))
}

// list shows the sections of a prompt.
func (b *promptBody) list() g.Node {
	return el("ol", attr("class", "sections"), g.Map(b.Sections, section.node))
}

// node shows a section of a prompt: its text, or why it is not in it.
func (s section) node() g.Node {
	name := el("span", attr("class", "name"), plain(s.of.Title))
	state := el("span", attr("class", "state"), plain(string(s.of.Decision)))
	if !s.of.Included {
		return el("li", el("p", attr("class", "out"), spaced(name, state, faint(plain(s.of.Rationale)))))
	}
	return el("li", el("details",
		el("summary", spaced(
			name,
			faint(count(s.of.Tokens, "prompt.token", "prompt.tokens")),
			el("meter", attr("min", "0"), attr("max", "100"), attr("value", fmt.Sprint(s.Share)), plain(fmt.Sprintf("%d %%", s.Share))),
			state)),
		el("p", attr("class", "faint"), spaced(given(s.of.Rationale, g.Text), given(s.of.Source, code))),
		el("pre", attr("class", "passage"), plain(s.Text))))
}
