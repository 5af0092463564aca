// Package odp reads presentations of OpenDocument: .odp, templates (.otp) and
// flat documents (.fodp).
//
//   - [x] everything that converters/internal/odf lists for slides
//   - [x] a section for each slide, with its title; speaker notes in one of their own
//   - [x] shapes from the top, and in a row from the left
//   - [-] titles that no shape is marked as: one line at the top of the slide
//   - [ ] text of master slides: it is the frame, not the content
//
// The reading is in converters/internal/odf, which the three formats share.
package odp

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters/internal/odf/pack"

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
		Version:    14,
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
func (converter) Sniff(content *io.SectionReader) bool {
	return pack.Sniff(content) == pack.Presentation
}

// Convert returns the document of a presentation.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	return odf.Convert(ctx, in, env, pack.Presentation)
}
