// Package xlsb reads workbooks of Excel in their binary form ([MS-XLSB]): a package of
// Office whose workbook, sheets, texts, formats, tables and comments are records of bytes.
//
// Each record becomes the markup that the same thing has in a workbook of [xlsx], as the
// part unpacks, and that is read by its rules. What a sheet shows, what is hidden and what
// is lost is therefore as there, but:
//
//   - [ ] formulas: their results alone
//   - [-] defined names and lists of choices: ranges, texts and numbers; where a formula is
//     behind one, that is said in its place
//   - [ ] pictures and other values inside cells: what old programs show of them
//   - [x] encryption with a password
//
// xlsb.go has the converter, part.go reads a part and knows what becomes of which record;
// sheet.go has those of sheets, style.go of formats, formula.go of conditions and references.
// record.go and text.go read what is in a record, kind.go numbers them.
package xlsb

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/xlsx"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for xlsb files.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes xlsb.
func (converter) Format() converters.Format {
	f := xlsx.New().Format()
	f.Name, f.Title, f.Version, f.Isolated = "xlsb", "Binary workbook of Excel", 2, true
	f.Extensions = []string{"xlsb"}
	f.MediaTypes = []string{"application/vnd.ms-excel.sheet.binary.macroEnabled.12"}
	return f
}

// usualMain is what programs call the main part.
const usualMain = "xl/workbook.bin"

// contentTypes are those of the main part.
func contentTypes() []string {
	return []string{"application/vnd.ms-excel.sheet.binary.macroEnabled.main"}
}

// Sniff implements [converters.Sniffer].
func (converter) Sniff(content *io.SectionReader) bool {
	return ooxml.Sniff(content, usualMain, contentTypes()...)
}

// Convert returns a document with a section for each sheet.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	b := &book{ctx: ctx, env: env}
	return xlsx.Read(ctx, in, env, &xlsx.Form{Main: usualMain, ContentTypes: contentTypes(), Extension: ".bin", Markup: b.markup})
}
