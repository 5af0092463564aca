package word

// CharsAt returns the properties of the characters at a place in a paragraph of some
// style, and where they end.
func (f *File) CharsAt(at Place, paraStyle uint16) (*Chars, Place) {
	p := f.Texts.pieceAt(at)
	if p == nil {
		f.cache = cache{chars: f.Styles.ofChars(paraStyle)}
		return &f.cache.chars, at + 1
	}
	offset := p.offset(at)
	s := f.chars.find(offset)
	end := max(p.place(s.to), at+1)
	if len(s.changes) > 0 && f.cache.changes == &s.changes[0] && f.cache.style == paraStyle && f.cache.piece == p.change {
		return &f.cache.chars, end
	}
	f.cache = cache{style: paraStyle, piece: p.change, chars: f.Styles.ofChars(paraStyle)}
	if len(s.changes) > 0 {
		f.cache.changes = &s.changes[0]
	}
	f.Styles.apply(&f.cache.chars, s.changes, paraStyle)
	if p.change != 0 {
		style := f.Styles.ofChars(paraStyle)
		f.Texts.ofPiece(p, func(x change) { f.cache.chars.set(x, &style) })
	}
	return &f.cache.chars, end
}

// apply applies changes of characters in a paragraph of some style. A style of characters
// comes first, wherever it is named.
func (sheet *styles) apply(c *Chars, changes []byte, paraStyle uint16) {
	sheet.in.each(changes, func(x change) {
		if x.op == opCharStyle {
			c.Style = x.shortArg()
			sheet.addStyle(c, c.Style)
		}
	})
	style := *c
	sheet.in.each(changes, func(x change) {
		if x.op == opPlain {
			*c = sheet.ofChars(paraStyle)
			return
		}
		c.set(x, &style)
	})
}
