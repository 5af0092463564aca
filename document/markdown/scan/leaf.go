package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// open opens a leaf.
func (s *scanBlocks) open(n Node) {
	n.Line, n.LastLine = s.lineNo, s.lineNo
	s.leaf = n
	s.leafSpan = len(s.t.spans)
}

// isVerbatim reports whether the open leaf takes lines as they are.
func (s *scanBlocks) isVerbatim() bool {
	return s.leaf.Kind == KindCodeBlock || s.leaf.Kind == KindHTMLBlock
}

// continueVerbatim gives the line to the open code or HTML block, and reports
// false if the block ends before it.
func (s *scanBlocks) continueVerbatim() bool {
	switch {
	case s.leaf.Kind == KindHTMLBlock:
		return s.continueHTML()
	case s.leaf.Mark != 0:
		s.continueFence()
		return true
	}
	indent := s.nscol - s.col
	if indent < 4 && s.ns < s.eol {
		s.closeLeaf()
		return false
	}
	s.advance(min(indent, 4))
	s.addVerbatim()
	return true
}

// continueFence adds the line to the open fenced code block, or closes it.
func (s *scanBlocks) continueFence() {
	indent := s.nscol - s.col
	if indent < 4 && s.ns < s.eol && s.src[s.ns] == s.leaf.Mark {
		i := s.ns
		for i < s.eol && s.src[i] == s.leaf.Mark {
			i++
		}
		s.t.steps += s.eol - s.ns
		if from, _ := lexical.Trim(s.src, i, s.eol); from == s.eol && i-s.ns >= int(s.leaf.Number) {
			s.leaf.Closed = true
			s.leaf.End, s.leaf.LastLine = int32(s.eol), s.lineNo
			s.closeLeaf()
			return
		}
	}
	s.advance(min(indent, s.indent))
	s.addVerbatim()
}

// continueHTML adds the line to the open HTML block.
func (s *scanBlocks) continueHTML() bool {
	kind := s.leaf.Level
	if kind >= 6 && s.ns == s.eol {
		s.closeLeaf()
		return false
	}
	s.addVerbatim()
	if kind < 6 {
		s.t.steps += s.eol - s.pos
		if lexical.HTMLEnds(kind, s.src[s.pos:s.eol]) {
			s.leaf.Closed = true
			s.closeLeaf()
		}
	}
	return true
}

// addVerbatim adds the rest of the line to the open leaf.
func (s *scanBlocks) addVerbatim() {
	p := Span{Start: int32(s.pos), End: int32(s.eol)}
	if s.partial {
		p.Start++
		p.Pad = int32(4 - s.col&3)
	}
	s.leaf.End, s.leaf.LastLine = p.End, s.lineNo
	if s.sparing && s.joins(p) {
		s.t.spans[len(s.t.spans)-1].End = p.End
		return
	}
	s.t.spans = append(s.t.spans, p)
}

// addText adds a line to the open paragraph.
func (s *scanBlocks) addText(from, to int) {
	p := Span{Start: int32(from), End: int32(to)}
	if s.sparing && s.joins(p) {
		s.t.spans[len(s.t.spans)-1].End = p.End
		return
	}
	s.t.spans = append(s.t.spans, p)
}

// joins reports whether a line of a block lies right behind the one before it, so
// that both are one piece. The lines of indented code and of what may be
// definitions are parted again.
func (s *scanBlocks) joins(p Span) bool {
	n := len(s.t.spans)
	if n == s.leafSpan || p.Pad > 0 || s.t.spans[n-1].End+1 != p.Start {
		return false
	}
	if s.leaf.Kind == KindParagraph {
		return s.src[s.t.spans[s.leafSpan].Start] != '['
	}
	return s.leaf.Kind != KindCodeBlock || s.leaf.Mark != 0
}

// lines returns how many lines spans are.
func (s *scanBlocks) lines(spans []Span) int32 {
	n := len(spans)
	if s.sparing {
		for _, p := range spans {
			n += strings.Count(s.src[p.Start:p.End], "\n")
		}
	}
	return int32(n)
}

// closeLeaf makes the node of the open leaf.
func (s *scanBlocks) closeLeaf() {
	switch s.leaf.Kind {
	case KindDocument:
		return
	case KindParagraph:
		s.closeText(0, 0)
		return
	case KindTable: // its nodes are made as its rows are read
		s.leaf = Node{}
		return
	}
	if s.leaf.Kind == KindCodeBlock && s.leaf.Mark == 0 {
		s.trimIndented()
	}
	s.finish(s.leaf)
}

// finish makes the node n of the spans since the leaf was opened.
func (s *scanBlocks) finish(n Node) {
	n.spanAt = int32(s.leafSpan)
	n.spanLen = int32(len(s.t.spans) - s.leafSpan)
	s.addTo(s.top(), n)
	s.leaf = Node{}
}

// trimIndented drops the blank lines at the end of an indented code block.
func (s *scanBlocks) trimIndented() {
	spans := s.t.spans
	for {
		last := spans[len(spans)-1]
		rest := s.src[last.Start:last.End]
		s.t.steps += len(rest) + 1
		if strings.Trim(rest, " \t") != "" {
			s.leaf.End = last.End
			break
		}
		spans = spans[:len(spans)-1]
		s.leaf.LastLine--
	}
	s.t.spans = spans
}

// closeText closes the open paragraph: definitions at its start become nodes
// of their own, and what remains is a paragraph, or the heading that the
// leaf was made. It reports whether anything remained. A heading ends at end
// and has more lines than its text.
func (s *scanBlocks) closeText(end, more int32) bool {
	n := s.leaf
	if s.src[s.t.spans[s.leafSpan].Start] == '[' {
		taken := s.takeDefinitions(n.Line)
		s.leafSpan += taken
		n.Line += int32(taken)
	}
	spans := s.t.spans[s.leafSpan:]
	if len(spans) == 0 {
		s.leaf = Node{}
		return false
	}
	last := &spans[len(spans)-1]
	from, to := lexical.Trim(s.src, int(last.Start), int(last.End))
	s.t.steps += int(last.End) - to + 1
	last.Start, last.End = int32(from), int32(to)
	n.Start = spans[0].Start
	n.End, n.LastLine = max(end, last.End), n.Line+s.lines(spans)-1+more
	s.finish(n)
	return true
}

// place makes room for a block that starts here: it closes what does not go
// on, and a list, which holds items only.
func (s *scanBlocks) place() {
	s.closeTo(s.matched)
	if s.top().kind == KindList {
		s.pop()
	}
	s.matched = len(s.stack)
	s.top().child = true
}

// closeTo closes the leaf, and containers until n are open.
func (s *scanBlocks) closeTo(n int) {
	s.closeLeaf()
	for len(s.stack) > n {
		s.pop()
	}
}
