package pdf

import (
	"slices"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
)

// para is lines that make one paragraph, heading, item of a list or stretch of
// code, or a table.
type para struct {
	lines  []line
	box    pdfium.Box
	page   int
	size   float64
	gap    float64 // to what is above, in points
	full   bool    // its last line reaches the end of the column
	region int

	level  int    // of a heading, 0 for other text
	marker string // of an item
	textX  float64
	task   document.Task
	code   bool
	table  *table

	tagged   bool // by the structure of the document
	depth    int  // of lists, where the structure says so
	bare     bool // an item without a label
	goesOn   bool // with the item before it
	loose    bool // only a container says that it is one
	before   bool // began on an earlier page
	labelled bool // the marker is not among its words
	quote    bool
	entry    bool // of a table of contents
	note     bool
	view     view  // of its page
	aside    bool  // it goes in another direction than its page
	caption  *para // of a table
	ends     int   // the page on which a table ends, where it is another one
	picture  bool
	alt      string // of a picture
	id       string // of a heading that links lead to
}

// codeGap is how far the lines of a listing may be apart, of their size: two
// lines may be empty.
const codeGap = 4.2

// typography is what is usual in a region.
type typography struct {
	left, right, leading float64
	rtl                  bool
	measured             bool    // several lines end where the column does
	page                 float64 // the width of the page
}

// paragraphs makes paragraphs of a region's lines.
func paragraphs(r region, number int) []para {
	lines := joined(r.lines)
	t := typographyOf(lines)
	t.page = r.page
	pushed := t.pushed(lines)
	var out []para
	for i := range lines {
		l := lines[i]
		if len(out) > 0 && l.table == nil && out[len(out)-1].table == nil {
			last := &out[len(out)-1]
			if !t.begins(last, &l) && !(pushed[i] && pushed[i-1]) {
				last.code = last.code && l.fixed()
				last.lines = append(last.lines, l)
				last.box = last.box.Union(l.box)
				last.full = t.reaches(&l)
				continue
			}
		}
		p := newPara(l, number)
		if i > 0 {
			p.gap = l.box.Y0 - lines[i-1].box.Y1
		} else {
			p.gap = l.size
		}
		p.full = t.reaches(&l)
		out = append(out, p)
	}
	return out
}

// newPara starts a paragraph.
func newPara(l line, region int) para {
	p := para{lines: []line{l}, box: l.box, page: l.page, size: l.size, region: region, table: l.table, textX: l.box.X0}
	if l.table != nil {
		return p
	}
	if p.entry = l.entry; p.entry {
		p.marker, p.labelled = "-", true
		return p
	}
	p.code = l.fixed()
	if m, n := markerOf(&l); n > 0 && !p.code {
		p.marker, p.task = m, taskOf(&l.words[0])
		if n < len(l.words) {
			p.textX = l.words[n].box.X0
		}
	}
	return p
}

// joined joins what stands in one row, and what a table does not hold.
func joined(lines []line) []line {
	var out []line
	for _, l := range lines {
		n := len(out)
		if n == 0 || l.entry || l.table != nil || out[n-1].entry || out[n-1].table != nil || abs(out[n-1].base-l.base) > .3*min(out[n-1].size, l.size) {
			out = append(out, l)
			continue
		}
		last := &out[n-1]
		last.absorb(&l, last.rtl && l.rtl && l.box.X0 > last.box.X0)
	}
	return out
}

// typographyOf measures a region.
func typographyOf(lines []line) typography {
	t := typography{left: 1e9, right: -1e9}
	var steps []float64
	rtl := 0
	for i := range lines {
		l := &lines[i]
		if l.table != nil {
			continue
		}
		t.left, t.right = min(t.left, l.box.X0), max(t.right, l.box.X1)
		if l.rtl {
			rtl++
		}
		if i > 0 && lines[i-1].table == nil {
			if d := l.base - lines[i-1].base; d > .5*l.size && d < 2.2*l.size {
				steps = append(steps, d/l.size)
			}
		}
	}
	t.rtl = rtl*2 > len(lines)
	t.measured = t.full(lines) > 1
	t.leading = 1.2
	if len(steps) > 0 {
		slices.Sort(steps)
		t.leading = steps[len(steps)/3]
	}
	return t
}

// full returns how many lines end where the column does.
func (t *typography) full(lines []line) int {
	n := 0
	for i := range lines {
		n += flag(lines[i].table == nil && t.rest(&lines[i]) < 1.5*lines[i].size)
	}
	return n
}

// start returns how far a line begins from the edge of the column.
func (t *typography) start(l *line) float64 {
	if t.rtl {
		return t.right - l.box.X1
	}
	return l.box.X0 - t.left
}

// rest returns how far a line ends from the other edge.
func (t *typography) rest(l *line) float64 {
	if t.rtl {
		return l.box.X0 - t.left
	}
	return t.right - l.box.X1
}

