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
//   - [-] conditional formats: no colours, no icons; conditions are not evaluated:
//     what one may hide is kept with a label
//   - [-] sparklines: counted
//   - [-] pivot tables: the cells that they have filled
//   - [ ] embedded objects, controls, pictures beyond their alternative text
//
// # Reading
//
// A sheet is read in one pass as it unpacks, into a [sheet.Sheet], which finds
// the tables. What is behind the cells in the part (merged ranges, links) is
// known before the first row is given.
//
// The folder sml has the markup of the parts that may be long, style the formats
// of cells.
//
//   - sheet.go, cell.go, value.go, formula.go: a sheet
//   - extension.go: what newer versions of Excel add
//   - condition.go: what conditional formats may hide
//   - comment.go, drawing.go, cache.go, richdata.go, facts.go, choice.go,
//     furniture.go: what is beside the cells
//   - open.go, strings.go, part.go: what all sheets share
//   - book.go: the types that are filled
//   - loss.go: warnings
package xlsx

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
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
		Version:    23,
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

// Sniff reports whether a file is a package with a workbook in it.
func (converter) Sniff(content *io.SectionReader) bool {
	return ooxml.Sniff(content, usualMain, contentTypes()...)
}

// Convert returns a document with a section for each sheet.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	return Read(ctx, in, env, &Form{Main: usualMain, ContentTypes: contentTypes()})
}

// Form is a form that the parts of a workbook may have.
type Form struct {
	Main         string   // what programs call the main part
	ContentTypes []string // of the main part
	Extension    string   // of the parts that Markup reads, with a dot; "" for none
	// Markup gives a part as the markup that xlsx has for it. The main part comes first,
	// then the formats, the shared texts, and the sheets with what is on them.
	Markup func(part string, content io.Reader) io.Reader
}

// Read returns the document of a workbook in a form.
func Read(ctx context.Context, in converters.Input, env *converters.Env, form *Form) (*document.Document, error) {
	losses := lost.NewTally(env)
	b := &book{env: env, formulas: env.Options.Formulas == "keep", losses: losses, packed: packed{ctx: ctx, env: env, losses: losses, form: form}}
	b.stored = sheet.NewBook(ctx, env, b.losses)
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
	if b.packed.broken != nil && b.empty(doc) {
		return nil, b.packed.broken
	}
	empty := b.empty(doc)
	if block := b.constants(); block != nil {
		empty = false
		doc.Blocks = append(doc.Blocks, block)
	}
	if err := b.readMeta(doc); err != nil {
		return nil, err
	}
	b.losses.Warn(env)
	if empty && len(env.Warnings()) == 0 {
		return nil, env.Empty("the workbook has no cells")
	}
	return doc, nil
}

// readMeta reads what the workbook says about itself, where that is asked for.
func (b *book) readMeta(doc *document.Document) error {
	if b.env.Options.Metadata != "keep" {
		return nil
	}
	meta, err := b.packed.pkg.Core()
	if err != nil {
		return b.packed.tolerate(err)
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
func (sh *worksheet) load() error {
	if sh.hidden {
		sh.book.losses.Hide(visible.Sheet, document.Pos{Part: sh.grid.Name})
		if sh.book.losses.When(visible.Sheet) == converters.DropHidden {
			return nil
		}
	}
	sh.loaded = true
	sh.rels = &ooxml.Relations{}
	if !sh.book.packed.pkg.Has(sh.part) {
		sh.book.losses.Lose(lost.Sheet, document.Pos{Part: sh.grid.Name})
		return nil
	}
	rels, err := sh.book.packed.pkg.Relations(sh.part)
	if err == nil {
		sh.rels = rels
	} else if err = sh.book.packed.tolerate(err); err != nil {
		return err
	}
	if err := sh.read(); err != nil {
		sh.clear(sh.grid.Name)
		return sh.book.packed.tolerate(err)
	}
	if err := sh.countControls(); err != nil {
		return err
	}
	if sh.objects > 0 {
		sh.book.losses.Lose(lost.Object, document.Pos{Part: sh.grid.Name})
	}
	return sh.arrange()
}

// clear makes a sheet one without cells.
func (sh *worksheet) clear(name string) {
	*sh = worksheet{book: sh.book, hidden: sh.hidden, loaded: sh.loaded, rels: sh.rels}
	sh.grid = sh.book.stored.NewSheet(name, sh)
	sh.conditions.sheet, sh.links.sheet, sh.tables.sheet = sh, sh, sh
}

// section returns a sheet that is loaded.
func (sh *worksheet) section(number int) (document.Block, error) {
	pos := document.Pos{Part: sh.grid.Name}
	out := converters.Make(sh.book.env, &document.Section{Pos: pos, Kind: document.SectionSheet, Number: number + 1, Title: sh.grid.Name})
	var err error
	if out.Blocks, err = sh.blocks(number); err != nil {
		return nil, err
	}
	if sh.hidden {
		out.Label = sh.book.losses.Label(visible.Sheet)
		out.Label.LabelBlocks(out.Blocks)
	}
	return out, nil
}

// blocks returns what is on a sheet.
func (sh *worksheet) blocks(number int) ([]document.Block, error) {
	out, err := sh.grid.Blocks()
	if err != nil {
		return nil, err
	}
	notes, err := sh.comments()
	if err = sh.book.packed.tolerate(err); err != nil {
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
func (sh *worksheet) arrange() error {
	if err := sh.tables.read(); err != nil {
		return err
	}
	if err := sh.grid.Cover(); err != nil {
		return err
	}
	sh.conditions.doubt()
	sh.grid.Hide()
	sh.links.mark()
	return nil
}

// Inlines implements [sheet.Format].
func (sh *worksheet) Inlines(_ *sheet.Cell, text string) []document.Inline {
	return sml.Inlines(sh.book.env, text)
}
