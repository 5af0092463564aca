package workbook

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// book is a spreadsheet while it is read.
type book struct {
	Source
	stored  *sheet.Book
	sheets  []*worksheet
	filters []namedArea
	names   []namedRange
	frozen  map[string]sheet.Place              // by sheet: how many rows and columns do not scroll
	rich    map[sheet.Address][]document.Inline // by text: what is more than that
}

// namedRange is a name for a range or an expression.
type namedRange struct{ name, refers string }

// worksheet is a sheet of a spreadsheet.
type worksheet struct {
	*book
	*sheet.Sheet
	number   int
	hidden   bool
	skipped  []skipped
	veils    []sheet.Area // of conditional formats that may hide cells
	comments []cellComment
	after    []document.Block // comments, shapes, charts
}

// skipped is a hidden row that is repeated, of which one is stored.
type skipped struct {
	pos   document.Pos
	times int
}

// cellComment is a comment whose cell is named when its text is known.
type cellComment struct {
	at    sheet.Place
	block *document.Annotation
}

// settle finds out what is hidden, once all is read.
func (sh *worksheet) settle() error {
	for _, c := range sh.comments {
		sh.name(c)
	}
	if err := sh.Cover(); err != nil {
		return err
	}
	for _, a := range sh.veils {
		sh.MayHide(a, func(*sheet.Cell) bool { return true })
	}
	sh.Sheet.Hide()
	for _, s := range sh.skipped {
		sh.Tally.HideMany(visible.Row, s.pos, s.times)
	}
	return nil
}

// name sets the name of the cell in front of a comment on it.
func (sh *worksheet) name(c cellComment) {
	front := &document.Text{Value: sh.About(c.at) + ": "}
	if p, ok := c.block.Blocks[0].(*document.Paragraph); ok {
		p.Inlines = append([]document.Inline{front}, p.Inlines...)
		return
	}
	c.block.Blocks = append([]document.Block{&document.Paragraph{Pos: c.block.Pos, Inlines: []document.Inline{front}}}, c.block.Blocks...)
}

// Inlines implements [sheet.Format].
func (sh *worksheet) Inlines(c *sheet.Cell, _ string) []document.Inline { return sh.rich[c.At] }

// Judge implements [sheet.Format].
func (sh *worksheet) Judge(p sheet.Place, c *sheet.Cell) visible.Way {
	if c.Has(sheet.Doubt) {
		sh.Tally.Lose(lost.Unsure, sh.At(p))
	}
	return visible.Shown
}

// blocks returns a sheet as a section; in a text or on a slide its tables alone.
func (sh *worksheet) blocks() ([]document.Block, error) {
	blocks, err := sh.Blocks()
	if err != nil {
		return nil, err
	}
	blocks = append(blocks, sh.after...)
	if sh.Sheet.Nested {
		return blocks, nil
	}
	pos := document.Pos{Part: sh.Name}
	if facts := sheet.FactsBlock(pos.Part, sh.facts()); facts != nil {
		blocks = append(blocks, facts)
	}
	if len(blocks) == 0 {
		return nil, nil
	}
	if sh.hidden && sh.Tally.When(visible.Sheet) == converters.MarkHidden {
		blocks = append([]document.Block{document.PlainParagraph(pos, "[hidden sheet]")}, blocks...)
	}
	if pos.Part == "" {
		pos.Part = sh.partName()
	}
	section := &document.Section{Pos: pos, Kind: document.SectionSheet, Number: sh.number, Title: sh.Name, Blocks: blocks}
	return []document.Block{section}, nil
}
