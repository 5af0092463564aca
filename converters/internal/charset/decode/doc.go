// Package decode makes UTF-8 of texts in encodings of one and two bytes, in one go
// or in pieces, with the same text either way, and checks UTF-8.
//
//   - double.go: one and two bytes by a table; japan.go: ISO-2022-JP; johab.go
//   - step.go: single bytes, and what golang.org/x/text decodes
//   - valid.go: UTF-8, eight bytes at a time
package decode
