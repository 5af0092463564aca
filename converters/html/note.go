package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/line"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// note reads the body of a note.
func (f *flow) note(id int32, st *state) bool {
	name, ok := f.b.notes.Bodies[id]
	if !ok {
		return false
	}
	delete(f.b.notes.Bodies, id) // its content is read as usual
	inner := f.b.newFlow()
	l := css.Look{}
	if f.b.t.Node(id).Tag == dom.TagLi {
		inner.children(id, st)
	} else {
		inner.element(id, st, &l)
	}
	blocks := trimNote(inner.finish())
	dom.Put(&f.b.notes.Bodies, id, name)
	n := converters.Make(f.b.env, &document.Note{Pos: f.b.pos(id), ID: name, Blocks: blocks})
	f.b.noteBlocks = append(f.b.noteBlocks, n)
	return true
}

// noteMark reads the text of a link that marks a note, or leads back from one.
func (b *builder) noteMark(f *flow, id int32, st *state) bool {
	n := b.t.Node(id)
	link := b.notes.Links[n.Format]
	if link == 0 {
		return false
	}
	if b.notes.Back[link] {
		return true
	}
	name, ok := b.notes.Marks[link]
	if !ok {
		return false
	}
	if how, _ := b.hides(st, n.Format); how != visible.Shown && b.lost.When(how) == converters.DropHidden {
		return false
	}
	if strings.TrimSpace(b.t.Text(id)) != "" && !b.noted[link] {
		dom.Put(&b.noted, link, true)
		f.line.Space = false
		f.line.Node(converters.Make(b.env, &document.NoteRef{ID: name}), line.Shade{}, int(n.Line))
	}
	return true
}

// trimNote removes what a link back leaves behind at the start of a note.
func trimNote(blocks []document.Block) []document.Block {
	if len(blocks) == 0 {
		return blocks
	}
	p, ok := blocks[0].(*document.Paragraph)
	for ok && len(p.Inlines) > 0 {
		t, isText := p.Inlines[0].(*document.Text)
		if !isText {
			break
		}
		t.Value = strings.TrimLeft(t.Value, "^↑[]:. \u00a0")
		if t.Value != "" {
			break
		}
		p.Inlines = p.Inlines[1:]
	}
	if ok && len(p.Inlines) == 0 {
		return blocks[1:]
	}
	return blocks
}
