package doc

import (
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// read reads a story.
func (st *story) read(from, to word.Place) {
	for at := from; at < to && !st.doc.failed(); {
		end, mark := st.paragraphEnd(at, to)
		st.par.props = st.doc.file.ParaAt(min(end, to-1))
		st.readText(at, end)
		if mark == charParagraph && st.isJoined(end) {
			at = end + 1
			continue
		}
		st.end(mark)
		at = end + 1
	}
	if !st.par.text.IsEmpty() || len(st.par.beside) > 0 {
		st.endPara()
	}
	st.closeTables(0)
	st.doc.build.Done(st.par.text)
	st.par.text = st.doc.build.NewParagraph()
}

// isJoined reports whether the end of a paragraph was deleted, so that the next one goes
// on in it.
func (st *story) isJoined(at word.Place) bool {
	chars, _ := st.doc.file.CharsAt(at, st.par.props.Style)
	return chars.Deleted && st.doc.losses.Drops(visible.Deleted)
}

// end ends a paragraph, a cell or a row.
func (st *story) end(mark uint16) {
	level := st.par.props.Tables()
	switch {
	case level > 0 && st.endsTable(level, mark):
	case mark == charPage && st.par.text.IsEmpty() && len(st.par.beside) == 0:
		if level == 0 {
			st.closeTables(0)
		}
	default:
		st.endPara()
	}
}

// endsTable ends a row or a cell, in which the mark of a table in a table is that of a
// paragraph. It reports whether the mark is one of them.
func (st *story) endsTable(level int, mark uint16) bool {
	p, inner := &st.par.props, level > 1 && mark == charParagraph
	switch {
	case p.RowEnd && (mark == charCell || inner):
		st.endRow(level)
	case p.CellEnd && inner:
		st.endCell(level)
	case mark == charCell: // behind a table in a table, it ends the cell around
		st.endCell(1)
	default:
		return false
	}
	return true
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
	st.closeTables(level)
	if !st.says() {
		if level == 0 && !st.par.dropped {
			st.countBlank()
		}
		st.clear()
		return
	}
	if st.openTables(level) {
		st.add(level)
	}
}
