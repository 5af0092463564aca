package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// quote opens a block quote (CommonMark 5.1).
func (s *scanBlocks) quote() scanStarted {
	if s.stack.tooDeep() {
		return scanNone
	}
	at, depth := s.ns, s.stack.open[s.stack.matched-1].depth+1
	s.place()
	s.takeQuote()
	s.stack.push(Node{Kind: KindBlockQuote, Extent: extent(at, s.eol)}, scanOpen{depth: depth})
	return scanContainer
}

// footnote opens a footnote definition, [^label]: and blocks indented by
// four columns. The label has no spaces and no brackets.
func (s *scanBlocks) footnote() scanStarted {
	if !s.t.opts.Footnotes || s.ns+4 >= s.eol || s.src[s.ns+1] != '^' {
		return scanNone
	}
	i := scanFootnoteLabel(s.src[:s.eol], s.ns+2)
	s.t.steps += i - s.ns
	if i == s.ns+2 || i+1 >= s.eol || s.src[i] != ']' || s.src[i+1] != ':' || s.stack.tooDeep() {
		return scanNone
	}
	at, depth := s.ns, s.stack.open[s.stack.matched-1].depth+1
	s.place()
	s.moveTo(i+2, s.nscol+i+2-s.ns)
	label := Span{Start: int32(at + 2), End: int32(i)}
	s.stack.push(Node{Kind: KindFootnote, Extent: extent(at, i+2), Info: label}, scanOpen{depth: depth, width: 4})
	s.advance(s.nscol - s.col)
	if s.leaf.defined {
		return scanContainer
	}
	key := lexical.Label(s.src[at+2 : i])
	if s.t.notes == nil {
		s.t.notes = make(map[string]NodeID)
	}
	if _, ok := s.t.notes[key]; !ok {
		s.t.notes[key] = s.stack.top().id
	}
	return scanContainer
}

// scanFootnoteLabel returns where a footnote's label that begins at i ends.
func scanFootnoteLabel(src string, i int) int {
	stop := min(len(src), i+lexical.MaxLabel)
	for i < stop {
		switch src[i] {
		case ']', '[', ' ', '\t', '\n', '\r', 0:
			return i
		}
		i++
	}
	return i
}

// atx makes an ATX heading (CommonMark 4.2).
func (s *scanBlocks) atx() scanStarted {
	i := s.ns
	for i < s.eol && s.src[i] == '#' {
		i++
	}
	s.t.steps += i - s.ns
	level := i - s.ns
	if level > 6 || i < s.eol && s.src[i] != ' ' && s.src[i] != '\t' {
		return scanNone
	}
	from, to := lexical.Trim(s.src, i, s.eol)
	end := to
	for end > from && s.src[end-1] == '#' {
		end--
	}
	if end == from || end < to && lexical.IsBlank(s.src[end-1]) {
		_, to = lexical.Trim(s.src, from, end)
	}
	s.t.steps += s.eol - i
	s.place()
	s.leaf.open(Node{Kind: KindHeading, Mark: '#', Level: uint8(level), Extent: extent(s.ns, s.eol)})
	if from < to {
		s.t.spans = append(s.t.spans, Span{Start: int32(from), End: int32(to)})
	}
	s.leaf.close(s.stack.top())
	return scanLine
}

// setext makes a heading of the open paragraph, whose underline this line is
// (CommonMark 4.3). If the paragraph holds definitions only, they are
// closed and the line is something else.
func (s *scanBlocks) setext(c byte) bool {
	i := s.ns
	for i < s.eol && s.src[i] == c {
		i++
	}
	s.t.steps += i - s.ns
	if from, _ := lexical.Trim(s.src, i, s.eol); from < s.eol {
		return false
	}
	s.leaf.node.Kind, s.leaf.node.Mark, s.leaf.node.Level = KindHeading, c, 1
	if c == '-' {
		s.leaf.node.Level = 2
	}
	return s.leaf.closeText(s.stack.top(), int32(s.eol), 1)
}

// isRule reports whether the line is a thematic break of c's (CommonMark
// 4.1). What stopped a search stops every later one before it.
func (l *scanLineAt) isRule(c byte) bool {
	if l.ns < l.ruleFailed {
		return false
	}
	n, i := 0, l.ns
	for ; i < l.eol; i++ {
		if l.src[i] == c {
			n++
		} else if !lexical.IsBlank(l.src[i]) {
			break
		}
	}
	l.t.steps += i - l.ns
	if i < l.eol {
		l.ruleFailed = i
	}
	return i == l.eol && n >= 3
}

// fence opens a fenced code block (CommonMark 4.5).
func (s *scanBlocks) fence(c byte) scanStarted {
	i := s.ns
	for i < s.eol && s.src[i] == c {
		i++
	}
	s.t.steps += i - s.ns
	if i-s.ns < 3 || c == '`' && strings.IndexByte(s.src[i:s.eol], '`') >= 0 {
		return scanNone
	}
	s.t.steps += s.eol - i
	from, to := lexical.Trim(s.src, i, s.eol)
	s.place()
	s.leaf.indent = s.nscol - s.col
	s.leaf.open(Node{
		Kind: KindCodeBlock, Mark: c, Number: int32(i - s.ns), Extent: extent(s.ns, s.eol),
		Info: Span{Start: int32(from), End: int32(to)},
	})
	return scanLine
}

// openIndented opens an indented code block (CommonMark 4.4).
func (s *scanBlocks) openIndented() {
	s.place()
	at := s.ns
	s.advance(4)
	s.leaf.open(Node{Kind: KindCodeBlock, Extent: extent(at, 0)})
	s.leaf.addVerbatim()
}

// html opens an HTML block (CommonMark 4.6).
func (s *scanBlocks) html() scanStarted {
	line := s.src[s.ns:s.eol]
	s.t.steps += len(line)
	kind := lexical.HTMLStart(line)
	if kind == 0 || kind == 7 && s.leaf.node.Kind == KindParagraph {
		return scanNone
	}
	s.place()
	s.leaf.open(Node{Kind: KindHTMLBlock, Level: kind, Extent: extent(s.ns, 0)})
	s.leaf.addVerbatim()
	if lexical.HTMLEnds(kind, line) {
		s.leaf.node.Closed = true
		s.leaf.close(s.stack.top())
	}
	return scanLine
}
