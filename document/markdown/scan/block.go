package scan

import "strings"

// readLine reads the line at pos and returns where the next one begins.
func (s *scanBlocks) readLine(pos int) int {
	eol := len(s.src)
	if i := strings.IndexByte(s.src[pos:], '\n'); i >= 0 {
		eol = pos + i
	}
	s.lineNo++
	if s.leaf.node.Kind == KindParagraph && len(s.stack.open) == 1 && !scanStarts[s.src[pos]] {
		s.t.steps++ // it can only continue a paragraph outside containers
		s.leaf.addText(pos, eol)
	} else {
		s.line(pos, eol)
	}
	s.prevEOL = eol
	return eol + 1
}

// line reads one line.
func (s *scanBlocks) line(start, eol int) {
	s.pos, s.col, s.eol, s.partial, s.ruleFailed, s.stack.lineStart = start, 0, eol, false, 0, start
	s.findNonspace()
	s.stack.match()
	if s.stack.matched == len(s.stack.open) {
		if s.leaf.isVerbatim() && s.leaf.continueVerbatim(s.stack.top()) {
			return
		}
	} else if s.leaf.node.Kind != KindParagraph {
		s.closeTo(s.stack.matched)
	}
	if s.ns == s.eol {
		s.closeTo(s.stack.matched)
		return
	}
	for {
		switch s.start() {
		case scanContainer:
			continue
		case scanNone:
			s.text()
		}
		return
	}
}

// text takes what no block starts with: a line of the open paragraph, which
// may be a lazy one; a row of the open table; or a new paragraph.
func (s *scanBlocks) text() {
	if s.ns == s.eol {
		return
	}
	switch s.leaf.node.Kind {
	case KindParagraph:
		s.leaf.addText(s.ns, s.eol)
		return
	case KindTable:
		if s.table.row() {
			return
		}
	}
	s.place()
	s.stack.takeTask()
	s.leaf.open(Node{Kind: KindParagraph, Extent: extent(s.ns, 0)})
	s.table.failed = false
	s.t.spans = append(s.t.spans, Span{Start: int32(s.ns), End: int32(s.eol)})
}

// start tries to start a block at the next character.
func (s *scanBlocks) start() scanStarted {
	if s.ns == s.eol {
		return scanNone
	}
	s.t.steps++
	if s.nscol-s.col >= 4 {
		if s.leaf.node.Kind == KindParagraph {
			return scanNone
		}
		s.openIndented()
		return scanLine
	}
	c := s.src[s.ns]
	if !scanStarts[c] {
		return scanNone
	}
	switch c {
	case '>':
		return s.quote()
	case '#':
		return s.atx()
	case '`', '~':
		return s.fence(c)
	case '<':
		return s.html()
	case '[':
		return s.footnote()
	}
	return s.startRuled(c)
}

// startRuled tries what begins with a character of which several blocks are
// made: setext underlines, thematic breaks, list items, delimiter rows, in
// this order.
func (s *scanBlocks) startRuled(c byte) scanStarted {
	may := ruled[c]
	if may&setextLine != 0 && s.inParagraph() && s.setext(c) {
		return scanLine
	}
	if may&ruleLine != 0 && s.isRule(c) {
		s.place()
		s.stack.add(Node{Kind: KindThematicBreak, Mark: c, Extent: extent(s.ns, s.eol)})
		return scanLine
	}
	if may&noItem == 0 {
		if r := s.item(); r != scanNone {
			return r
		}
	}
	if may&delimiterRow != 0 && s.inParagraph() && s.startTable() {
		return scanLine
	}
	return scanNone
}

// What a line of one character may be. A line of any other may begin an item.
const (
	setextLine = 1 << iota
	ruleLine
	delimiterRow
	noItem
)

var ruled = [256]uint8{
	'=': setextLine | noItem, '-': setextLine | ruleLine | delimiterRow, '*': ruleLine, '_': ruleLine | noItem,
	'|': delimiterRow | noItem, ':': delimiterRow | noItem,
}

// scanStarts marks the characters that a block's first line can begin with,
// other than a paragraph's. A table's delimiter row begins with - : or |.
var scanStarts = [256]bool{
	'>': true, '#': true, '`': true, '~': true, '<': true, '=': true, '-': true,
	'+': true, '*': true, '_': true, '[': true, '|': true, ':': true,
	'0': true, '1': true, '2': true, '3': true, '4': true,
	'5': true, '6': true, '7': true, '8': true, '9': true,
	' ': true, '\t': true, '\n': true, // never plain: indentation and blank lines
}
