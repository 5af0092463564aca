package docx

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// reader holds what the parts of a document share.
type reader struct {
	ctx context.Context
	env *converters.Env
	pkg *ooxml.Package
	*lost.Tally

	defs  wordml.Definitions
	build wordtext.Builder
	late  error // the first one of what was read on the way
	paper
	disk
	comments comments
	notes    notes
	heads    []headUse // headers and footers that sections name
	others   others
	spans    spans
}

// story is text that runs on its own: the body, a note, a comment, a header,
// a text box.
type story struct {
	*reader
	around
	s      *xmlread.Scanner
	rels   *ooxml.Relations
	pos    document.Pos
	fields []field
	coding int // fields whose code is being read
	link   *wordtext.Link
	paged  *bool // that the header which is read has the number of a page; nil for none
	boxed  bool  // it is in a text box
	seen   *seen
}

// around is what is around text and says whether it can be seen.
type around struct {
	deleted int          // deletions
	silent  int          // fields that show nothing
	hidden  visible.Way  // how rows and shapes are hidden
	within  wordml.Chars // what the style of the table gives its text
	ground  int32        // colour of the cell
}

// seen counts what a part has, for places.
type seen struct{ paragraphs, tables int32 }

// countParagraph moves the place to the next paragraph. What is in a table or a
// text box belongs to its row, or to the paragraph around.
func (st *story) countParagraph() {
	if !st.boxed && st.pos.Table == 0 {
		st.seen.paragraphs++
		st.pos.Paragraph = st.seen.paragraphs
	}
}

// stampWithin is how many bytes of a part that Word saved hold the number of a
// revision: nearly all of its paragraphs have one.
const stampWithin = 8 << 10

// open returns a story at the start of a part. Pages are counted where the
// part says where they began.
func (r *reader) open(part string) (*story, error) {
	text, err := r.pkg.Text(part)
	if err != nil {
		return nil, err
	}
	rels, err := r.pkg.Relations(part)
	if err != nil {
		return nil, err
	}
	if r.source == "" {
		r.source = text
	}
	st := &story{reader: r, rels: rels, pos: document.Pos{Part: part}, seen: &seen{}}
	st.s = xmlread.New(r.ctx, r.env, xmlread.Source{Part: part, Text: text, Spaces: r.defs.Spaces})
	r.build.Edited = r.build.Edited || strings.Contains(text[:min(len(text), stampWithin)], ":rsidR")
	if strings.Contains(text, "RenderedPageBreak") {
		st.pos.Page = 1
	}
	return st, nil
}

// spare returns nil for a part beside the text that is broken, which is counted
// and left out, and other errors as they are.
func (r *reader) spare(part string, err error) error {
	return r.Spare(err, document.Pos{Part: part})
}

// fail keeps the first error of what was read on the way.
func (r *reader) fail(err error) {
	if r.late == nil {
		r.late = err
	}
}

// inner returns a story inside of the current one.
func (st *story) inner() *story {
	in := *st
	in.fields, in.coding, in.link = nil, 0, nil
	return &in
}

// place says what the content that is read belongs to. Only what the kind of
// the content asks for is set.
type place struct {
	flow  *flow
	para  *para
	table *tableRead
	row   *rowRead
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

// child reads one element. Those that stand around content of every kind are
// seen through.
func (st *story) child(at *place) error {
	s := st.s
	switch s.Space() {
	case wordml.NsW:
	case wordml.NsMC:
		return st.understood(func() error { return st.children(at) })
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
			return st.cell(at.row)
		}
	case at.table != nil:
		if s.Local() == "tr" {
			return st.row(at.table)
		}
	default:
		return st.inFlow(at.flow)
	}
	return s.Skip()
}

// understood calls read for the content of the branch of an alternative that is
// understood. Other elements of markup compatibility are left out.
func (st *story) understood(read func() error) error {
	if st.s.Local() != "AlternateContent" {
		return st.s.Skip()
	}
	var choice ooxml.Alternative
	return st.s.Each(func() error {
		if !choice.Take(st.s, wordml.Understood...) {
			return st.s.Skip()
		}
		return read()
	})
}

// inFlow reads an element that is between paragraphs.
func (st *story) inFlow(f *flow) error {
	switch st.s.Local() {
	case "p":
		return st.paragraph(f)
	case "tbl":
		return st.table(f)
	case "sectPr":
		return st.section(st.s)
	case "bookmarkStart":
		name, _ := st.s.Attr(wordml.NsW, "name")
		if len(f.marks) < maxMarks {
			f.marks = append(f.marks, name)
		}
	case "altChunk":
		return st.chunk(f)
	}
	return st.s.Skip()
}
