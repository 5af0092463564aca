package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// startTable makes a table of the last line of the open paragraph if this
// line is a delimiter row with as many cells (GFM 4.10). A paragraph is tried
// once.
func (s *scanBlocks) startTable() bool {
	if s.noTable || s.t.opts.CommonMark || !s.delimiterRow() {
		return false
	}
	whole := &s.t.spans[len(s.t.spans)-1]
	last := *whole
	if i := strings.LastIndexByte(s.src[last.Start:last.End], '\n'); i >= 0 { // lines that were joined
		last.Start += int32(i) + 1
	}
	s.splitRow(int(last.Start), int(last.End))
	if len(s.cells) != len(s.aligns) {
		s.noTable = true
		return false
	}
	if last.Start > whole.Start {
		whole.End = last.Start - 1
	} else {
		s.t.spans = s.t.spans[:len(s.t.spans)-1]
	}
	if len(s.t.spans) > s.leafSpan {
		s.closeText(0, 0)
	}
	s.leaf = Node{}
	s.place()
	if len(s.stack) == 1 {
		s.begun = scanBegin{pos: s.lineStart, prevEOL: s.prevEOL, lineNo: s.lineNo - 1, header: last}
	}
	line := s.lineNo
	s.lineNo--
	s.table = scanOpen{kind: KindTable}
	s.table.id = s.add(Node{Kind: KindTable, Extent: Extent{Start: last.Start}})
	s.addRow(int(last.Start), int(last.End), true)
	s.lineNo = line
	s.leaf.Kind = KindTable
	s.endTable(s.eol)
	return true
}

// endTable moves the end of the open table to this line.
func (s *scanBlocks) endTable(end int) {
	n := &s.t.Nodes[s.table.id]
	n.End, n.LastLine = int32(end), s.lineNo
}

// delimiterRow reads a delimiter row into the columns' alignments, and reports
// whether the line is one.
func (s *scanBlocks) delimiterRow() bool {
	s.aligns = s.aligns[:0]
	i, end := lexical.Trim(s.src, s.ns, s.eol)
	s.t.steps += s.eol - s.ns
	if s.src[i] == '|' {
		i++
	}
	for {
		var a Align
		var ok bool
		if a, i, ok = scanDelimiter(s.src[:end], i); !ok {
			return false
		}
		s.aligns = append(s.aligns, a)
		if i == end || i == end-1 && s.src[i] == '|' {
			return true
		}
		if s.src[i] != '|' {
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
func (s *scanBlocks) row() bool {
	s.splitRow(s.ns, s.eol)
	if len(s.cells) == 0 {
		return false
	}
	s.addRow(s.ns, s.eol, false)
	s.endTable(s.eol)
	return true
}

// splitRow finds the cells of a row. A pipe behind a backslash is text.
func (s *scanBlocks) splitRow(from, to int) {
	s.cells = s.cells[:0]
	from, to = lexical.Trim(s.src, from, to)
	s.t.steps += to - from + 1
	if from < to && s.src[from] == '|' {
		from, _ = lexical.Trim(s.src, from+1, to)
	}
	for from < to {
		cell := scanCell{from: from}
		i := from
		for ; i < to && s.src[i] != '|'; i++ {
			if s.src[i] == '\\' && i+1 < to && s.src[i+1] == '|' {
				cell.escapes++
				i++
			}
		}
		cell.from, cell.to = lexical.Trim(s.src, from, i)
		s.cells = append(s.cells, cell)
		from = i + 1
	}
}

// addRow makes the nodes of a row and of its cells, as many as the table has
// columns at most.
func (s *scanBlocks) addRow(from, to int, header bool) {
	from, to = lexical.Trim(s.src, from, to)
	row := Node{Kind: KindTableRow, Header: header, Extent: extent(from, to)}
	row.Excess = len(s.cells) > len(s.aligns)
	row.Line, row.LastLine = s.lineNo, s.lineNo
	open := scanOpen{id: s.addTo(&s.table, row)}
	for i := range min(len(s.cells), len(s.aligns)) {
		c := s.cells[i]
		n := Node{Kind: KindTableCell, Align: s.aligns[i], Extent: extent(c.from, c.to)}
		n.Line, n.LastLine = s.lineNo, s.lineNo
		n.spanAt = int32(len(s.t.spans))
		s.cellSpans(c)
		n.spanLen = int32(len(s.t.spans)) - n.spanAt
		s.addTo(&open, n)
	}
}

// cellSpans adds the pieces of a cell without the backslashes before pipes.
func (s *scanBlocks) cellSpans(c scanCell) {
	from := c.from
	if c.escapes > 0 {
		for i := from; i+1 < c.to; i++ {
			if s.src[i] == '\\' && s.src[i+1] == '|' {
				s.t.spans = append(s.t.spans, Span{Start: int32(from), End: int32(i)})
				from = i + 1
				i++
			}
		}
		s.t.steps += c.to - c.from
	}
	if from < c.to {
		s.t.spans = append(s.t.spans, Span{Start: int32(from), End: int32(c.to)})
	}
}
