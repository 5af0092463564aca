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
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
)

// New returns the converter for spreadsheets.
func New() converters.Converter {
	return odf.New(pack.Spreadsheet, converters.Format{Name: "ods", Title: "OpenDocument spreadsheet", Version: 20, Text: true})
}
