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
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
)

// New returns the converter for presentations.
func New() converters.Converter {
	return odf.New(pack.Presentation, converters.Format{Name: "odp", Title: "OpenDocument presentation", Version: 20, Text: true})
}
