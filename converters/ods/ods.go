// Package ods reads spreadsheets of OpenDocument: .ods, templates (.ots) and
// flat documents (.fods).
//
//   - [x] everything that converters/internal/odf lists for sheets
//   - [x] a section for each sheet; its tables, titles, comments, shapes, charts
//   - [x] cells as they show; their values where the file has no text for them
//   - [x] formulas beside the values by option
//   - [-] pivot tables: the cells that they have filled
//   - [-] conditional formats: what they may hide is kept, and the formats counted;
//     those that only a style states (style:map) are passed over
//
// The reading is in converters/internal/odf, which the three formats share.
package ods

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters/internal/odf/pack"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for spreadsheets.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes ods.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "ods",
		Title:      "OpenDocument spreadsheet",
		Version:    14,
		Extensions: []string{"ods", "ots", "fods"},
		MediaTypes: []string{
			"application/vnd.oasis.opendocument.spreadsheet", "application/vnd.oasis.opendocument.spreadsheet-template",
			"application/vnd.oasis.opendocument.spreadsheet-flat-xml",
		},
		Limits:   odf.Limits(),
		Warnings: odf.Warnings(),
	}
}

// Sniff reports whether the content is a spreadsheet.
func (converter) Sniff(content *io.SectionReader) bool {
	return pack.Sniff(content) == pack.Spreadsheet
}

// Convert returns the document of a spreadsheet.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	return odf.Convert(ctx, in, env, pack.Spreadsheet)
}
