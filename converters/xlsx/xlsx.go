// Package xlsx reads workbooks of Excel (ISO/IEC 29500-1, 18).
//
//   - [x] sheets in the order of the workbook, with their names; sheets that
//     are only charts
//   - [x] shared, inline and rich text, without phonetic readings; line ends
//   - [x] number formats, dates of both epochs, truth values, errors
//   - [x] results of formulas; the formulas beside them by option; a formula
//     without result is shown itself
//   - [x] pictures in cells, and what other values than texts and numbers show
//   - [x] merged cells, links, comments, threads of comments
//   - [x] charts, of values that the file keeps or that are on its sheets; text
//     boxes, alternative texts, diagrams
//   - [x] table objects, frozen panes and defined names, in a line
//   - [x] hidden sheets, rows, columns, cells and names: by option
//   - [x] rows that a filter hides, collapsed groups: kept, with a label
//   - [-] conditional formats: no colours, no icons; what one hides by a condition
//     that can be told is hidden, else it is kept with a label
//   - [-] sparklines: counted
//   - [-] pivot tables: the cells that they have filled
//   - [ ] embedded objects, controls, pictures beyond their alternative text
//
// # Tables
//
// A sheet has no tables, but cells, so that tables have to be found. Table
// objects are tables. What is left is divided at blank rows; a part without a
// header of its own goes on with the one above it. Rows with one cell above a
// table are titles. What blank columns divide are tables of their own where all
// have a header, and none is the rest of the rows beside it.
//
// The header is what a table object, a filter or a frozen pane says, else the
// first row if it looks like one: texts, or years, in at least half of the
// columns. Rows and columns without any text are left out. A table that would be
// nothing but blanks, for a few cells far apart, is a list of cells.
//
// # Reading
//
// A sheet is read in one pass as it unpacks. What its cells show is kept in
// chunks of text and eight bytes a cell, so that the rows can be given again and
// again, and what stands behind the cells in the part (merged ranges, links) is
// known before the first row is given. Of large workbooks most of it is in a
// temporary file, where there is one.
//
//   - book.go, part.go, styles.go, color.go, strings.go: what all sheets share
//   - scan.go, attr.go: the markup of sheets
//   - sheet.go, cell.go, fast.go, value.go, formula.go, ref.go: a sheet
//   - store.go: the store of texts and cells
//   - merge.go, hide.go: what cells cover, what is hidden
//   - condition.go, evaluate.go, evaluator.go, operand.go: what conditional
//     formats hide
//   - extension.go: what newer versions of Excel add
//   - region.go, divide.go: finding tables
//   - rows.go, comment.go, drawing.go, cache.go, richdata.go,
//     facts.go, choice.go, furniture.go: blocks
//   - loss.go: warnings
package xlsx

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for xlsx and xlsm files and their templates.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes xlsx and xlsm.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "xlsx",
		Title:      "Workbook of Excel",
		Version:    13,
		Extensions: []string{"xlsx", "xlsm", "xltx", "xltm"},
		MediaTypes: []string{
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			"application/vnd.ms-excel.sheet.macroEnabled.12",
			"application/vnd.openxmlformats-officedocument.spreadsheetml.template",
			"application/vnd.ms-excel.template.macroEnabled.12",
		},
		Limits: []converters.Limit{
			converters.LimitSteps, converters.LimitNodes, converters.LimitDepth, converters.LimitCells, converters.LimitColumns,
			converters.LimitText, converters.LimitEntries, converters.LimitPart, converters.LimitParts, converters.LimitRatio,
		},
		Warnings: warningTable(),
	}
}

// usualMain is what programs call the main part.
const usualMain = "xl/workbook.xml"

// contentTypes are those of the main part of a workbook.
func contentTypes() []string {
	return []string{
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
		"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml",
		"application/vnd.ms-excel.template.macroEnabled.main+xml",
	}
}

// Sniff reports whether a file is a package with a workbook in it.
func (converter) Sniff(content *io.SectionReader) bool {
	return ooxml.Sniff(content, usualMain, contentTypes()...)
}

// Convert returns a document with a section for each sheet.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	b := &book{ctx: ctx, env: env, formulas: env.Options.Formulas == "keep"}
	b.losses.Tally = visible.NewTally(env)
	b.store.most = max(textMost, textFactor*env.Limits.Text)
	b.store.chunks.Fixed = true
	b.store.chunks.Use(env, textHeld)
	if err := b.open(in); err != nil {
		return nil, err
	}
	doc := &document.Document{}
	for _, sh := range b.sheets {
		if err := sh.load(); err != nil {
			return nil, err
		}
	}
	for i, sh := range b.sheets {
		if !sh.loaded {
			continue
		}
		block, err := sh.section(i)
		if err != nil {
			return nil, err
		}
		doc.Blocks = append(doc.Blocks, block)
	}
	if b.broken != nil && b.empty(doc) {
		return nil, b.broken
	}
	if block := b.constants(); block != nil {
		doc.Blocks = append(doc.Blocks, block)
	}
	if err := b.readMeta(doc); err != nil {
		return nil, err
	}
	b.losses.warn(env)
	return doc, nil
}

