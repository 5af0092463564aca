// Package markdown holds all that backstory knows of Markdown: how a document
// is written ([Write]) and how Markdown is read ([Scan]).
//
// The dialect is CommonMark 0.31.2 with GitHub's tables, strikethrough and
// task items, footnotes, and mathematics between dollars. docs/markdown.md is
// the table of what each node becomes.
//
//   - write*.go, escape*.go: the writer
//   - chapter.go: what the writer gives beside the text
//   - scan*.go: the linear scanner
package markdown
