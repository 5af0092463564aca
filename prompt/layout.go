package prompt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/profile"
)

// layout is the order and the headings that a prompt has in another system, so
// that who comes from there finds what they know. Only the order and the headings
// change: every section keeps its text, its fence, its mode and its budget, and
// the security rules are there.
type layout struct {
	name     string
	sections []place  // in order; those that are not named follow, and what was left out is named last
	differs  []string // what that system's own prompt has besides
}

// place is where a section is in a layout.
type place struct {
	id      string
	heading string // in place of ours; empty keeps it
	small   string // likewise, in minimal mode
	group   string // the text before the first section of several with the same
}

// The texts above several sections. That of OpenClaw is followed by its line on
// the soul, where there is one.
const (
	openClawContext = "# Project Context\n\nThe following project context files have been loaded:"
	openClawSoul    = "\nIf SOUL.md is present, embody its persona and tone. Avoid stiff, generic replies; follow its guidance unless higher-priority instructions override it."
	openClawTools   = "## Tooling"
	moltisFiles     = "## Workspace Files"
	moltisMemories  = "## Long-Term Memory"
	moltisTools     = "## Available Tools"
	tinyClawTools   = "# Tools"
)

// layouts are those of other systems, by their documentation and sources:
// OpenClaw's by its page on the system prompt with the order of files of August
// 2026, Moltis' by prompt.rs, TinyClaw's by compose.ts. Coqui's is ours.
var layouts = []layout{
	{
		name: profile.LayoutOpenClaw,
		sections: []place{
			{id: idTools, group: openClawTools},
			{id: idLayout + ".style"},
			{id: idSecurity, heading: "## Safety"},
			{id: idDeferred},
			{id: idMemories, heading: "## Memory Recall"},
			{id: idLayout + ".aliases"},
			{id: idShared},
			{id: idProject, heading: "## Workspace"},
			{id: idLayout + ".docs"},
			{id: idPreferences},
			{id: idRole, small: "## Subagent Context"},
			{id: idInstructions, heading: "## AGENTS.md", group: openClawContext},
			{id: idSoul, heading: "## SOUL.md", group: openClawContext},
			{id: idStyle, group: openClawContext},
			{id: idPersona, heading: "## IDENTITY.md", group: openClawContext},
			{id: idUser, heading: "## USER.md", group: openClawContext},
			{id: idFiles + ".TOOLS.md", group: openClawContext},
			{id: idFiles + ".BOOTSTRAP.md", group: openClawContext},
			{id: idContinuity, heading: "## MEMORY.md", group: openClawContext},
			{id: idFiles, group: openClawContext},
			{id: idContext, group: openClawContext},
			{id: idBackstory, group: openClawContext},
			{id: idSamples, group: openClawContext},
			{id: idExamples, group: openClawContext},
			{id: idBase, heading: "## How you work"},
			{id: idDone}, // which speak of the person above
		},
		differs: []string{
			"the line of introduction, which says that OpenClaw runs, is not there",
			"the runtime line and the date are at the head of the turn",
			"the mark of the cache is not there: providers are told where the stable start ends",
			"files are left out in whole parts by the budget, and not cut at 20,000 characters",
		},
	},
	{
		name: profile.LayoutMoltis,
		sections: []place{
			{id: idPersona},
			{id: idSoul, heading: "## Soul"},
			{id: idStyle},
			{id: idUser},
			{id: idFiles + ".BOOT.md", heading: "## Startup Context (BOOT.md)"},
			{id: idProject},
			{id: idPreferences},
			{id: idInstructions, heading: "### AGENTS.md", group: moltisFiles},
			{id: idFiles + ".TOOLS.md", heading: "### TOOLS.md", group: moltisFiles},
			{id: idContext, group: moltisFiles},
			{id: idBackstory, group: moltisFiles},
			{id: idSamples, group: moltisFiles},
			{id: idExamples, group: moltisFiles},
			{id: idContinuity, heading: "### MEMORY.md", group: moltisMemories},
			{id: idMemories, group: moltisMemories},
			{id: idShared, group: moltisMemories},
			{id: idTools, group: moltisTools},
			{id: idDeferred},
			{id: idBase, heading: "## Guidelines"},
			{id: idRole},
			{id: idSecurity},
			{id: idDone},
		},
		differs: []string{
			"the default soul is ours",
			"the lines Host and Sandbox are one line at the head of the turn",
			"memories are not said to be in every answer",
		},
	},
	{
		name: profile.LayoutTinyClaw,
		sections: []place{
			{id: idSoul, heading: "# Identity (SOUL.md)"},
			{id: idPersona},
			{id: idStyle, heading: "# Voice & Style (STYLE.md)"},
			{id: idInstructions, heading: "# Operating Instructions (INSTRUCTIONS.md)"},
			{id: idContinuity, heading: "# Continuity (MEMORY.md)"},
			{id: idBase, heading: "# Profile Instructions"},
			{id: idRole},
			{id: idContext},
			{id: idBackstory},
			{id: idMemories},
			{id: idShared},
			{id: idUser, heading: "# About the User (USER.md)"},
			{id: idPreferences},
			{id: idExamples},
			{id: idSamples},
			{id: idTools, group: tinyClawTools},
			{id: idDeferred},
			{id: idSecurity},
			{id: idDone},
			{id: idProject},
		},
		differs: []string{
			"examples are in the prompt",
			"todos, matched skills and the date are at the head of the turn",
		},
	},
}

