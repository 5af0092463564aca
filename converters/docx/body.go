package docx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// inner returns a story inside of the current one.
func (st *story) inner() *story {
	in := *st
	in.fields, in.link = fields{}, nil
	return &in
}

// children reads the content of the element whose start tag is the event, to
// its end tag.
func (st *story) children(at *place) error {
	depth := st.s.Depth()
	for {
		kind, err := st.s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlread.EOF, kind == xmlread.End && st.s.Depth() == depth:
			return nil
		case kind != xmlread.Start:
			continue
		}
		if err := st.child(at); err != nil {
			return err
		}
	}
}

// child reads one element. Those that are around content of every kind are
// seen through.
func (st *story) child(at *place) error {
	s := st.s
	switch s.Space() {
	case wordml.NsW:
	case wordml.NsMC:
		return understood(s, func() error { return st.children(at) })
	case wordml.NsM:
		return st.math(at)
	default:
		return s.Skip()
	}
	switch s.Local() {
	case "sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo", "dir", "bdo":
		return st.children(at)
	case "del", "moveFrom":
		st.deleted++
		err := st.children(at)
		st.deleted--
		return err
	}
	switch {
	case at.para != nil:
		return st.inPara(at)
	case at.row != nil:
		if s.Local() == "tc" {
			return at.row.cell()
		}
	case at.table != nil:
		if s.Local() == "tr" {
			return at.table.readRow()
		}
	default:
		return at.flow.inFlow()
	}
	return s.Skip()
}

// understood calls read for the content of the branch of an alternative that is
// understood. Other elements of markup compatibility are left out.
func understood(s *xmlread.Scanner, read func() error) error {
	if s.Local() != "AlternateContent" {
		return s.Skip()
	}
	var choice ooxml.Alternative
	return s.Each(func() error {
		if !choice.Take(s, wordml.Understood...) {
			return s.Skip()
		}
		return read()
	})
}

// inFlow reads an element that is between paragraphs.
func (f *flow) inFlow() error {
	st := f.story
	switch st.s.Local() {
	case "p":
		return f.paragraph()
	case "tbl":
		return f.table()
	case "sectPr":
		return st.doc.section(st.s)
	case "bookmarkStart":
		name, _ := st.s.Attr(wordml.NsW, "name")
		if len(f.marks) < maxMarks {
			f.marks = append(f.marks, name)
		}
	case "altChunk":
		return f.chunk()
	}
	return st.s.Skip()
}

// paragraph reads a paragraph (17.3.1.22). One whose end was deleted runs on
// into the next one.
func (f *flow) paragraph() error {
	st := f.story
	x, beneath := f.joined, st.seen.beneath
	f.joined, st.seen.beneath = nil, st.seen.under[st.s.Offset()]
	if !st.boxed && st.pos.Table == 0 { // what is in a table or a text box belongs to its row, or to the paragraph around
		st.seen.paragraphs++
		st.pos.Paragraph = st.seen.paragraphs
	}
	if x == nil {
		x = &para{Paragraph: st.doc.build.NewParagraph()}
		x.Marks = append(x.Marks, f.marks...)
		f.marks = f.marks[:0]
		x.Pos = st.pos
		x.props = st.doc.defs.Styled("", &st.within)
	}
	err := st.children(&place{para: x})
	st.seen.beneath = beneath
	st.fields.endCodes()
	if err == nil {
		err = st.doc.late
	}
	if err != nil {
		return err
	}
	if x.props.Removed && st.doc.When(visible.Deleted) == converters.DropHidden {
		x.props.Removed = false
		f.joined = x
		return nil
	}
	return f.add(x)
}

// blocks reads the content of the element whose start tag is the event as
// blocks.
func (st *story) blocks() ([]document.Block, error) {
	f := st.newFlow(nil)
	if err := st.children(&place{flow: f}); err != nil {
		return f.text.Blocks(), err
	}
	if x := f.joined; x != nil {
		f.joined = nil
		if err := f.add(x); err != nil {
			return f.text.Blocks(), err
		}
	}
	return f.text.Blocks(), nil
}

// add adds a paragraph, and what is beside it.
func (f *flow) add(x *para) error {
	p := &x.props
	x.Kind, x.Level, x.Left, x.First, x.Align, x.Border = p.Kind, p.Level, p.Left, p.First, p.Align, p.Border || x.Border
	x.Item = f.story.doc.defs.Item(p)
	f.text.Add(x.Paragraph)
	f.story.doc.build.Done(x.Paragraph)
	for _, e := range x.aside.extras {
		if e.comment != "" {
			if err := f.comment(e.comment); err != nil {
				return err
			}
			continue
		}
		for _, b := range e.blocks {
			f.text.Put(b)
		}
	}
	return nil
}
