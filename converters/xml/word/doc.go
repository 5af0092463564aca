// Package word reads documents of Word 2003 that are XML (WordprocessingML of the
// Office 2003 XML Reference Schemas).
//
//   - word.go: a document; lost.go: what of it is not read
//   - style.go, list.go: styles, lists
//   - flow.go, table.go: blocks; line.go, run.go, field.go: what is in a paragraph
//   - hide.go: what nobody sees
package word
