package scan

import "strings"

// scanBlocks reads blocks line by line (CommonMark appendix, phase 1). Open
// containers are a stack; at most one leaf is open below them. A leaf's node
// is made when it is closed, so that nodes come in document order although
// the start of a paragraph may turn out to be definitions or a table.
type scanBlocks struct {
	t     *Tree
	src   string
	stack []scanOpen
	// matched is how many containers of the stack go on in this line, or were
	// opened in it.
	matched int
	quotes  int // block quotes in the stack

	scanLineAt

	leaf     Node // the open leaf; KindDocument if there is none
	leafSpan int  // its first span
	indent   int  // columns that fenced code loses
	scanTable

	// For a [Reader]:
	sparing   bool // hold no more than is needed
	defined   bool // all labels are known
	held      int  // of what is held, at most
	lineStart int
	begun     scanBegin // where the last top-level container or table began
}

// scanLineAt is the line that is read: offset and column of what is not read yet,
// those of the next character that is neither space nor tab, and the line's end.
type scanLineAt struct {
	pos, col   int
	ns, nscol  int
	eol        int
	partial    bool // pos is at a tab of which columns are taken
	lineNo     int32
	prevEOL    int // end of the line before
	ruleFailed int // no thematic break starts before this offset of the line
}

// scanTable is the open table.
type scanTable struct {
	table   scanOpen
	aligns  []Align // its columns
	cells   []scanCell
	noTable bool // a delimiter row in the open paragraph did not fit it
}

// scanOpen is an open container.
type scanOpen struct {
	id, last NodeID // the node, and its last child
	kind     Kind
	mark     byte
	child    bool // something was opened in it
	width    int  // item: columns that its content is indented
	depth    int
	loose    bool // list: there was a blank line in what is let go
}

// scanStarted says what the start of a block did.
type scanStarted uint8

const (
	scanNone      scanStarted = iota // no block starts here
	scanContainer                    // a container was opened; go on behind its marker
	scanLine                         // the line is used up
)

// read reads all lines.
func (s *scanBlocks) read() {
	pos := s.frontMatter()
	for pos < len(s.src) {
		pos = s.readLine(pos)
	}
	s.closeTo(1)
	s.t.Nodes[0].LastLine = max(s.lineNo, 1)
}

// readLine reads the line at pos and returns where the next one begins.
func (s *scanBlocks) readLine(pos int) int {
	eol := len(s.src)
	if i := strings.IndexByte(s.src[pos:], '\n'); i >= 0 {
		eol = pos + i
	}
	s.lineNo++
	if !s.plain(pos, eol) {
		s.line(pos, eol)
	}
	s.prevEOL = eol
	return eol + 1
}

// plain takes a line that can only continue a paragraph outside containers.
func (s *scanBlocks) plain(pos, eol int) bool {
	if s.leaf.Kind != KindParagraph || len(s.stack) > 1 || scanStarts[s.src[pos]] {
		return false
	}
	s.t.steps++
	s.addText(pos, eol)
	return true
}

// line reads one line.
func (s *scanBlocks) line(start, eol int) {
	s.pos, s.col, s.eol, s.partial, s.ruleFailed, s.lineStart = start, 0, eol, false, 0, start
	s.findNonspace()
	s.match()
	if s.matched == len(s.stack) {
		if s.isVerbatim() && s.continueVerbatim() {
			return
		}
	} else if s.leaf.Kind != KindParagraph {
		s.closeTo(s.matched)
	}
	if s.ns == s.eol {
		s.closeTo(s.matched)
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
	switch s.leaf.Kind {
	case KindParagraph:
		s.addText(s.ns, s.eol)
		return
	case KindTable:
		if s.row() {
			return
		}
	}
	s.place()
	s.takeTask()
	s.open(Node{Kind: KindParagraph, Start: int32(s.ns)})
	s.noTable = false
	s.t.spans = append(s.t.spans, Span{Start: int32(s.ns), End: int32(s.eol)})
}

// start tries to start a block at the next character.
func (s *scanBlocks) start() scanStarted {
	if s.ns == s.eol {
		return scanNone
	}
	s.t.steps++
	if s.nscol-s.col >= 4 {
		if s.leaf.Kind == KindParagraph {
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
	if (c == '=' || c == '-') && s.inParagraph() && s.setext(c) {
		return scanLine
	}
	if c == '-' || c == '*' || c == '_' {
		if s.isRule(c) {
			s.place()
			s.add(Node{Kind: KindThematicBreak, Mark: c, Start: int32(s.ns), End: int32(s.eol)})
			return scanLine
		}
	}
	if c != '=' && c != '_' && c != '|' && c != ':' {
		if r := s.item(); r != scanNone {
			return r
		}
	}
	if (c == '-' || c == '|' || c == ':') && s.inParagraph() && s.startTable() {
		return scanLine
	}
	return scanNone
}

// inParagraph reports whether the line goes on with the open paragraph, all
// containers included, so that it is not a lazy one.
func (s *scanBlocks) inParagraph() bool {
	return s.leaf.Kind == KindParagraph && s.matched == len(s.stack)
}
