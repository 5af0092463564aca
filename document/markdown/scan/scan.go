// Package scan reads Markdown into a tree ([Parse]), in time linear in its
// length, or in parts of a bounded size ([Reader]).
//
//   - scan.go: a text as a tree
//   - inlines.go, flat.go: the inlines of a leaf
//   - reader.go, part.go: a text in parts
//   - inline.go, code.go, bare.go, angle.go, link.go, emphasis.go, special_table.go, token.go:
//     inlines
//   - block.go, front.go, list.go, start.go, tables.go, leaf.go, define.go, stack.go: blocks
//   - tree.go, inline_node.go, node.go: nodes
package scan

import (
	"strings"
)

// Parse reads src, which must be valid UTF-8 with LF line ends, into a tree
// of blocks. Every input is Markdown, so there is no error. The work is
// linear in len(src) for every src; inline nodes are read on demand by
// [Tree.Inlines]. U+0000 is left as it is; replacing it is for the text gate.
//
// Where the specifications leave room it reads as GitHub's cmark-gfm does,
// but for two things in which it follows the letter: a tilde counts as
// punctuation beside * and _, and an item whose first paragraph begins with a
// checkbox is a task item wherever it is nested.
func Parse(src string, opts Options) *Tree {
	t := newTree(src, opts)
	text := t.Source
	// A line has a block and a piece of text, and often less; a file of empty
	// lines must not cost more than its size.
	lines := 16 + min(strings.Count(text, "\n"), len(text)/24)
	t.Nodes = append(make([]Node, 0, lines+strings.Count(text, "|")/2), t.Nodes...)
	t.spans = make([]Span, 0, lines)
	var s scanBlocks
	s.begin(&t)
	for pos := s.frontMatter(); pos < len(text); {
		pos = s.readLine(pos)
	}
	s.closeTo(1)
	t.Nodes[0].LastLine = max(s.lineNo, 1)
	return &t
}
