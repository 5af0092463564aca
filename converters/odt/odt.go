// Package odt reads texts of OpenDocument: .odt, templates (.ott) and flat
// documents (.fodt).
//
//   - [x] everything that converters/internal/odf lists for texts
//   - [x] headers and footers as sections at the end, notes behind them
//   - [-] master documents (.odm): not claimed, as their texts are other files
//
// The reading is in converters/internal/odf, which the three formats share; a
// text that is called a spreadsheet is read as what it is.
package odt

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters/internal/odf/pack"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for texts.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes odt.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "odt",
		Title:      "OpenDocument text",
		Version:    13,
		Extensions: []string{"odt", "ott", "fodt"},
		MediaTypes: []string{
			"application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text-template",
			"application/vnd.oasis.opendocument.text-flat-xml",
		},
		Limits:   odf.Limits(),
		Warnings: odf.Warnings(),
	}
}

// Sniff reports whether the content is a text.
func (converter) Sniff(content *io.SectionReader) bool { return pack.Sniff(content) == pack.Text }

// Convert returns the document of a text.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	return odf.Convert(ctx, in, env, pack.Text)
}