// readMeta reads what the workbook says about itself, where that is asked for.
func (b *book) readMeta(doc *document.Document) error {
	if b.env.Options.Metadata != "keep" {
		return nil
	}
	meta, err := b.pkg.Core()
	if err != nil {
		return b.tolerate(err)
	}
	doc.Meta = meta
	return nil
}

// empty reports whether no sheet has given anything.
func (b *book) empty(doc *document.Document) bool {
	for _, block := range doc.Blocks {
		if s, ok := block.(*document.Section); ok && len(s.Blocks) > 0 {
			return false
		}
	}
	return true
}

// load reads the cells of a sheet, unless it is hidden and left out.
func (sh *sheet) load() error {
	if sh.hidden {
		sh.losses.Hide(visible.Sheet, document.Pos{Part: sh.name})
		if sh.losses.When(visible.Sheet) == converters.DropHidden {
			return nil
		}
	}
	sh.loaded = true
	sh.rels = &ooxml.Relations{}
	if !sh.pkg.Has(sh.part) {
		sh.losses.lose(lostSheet, document.Pos{Part: sh.name})
		return nil
	}
	rels, err := sh.pkg.Relations(sh.part)
	if err == nil {
		sh.rels = rels
	} else if err = sh.tolerate(err); err != nil {
		return err
	}
	if err := sh.read(); err != nil {
		*sh = sheet{book: sh.book, name: sh.name, hidden: sh.hidden, loaded: true, rels: sh.rels}
		return sh.tolerate(err)
	}
	if err := sh.countControls(); err != nil {
		return err
	}
	if sh.objects > 0 {
		sh.losses.lose(lostObject, document.Pos{Part: sh.name})
	}
	return sh.arrange()
}

// section returns a sheet that is loaded.
func (sh *sheet) section(number int) (document.Block, error) {
	pos := document.Pos{Part: sh.name}
	out := &document.Section{Pos: pos, Kind: document.SectionSheet, Number: number + 1, Title: sh.name}
	if sh.hidden && sh.losses.When(visible.Sheet) == converters.MarkHidden {
		out.Blocks = append(out.Blocks, document.PlainParagraph(pos, "["+labelHidden+" sheet]"))
	}
	blocks, err := sh.blocks(number)
	if err != nil {
		return nil, err
	}
	out.Blocks = append(out.Blocks, blocks...)
	return out, nil
}

// blocks returns what stands on a sheet.
func (sh *sheet) blocks(number int) ([]document.Block, error) {
	regions, err := sh.regions()
	if err != nil {
		return nil, err
	}
	var out []document.Block
	for i := range regions {
		out = sh.appendRegion(out, &regions[i])
	}
	notes, err := sh.comments()
	if err = sh.tolerate(err); err != nil {
		return nil, err
	}
	drawn, err := sh.drawn()
	if err != nil {
		return nil, err
	}
	out = append(append(out, notes...), drawn...)
	if facts := sh.facts(number); facts != nil {
		out = append(out, facts)
	}
	return out, nil
}

// arrange brings together what the part of the sheet and others say of its
// cells.
func (sh *sheet) arrange() error {
	if err := sh.readTables(); err != nil {
		return err
	}
	if err := sh.merge(); err != nil {
		return err
	}
	sh.judge()
	sh.prune()
	return sh.link()
}

// appendRegion appends the blocks of a region.
func (sh *sheet) appendRegion(out []document.Block, g *region) []document.Block {
	source := &tableRows{sheet: sh, region: g}
	if g.text {
		for row := range source.Rows() {
			out = append(out, lines(row)...)
		}
		return out
	}
	first, last := int(sh.rows[g.first].number), int(sh.rows[g.last-1].number)
	t := &document.Table{Pos: rowsAt(g.part, first, last), Columns: len(g.cols), Header: g.header, Source: source}
	if g.sparse {
		t.Columns = 2
		return append(out, t)
	}
	if sh.env.Options.Tables == "html" && (g.last-g.first)*len(g.cols) <= heldMost {
		t.Source = nil
		for row := range source.Rows() {
			row.Cells = append([]document.Cell(nil), row.Cells...)
			t.Rows = append(t.Rows, row)
		}
	}
	return append(out, t)
}

// heldMost is how many cells a table has at most that is held as a whole, so
// that it can become HTML with its spans.
const heldMost = 1 << 16

// lines returns the cells of a row as paragraphs.
func lines(row document.Row) []document.Block {
	var out []document.Block
	for _, c := range row.Cells {
		switch {
		case c.Blocks != nil:
			for _, b := range c.Blocks {
				if p, ok := b.(*document.Paragraph); ok {
					p.Pos = row.Pos
					out = append(out, p)
				}
			}
		case c.Text != "":
			out = append(out, document.PlainParagraph(row.Pos, c.Text))
		}
	}
	return out
}
