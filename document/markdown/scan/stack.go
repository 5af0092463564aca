package scan

// scanBlocks reads blocks line by line (CommonMark appendix, phase 1). Open
// containers are a stack; at most one leaf is open below them. A leaf's node
// is made when it is closed, so that nodes come in document order although
// the start of a paragraph may turn out to be definitions or a table.
type scanBlocks struct {
	scanLineAt
	stack scanStack
	leaf  scanLeaf
	table scanTable
}

// scanStack is the open containers.
type scanStack struct {
	l    *scanLineAt
	open []scanOpen
	// matched is how many containers of the stack go on in this line, or were
	// opened in it.
	matched   int
	quotes    int // block quotes in the stack
	lineStart int
	begun     scanBegin // where the last top-level container or table began
}

// scanLeaf is the open leaf.
type scanLeaf struct {
	l      *scanLineAt
	node   Node // KindDocument if there is none
	span   int  // its first span
	indent int  // columns that fenced code loses

	// For a [Reader]:
	sparing bool // hold no more than is needed
	defined bool // all labels are known
	held    int  // of what is held, at most
}

// begin goes to the start of the source of a tree.
func (s *scanBlocks) begin(t *Tree) {
	*s = scanBlocks{scanLineAt: scanLineAt{t: t, src: t.Source}, stack: scanStack{open: make([]scanOpen, 1, 16)}}
	s.stack.l, s.leaf.l, s.table.l = &s.scanLineAt, &s.scanLineAt, &s.scanLineAt
}

// scanLineAt is the line that is read: offset and column of what is not read yet,
// those of the next character that is neither space nor tab, and the line's end.
type scanLineAt struct {
	t   *Tree // whose steps are counted
	src string

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
	l      *scanLineAt
	open   scanOpen
	aligns []Align    // its columns
	cells  []scanCell // of a row
	failed bool       // a delimiter row in the open paragraph did not fit it
}

// scanCell is a cell of a row: its text, and the backslashes in it that are
// before a pipe.
type scanCell struct{ from, to, escapes int }

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

// scanBegin is where a top-level block begins that takes many lines: the line
// that its container begins in, or, of a table, the delimiter row and the header
// before it.
type scanBegin struct {
	pos, prevEOL int
	lineNo       int32
	header       Span
}

// scanStarted says what the start of a block did.
type scanStarted uint8

const (
	scanNone      scanStarted = iota // no block starts here
	scanContainer                    // a container was opened; go on behind its marker
	scanLine                         // the line is used up
)

// match finds the open containers that go on in this line and moves behind
// their markers and indentation.
func (k *scanStack) match() {
	quotes := k.quotes
	i := 1
	for ; i < len(k.open); i++ {
		k.l.t.steps++
		blank := k.l.ns == k.l.eol
		if blank && quotes == 0 {
			i = k.matchBlank()
			break
		}
		e := &k.open[i]
		ok := true
		switch e.kind {
		case KindBlockQuote:
			quotes--
			ok = k.l.takeQuote()
		case KindItem, KindFootnote:
			ok = k.matchIndented(e, blank)
		}
		if !ok {
			break
		}
	}
	k.matched = min(i, len(k.open))
}

// matchIndented reports whether an item or a footnote goes on: with lines that
// are indented enough, and over blank ones unless it is an item that has
// nothing yet.
func (k *scanStack) matchIndented(e *scanOpen, blank bool) bool {
	if blank {
		return e.child || e.kind == KindFootnote
	}
	return k.l.takeIndent(e.width)
}

// matchBlank returns how many containers go on in a blank line if no block
// quote is among those not seen yet: all but an item that is still empty.
func (k *scanStack) matchBlank() int {
	k.l.pos, k.l.col, k.l.partial = k.l.eol, k.l.nscol, false
	n := len(k.open)
	if e := &k.open[n-1]; e.kind == KindItem && !e.child {
		return n - 1
	}
	return n
}

// takeQuote moves behind the marker of a block quote (CommonMark 5.1).
func (l *scanLineAt) takeQuote() bool {
	if l.nscol-l.col >= 4 || l.ns == l.eol || l.src[l.ns] != '>' {
		return false
	}
	l.moveTo(l.ns+1, l.nscol+1)
	if l.ns > l.pos {
		l.advance(1)
	}
	return true
}

// takeIndent moves over cols columns of indentation.
func (l *scanLineAt) takeIndent(cols int) bool {
	if l.nscol-l.col < cols {
		return false
	}
	l.advance(cols)
	return true
}

