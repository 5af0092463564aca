package html

func isTablePart(t tag) bool {
	switch t {
	case tagTable, tagCaption, tagColgroup, tagCol, tagThead, tagTbody, tagTfoot, tagTr, tagTd, tagTh:
		return true
	}
	return false
}

// table returns where the table is that a part belongs to, or -1.
func (g *grower) table() int32 {
	if at := g.last[tagTable]; at > g.last[tagTemplate] {
		return at
	}
	return -1
}

// section returns where the open thead, tbody or tfoot of a table is, or -1.
func (g *grower) section(table int32) int32 {
	at := max(g.last[tagThead], g.last[tagTbody], g.last[tagTfoot])
	if at < table {
		return -1
	}
	return at
}

// startTablePart takes the start tag of a table or of a part of one. A part
// outside any table is ignored, its content is not (WHATWG HTML 13.2.6.4.9).
func (g *grower) startTablePart(tok *token) {
	table := g.table()
	if tok.tag == tagTable {
		switch g.current() {
		case tagTable, tagThead, tagTbody, tagTfoot, tagTr, tagColgroup:
			g.popTo(table)
		}
		g.close(tagP, buttonScope)
		g.insert(tok, true)
		return
	}
	if table < 0 {
		return
	}
	switch tok.tag {
	case tagTr:
		g.popTo(max(table, g.section(table)) + 1)
	case tagTd, tagTh:
		g.startCell(tok, table)
	case tagCol:
		if g.current() != tagColgroup {
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
func (g *grower) startCell(tok *token, table int32) {
	if row := g.last[tagTr]; row > table {
		g.popTo(row + 1)
		return
	}
	g.popTo(max(table, g.section(table)) + 1)
	g.insert(&token{tag: tagTr, line: tok.line}, true)
}

// endTablePart takes the end tag of a table or of a part of one.
func (g *grower) endTablePart(t tag) {
	table := g.table()
	if table < 0 {
		return
	}
	switch at := g.last[t]; {
	case at >= table:
		g.popTo(at)
	case t == tagTbody && g.section(table) < 0 && g.last[tagTr] > table:
		g.popTo(table + 1) // the rows stand in a body that no tag began
	}
}