// reaches reports whether a line goes to the end of the column.
func (t *typography) reaches(l *line) bool {
	return t.rest(l) < .12*(t.right-t.left)+l.size
}

// begins reports whether a line begins a paragraph.
func (t *typography) begins(p *para, l *line) bool {
	last := &p.lines[len(p.lines)-1]
	size := max(last.size, l.size)
	step := l.base - last.base
	if l.entry || last.entry || noteMark(l) != "" || last.hasField() && !l.isField() {
		return true
	}
	if p.code && l.fixed() {
		return step > codeGap*size
	}
	if p.code != l.fixed() && !t.codeGoesOn(p, last, l) || last.size > 1.1*l.size || l.size > 1.1*last.size {
		return true
	}
	if step > max(t.leading*1.22, 1.02)*size+.5 || step < -size {
		return true
	}
	if dots, _ := leader(last); dots && !startsLower(l) || step > looseLeading*size && t.standsApart(last, l) {
		return true
	}
	if _, n := markerOf(l); n > 0 && t.itemBegins(p, last, l) {
		return true
	}
	bold, was := l.all(document.Strong), last.all(document.Strong)
	if bold != was && (!t.reaches(last) || bold && ends(last.text())) {
		return true
	}
	return t.indents(p, last, l)
}

// looseLeading is how far lines are apart, of their size, that are hardly of one
// paragraph where nothing else says so.
const looseLeading = 1.5

// standsApart reports whether a line, set far below another one, is a paragraph by
// itself: too few lines tell how long they are, the next word would have had room
// on the page, and what it says does not go on with the line before it.
func (t *typography) standsApart(last, l *line) bool {
	if room := t.page - t.left - last.box.X1; t.rtl || room < l.words[0].box.W()+2*l.size {
		return false
	}
	return !t.measured && !startsLower(l) && !ends(last.text()) && !last.words[len(last.words)-1].hyphen
}

// pushed tells of each line whether it is one of several, of different lengths,
// that end together at the far side of the page, as a sender and a date do: each
// is there by itself.
func (t *typography) pushed(lines []line) []bool {
	const least, far = 3, .4 // lines; of the page's width
	out := make([]bool, len(lines))
	if t.rtl || t.page == 0 {
		return out
	}
	like := func(a, b *line) bool {
		return abs(a.box.X1-b.box.X1) < .3*a.size && abs(a.box.X0-b.box.X0) > .2*a.size && abs(a.size-b.size) < .1*a.size
	}
	for i := 0; i < len(lines); {
		end := i
		for end < len(lines) && lines[end].table == nil && lines[end].box.X0 > far*t.page && (end == i || like(&lines[end-1], &lines[end])) {
			end++
		}
		for k := i; k < end && end-i >= least; k++ {
			out[k] = true
		}
		i = max(end, i+1)
	}
	return out
}

// startsLower reports whether a line begins with a small letter, or in a script
// that has none.
func startsLower(l *line) bool {
	r := firstRune(l.words[0].text)
	return unicode.IsLetter(r) && !unicode.IsUpper(r)
}

// codeGoesOn reports whether a line that is code as a whole, or one after
// such a line, is of a paragraph that only happens to break there.
func (t *typography) codeGoesOn(p *para, last, l *line) bool {
	if p.code && len(p.lines) > 1 || !t.reaches(last) || ends(last.text()) || l.box.X0 > p.textX+.5*l.size {
		return false
	}
	return p.marker != "" || abs(t.start(l)) < l.size
}

// itemBegins reports whether what looks like a marker begins an item, and is
// not a number at the start of a line of text.
func (t *typography) itemBegins(p *para, last, l *line) bool {
	if p.marker != "" || isBullet(l.words[0].text) {
		return true
	}
	return !t.reaches(last) || ends(last.text())
}

// indents reports whether the edges of two lines say that a paragraph begins.
func (t *typography) indents(p *para, last, l *line) bool {
	size := l.size
	fits := l.words[0].box.W() + 1.3*size
	short := t.rest(last) > fits && (t.right-t.left) > 8*size
	centred := abs(t.start(last)-t.rest(last)) < 2*size && abs(t.start(l)-t.rest(l)) < 2*size && t.start(last) > 2*size
	if short && !centred {
		return !startsLower(l) || ends(last.text()) || !isCaption(p)
	}
	if p.marker != "" {
		return l.box.X0 < p.textX-.6*size && !t.rtl && (ends(last.text()) || !t.reaches(last)) && l.box.X0 <= p.lines[0].box.X0+.3*size &&
			p.lines[0].box.X0 > t.left+.3*size
	}
	in := t.start(l) - t.start(last)
	if len(p.lines) == 1 && in < 0 {
		return false // the first line was indented, or hangs
	}
	return in > .8*size && in < 6*size && ends(last.text()) && !centred
}
