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
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
)

// New returns the converter for texts.
func New() converters.Converter {
	return odf.New(pack.Text, converters.Format{Name: "odt", Title: "OpenDocument text", Version: 24, Text: true})
}
