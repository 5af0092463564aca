package odf

import (
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/odf/workbook"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// sheetText implements [workbook.Reader].
type sheetText struct {
	in     *reader
	flow   *flow // of what is beside the cells of a sheet
	para   *para
	around string // the part that the spreadsheet is in
}

// put reads an office:spreadsheet, and puts its sheets.
func (t *sheetText) put(f *flow) error {
	r := t.in
	blocks, err := workbook.Read(r.doc.ctx, r.doc.env, r.doc.Tally, workbook.Source{Package: r.doc.src, Scanner: r.s, Styles: r.styles, Reader: t, Nested: r.doc.depth > 0})
	for _, b := range blocks {
		f.text.Put(b)
	}
	return err
}

func (t *sheetText) Pos() document.Pos { return t.in.pos() }

func (t *sheetText) Enter(part string) {
	t.flow, t.in.part, t.in.text.values = t.in.newFlow(nil), part, true
	t.in.inside++
}

func (t *sheetText) Leave() []document.Block {
	t.in.part, t.in.text.values = t.around, false
	t.in.inside--
	return t.flow.text.Blocks()
}

func (t *sheetText) Block() error { return t.flow.block() }

func (t *sheetText) Comment(put func(*document.Annotation)) error { return t.in.annotation(put) }

func (t *sheetText) Paragraph(look style.Chars, ground visible.Paint) (*wordtext.Paragraph, error) {
	p := t.para
	p.reset()
	t.in.text.ground = ground
	err := (inliner{t.in, p}).inline(look, nil)
	for _, b := range p.beside {
		t.flow.text.Put(b)
	}
	return p.text, err
}

func (t *sheetText) Inlines(p *wordtext.Paragraph, without document.Styles) ([]document.Inline, error) {
	return t.in.doc.build.Inlines(p, without), t.in.doc.build.failed
}
