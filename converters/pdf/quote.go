package pdf

const (
	quoteIndent = 1.2 // of the size, on the left at least
	quoteRight  = .9  // of the size, on the right at least
	quoteDeep   = 8.0 // of the size, on the left at most
)

// quotes finds the paragraphs that are set in on both sides, among others that
// are not: what is quoted. The pages are those that the eye has read.
func quotes(paras []para) {
	for start := 0; start < len(paras); {
		end := start + 1
		for end < len(paras) && paras[end].region == paras[start].region {
			end++
		}
		quotesOf(paras[start:end])
		start = end
	}
}

// quotesOf finds those of one column of text.
func quotesOf(paras []para) {
	left, right, lines, body := 1e9, -1e9, 0, bodySize(paras)
	for i := range paras {
		p := &paras[i]
		if p.table != nil || p.tagged || p.aside || p.level > 0 || len(p.lines) < 2 {
			continue
		}
		left, right = min(left, p.box.X0), max(right, p.box.X1)
		lines += len(p.lines)
	}
	for i := range paras {
		p := &paras[i]
		if p.table != nil || p.tagged || p.aside || p.level > 0 || p.code || p.marker != "" || p.entry || len(p.lines) < 2 {
			continue
		}
		in := p.box.X0 - left
		if p.size < .97*body || in < quoteIndent*p.size || in > quoteDeep*p.size || right-p.box.X1 < quoteRight*p.size {
			continue
		}
		p.quote = lines > 2*len(p.lines) && isBlock(p, left) && !afterItem(paras, i) && !isCaption(p)
	}
}

// isBlock reports whether the lines of a paragraph begin at one place, apart
// from the first, and fill their measure, so that they are set in and not
// centred.
func isBlock(p *para, left float64) bool {
	edge := p.lines[len(p.lines)-1].box.X0
	for i := range p.lines {
		l := &p.lines[i]
		if l.rtl || i > 0 && abs(l.box.X0-edge) > .4*l.size || l.box.X0 < left+.8*l.size {
			return false
		}
		if i+1 < len(p.lines) && p.box.X1-l.box.X1 > 6*l.size {
			return false
		}
	}
	return true
}

// afterItem reports whether a paragraph belongs to an item of a list: one is
// before it, and it begins where the item's text does.
func afterItem(paras []para, i int) bool {
	const back = 4 // paragraphs that an item has
	for k := i - 1; k >= max(i-back, 0); k-- {
		if paras[k].level > 0 || paras[k].entry {
			return false
		}
		if paras[k].marker != "" {
			return abs(paras[k].textX-paras[i].box.X0) < 1.5*paras[i].size || paras[i].box.X0 > paras[k].textX
		}
	}
	return false
}
