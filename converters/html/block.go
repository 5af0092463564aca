package html

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// paragraph reads a p element. Office programs write list items and headings
// as paragraphs whose style says what they are.
func (f *flow) paragraph(id int32, st *state, l *css.Look) {
	switch {
	case l.OfficeList != "" && l.OfficeList != "none" && f.officeItem(id, st, l):
	case l.Box.Hangs && f.typedItem(id, st, l):
	case l.Outline > 0 && l.Outline <= 6:
		f.heading(id, st, l.Outline)
	case f.roleBlock(id, st):
	default:
		f.blockOf(id, st)
	}
}

// roleBlock reads an element that is a heading by its role.
func (f *flow) roleBlock(id int32, st *state) bool {
	if f.single || f.b.t.Value(id, dom.AttrRole) != "heading" {
		return false
	}
	level, err := strconv.Atoi(strings.TrimSpace(f.b.t.Value(id, dom.AttrAriaLevel)))
	if err != nil || level < 1 {
		level = 2 // WAI-ARIA 1.2, heading role
	}
	f.heading(id, st, min(level, 6))
	return true
}

// heading reads an element as a heading.
func (f *flow) heading(id int32, st *state, level int) {
	f.flush()
	st.heading = true
	name := f.b.t.Value(id, dom.AttrId)
	inlines, pos := f.b.inlines(id, *st)
	if len(inlines) == 0 {
		return
	}
	if name == "" {
		name = anchorIn(f.b.t, id)
	}
	if name == "" {
		name = f.anchor
	}
	f.add(converters.Make(f.b.env, &document.Heading{Pos: pos, Level: level, ID: name, Inlines: inlines}))
}

// anchorIn returns the first id or name in an element.
func anchorIn(t *dom.Tree, id int32) string {
	end := t.Node(id).End
	for c := id + 1; c < end; c++ {
		for _, key := range []dom.Attr{dom.AttrId, dom.AttrName} {
			if v := t.Value(c, key); v != "" {
				return v
			}
		}
	}
	return ""
}

func (f *flow) quote(id int32, st *state) {
	if !f.b.nest() {
		f.blockOf(id, st)
		return
	}
	f.flush()
	blocks := f.b.content(id, *st)
	f.b.at.nested--
	if len(blocks) > 0 {
		f.add(converters.Make(f.b.env, &document.Quote{Pos: f.b.pos(id), Blocks: blocks}))
	}
}

// label reads a summary or a legend: the title of what follows.
func (f *flow) label(id int32, st *state) {
	f.flush()
	if !st.inLabel {
		st.inLabel = true
		st.bold = mark{id, css.Yes, true} // as by a style: a heading in it is not bold twice
	}
	f.children(id, st)
	f.flush()
}

// definitions reads a dl element.
func (f *flow) definitions(id int32, st *state) {
	if !f.b.nest() {
		f.blockOf(id, st)
		return
	}
	f.flush()
	d := definer{f: f}
	d.children(id, st)
	f.b.at.nested--
	if len(d.defs) > 0 {
		f.add(converters.Make(f.b.env, &document.DefinitionList{Pos: f.b.pos(id), Definitions: d.defs}))
	}
}

// definer collects terms and what is said of them.
type definer struct {
	f    *flow
	defs []document.Definition
}

// children reads the children of a dl, or of a div that groups some.
func (d *definer) children(id int32, around *state) {
	b := d.f.b
	for c := range b.t.Children(id) {
		b.step()
		n := b.t.Node(c)
		switch {
		case n.IsText && strings.TrimSpace(b.t.Text(c)) == "":
			continue
		case !n.IsText && dom.LeftOut(n.Tag):
			d.stray(c, around)
			continue
		}
		st := *around
		if !n.IsText {
			if _, how := b.enter(c, &st); how != visible.Shown && !st.inHidden {
				d.stray(c, around)
				continue
			}
		}
		switch {
		case n.Tag == dom.TagDt:
			d.term(c, &st)
		case n.Tag == dom.TagDd:
			d.detail(b.content(c, st))
		case n.Tag == dom.TagDiv:
			d.children(c, &st)
		default:
			d.stray(c, around)
		}
	}
}

func (d *definer) term(id int32, st *state) {
	inlines, _ := d.f.b.inlines(id, *st)
	if len(inlines) == 0 {
		return
	}
	if t, ok := inlines[len(inlines)-1].(*document.Text); ok && len(t.Value) > 1 {
		t.Value = strings.TrimSuffix(t.Value, ":") // a definition has its own
	}
	if n := len(d.defs); n > 0 && len(d.defs[n-1].Details) == 0 {
		d.defs[n-1].Terms = append(d.defs[n-1].Terms, inlines)
		return
	}
	d.defs = append(d.defs, converters.Make(d.f.b.env, document.Definition{Terms: [][]document.Inline{inlines}}))
}

func (d *definer) detail(blocks []document.Block) {
	if len(blocks) == 0 {
		return
	}
	if len(d.defs) == 0 {
		d.defs = append(d.defs, converters.Make(d.f.b.env, document.Definition{}))
	}
	last := &d.defs[len(d.defs)-1]
	last.Details = append(last.Details, blocks)
}

// stray keeps what is in a dl and is neither term nor detail.
func (d *definer) stray(id int32, st *state) {
	inner := d.f.b.newFlow()
	inner.node(id, st)
	if blocks := inner.finish(); len(blocks) > 0 {
		if len(d.defs) == 0 {
			d.f.blocks = append(d.f.blocks, blocks...)
			return
		}
		d.detail(blocks)
	}
}