// arrange puts the sections of a prompt into the order of its layout, with that
// layout's headings.
func (c *composer) arrange(list []*part) []*part {
	name := c.in.layout()
	at := slices.IndexFunc(layouts, func(l layout) bool { return l.name == name })
	if at < 0 {
		return list
	}
	l := &layouts[at]
	slices.SortStableFunc(list, func(a, b *part) int { return l.order(a) - l.order(b) })
	said := ""
	for _, p := range list {
		i := l.order(p)
		if i >= len(l.sections) || len(p.pieces) == 0 {
			continue
		}
		s := l.sections[i]
		switch {
		case s.small != "" && c.in.Mode == Minimal:
			p.entitle(s.small)
		case s.heading != "":
			p.entitle(s.heading)
		}
		if s.group != "" && s.group != said {
			p.above(s.group + c.in.afterGroup(s.group, list))
			said = s.group
		}
	}
	for _, d := range l.differs {
		c.clean.fact("layout "+l.name, d)
	}
	return list
}

// layout is the name of the layout of the prompt; "" for ours.
func (in *Inputs) layout() string {
	if in.Mode == None {
		return ""
	}
	return cmp.Or(in.Layout, in.Identity.Preferences.Layout, string(in.Identity.Foreign.Kind))
}

// order is where a section is in a layout; those that it does not name come last,
// and then what was left out.
func (l *layout) order(p *part) int {
	i := slices.IndexFunc(l.sections, func(s place) bool { return s.id == p.id || s.id == p.spec.ID })
	switch {
	case p.spec.ID == idOmitted:
		return len(l.sections) + 1
	case i < 0:
		return len(l.sections)
	}
	return i
}

// entitle gives a section another heading. A heading that its owner wrote stays,
// below it.
func (p *part) entitle(heading string) {
	level := len(heading) - len(strings.TrimLeft(heading, "#"))
	switch {
	case p.stub:
	case p.head != "":
		_, rest, more := strings.Cut(p.head, "\n")
		if p.head = heading; more {
			p.head += "\n" + rest
		}
		p.lower(level)
	default:
		text := p.pieces[0].text
		first, rest, _ := strings.Cut(text, "\n")
		if p.spec.Stub != "" && first == p.spec.Stub || p.trust == Builtin && strings.HasPrefix(first, "#") {
			text = strings.TrimLeft(rest, "\n")
		}
		p.pieces[0].text = text
		p.lower(level)
		p.pieces[0].text = heading + "\n\n" + p.pieces[0].text
	}
}

// lower puts the headings of all pieces below a level, by as many levels.
func (p *part) lower(below int) {
	list := make([]*prose, len(p.pieces))
	top := 0
	for i := range p.pieces {
		list[i] = &prose{text: p.pieces[i].text}
		if level := list[i].highest(); level > 0 && (top == 0 || level < top) {
			top = level
		}
	}
	if top == 0 || top > below {
		return
	}
	for i := range list {
		p.pieces[i].text = list[i].shift(below + 1 - top).text
	}
}

// above sets a text before a section.
func (p *part) above(text string) {
	if p.head != "" {
		p.head = text + "\n\n" + p.head
		return
	}
	p.pieces[0].text = text + "\n\n" + p.pieces[0].text
}
