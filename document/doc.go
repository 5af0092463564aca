// Package document is the model that every stage of a build shares: what a
// source says, without the syntax it said it in.
//
// A converter builds a [Document] of [Block] and [Inline] values, the text
// gate (package gate) cleans every string in it, and the writer in
// document/markdown turns it into Markdown. The types are plain data and
// sealed: a type switch over them is complete, and its default panics.
//
//   - clean.go: every text of a document through the gate
//   - build.go: the builder, for converters that read a stream of events
//   - walk.go: going through a document
//   - block.go, table.go, inline.go: the nodes
//   - warning.go: what was lost, dropped or neutralised
//   - pos.go: where a block came from
package document
