// Package ods reads spreadsheets of OpenDocument.
package ods

import (
	"context"
	"io"

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
		Version:    1,
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
func (converter) Sniff(content *io.SectionReader) bool { return odf.Sniff(content) == odf.Spreadsheet }

// Convert returns the document of a spreadsheet.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	return odf.Convert(ctx, in, env, odf.Spreadsheet)
}
