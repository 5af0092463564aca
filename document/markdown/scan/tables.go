package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// startTable makes a table of the last line of the open paragraph if this
// line is a delimiter row with as many cells (GFM 4.10). A paragraph is tried
// once.
func (s *scanBlocks) startTable() bool {
	if s.table.failed || s.t.opts.CommonMark || !s.table.delimiterRow() {
		return false
	}
	whole := &s.t.spans[len(s.t.spans)-1]
	last := *whole
	if i := strings.LastIndexByte(s.src[last.Start:last.End], '\n'); i >= 0 { // lines that were joined
		last.Start += int32(i) + 1
	}
	s.table.splitRow(int(last.Start), int(last.End))
	if len(s.table.cells) != len(s.table.aligns) {
		s.table.failed = true
		return false
	}
	if last.Start > whole.Start {
		whole.End = last.Start - 1
	} else {
		s.t.spans = s.t.spans[:len(s.t.spans)-1]
	}
	if len(s.t.spans) > s.leaf.span {
		s.leaf.closeText(s.stack.top(), 0, 0)
	}
	s.leaf.node = Node{}
	s.place()
	if len(s.stack.open) == 1 {
		s.stack.begun = scanBegin{pos: s.stack.lineStart, prevEOL: s.prevEOL, lineNo: s.lineNo - 1, header: last}
	}
	line := s.lineNo
	s.lineNo--
	s.table.open = scanOpen{kind: KindTable}
	s.table.open.id = s.stack.add(Node{Kind: KindTable, Extent: Extent{Start: last.Start}})
	s.table.addRow(int(last.Start), int(last.End), true)
	s.lineNo = line
	s.leaf.node.Kind = KindTable
	s.table.end(s.eol)
	return true
}

// end moves the end of the open table to this line.
func (w *scanTable) end(end int) {
	n := &w.l.t.Nodes[w.open.id]
	n.End, n.LastLine = int32(end), w.l.lineNo
}

// delimiterRow reads a delimiter row into the columns' alignments, and reports
// whether the line is one.
func (w *scanTable) delimiterRow() bool {
	w.aligns = w.aligns[:0]
	i, end := lexical.Trim(w.l.src, w.l.ns, w.l.eol)
	w.l.t.steps += w.l.eol - w.l.ns
	if w.l.src[i] == '|' {
		i++
	}
	for {
		var a Align
		var ok bool
		if a, i, ok = scanDelimiter(w.l.src[:end], i); !ok {
			return false
		}
		w.aligns = append(w.aligns, a)
		if i == end || i == end-1 && w.l.src[i] == '|' {
			return true
		}
		if w.l.src[i] != '|' {
			return false
		}
		i++
	}
}

// scanDelimiter reads one cell of a delimiter row and the spaces around it.
func scanDelimiter(src string, i int) (Align, int, bool) {
	left, right := false, false
	i, _ = lexical.Trim(src, i, len(src))
	if i < len(src) && src[i] == ':' {
		left = true
		i++
	}
	dashes := i
	for i < len(src) && src[i] == '-' {
		i++
	}
	if i == dashes {
		return 0, i, false
	}
	if i < len(src) && src[i] == ':' {
		right = true
		i++
	}
	i, _ = lexical.Trim(src, i, len(src))
	switch {
	case left && right:
		return AlignCenter, i, true
	case left:
		return AlignLeft, i, true
	case right:
		return AlignRight, i, true
	}
	return AlignNone, i, true
}

// row adds the line to the open table; a line without a cell is none.
func (w *scanTable) row() bool {
	w.splitRow(w.l.ns, w.l.eol)
	if len(w.cells) == 0 {
		return false
	}
	w.addRow(w.l.ns, w.l.eol, false)
	w.end(w.l.eol)
	return true
}

// splitRow finds the cells of a row. A pipe behind a backslash is text.
func (w *scanTable) splitRow(from, to int) {
	w.cells = w.cells[:0]
	from, to = lexical.Trim(w.l.src, from, to)
	w.l.t.steps += to - from + 1
	if from < to && w.l.src[from] == '|' {
		from, _ = lexical.Trim(w.l.src, from+1, to)
	}
	for from < to {
		cell := scanCell{from: from}
		i := from
		for ; i < to && w.l.src[i] != '|'; i++ {
			if w.l.src[i] == '\\' && i+1 < to && w.l.src[i+1] == '|' {
				cell.escapes++
				i++
			}
		}
		cell.from, cell.to = lexical.Trim(w.l.src, from, i)
		w.cells = append(w.cells, cell)
		from = i + 1
	}
}

// addRow makes the nodes of a row and of its cells, as many as the table has
// columns at most.
func (w *scanTable) addRow(from, to int, header bool) {
	from, to = lexical.Trim(w.l.src, from, to)
	row := Node{Kind: KindTableRow, Header: header, Extent: extent(from, to)}
	row.Excess = len(w.cells) > len(w.aligns)
	row.Line, row.LastLine = w.l.lineNo, w.l.lineNo
	open := scanOpen{id: w.l.t.addTo(&w.open, row)}
	for i := range min(len(w.cells), len(w.aligns)) {
		c := w.cells[i]
		n := Node{Kind: KindTableCell, Align: w.aligns[i], Extent: extent(c.from, c.to)}
		n.Line, n.LastLine = w.l.lineNo, w.l.lineNo
		n.spanAt = int32(len(w.l.t.spans))
		w.cellSpans(c)
		n.spanLen = int32(len(w.l.t.spans)) - n.spanAt
		w.l.t.addTo(&open, n)
	}
}

// cellSpans adds the pieces of a cell without the backslashes before pipes.
func (w *scanTable) cellSpans(c scanCell) {
	from := c.from
	if c.escapes > 0 {
		for i := from; i+1 < c.to; i++ {
			if w.l.src[i] == '\\' && w.l.src[i+1] == '|' {
				w.l.t.spans = append(w.l.t.spans, Span{Start: int32(from), End: int32(i)})
				from = i + 1
				i++
			}
		}
		w.l.t.steps += c.to - c.from
	}
	if from < c.to {
		w.l.t.spans = append(w.l.t.spans, Span{Start: int32(from), End: int32(c.to)})
	}
}
