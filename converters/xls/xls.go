// Package xls reads workbooks of Excel 5 to 2003 ([MS-XLS], BIFF5 and BIFF8), in a compound
// file or as a bare stream.
//
//   - [x] sheets in the order of the workbook, with their names
//   - [x] shared texts over several records, texts in the code page of the workbook; text
//     that is struck, raised or lowered
//   - [x] number formats, dates of both epochs, truth values, errors; results of formulas
//   - [x] merged cells, links, comments, text boxes, frozen panes, headers and footers
//   - [x] hidden sheets, rows, columns and cells: by option; rows that a filter hides and
//     collapsed groups: kept, with a label
//   - [-] conditional formats: not evaluated; where there are some, what the colour of the
//     ground hides is kept with a label
//   - [-] embedded documents: packages of Office, workbooks and files, by their formats, behind
//     the sheets; the others counted
//   - [x] charts, of values that the file keeps
//   - [ ] formulas, defined names, pictures
//   - [x] encryption with a password, by RC4, and obfuscation
//   - [ ] workbooks of Excel 2 to 4
//
// xls.go joins the sheets; sheet.go reads a sheet, chart.go and note.go what is beside its
// cells, cell.go the cells, workbook.go what sheets share. text.go and record.go read
// texts and the records that they are in, style.go the formats of cells; book.go has what
// is held.
package xls

import (
	"context"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/embedded"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for xls files.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes xls.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "xls",
		Title:      "Excel 5 to 2003 workbook",
		Version:    5,
		Extensions: []string{"xls", "xlt"},
		Isolated:   true,
		MediaTypes: []string{"application/vnd.ms-excel"},
		Calls:      []string{converters.EveryFormat},
		Limits:     append(cfb.Limits(), converters.LimitNodes, converters.LimitDepth, converters.LimitCells, converters.LimitColumns, converters.LimitText, converters.LimitNesting),
		Warnings: append(visible.Warnings(visible.Sheet, visible.Row, visible.Column, visible.Format, visible.Size, visible.Color, visible.Cell, visible.Unsure),
			lost.Warnings(lost.Sheet, lost.Filtered, lost.Collapsed, lost.Blank, lost.Merge, lost.String, lost.Link, lost.Macro, lost.ChartEmpty, lost.Object, lost.End)...),
	}
}

// streams are the names of the stream with the workbook, in BIFF8 and BIFF5.
func streams() []string { return []string{"Workbook", "Book"} }

// Sniff implements [converters.Sniffer].
func (converter) Sniff(content *io.SectionReader) bool {
	var head [4]byte
	if _, err := content.ReadAt(head[:], 0); err == nil && isBegin(head[:]) {
		return true
	}
	return cfb.Holds(content, streams()...)
}

// isBegin reports whether bytes are the first record of a bare stream of BIFF5 or BIFF8.
func isBegin(b []byte) bool { return string(b[:2]) == "\x09\x08" && b[3] == 0 && b[2] <= 16 }

// Convert returns a document with a section for each sheet.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	b := &book{ctx: ctx, env: env, losses: lost.NewTally(env)}
	b.stored = sheet.NewBook(ctx, env, b.losses)
	doc := &document.Document{}
	objects, err := b.load(in, doc)
	if err != nil {
		return nil, err
	}
	if err := b.readWorkbook(); err != nil {
		return nil, err
	}
	said := false
	for i, sh := range b.sheets {
		section, err := sh.section(i)
		if err != nil {
			return nil, err
		}
		if section != nil {
			said = said || len(section.Blocks) > 0
			doc.Blocks = append(doc.Blocks, section)
		}
	}
	doc.Blocks = append(doc.Blocks, objects...)
	b.losses.Warn(env)
	if !said && len(env.Warnings()) == 0 {
		return nil, env.Empty("the workbook has no cells")
	}
	return doc, nil
}

// load reads the stream with the workbook, and the documents that are embedded in it.
func (b *book) load(in converters.Input, doc *document.Document) (objects []document.Block, err error) {
	var head [4]byte
	if _, err := in.ReadAt(head[:], 0); err == nil && isBegin(head[:]) {
		b.raw = make([]byte, in.Size())
		_, err := in.ReadAt(b.raw, 0)
		if err == io.EOF {
			err = nil
		}
		return nil, err
	}
	file, err := cfb.Open(b.ctx, b.env, in.SectionReader)
	if err != nil {
		return nil, err
	}
	for _, name := range streams() {
		if b.raw, err = file.Read(file.Root().Stream(name)); err != nil {
			return nil, err
		}
		if len(b.raw) > 0 {
			break
		}
	}
	if len(b.raw) == 0 {
		return nil, converters.Corrupt(document.Pos{}, "not a workbook of Excel 5 or newer: the file has no stream called Workbook or Book")
	}
	if objects, err = b.readObjects(file); err != nil {
		return nil, err
	}
	b.found = len(objects)
	if file.IsCut() {
		b.losses.Lose(lost.End, document.Pos{})
	}
	if b.env.Options.Metadata == "keep" {
		doc.Meta, err = file.Meta()
	}
	return objects, err
}

// readObjects reads the documents that are embedded in a workbook, and counts its programs.
func (b *book) readObjects(file *cfb.File) (objects []document.Block, err error) {
	for _, e := range file.Root().Inside {
		switch {
		case e.Storage && (e.Name == "_VBA_PROJECT_CUR" || e.Name == "_VBA_PROJECT"):
			b.losses.Lose(lost.Macro, document.Pos{})
		case e.Storage && strings.HasPrefix(e.Name, "MBD"):
			section, err := embedded.Read(b.ctx, b.env, file, e, e.Name[3:])
			if err != nil {
				return nil, err
			}
			if section != nil {
				objects = append(objects, section)
			}
		}
	}
	return objects, nil
}

// section reads a sheet; nil for one that is hidden and left out, or is none.
func (sh *worksheet) section(number int) (*document.Section, error) {
	pos := document.Pos{Part: sh.grid.Name}
	if sh.hidden && sh.book.losses.Hide(visible.Sheet, pos) || sh.what == kindModule {
		return nil, nil
	}
	if err := sh.read(); err != nil {
		return nil, err
	}
	if err := sh.grid.Cover(); err != nil {
		return nil, err
	}
	sh.grid.Hide()
	looks := 0
	for _, l := range sh.links {
		if sh.grid.Link(l.Area, l.url, &looks) {
			sh.book.losses.Lose(lost.Link, sh.grid.At(l.From))
		}
	}
	blocks, err := sh.grid.Blocks()
	if err != nil {
		return nil, err
	}
	blocks = append(append(blocks, sh.comments()...), sh.boxes...)
	if facts := sheet.FactsBlock(sh.book.env, sh.grid.Name, append(sh.grid.Frozen.AppendFrozen(nil), sh.printed...)); facts != nil {
		blocks = append(blocks, facts)
	}
	out := converters.Make(sh.book.env, &document.Section{Pos: pos, Kind: document.SectionSheet, Number: number + 1, Title: sh.grid.Name, Blocks: blocks})
	if sh.hidden {
		out.Label = sh.book.losses.Label(visible.Sheet)
		out.Label.LabelBlocks(out.Blocks)
	}
	return out, nil
}
