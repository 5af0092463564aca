// Package sml reads the markup of SpreadsheetML (ISO/IEC 29500-1, 18): tags and
// texts of the parts that may be long, cells, texts with runs, formulas that are
// moved, headers of printed pages.
//
//   - cell.go: types of cells
//   - formula.go: formulas that are moved
//   - header.go: headers of printed pages
//   - item.go: texts with runs
//   - attr.go, scan.go: tags and attributes
package sml
