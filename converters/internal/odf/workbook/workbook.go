// Package workbook reads the spreadsheet of an OpenDocument: its sheets, and what is
// said of them behind them (ISO/IEC 26300-3, 9).
//
//   - read.go: rows and cells
//   - condition.go, facts.go: conditional formats; names, frozen panes
//   - workbook.go, sheet.go: the spreadsheet and its sheets
//   - ref.go: references
package workbook

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Read returns the blocks of an office:spreadsheet (ODF 1.3 part 3, 3.7): a section
// for each sheet, or the tables of one that is nested.
func Read(ctx context.Context, env *converters.Env, tally *lost.Tally, from Source) ([]document.Block, error) {
	b := &book{Source: from, stored: sheet.NewBook(ctx, env, tally), rich: map[sheet.Address][]document.Inline{}}
	if err := b.settings(); err != nil {
		return nil, err
	}
	if err := b.parts(); err != nil {
		return nil, err
	}
	b.Source = Source{} // rows that stream are stored; the part can go
	for _, sh := range b.sheets {
		sh.grid.Frozen = b.frozen[sh.grid.Name]
		for _, a := range b.filters {
			if a.sheet == sh.grid.Name {
				sh.grid.Filters = append(sh.grid.Filters, sheet.Filter{Area: a.Area})
			}
		}
		if err := sh.settle(); err != nil {
			return nil, err
		}
	}
	var out []document.Block
	for _, sh := range b.sheets {
		blocks, err := sh.blocks()
		if err != nil {
			return nil, err
		}
		out = append(out, blocks...)
	}
	return out, nil
}

// parts reads the sheets, and what is said of them behind them.
func (b *book) parts() error {
	return b.Scanner.Each(func() error {
		switch {
		case b.Scanner.Space() != ns.Table:
			return b.Scanner.Skip()
		case b.Scanner.Local() == "table":
			return b.readSheet()
		case b.Scanner.Local() == "database-ranges":
			return b.databases()
		case b.Scanner.Local() == "named-expressions":
			return b.named()
		case b.Scanner.Local() == "tracked-changes":
			return b.cellChanges()
		}
		return b.Scanner.Skip()
	})
}

// readSheet reads a sheet, whose start tag is the event.
func (b *book) readSheet() error {
	if err := b.stored.Env.Spend(converters.LimitNodes, holdSheet, b.Reader.Pos()); err != nil {
		return err
	}
	name, _ := b.Scanner.Attr(ns.Table, "name")
	styleName, _ := b.Scanner.Attr(ns.Table, "style-name")
	sh := &worksheet{book: b, number: len(b.sheets) + 1}
	sh.grid = b.stored.NewSheet(name, sh)
	sh.grid.Nested = b.Nested
	b.sheets = append(b.sheets, sh)
	if sh.hidden = b.Styles.Get(style.FamilyTable, styleName).Has&style.IsHidden != 0; sh.hidden {
		pos := document.Pos{Part: name}
		if b.stored.Tally.When(visible.Sheet) == converters.DropHidden {
			some, err := pack.SaysSome(b.Scanner)
			if some {
				b.stored.Tally.Hide(visible.Sheet, pos)
			}
			return err
		}
		b.stored.Tally.Hide(visible.Sheet, pos)
	}
	t := &sheetReader{book: sh.book, sheet: sh, next: 1}
	b.Reader.Enter(sh.partName())
	err := t.table()
	sh.after = append(sh.after, b.Reader.Leave()...)
	return err
}

// holdSheet is what a sheet costs with its section and its table, in nodes.
const holdSheet = 40

// databases reads the ranges that filters have (9.4.15).
func (b *book) databases() error {
	return b.Scanner.Each(func() error {
		if b.Scanner.Space() != ns.Table || b.Scanner.Local() != "database-range" {
			return nil
		}
		headed, _ := b.Scanner.Attr(ns.Table, "contains-header")
		buttons, _ := b.Scanner.Attr(ns.Table, "display-filter-buttons")
		a, ok := readArea(b.Scanner.Value(ns.Table, "target-range-address"))
		if !ok || headed == "false" || buttons != "true" || len(b.filters) >= sheet.MaxFacts {
			return nil
		}
		b.filters = append(b.filters, a)
		return nil
	})
}

// cellChanges counts the contents that recorded changes have replaced.
func (b *book) cellChanges() error {
	return b.Scanner.Each(func() error {
		if local := b.Scanner.Local(); b.Scanner.Space() != ns.Table || local != "previous" && local != "deletion" {
			return nil
		}
		some, err := pack.SaysSome(b.Scanner)
		if some && err == nil {
			b.stored.Tally.Hide(visible.Deleted, b.Reader.Pos())
		}
		return err
	})
}

// settle finds out what is hidden, once all is read.
func (sh *worksheet) settle() error {
	for _, c := range sh.comments {
		sh.name(c)
	}
	if err := sh.grid.Cover(); err != nil {
		return err
	}
	for _, a := range sh.veils {
		sh.grid.MayHide(a, func(*sheet.Cell) bool { return true })
	}
	sh.grid.Hide()
	for _, s := range sh.skipped {
		sh.grid.Book.Tally.HideMany(visible.Row, s.pos, s.times)
	}
	return nil
}

// name sets the name of the cell in front of a comment on it.
func (sh *worksheet) name(c cellComment) {
	front := converters.Make(sh.grid.Book.Env, &document.Text{Value: sh.grid.About(c.at) + ": "})
	if p, ok := c.block.Blocks[0].(*document.Paragraph); ok {
		p.Inlines = append([]document.Inline{front}, p.Inlines...)
		return
	}
	c.block.Blocks = append([]document.Block{converters.Make(sh.grid.Book.Env, &document.Paragraph{Pos: c.block.Pos, Inlines: []document.Inline{front}})}, c.block.Blocks...)
}

// blocks returns a sheet as a section; in a text or on a slide its tables alone.
func (sh *worksheet) blocks() ([]document.Block, error) {
	blocks, err := sh.grid.Blocks()
	if err != nil {
		return nil, err
	}
	blocks = append(blocks, sh.after...)
	if sh.grid.Nested {
		return blocks, nil
	}
	pos := document.Pos{Part: sh.grid.Name}
	if facts := sheet.FactsBlock(sh.grid.Book.Env, pos.Part, sh.facts()); facts != nil {
		blocks = append(blocks, facts)
	}
	if len(blocks) == 0 {
		return nil, nil
	}
	if pos.Part == "" {
		pos.Part = sh.partName()
	}
	section := converters.Make(sh.grid.Book.Env, &document.Section{Pos: pos, Kind: document.SectionSheet, Number: sh.number, Title: sh.grid.Name, Blocks: blocks})
	if sh.hidden {
		section.Label = sh.grid.Book.Tally.Label(visible.Sheet)
		section.Label.LabelBlocks(section.Blocks)
	}
	return []document.Block{section}, nil
}
