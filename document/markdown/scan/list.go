package scan

import "github.com/seed353dc258/backstory/document/markdown/scan/lexical"

// scanMarker is a list item's marker.
type scanMarker struct {
	end     int // offset behind it
	mark    byte
	number  int
	ordered bool
}

// marker reads the marker of a list item at the next character.
func (l *scanLineAt) marker() (m scanMarker, ok bool) {
	c := l.src[l.ns]
	i := l.ns
	if c < '0' || c > '9' {
		m = scanMarker{end: i + 1, mark: c}
	} else {
		for i < l.eol && i-l.ns < 10 && l.src[i] >= '0' && l.src[i] <= '9' {
			m.number = m.number*10 + int(l.src[i]-'0')
			i++
		}
		if i-l.ns > 9 || i == l.eol || l.src[i] != '.' && l.src[i] != ')' {
			return m, false
		}
		m.end, m.mark, m.ordered = i+1, l.src[i], true
	}
	return m, m.end == l.eol || lexical.IsBlank(l.src[m.end])
}

// item opens a list item, and a list for it if none of its kind is open
// (CommonMark 5.2 and 5.3).
func (s *scanBlocks) item() scanStarted {
	m, ok := s.marker()
	if !ok {
		return scanNone
	}
	from, _ := lexical.Trim(s.src, m.end, s.eol)
	s.t.steps += from - s.ns
	if s.inParagraph() && (from == s.eol || m.ordered && m.number != 1) {
		return scanNone
	}
	if s.stack.tooDeep() {
		return scanNone
	}
	top := &s.stack.open[s.stack.matched-1]
	if top.kind == KindList && top.mark == m.mark {
		s.closeTo(s.stack.matched)
	} else {
		depth := top.depth
		s.place()
		s.stack.push(Node{Kind: KindList, Mark: m.mark, Number: int32(m.number), Extent: extent(s.ns, 0)}, scanOpen{depth: depth})
	}
	s.stack.openItem(m)
	return scanContainer
}

// openItem opens the item of the marker in the list on top of the stack.
func (k *scanStack) openItem(m scanMarker) {
	at, length := k.l.ns, m.end-k.l.ns
	width := k.l.nscol - k.l.col + length
	k.l.moveTo(m.end, k.l.nscol+length)
	spaces := k.l.nscol - k.l.col
	if k.l.ns == k.l.eol || spaces > 4 {
		spaces = min(spaces, 1)
		width++
	} else {
		width += spaces
	}
	k.l.advance(spaces)
	n := Node{Kind: KindItem, Mark: m.mark, Number: int32(m.number), Extent: extent(at, m.end)}
	k.push(n, scanOpen{width: width, depth: k.top().depth + 1})
}

// takeTask takes the checkbox that the first paragraph of an item begins with
// (GFM 5.3): it is the item's state and not text.
func (k *scanStack) takeTask() {
	e := k.top()
	if e.kind != KindItem || e.last != 0 || k.l.t.opts.CommonMark || k.l.ns+4 >= k.l.eol {
		return
	}
	box := k.l.src[k.l.ns : k.l.ns+4]
	if box[0] != '[' || box[2] != ']' || !lexical.IsBlank(box[3]) {
		return
	}
	task := TaskOpen
	switch box[1] {
	case 'x', 'X':
		task = TaskDone
	case ' ':
	default:
		return
	}
	from, _ := lexical.Trim(k.l.src, k.l.ns+3, k.l.eol)
	k.l.t.steps += from - k.l.ns
	if from == k.l.eol {
		return
	}
	k.l.t.Nodes[e.id].Task = task
	k.l.ns = from
}
