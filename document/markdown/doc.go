// Package markdown writes a document as Markdown ([Write]). How Markdown is read
// is in the package scan below it.
//
// The dialect is CommonMark 0.31.2 with GitHub's tables, strikethrough and
// task items, footnotes, and mathematics between dollars. docs/markdown.md is
// the table of what each node becomes.
//
//   - write*.go: the blocks of a document
//   - inline: the inlines of a block, and what escapes they need
//   - chattoken: special tokens of chat templates, which no text may hold
//   - chapter.go: what the writer gives beside the text
package markdown