// moveTo moves to an offset behind a marker.
func (l *scanLineAt) moveTo(pos, col int) {
	l.pos, l.col, l.partial = pos, col, false
	l.findNonspace()
}

// findNonspace finds the next character that is neither space nor tab.
func (l *scanLineAt) findNonspace() {
	i, col := l.pos, l.col
loop:
	for ; i < l.eol; i++ {
		switch l.src[i] {
		case ' ':
			col++
		case '\t':
			col += 4 - col&3
		default:
			break loop
		}
	}
	l.t.steps += i - l.pos + 1
	l.ns, l.nscol = i, col
}

// advance moves over cols columns of spaces and tabs, of which there must be
// so many. A tab may be taken in part.
func (l *scanLineAt) advance(cols int) {
	l.t.steps += cols
	for cols > 0 {
		width := 1
		if l.src[l.pos] == '\t' {
			width = 4 - l.col&3
		}
		if width > cols {
			l.col += cols
			l.partial = true
			return
		}
		l.pos++
		l.col += width
		cols -= width
		l.partial = false
	}
}

// top returns the innermost open container.
func (k *scanStack) top() *scanOpen { return &k.open[len(k.open)-1] }

// push opens a container; depth is that of its content.
func (k *scanStack) push(n Node, e scanOpen) {
	e.kind, e.mark = n.Kind, n.Mark
	if len(k.open) == 1 {
		k.begun = scanBegin{pos: k.lineStart, prevEOL: k.l.prevEOL, lineNo: k.l.lineNo - 1}
	}
	e.id = k.add(n)
	k.open = append(k.open, e)
	k.matched = len(k.open)
	if n.Kind == KindBlockQuote {
		k.quotes++
	}
}

// tooDeep reports whether a container that starts here would be nested
// deeper than the limit. It is text then.
func (k *scanStack) tooDeep() bool {
	if k.open[k.matched-1].depth < k.l.t.opts.MaxDepth {
		return false
	}
	k.l.t.Truncated = true
	return true
}

// add makes a node that is whole, but for what its children will say.
func (k *scanStack) add(n Node) NodeID {
	n.Line = k.l.lineNo
	n.LastLine = k.l.lineNo
	return k.l.t.addTo(k.top(), n)
}

// addTo appends a node to the children of p.
func (t *Tree) addTo(p *scanOpen, n Node) NodeID {
	id := NodeID(len(t.Nodes))
	n.Parent = p.id
	if p.last == 0 {
		t.Nodes[p.id].First = id
	} else {
		t.Nodes[p.last].Next = id
	}
	p.last = id
	t.Nodes = append(t.Nodes, n)
	return id
}

// pop closes the innermost container. A quote ends with the last line that
// had its marker or was lazy; the others end with their last child.
func (k *scanStack) pop() {
	e := k.top()
	n := &k.l.t.Nodes[e.id]
	switch {
	case e.kind == KindBlockQuote:
		k.quotes--
		if int32(k.l.prevEOL) > n.Start {
			n.End, n.LastLine = int32(k.l.prevEOL), k.l.lastLine()
		}
	case e.last != 0:
		n.End, n.LastLine = k.l.t.Nodes[e.last].End, k.l.t.Nodes[e.last].LastLine
	}
	if e.kind == KindList {
		n.Tight = !e.loose && k.l.t.isTight(n)
	}
	k.open = k.open[:len(k.open)-1]
}

// lastLine returns the number of the line that ends at prevEOL.
func (l *scanLineAt) lastLine() int32 {
	if l.eol == l.prevEOL {
		return l.lineNo
	}
	return l.lineNo - 1
}

// isTight reports whether no blank line lies between the items of a list, or
// between the blocks directly in one (CommonMark 5.3).
func (t *Tree) isTight(list *Node) bool {
	nodes := t.Nodes
	for i := list.First; i != 0; i = nodes[i].Next {
		t.steps++
		if scanGap(nodes, i) {
			return false
		}
		for c := nodes[i].First; c != 0; c = nodes[c].Next {
			t.steps++
			if scanGap(nodes, c) {
				return false
			}
		}
	}
	return true
}

// scanGap reports whether a line lies between a node and its next sibling.
func scanGap(nodes []Node, n NodeID) bool {
	next := nodes[n].Next
	return next != 0 && nodes[next].Line > nodes[n].LastLine+1
}

// inParagraph reports whether the line continues the open paragraph, all
// containers included, so that it is not a lazy one.
func (s *scanBlocks) inParagraph() bool {
	return s.leaf.node.Kind == KindParagraph && s.stack.matched == len(s.stack.open)
}
