package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// text adds a node of text with the formulas that begin in it, and returns the
// next node: a formula may hold what looks like emphasis.
func (w *inliner) text(i, to int) (next int) {
	in := &w.from.Nodes[i]
	done, at := 0, 0
	for {
		open := strings.IndexByte(in.Text[at:], '$')
		if open < 0 {
			break
		}
		open += at
		if at = open + 1; !w.opensMath(int(in.Start) + min(open, len(in.Text)-1)) {
			continue
		}
		j, end := w.closing(i, open, to)
		if j < 0 {
			continue
		}
		w.plain(in.Text[done:open])
		last := &w.from.Nodes[j]
		tex := w.r.tree.Source[int(in.Start)+at : int(last.Start)+end]
		w.runs.Inline(&document.Math{TeX: tex}, w.styles)
		i, in, done, at = j, last, end+1, end+1
	}
	w.plain(in.Text[done:])
	return int(in.Skip)
}

func (w *inliner) plain(s string) {
	if s != "" {
		w.runs.Text(strings.ReplaceAll(s, "\n", " "), w.styles)
	}
}

// opensMath reports whether the dollar sign at an offset of the source opens a
// formula by what stands beside it. Behind a word it is the sign of a currency.
func (w *inliner) opensMath(at int) bool {
	source := w.r.tree.Source
	if at > 0 && (source[at-1] == '$' || isWord(source[at-1])) {
		return false
	}
	return at+1 < len(source) && source[at+1] != '$' && !isBlank(source[at+1])
}

// isWord reports whether a byte is part of a word, be it of one beyond ASCII.
func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// closing finds the dollar sign that closes a formula: the next one, in the
// same line and beside the same nodes, with no white space in front and no word
// behind. It returns its node and where it stands in that, or -1.
func (w *inliner) closing(i, open, to int) (node, at int) {
	for j := i; j < to; j = int(w.from.Nodes[j].Skip) {
		in := &w.from.Nodes[j]
		at := 0
		if j == i {
			at = open + 1
		}
		switch {
		case in.Kind == markdown.KindEmphasis || in.Kind == markdown.KindStrong || in.Kind == markdown.KindEscape:
			continue // signs of a formula
		case in.Kind != markdown.KindText: // the end of the line, code, a link
			return -1, 0
		case w.r.tree.Source[in.Start:in.End] != in.Text: // in a table, where signs are escaped
			return -1, 0
		}
		if n := strings.IndexByte(in.Text[at:], '$'); n >= 0 {
			if !w.closesMath(int(in.Start) + at + n) {
				return -1, 0
			}
			return j, at + n
		}
	}
	return -1, 0
}

// closesMath reports whether the dollar sign at an offset of the source closes
// a formula by what stands beside it.
func (w *inliner) closesMath(at int) bool {
	source := w.r.tree.Source
	before := source[at-1]
	if isBlank(before) || before == '$' || before == '\\' {
		return false
	}
	return at+1 == len(source) || source[at+1] != '$' && !isWord(source[at+1])
}
