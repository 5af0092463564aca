package doc

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// says reports whether there is anything in the current paragraph.
func (st *story) says() bool {
	return !st.par.text.IsBlank() || st.par.ruled || st.par.props.Ruled && !st.par.props.InTable || len(st.par.beside) > 0
}

// countBlank counts an item without text, which its list numbers; what is no item ends
// lists as a text there would.
func (st *story) countBlank() {
	st.endCodes()
	if st.par.props.Listed.List > 0 {
		st.doc.file.Lists.Marker(st.par.props.Listed.List, st.par.props.Listed.Level)
		return
	}
	x := st.par.text
	x.Left, x.First, x.Kind = st.par.props.Left, st.par.props.First, st.kind()
	st.flow.Add(x)
}

// clear begins another paragraph in the same memory. Of one without anything the bookmarks
// are those of the next one.
func (st *story) clear() {
	marks := st.par.marks
	if !st.par.text.IsBlank() {
		marks = nil
	}
	st.par.text.Reset()
	st.par = paragraph{text: st.par.text, props: st.par.props, marks: marks}
}

// add adds the current paragraph to the story, or to the open cell of a table, and what is
// beside it. It begins another one.
func (st *story) add(level int) {
	x, p, f := st.par.text, &st.par.props, st.into(level)
	st.endCodes()
	x.Pos = st.pos()
	x.Left, x.First, x.Align, x.Marks = p.Left, p.First, p.Align, st.par.marks
	x.Border = p.Ruled || st.par.ruled
	x.Kind = st.kind()
	if p.Outline < wordtext.NoLevel && len(bytes.TrimSpace(x.Bytes())) > 0 {
		x.Level = p.Outline
		x.Item.Marker, _ = st.doc.file.Lists.Marker(p.Listed.List, p.Listed.Level)
	} else {
		st.item(f)
	}
	f.Add(x)
	st.putBeside(f)
	st.clear()
	st.par.marks = nil
}

// kind returns what a paragraph is by its style, or by how it is set in.
func (st *story) kind() wordtext.Kind {
	p := &st.par.props
	kind := wordtext.KindNamed(st.doc.file.Styles.Name(p.Style))
	if kind == wordtext.PlainText && p.Left >= minQuote && p.First == 0 && p.Align == document.AlignNone && p.Tables() == 0 && p.Listed.List == 0 {
		return wordtext.Inset
	}
	return kind
}

// minQuote is from which indent on a paragraph is a quotation, in twips.
const minQuote = 360

// item says which item the current paragraph begins or continues, if any.
func (st *story) item(f *wordtext.Flow) {
	p, x := &st.par.props, st.par.text
	if p.Listed.List > 0 {
		marker, ok := st.doc.file.Lists.Marker(p.Listed.List, p.Listed.Level)
		x.Item = wordtext.Item{Counted: true, List: p.Listed.List, Level: p.Listed.Level}
		if ok {
			x.Item.Marker, x.Item.Left = marker, p.Left
		}
		return
	}
	if p.Listed.Old.IsSet() {
		marker := st.old.marker(st, f)
		x.Item = wordtext.Item{Counted: true, Marker: marker, List: -1 - p.Left, Left: p.Left}
	}
}

func (c *oldCount) marker(st *story, f *wordtext.Flow) string {
	l := &st.par.props.Listed.Old
	if c.before != l.Before || c.after != l.After || c.kind != l.Kind || !f.InList() {
		*c = oldCount{l.Before, l.After, l.Kind, l.Start}
	}
	c.next++
	return strings.TrimSpace(l.Marker(c.next - 1))
}

// putBeside puts what is beside the current paragraph behind it.
func (st *story) putBeside(f *wordtext.Flow) {
	for _, b := range st.par.beside {
		if b.comment != nil {
			f.Put(b.comment)
		}
		for _, block := range b.blocks {
			f.Put(block)
		}
	}
	st.par.beside = nil
}

// addMarks notes the bookmarks at the places of a stretch of text.
func (st *story) addMarks(names []string) {
	for _, name := range names {
		if len(st.par.marks) < maxMarks && !slices.Contains(st.par.marks, name) {
			st.par.marks = append(st.par.marks, name)
		}
	}
}

// hidePara returns how the whole paragraph is hidden by how it is set.
func (st *story) hidesPara() visible.Way {
	p := &st.par.props
	f := visible.Facts{
		Flat:    p.Flat || st.isFlatRow(),
		OffPage: wordtext.IsIndentedOff(p.Left, p.First) || wordtext.IsPlacedOff(p.Frame.X, p.Frame.Width) || wordtext.IsPlacedOff(p.Frame.Y, 0),
	}
	return f.Judge()
}
