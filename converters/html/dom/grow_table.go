package dom

func isTablePart(t Tag) bool {
	switch t {
	case TagTable, TagCaption, TagColgroup, TagCol, TagThead, TagTbody, TagTfoot, TagTr, TagTd, TagTh:
		return true
	}
	return false
}

// table returns where the table is that a part belongs to, or -1.
func (s *stack) table() int32 {
	if at := s.last[TagTable]; at > s.last[TagTemplate] {
		return at
	}
	return -1
}

// section returns where the open thead, tbody or tfoot of a table is, or -1.
func (s *stack) section(table int32) int32 {
	at := max(s.last[TagThead], s.last[TagTbody], s.last[TagTfoot])
	if at < table {
		return -1
	}
	return at
}

// startTablePart takes the start tag of a table or of a part of one. A part
// outside any table is ignored, its content is not (WHATWG HTML 13.2.6.4.9).
func (g *grower) startTablePart(tok *Token) {
	table := g.stack.table()
	if tok.Tag == TagTable {
		switch g.stack.current() {
		case TagTable, TagThead, TagTbody, TagTfoot, TagTr, TagColgroup:
			g.popTo(table)
		}
		g.close(TagP, buttonScope)
		g.insert(tok, true)
		return
	}
	if table < 0 {
		return
	}
	switch tok.Tag {
	case TagTr:
		g.popTo(max(table, g.stack.section(table)) + 1)
	case TagTd, TagTh:
		g.startCell(tok, table)
	case TagCol:
		if g.stack.current() != TagColgroup {
			g.popTo(table + 1)
		}
		g.insert(tok, false)
		return
	default:
		g.popTo(table + 1)
	}
	if tok.closed && g.xml {
		g.insert(tok, false)
		return
	}
	g.insert(tok, true)
}

// startCell closes what is open inside the row, and opens a row if none is.
func (g *grower) startCell(tok *Token, table int32) {
	if row := g.stack.last[TagTr]; row > table {
		g.popTo(row + 1)
		return
	}
	g.popTo(max(table, g.stack.section(table)) + 1)
	g.insert(&Token{Tag: TagTr, Line: tok.Line}, true)
}

// endTablePart takes the end tag of a table or of a part of one.
func (g *grower) endTablePart(t Tag) {
	table := g.stack.table()
	if table < 0 {
		return
	}
	switch at := g.stack.last[t]; {
	case at >= table:
		g.popTo(at)
	case t == TagTbody && g.stack.section(table) < 0 && g.stack.last[TagTr] > table:
		g.popTo(table + 1) // the rows are in a body that no tag began
	}
}
