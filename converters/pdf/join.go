package pdf

import "unicode"

// joinParas joins paragraphs that a column or a page cut in two.
func joinParas(paras []para) []para {
	var out []para
	labels := hasLabels(paras)
	for _, p := range paras {
		if n := len(out); n > 0 && p.bare && labels && p.page != out[n-1].page && out[n-1].depth >= p.depth {
			p.marker, p.labelled, p.bare, p.goesOn = "", false, false, true
		}
		if n := len(out); n > 0 && goesOn(&out[n-1], &p) {
			last := &out[n-1]
			last.lines = append(last.lines, p.lines...)
			last.full = p.full
			last.region = p.region
			continue
		}
		out = append(out, p)
	}
	return out
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
	if a.alt != "" || b.alt != "" || b.note || b.labelled || a.quote != b.quote || a.depth != b.depth {
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
