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
		if last := before(out, &p); last != nil && (goesOn(last, &p, last != &out[len(out)-1]) || isRest(last, &p, rights)) {
			last.lines = append(last.lines, p.lines...)
			last.full = p.full
			last.region = p.region
			continue
		}
		out = append(out, p)
	}
	return out
}

// before returns the paragraph that a text may go on with: the last one, or,
// where it goes on with a small letter, the last one before the pictures, and
// the tables with captions, that stand between them; nil for none.
func before(paras []para, next *para) *para {
	most := 0 // between them
	if len(next.lines) > 0 && unicode.IsLower(firstRune(next.lines[0].text())) {
		most = 4
	}
	for n := len(paras) - 1; n >= max(len(paras)-1-most, 0); n-- {
		if most == 0 || !floats(paras, n) {
			return &paras[n]
		}
	}
	return nil
}

// floats reports whether a paragraph is one that stands where there is room for
// it: a picture, what goes in another direction, or a table with a caption, or
// such a caption.
func floats(paras []para, n int) bool {
	if paras[n].picture || paras[n].aside {
		return true
	}
	for _, k := range []int{n - 1, n + 1} {
		if k < 0 || k >= len(paras) {
			continue
		}
		if p, o := &paras[n], &paras[k]; p.table != nil && o.isLegend() || (o.picture || o.table != nil) && p.isLegend() {
			return true
		}
	}
	return false
}

// isLegend reports whether a paragraph is the caption of something.
func (p *para) isLegend() bool {
	return !p.picture && p.table == nil && len(p.lines) > 0 && len(p.lines) <= captionLines && isCaption(p)
}

// isRest reports whether a paragraph is the rest of the one before it, which
// ends the page before: as the structure says, or as a listing that goes on.
func isRest(a, b *para, rights map[int]float64) bool {
	if a.picture || b.picture || a.aside || b.aside || a.table != nil || b.table != nil || len(a.lines) == 0 || len(b.lines) == 0 {
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

// goesOn reports whether a paragraph goes on with one before it, which ends a
// column, or what stands over something that floats, in the middle of a sentence.
func goesOn(a, b *para, over bool) bool {
	if a.picture || b.picture || a.aside || b.aside || b.note || b.labelled || a.quote != b.quote || a.depth != b.depth {
		return false
	}
	if a.region == b.region && !over || a.table != nil || b.table != nil || a.level > 0 || b.level > 0 || a.code != b.code || b.marker != "" {
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
