// Package sml reads the markup of SpreadsheetML (ISO/IEC 29500-1, 18): tags and
// texts of the parts that may be long, cells, texts with runs, formulas that are
// moved, headers of printed pages.
package sml
