package pdf

import "unicode"

// joinParas joins paragraphs that a column or a page cut in two.
func joinParas(paras []para, rights map[int]float64) []para {
	var out []para
	labels := hasLabels(paras)
	for _, p := range paras {
		if n := len(out); n > 0 && p.bare && labels && p.page != out[n-1].page && out[n-1].depth >= p.depth {
			p.marker, p.labelled, p.bare, p.goesOn = "", false, false, true
		}
		if last := before(out); last != nil && (goesOn(last, &p) || isRest(last, &p, rights)) {
			last.lines = append(last.lines, p.lines...)
			last.full = p.full
			last.region = p.region
			continue
		}
		out = append(out, p)
	}
	return out
}

// before returns the paragraph that a text may go on with: the last one, or the
// last one before the pictures and captions that stand between them; nil for none.
func before(paras []para) *para {
	const most = 4 // between them
	for n := len(paras) - 1; n >= max(len(paras)-1-most, 0); n-- {
		p := &paras[n]
		caption := n > 0 && len(p.lines) > 0 && paras[n-1].picture && isCaption(p)
		if !p.picture && !caption {
			return p
		}
	}
	return nil
}

// isRest reports whether a paragraph is the rest of the one before it, which
// ends the page before: as the structure says, or as a listing that goes on.
func isRest(a, b *para, rights map[int]float64) bool {
	if a.picture || b.picture || a.table != nil || b.table != nil || len(a.lines) == 0 || len(b.lines) == 0 {
		return false
	}
	if b.page != a.lines[len(a.lines)-1].page+1 || a.code != b.code || a.level != b.level || a.tagged != b.tagged || a.note != b.note {
		return false
	}
	if b.tagged || !b.code {
		return b.before && (a.code || a.hasNoRoom(&b.lines[0], rights[a.lines[len(a.lines)-1].page]))
	}
	return a.depth == b.depth && b.marker == ""
}

// hasNoRoom reports whether the beginning of a line does not fit at the end of
// a paragraph, on a page whose text ends at right.
func (p *para) hasNoRoom(l *line, right float64) bool {
	last := &p.lines[len(p.lines)-1]
	if last.rtl || l.rtl {
		return p.full
	}
	return last.box.X1+.2*last.size+piece(l) > right-.1*last.size
}

// hasLabels reports whether the items of a document have labels. Then one
// without, at the head of a page, began on the page before.
func hasLabels(paras []para) bool {
	for i := range paras {
		if paras[i].labelled && !paras[i].bare {
			return true
		}
	}
	return false
}

// goesOn reports whether a paragraph goes on with the one before it, which
// ends a column in the middle of a sentence.
func goesOn(a, b *para) bool {
	if a.picture || b.picture || b.note || b.labelled || a.quote != b.quote || a.depth != b.depth {
		return false
	}
	if a.region == b.region || a.table != nil || b.table != nil || a.level > 0 || b.level > 0 || a.code != b.code || b.marker != "" {
		return false
	}
	if a.code || a.size > 1.06*b.size || b.size > 1.06*a.size || !a.full {
		return false
	}
	text := a.lines[len(a.lines)-1].text()
	if ends(text) {
		return false
	}
	r := firstRune(b.lines[0].text())
	return unicode.IsLower(r) || isWide(r) || a.lines[len(a.lines)-1].words[len(a.lines[len(a.lines)-1].words)-1].hyphen
}
