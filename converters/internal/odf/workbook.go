package odf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// workbook reads an office:spreadsheet (ODF 1.3 part 3, 3.7).
func (r *reader) workbook(f *flow) error {
	b := &book{reader: r}
	if err := b.settings(); err != nil {
		return err
	}
	if err := b.parts(); err != nil {
		return err
	}
	b.close()
	for _, c := range b.comments {
		c.name()
	}
	b.assign()
	for _, sh := range b.sheets {
		if err := b.put(f, sh); err != nil {
			return err
		}
	}
	return nil
}

// parts reads the sheets, and what is said of them behind them.
func (b *book) parts() error {
	for {
		kind, err := b.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		switch {
		case b.s.Space() != nsTable:
			err = b.s.Skip()
		case b.s.Local() == "table":
			err = b.readSheet()
		case b.s.Local() == "database-ranges":
			err = b.databases()
		case b.s.Local() == "named-expressions":
			err = b.named()
		case b.s.Local() == "tracked-changes":
			err = b.cellChanges()
		default:
			err = b.s.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// readSheet reads a sheet, whose start tag is the event.
func (b *book) readSheet() error {
	if err := b.env.Spend(converters.LimitNodes, holdSheet, b.pos()); err != nil {
		return err
	}
	name, _ := b.s.Attr(nsTable, "name")
	styleName, _ := b.s.Attr(nsTable, "style-name")
	sh := &sheetData{book: b, name: name, number: len(b.sheets) + 1}
	b.sheets = append(b.sheets, sh)
	pos := document.Pos{Part: name}
	if b.sheet.get(familyTable, styleName).has&isHidden != 0 {
		if b.When(visible.Sheet) == converters.DropHidden {
			some, err := b.saysSome()
			if some {
				b.Hide(visible.Sheet, pos)
			}
			return err
		}
		b.Hide(visible.Sheet, pos)
		sh.hiding = b.When(visible.Sheet) == converters.MarkHidden
	}
	part := b.part
	b.part = name
	if b.part == "" {
		b.part = "sheet " + strconv.Itoa(sh.number)
	}
	t := &sheetReader{book: b, sh: sh, last: -1}
	t.flow.r = b.reader
	b.inside++
	err := t.table()
	b.inside--
	b.part = part
	sh.after = append(sh.after, t.flow.blocks()...)
	return err
}

// databases reads the ranges that filters have (9.4.15).
func (b *book) databases() error {
	depth := b.s.Depth()
	for {
		kind, err := b.s.Next()
		if err != nil || kind == xmlread.End && b.s.Depth() == depth {
			return err
		}
		if kind != xmlread.Start || b.s.Space() != nsTable || b.s.Local() != "database-range" {
			continue
		}
		target, _ := b.s.Attr(nsTable, "target-range-address")
		headed, _ := b.s.Attr(nsTable, "contains-header")
		buttons, _ := b.s.Attr(nsTable, "display-filter-buttons")
		a, ok := readArea(target)
		if !ok || headed == "false" || buttons != "true" || len(b.filters) >= factsMost {
			continue
		}
		b.filters = append(b.filters, a)
	}
}

// cellChanges counts the contents that recorded changes have replaced.
func (b *book) cellChanges() error {
	depth := b.s.Depth()
	for {
		kind, err := b.s.Next()
		if err != nil || kind == xmlread.End && b.s.Depth() == depth {
			return err
		}
		if kind == xmlread.Start && b.s.Space() == nsTable && (b.s.Local() == "previous" || b.s.Local() == "deletion") {
			some, err := b.saysSome()
			if err != nil {
				return err
			}
			if some {
				b.HideMany(visible.Deleted, b.pos(), 1)
			}
		}
	}
}

// assign gives the sheets the filters and panes that are theirs.
func (b *book) assign() {
	for _, sh := range b.sheets {
		for _, a := range b.filters {
			if a.sheet == sh.name {
				sh.filters = append(sh.filters, a)
			}
		}
		sh.frozen = b.frozen[sh.name]
	}
}

// name sets the name of the cell in front of a comment on it, for a reader who
// sees no references.
func (c *cellComment) name() {
	about := c.at.String()
	text := strings.Join(strings.Fields(c.sheet.textAt(c.at)), " ")
	if runes := []rune(text); len(runes) > aboutMost {
		text = string(runes[:aboutMost]) + "…"
	}
	if text != "" {
		about += " (" + text + ")"
	}
	front := &document.Text{Value: about + ": "}
	if p, ok := c.block.Blocks[0].(*document.Paragraph); ok {
		p.Inlines = append([]document.Inline{front}, p.Inlines...)
		return
	}
	c.block.Blocks = append([]document.Block{&document.Paragraph{Pos: c.block.Pos, Inlines: []document.Inline{front}}}, c.block.Blocks...)
}

// aboutMost is how much of a cell's text stands in front of a comment on it,
// in characters.
const aboutMost = 60

// textAt returns the text of a cell, or "".
func (sh *sheetData) textAt(at cellAt) string {
	i, ok := slices.BinarySearchFunc(sh.rows, at.row, func(r sheetRow, n int) int { return int(r.number) - n })
	if !ok {
		return ""
	}
	for _, c := range sh.of(&sh.rows[i]) {
		if int(c.col) == at.col {
			return sh.textOf(&c)
		}
	}
	return ""
}

// put adds a sheet as a section; in a text or on a slide its tables alone.
func (b *book) put(f *flow, sh *sheetData) error {
	blocks, err := sh.blocks()
	if err != nil {
		return err
	}
	if facts := b.facts(sh); facts != nil && b.depth == 0 {
		blocks = append(blocks, facts)
	}
	blocks = append(blocks, sh.after...)
	if b.depth > 0 {
		for _, block := range blocks {
			f.put(block)
		}
		return nil
	}
	pos := document.Pos{Part: sh.name}
	if sh.name == "" {
		pos.Part = "sheet " + strconv.Itoa(sh.number)
	}
	if len(blocks) == 0 {
		return nil
	}
	section := &document.Section{Pos: pos, Kind: document.SectionSheet, Number: sh.number, Title: sh.name, Blocks: blocks}
	if sh.hiding {
		section.Title = strings.TrimSpace("[hidden] " + sh.name)
	}
	f.put(section)
	return nil
}
