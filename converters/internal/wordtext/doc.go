// Package wordtext makes a document of the paragraphs of a word processor, for
// formats that read such documents: their readers say what a paragraph is, this
// package what becomes of it.
//
// A [Builder] is for one document. A [Flow] takes the paragraphs and tables of one
// story after the other: of the body, a note, a cell, a header. A [Paragraph] has
// runs of text with their looks, nodes such as pictures, and its properties. The
// flow joins paragraphs to lists, quotations, code and definitions.
//
//   - flow.go: blocks; list.go: lists; code.go: code, quotations, definitions
//   - table.go: what the rows of a table tell; furniture.go: headers and footers
//   - numbering.go: the counters of lists; field.go: the instructions of fields
//   - place.go: what puts text where no reader sees it
//   - name.go: what the names of styles say
//   - finish.go: what only the whole document tells
//   - paragraph.go, text.go: what is in a paragraph
//   - builder.go: what the stories of a document share, and the parts of them
package wordtext
