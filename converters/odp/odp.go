// Package odp reads presentations of OpenDocument.
package odp

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for presentations.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes odp.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "odp",
		Title:      "OpenDocument presentation",
		Version:    1,
		Extensions: []string{"odp", "otp", "fodp"},
		MediaTypes: []string{
			"application/vnd.oasis.opendocument.presentation", "application/vnd.oasis.opendocument.presentation-template",
			"application/vnd.oasis.opendocument.presentation-flat-xml",
		},
		Limits:   odf.Limits(),
		Warnings: odf.Warnings(),
	}
}

// Sniff reports whether the content is a presentation.
func (converter) Sniff(content *io.SectionReader) bool { return odf.Sniff(content) == odf.Presentation }

// Convert returns the document of a presentation.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	return odf.Convert(ctx, in, env, odf.Presentation)
}
