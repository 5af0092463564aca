package rtf

// pnDef is a list of Word 6 (RTF 1.9.1, Word 6.0 and Word 95 bullets and
// numbering).
type pnDef struct {
	kind          int // as \levelnfc
	start         int32
	before, after string
}

// The kinds of markers that \pn knows.
const (
	pnBullet = iota + 1
	pnNumber
)

// pnLevelBullet is the level of \pnlvl that has bullets.
const pnLevelBullet = 11

// pnWord acts upon a word of \pn.
func (r *reader) pnWord(t token) {
	if r.group.of != wPn {
		return
	}
	switch w := t.word; {
	case w == wPnBullet, w == wPnNumber && t.num == pnLevelBullet:
		r.group.pars.pnMarker = pnBullet
	case w == wPnNumber:
		r.group.pars.pnMarker = pnNumber
	case w == wPnStart:
		r.pn.start = clip(t.num)
	default:
		r.pn.kind = int(w-wPnUpperRoman) + kindUpperRoman
	}
}

// leavePn gives the paragraph the list that was defined.
func (r *reader) leavePn(g group) {
	p := &r.around(1).pars
	p.pnMarker, p.pn = g.pars.pnMarker, 0
	if p.pnMarker != pnNumber {
		return
	}
	if n := len(r.pns); n == 0 || r.pns[n-1] != r.pn {
		r.pns = append(r.pns, r.pn)
		r.hold(1)
	}
	p.pn = int32(len(r.pns))
}

// pnMarker returns the marker of a paragraph in a list of Word 6 that does not
// carry it: one more than that of the item before it in the same list.
func (f *flow) pnMarker(p *para) string {
	d := f.reader.pns[p.pn-1]
	if f.pn != p.pn || len(f.lists) == 0 {
		f.pn, f.pnNext = p.pn, d.start
	}
	marker := d.before + inNumerals(int(f.pnNext), d.kind) + d.after
	f.pnNext++
	return marker
}
