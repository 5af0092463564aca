package rtf

// textWord acts upon a word that stands for text, or ends some.
func (r *reader) textWord(t token) {
	r.fresh = false
	switch t.word {
	case wUnicode:
		r.unicode(t.num)
		return
	case wPar, wCell, wNestCell, wRow, wNestRow, wSection, wPage, wLine:
		r.settle()
		r.skip = 0
		r.breakWord(t.word)
		return
	case wPageNumber:
		r.flush()
		r.story.paged = true
		return
	case wNoteMark:
		return
	}
	if r.skip > 0 {
		r.skip--
		return
	}
	r.settle()
	if t.word < lastChar && charOf[t.word] != 0 {
		r.putRune(charOf[t.word])
	}
}

// breakWord acts upon a word that ends a line, a paragraph, a cell or a row.
func (r *reader) breakWord(w word) {
	if r.wrapped {
		r.put([]byte{'\n'})
		return
	}
	if r.group.dest != destBody {
		if r.group.dest == destCollect {
			r.collected = append(r.collected, ' ')
		} else if w == wNestRow && r.group.of == wNestProps && !r.inShape() {
			r.endRow(max(r.lastNest, 2))
		}
		return
	}
	switch w {
	case wLine:
		if r.story.lines == linesMost {
			r.endPara()
			return
		}
		r.story.lines++
		r.put([]byte{'\n'})
	case wPar:
		r.endPara()
	case wSection, wPage:
		if len(r.story.text) > 0 {
			r.endPara()
		}
	case wCell:
		r.endCell(1)
	case wNestCell:
		r.lastNest = max(int(r.group.pars.itap), 2)
		r.endCell(r.lastNest)
	case wRow:
		r.endRow(1)
	case wNestRow:
		r.endRow(max(r.lastNest, 2))
	}
}
