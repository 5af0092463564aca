package doc

import (
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// read reads a story.
func (st *story) read(from, to word.Place) {
	for at := from; at < to && !st.doc.failed(); {
		end, mark := st.doc.paragraphEnd(at, to)
		st.par.props = st.doc.file.ParaAt(min(end, to-1))
		st.readText(at, end)
		if mark == charParagraph && st.doc.isJoined(end, st.par.props.Style) {
			at = end + 1
			continue
		}
		st.end(mark)
		at = end + 1
	}
	if !st.par.text.IsEmpty() || len(st.par.beside) > 0 {
		st.endPara()
	}
	st.tables.end(0)
	st.doc.build.Done(st.par.text)
	st.par.text = st.doc.build.NewParagraph()
}

// isJoined reports whether the end of a paragraph was deleted, so that the next one goes
// on in it.
func (r *reader) isJoined(at word.Place, style uint16) bool {
	chars, _ := r.file.CharsAt(at, style)
	return chars.Deleted && r.losses.Drops(visible.Deleted)
}

// end ends a paragraph, a cell or a row.
func (st *story) end(mark uint16) {
	p, level := &st.par.props, st.par.props.Tables()
	inner := level > 1 && mark == charParagraph // the mark of a table in a table is that of a paragraph
	switch {
	case level > 0 && p.RowEnd && (mark == charCell || inner):
		st.endRow(level)
	case p.CellEnd && inner:
		st.endCell(level)
	case level > 0 && mark == charCell: // behind a table in a table, it ends the cell around
		st.endCell(1)
	case mark == charPage && st.par.text.IsEmpty() && len(st.par.beside) == 0:
		if level == 0 {
			st.tables.end(0)
		}
	default:
		st.endPara()
	}
}

// inner reads a text that belongs to a place of another one.
func (r *reader) inner(part string, from, to word.Place) []document.Block {
	st := r.newStory(part)
	st.read(from, to)
	return st.flow.Blocks()
}

// endPara ends the current paragraph.
func (st *story) endPara() {
	level := st.par.props.Tables()
	if level == 0 {
		defer func() { st.paragraphs++ }()
	}
	st.tables.end(level)
	if !st.par.says() {
		if level == 0 && !st.par.dropped {
			st.fields.endCodes()
			if l := &st.par.props.Listed; l.List > 0 { // its list numbers an item without text, too
				st.doc.file.Lists.Marker(l.List, l.Level)
			} else { // what is no item ends lists as a text there would
				st.par.setIn(st.doc.file)
				st.flow.Add(st.par.text)
			}
		}
		st.par.clear()
		return
	}
	if st.tables.begin(level) {
		st.add(level)
	}
}
