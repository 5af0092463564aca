package doc

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// says reports whether there is anything in the current paragraph.
func (p *paragraph) says() bool {
	return !p.text.IsBlank() || p.ruled || p.props.Ruled && !p.props.InTable || len(p.beside) > 0
}

// setIn says how a paragraph is set in, and what it is by that or by its style.
func (p *paragraph) setIn(file *word.File) {
	p.text.Left, p.text.First, p.text.Kind = p.props.Left, p.props.First, p.kind(file)
}

// clear begins another paragraph in the same memory. Of one without anything the bookmarks
// are those of the next one.
func (p *paragraph) clear() {
	marks := p.marks
	if !p.text.IsBlank() {
		marks = nil
	}
	p.text.Reset()
	*p = paragraph{text: p.text, props: p.props, marks: marks}
}

// add adds the current paragraph to the story, or to the open cell of a table, and what is
// beside it. It begins another one.
func (st *story) add(level int) {
	x, p, f := st.par.text, &st.par.props, st.tables.into(level)
	st.fields.endCodes()
	x.Pos = st.pos()
	st.par.setIn(st.doc.file)
	x.Align, x.Marks = p.Align, st.par.marks
	x.Border = p.Ruled || st.par.ruled
	if p.Outline < wordtext.NoLevel && len(bytes.TrimSpace(x.Bytes())) > 0 {
		x.Level = p.Outline
		x.Item.Marker, _ = st.doc.file.Lists.Marker(p.Listed.List, p.Listed.Level)
	} else {
		st.par.item(st.doc.file, &st.old, f.InList())
	}
	f.Add(x)
	st.par.putBeside(f)
	st.par.clear()
	st.par.marks = nil
}

// kind returns what a paragraph is by its style, or by how it is set in.
func (p *paragraph) kind(file *word.File) wordtext.Kind {
	is := &p.props
	kind := wordtext.KindNamed(file.Styles.Name(is.Style))
	if kind == wordtext.PlainText && is.Left >= minQuote && is.First == 0 && is.Align == document.AlignNone && is.Tables() == 0 && is.Listed.List == 0 {
		return wordtext.Inset
	}
	return kind
}

// minQuote is from which indent on a paragraph is a quotation, in twips.
const minQuote = 360

// item says which item the current paragraph begins or continues, if any.
func (p *paragraph) item(file *word.File, old *oldCount, inList bool) {
	l, x := &p.props.Listed, p.text
	if l.List > 0 {
		marker, ok := file.Lists.Marker(l.List, l.Level)
		x.Item = wordtext.Item{Counted: true, List: l.List, Level: l.Level}
		if ok {
			x.Item.Marker, x.Item.Left = marker, p.props.Left
		}
		return
	}
	if l.Old.IsSet() {
		marker := old.marker(&l.Old, inList)
		x.Item = wordtext.Item{Counted: true, Marker: marker, List: -1 - p.props.Left, Left: p.props.Left}
	}
}

func (c *oldCount) marker(l *word.OldList, inList bool) string {
	if c.before != l.Before || c.after != l.After || c.kind != l.Kind || !inList {
		*c = oldCount{l.Before, l.After, l.Kind, l.Start}
	}
	c.next++
	return strings.TrimSpace(l.Marker(c.next - 1))
}

// putBeside puts what is beside the current paragraph behind it.
func (p *paragraph) putBeside(f *wordtext.Flow) {
	for _, b := range p.beside {
		if b.comment != nil {
			f.Put(b.comment)
		}
		for _, block := range b.blocks {
			f.Put(block)
		}
	}
	p.beside = nil
}

// addMarks notes the bookmarks at the places of a stretch of text.
func (p *paragraph) addMarks(names []string) {
	for _, name := range names {
		if len(p.marks) < maxMarks && !slices.Contains(p.marks, name) {
			p.marks = append(p.marks, name)
		}
	}
}

// hides returns how the whole paragraph is hidden by how it is set.
func (p *paragraph) hides(row *rowAhead) visible.Way {
	is := &p.props
	f := visible.Facts{
		Flat:    is.Flat || is.Tables() == 1 && row.known && row.row.Flat,
		OffPage: wordtext.IsIndentedOff(is.Left, is.First) || wordtext.IsPlacedOff(is.Frame.X, is.Frame.Width) || wordtext.IsPlacedOff(is.Frame.Y, 0),
	}
	return f.Judge()
}
