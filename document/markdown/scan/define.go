package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// scanMaxLabel is the longest label, in bytes; CommonMark 4.7 counts 999
// characters.
const scanMaxLabel = 999

// scanRef is a link reference definition as it is in a text.
type scanRef struct {
	label, dest, title string // not decoded
	hasTitle           bool
	end                int // offset of the line behind it
}

// takeDefinitions makes nodes of the definitions at the start of the open
// paragraph (CommonMark 4.7), and returns how many lines they take.
func (s *scanBlocks) takeDefinitions(line int32) int {
	spans := s.t.spans[s.leafSpan:]
	text := s.t.join(spans, "\n")
	taken := 0
	for text != "" && text[0] == '[' {
		ref, ok := scanDefinition(text)
		s.t.steps += ref.end + 1
		if !ok {
			break
		}
		n := strings.Count(text[:ref.end], "\n")
		if ref.end == len(text) {
			n = len(spans) - taken
		}
		s.addDefinition(ref, spans[taken:taken+n], line+int32(taken))
		taken += n
		text = text[ref.end:]
	}
	return taken
}

// addDefinition makes the node of a definition on the lines spans.
func (s *scanBlocks) addDefinition(ref scanRef, spans []Span, line int32) {
	first, last := spans[0], &spans[len(spans)-1]
	_, end := scanTrim(s.src, int(last.Start), int(last.End))
	last.End = int32(end)
	id := s.addTo(s.top(), Node{
		Kind: KindDefinition, Start: first.Start, End: int32(end), Number: int32(len(s.t.defs)),
		Line: line, LastLine: line + int32(len(spans)) - 1,
		spanAt: int32(s.leafSpan) + line - s.leaf.Line, spanLen: int32(len(spans)),
	})
	if s.defined || s.sparing && s.t.labelsHeld() > s.held {
		return
	}
	d := Definition{
		Node: id, Label: ref.label, HasTitle: ref.hasTitle,
		Dest: lexical.Unescape(ref.dest), Title: lexical.Unescape(ref.title),
	}
	if s.t.labels == nil {
		s.t.labels = make(map[string]int32)
	}
	key := lexical.Label(ref.label)
	if _, ok := s.t.labels[key]; ok {
		if s.sparing {
			return
		}
	} else {
		s.t.labels[key] = int32(len(s.t.defs))
		d.Used = true
	}
	s.t.defs = append(s.t.defs, d)
}

// scanDefinition reads a definition at the start of text. If there is none,
// end is how far it read.
func scanDefinition(text string) (ref scanRef, ok bool) {
	end := scanLabelEnd(text, 0)
	if end < 0 || end+1 >= len(text) || text[end+1] != ':' {
		ref.end = min(len(text), scanMaxLabel)
		return ref, false
	}
	ref.label = text[1:end]
	from, to, i := scanDest(text, Space(text, end+2))
	if i < 0 {
		ref.end = len(text)
		return ref, false
	}
	ref.dest = text[from:to]
	next := Space(text, i)
	if next > i && next < len(text) {
		if from, to, after := scanTitle(text, next); after >= 0 {
			if stop, ok := scanLineRest(text, after); ok {
				ref.title, ref.hasTitle, ref.end = text[from:to], true, stop
				return ref, true
			}
		}
	}
	ref.end, ok = scanLineRest(text, i)
	return ref, ok
}

// scanLabelEnd returns the offset of the bracket that ends the link label
// which begins with a bracket at i (CommonMark 6.3), or -1. A label has a
// character that is not space, and no bracket that is not escaped.
func scanLabelEnd(text string, i int) int {
	stop := min(len(text), i+scanMaxLabel+2)
	seen := false
	for i++; i < stop; i++ {
		switch text[i] {
		case '\\':
			i++
			seen = true
		case '[':
			return -1
		case ']':
			if !seen {
				return -1
			}
			return i
		case ' ', '\t', '\n':
		default:
			seen = true
		}
	}
	return -1
}

// Space returns the offset behind spaces, tabs and line ends at i. A leaf
// has no blank lines, so there is one line end at most.
func Space(text string, i int) int {
	for i < len(text) && (scanBlank(text[i]) || text[i] == '\n') {
		i++
	}
	return i
}

// scanLineRest returns the offset of the next line if nothing but spaces and
// tabs is before it.
func scanLineRest(text string, i int) (int, bool) {
	i, _ = scanTrim(text, i, len(text))
	if i == len(text) {
		return i, true
	}
	return i + 1, text[i] == '\n'
}

// scanMaxParens is how deep parentheses nest in a link's destination, as in
// cmark: it bounds what a failed attempt reads.
const scanMaxParens = 32

// scanDest reads a link destination at i (CommonMark 6.3): its piece of the
// text, and the offset behind it, or -1.
func scanDest(text string, i int) (from, to, next int) {
	if i < len(text) && text[i] == '<' {
		return scanAngleDest(text, i+1)
	}
	from = i
	depth := 0
loop:
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && lexical.IsPunct(text[i+1]):
			i++
		case c == '(':
			if depth++; depth > scanMaxParens {
				return from, i, -1
			}
		case c == ')':
			if depth--; depth < 0 {
				break loop
			}
		case c <= ' ' || c == 0x7f:
			break loop
		}
	}
	if i == from || depth > 0 {
		return from, i, -1
	}
	return from, i, i
}

// scanAngleDest reads a destination in angle brackets, from behind the first.
func scanAngleDest(text string, from int) (start, end, next int) {
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '>':
			return from, i, i + 1
		case '\n', '<':
			return from, i, -1
		case '\\':
			if i+1 < len(text) && lexical.IsPunct(text[i+1]) {
				i++
			}
		}
	}
	return from, len(text), -1
}

// scanTitle reads a link title at i (CommonMark 6.3): its piece of the text
// without the quotes, and the offset behind it, or -1.
func scanTitle(text string, i int) (from, to, next int) {
	end := text[i]
	switch end {
	case '"', '\'':
	case '(':
		end = ')'
	default:
		return i, i, -1
	}
	from = i + 1
	for i = from; i < len(text); i++ {
		switch text[i] {
		case end:
			return from, i, i + 1
		case '(':
			if end == ')' {
				return from, i, -1
			}
		case '\\':
			i++
		}
	}
	return from, len(text), -1
}
