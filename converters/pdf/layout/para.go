package layout

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// Para is lines that make one paragraph, heading, item of a list or stretch of
// code, or a table.
type Para struct {
	Lines   []Line
	Size    float64
	Gap     float64 // to what is above, in points
	Full    bool    // its last line reaches the end of the column
	Level   int     // of a heading, 0 for other text
	ID      string  // of a heading that links lead to
	Code    bool
	Quote   bool
	Table   *Table
	Caption *Para // of a table
	Picture bool
	Alt     string // of a picture
	Item    Item
	Tag     Tag
	At      Place
}

// Place is where a paragraph is.
type Place struct {
	Box    pdfium.Box
	Page   int
	Ends   int // the page on which a table ends, where it is another one
	Region int
	View   glyph.View // of its page
	Aside  bool       // it goes in another direction than its page
}

// Item is how a paragraph begins as an item of a list, or of a table of contents.
type Item struct {
	Marker   string // "" for other paragraphs
	Labelled bool   // the marker is not among its words
	TextX    float64
	Task     document.Task
	Entry    bool // of a table of contents
}

// Tag is what the structure of a document says of a paragraph.
type Tag struct {
	Tagged bool // the structure says something of it
	Depth  int  // of lists
	Bare   bool // an item without a label
	GoesOn bool // with the item before it
	Loose  bool // only a container says that it is one
	Before bool // it began on an earlier page
	Note   bool
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

// Paragraphs makes paragraphs of a region's lines.
func Paragraphs(r Region, number int) []Para {
	lines := Joined(r.lines)
	t := typographyOf(lines)
	t.page = r.Page
	pushed, rights := t.pushed(lines), t.rights(lines)
	var out []Para
	for i := range lines {
		l := lines[i]
		t.right = rights[max(i-1, 0)]
		if len(out) > 0 && l.Table == nil && out[len(out)-1].Table == nil {
			last := &out[len(out)-1]
			if !t.begins(last, &l) && !(pushed[i] && pushed[i-1]) {
				last.Code = last.Code && l.Words.Fixed()
				last.Lines = append(last.Lines, l)
				last.At.Box = last.At.Box.Union(l.Box)
				t.right = rights[i]
				last.Full = t.reaches(&l)
				continue
			}
		}
		p := newPara(l, number)
		if i > 0 {
			p.Gap = l.Box.Y0 - lines[i-1].Box.Y1
		} else {
			p.Gap = l.Size
		}
		t.right = rights[i]
		p.Full = t.reaches(&l)
		out = append(out, p)
	}
	return out
}

// rights returns of each line where the text that it is of ends to the right: that
// of the region, or that of lines below one another which are made equally long.
func (t *typography) rights(lines []Line) []float64 {
	const least, slack, wide = 3, .15, 12.0 // lines; of the size, twice
	out := make([]float64, len(lines))
	for i := 0; i < len(lines); {
		end, right := i+1, lines[i].Box.X1
		for end < len(lines) && lines[end-1].isAbove(&lines[end]) {
			right = max(right, lines[end].Box.X1)
			end++
		}
		equal := 0
		for k := i; k < end; k++ {
			equal += script.Flag(right-lines[k].Box.X1 < slack*lines[k].Size && lines[k].Box.W() > wide*lines[k].Size)
		}
		if equal < least || equal*2 < end-i || t.rtl {
			right = t.right
		}
		for ; i < end; i++ {
			out[i] = right
		}
	}
	return out
}

// newPara starts a paragraph.
func newPara(l Line, region int) Para {
	p := Para{Lines: []Line{l}, Size: l.Size, Table: l.Table, At: Place{Box: l.Box, Page: l.Page, Region: region}, Item: Item{TextX: l.Box.X0}}
	if l.Table != nil {
		return p
	}
	if p.Item.Entry = l.entry; p.Item.Entry {
		p.Item.Marker, p.Item.Labelled = "-", true
		return p
	}
	p.Code = l.Words.Fixed()
	if m, n := MarkerOf(&l); n > 0 && !p.Code {
		p.Item.Marker, p.Item.Task = m, taskOf(&l.Words[0])
		if n < len(l.Words) {
			p.Item.TextX = l.Words[n].Box.X0
		}
	}
	return p
}

// Joined joins the text of one row, and the text that no table holds.
func Joined(lines []Line) []Line {
	var out []Line
	for _, l := range lines {
		n := len(out)
		if n == 0 || !l.isText() || !out[n-1].isText() || math.Abs(out[n-1].Base-l.Base) > .3*min(out[n-1].Size, l.Size) {
			out = append(out, l)
			continue
		}
		last := &out[n-1]
		last.absorb(&l, last.RTL && l.RTL && l.Box.X0 > last.Box.X0)
	}
	return out
}

// typographyOf measures a region.
func typographyOf(lines []Line) typography {
	t := typography{left: 1e9, right: -1e9}
	var steps []float64
	rtl := 0
	for i := range lines {
		l := &lines[i]
		if l.Table != nil {
			continue
		}
		t.left, t.right = min(t.left, l.Box.X0), max(t.right, l.Box.X1)
		if l.RTL {
			rtl++
		}
		if i > 0 && lines[i-1].Table == nil {
			if d := l.Base - lines[i-1].Base; d > .5*l.Size && d < 2.2*l.Size {
				steps = append(steps, d/l.Size)
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
func (t *typography) full(lines []Line) int {
	n := 0
	for i := range lines {
		n += script.Flag(lines[i].Table == nil && t.rest(&lines[i]) < 1.5*lines[i].Size)
	}
	return n
}

// start returns how far a line begins from the edge of the column.
func (t *typography) start(l *Line) float64 {
	if t.rtl {
		return t.right - l.Box.X1
	}
	return l.Box.X0 - t.left
}

// rest returns how far a line ends from the other edge.
func (t *typography) rest(l *Line) float64 {
	if t.rtl {
		return l.Box.X0 - t.left
	}
	return t.right - l.Box.X1
}

// reaches reports whether a line goes to the end of the column.
func (t *typography) reaches(l *Line) bool {
	return t.rest(l) < .12*(t.right-t.left)+l.Size
}

// begins reports whether a line begins a paragraph.
func (t *typography) begins(p *Para, l *Line) bool {
	last := p.Last()
	size := max(last.Size, l.Size)
	step := l.Base - last.Base
	switch {
	case l.isAlone(), last.isAlone(), NoteMark(l) != "":
		return true
	case p.Code && l.Words.Fixed():
		return step > codeGap*size
	case p.Code != l.Words.Fixed() && !t.codeGoesOn(p, last, l), size > 1.1*min(last.Size, l.Size), last.Words.hasField() && !l.Words.isField():
		return true
	case step > max(t.leading*1.22, 1.02)*size+.5, step < -size:
		return true
	case last.Words.hyphened() && startsLower(l):
		return false
	}
	return t.standsApart(last, l) || t.looksNew(p, last, l) || t.indents(p, last, l)
}

// looksNew reports whether a line begins like a paragraph, or looks otherwise than the
// one before it: that leads to a number, this one has a marker, or one of them is bold.
func (t *typography) looksNew(p *Para, last, l *Line) bool {
	if dots, _ := leader(last); dots && !startsLower(l) {
		return true
	}
	if _, n := MarkerOf(l); n > 0 && t.itemBegins(p, last, l) {
		return true
	}
	bold, was := l.Words.All(document.Strong), last.Words.All(document.Strong)
	return bold != was && (!t.reaches(last) || bold && script.Ends(last.Words.Text()))
}

// standsApart reports whether a line, set far below another one, is a paragraph by
// itself: too few lines tell how long they are, the next word would have had room
// on the page, and what it says does not continue the line before it.
func (t *typography) standsApart(last, l *Line) bool {
	if step := l.Base - last.Base; step <= looseLeading*max(last.Size, l.Size) {
		return false
	}
	if room := t.page - t.left - last.Box.X1; t.rtl || room < l.Words[0].Box.W()+2*l.Size {
		return false
	}
	return !t.measured && !startsLower(l) && !script.Ends(last.Words.Text()) && !last.Words.hyphened()
}

// pushed tells of each line whether it is one of several, of different lengths,
// that end together at the far side of the page, as a sender and a date do: each
// is there by itself.
func (t *typography) pushed(lines []Line) []bool {
	const least, far = 3, .4 // lines; of the page's width
	out := make([]bool, len(lines))
	if t.rtl || t.page == 0 {
		return out
	}
	like := func(a, b *Line) bool {
		return !a.Words.hyphened() && math.Abs(a.Box.X1-b.Box.X1) < .3*a.Size && math.Abs(a.Box.X0-b.Box.X0) > .2*a.Size && math.Abs(a.Size-b.Size) < .1*a.Size
	}
	for i := 0; i < len(lines); {
		end := i
		for end < len(lines) && lines[end].Table == nil && lines[end].Box.X0 > far*t.page && (end == i || like(&lines[end-1], &lines[end])) {
			end++
		}
		for k := i; k < end && end-i >= least; k++ {
			out[k] = true
		}
		i = max(end, i+1)
	}
	return out
}

// codeGoesOn reports whether a line that is code as a whole, or one after
// such a line, is of a paragraph that only happens to break there.
func (t *typography) codeGoesOn(p *Para, last, l *Line) bool {
	if p.Code && len(p.Lines) > 1 || !t.reaches(last) || script.Ends(last.Words.Text()) || l.Box.X0 > p.Item.TextX+.5*l.Size {
		return false
	}
	return p.Item.Marker != "" || math.Abs(t.start(l)) < l.Size
}

// itemBegins reports whether what looks like a marker begins an item, and is
// not a number at the start of a line of text.
func (t *typography) itemBegins(p *Para, last, l *Line) bool {
	if p.Item.Marker != "" || script.IsBullet(l.Words[0].Text) {
		return true
	}
	return !t.reaches(last) || script.Ends(last.Words.Text())
}

// indents reports whether the edges of two lines say that a paragraph begins.
func (t *typography) indents(p *Para, last, l *Line) bool {
	centred := t.isCentred(last) && t.isCentred(l) && t.start(last) > 2*l.Size
	if !centred && t.isShort(last, l) {
		return !startsLower(l) || script.Ends(last.Words.Text()) || !IsCaption(p)
	}
	if p.Item.Marker != "" {
		return !t.rtl && t.outdents(p, last, l)
	}
	in := t.start(l) - t.start(last)
	if len(p.Lines) == 1 && in < 0 {
		return false // the first line was indented, or hangs
	}
	return in > .8*l.Size && in < 6*l.Size && script.Ends(last.Words.Text()) && !centred
}

// isShort reports whether the first word of a line would have had room on the one
// before it.
func (t *typography) isShort(last, l *Line) bool {
	return t.rest(last) > l.Words[0].Box.W()+1.3*l.Size && (t.right-t.left) > 8*l.Size
}

// isCentred reports whether a line is as far from one edge of the column as from the
// other.
func (t *typography) isCentred(l *Line) bool { return math.Abs(t.start(l)-t.rest(l)) < 2*l.Size }

// outdents reports whether a line is out of the item before it.
func (t *typography) outdents(p *Para, last, l *Line) bool {
	return l.Box.X0 < p.Item.TextX-.6*l.Size && (script.Ends(last.Words.Text()) || !t.reaches(last)) &&
		l.Box.X0 <= p.Lines[0].Box.X0+.3*l.Size && p.Lines[0].Box.X0 > t.left+.3*l.Size
}

// All reports whether all of a paragraph has a style.
func (p *Para) All(s document.Style) bool {
	for i := range p.Lines {
		if !p.Lines[i].Words.All(s) {
			return false
		}
	}
	return true
}

// Text returns the paragraph's text.
func (p *Para) Text() string {
	parts := make([]string, len(p.Lines))
	for i := range p.Lines {
		parts[i] = p.Lines[i].Words.Text()
	}
	return strings.Join(parts, " ")
}

// OutlineKey is a title without what differs between the outline and the page.
func OutlineKey(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Cut parts a paragraph before a word of one of its lines.
func (p *Para) Cut(line, word int) (head, rest Para) {
	l := &p.Lines[line]
	head, rest = *p, *p
	head.Lines = append(slices.Clone(p.Lines[:line]), l.part(0, word))
	rest.Lines = append([]Line{l.part(word, len(l.Words))}, p.Lines[line+1:]...)
	head.At.Box, rest.At.Box = boxOf(head.Lines), boxOf(rest.Lines)
	head.Full, rest.Gap, rest.Item.Marker, rest.Item.Task = false, 0, "", document.NoTask
	rest.Item.TextX = rest.At.Box.X0
	return head, rest
}

// Last returns the last line of a paragraph, which has lines.
func (p *Para) Last() *Line { return &p.Lines[len(p.Lines)-1] }

// IsFlow reports whether a paragraph is text of its page, and neither a picture nor a
// table, nor goes in another direction.
func (p *Para) IsFlow() bool {
	return !p.Picture && p.Table == nil && !p.At.Aside && len(p.Lines) > 0
}

// LastPage returns the page on which a paragraph or a table ends.
func (p *Para) LastPage() int { return max(p.At.Page, p.At.Ends) }

// TableCaption matches how the caption of a table begins.
var TableCaption = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i:table|tab\.|tabelle|tableau|tabla|tabela|tabella|таблица|табл\.|جدول|טבלה)\s*([0-9]{1,3}|[IVX]{1,5}|[A-Z])([.\-–][0-9]{1,3})*\s*[.:|–—-]?(\s|$)|^表\s*[0-9]`)
})

// figureCaption matches how the caption of a figure begins.
var figureCaption = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i:figure|fig\.|abbildung|abb\.|figura|рисунок|рис\.|illustration|شكل|איור)\s*([0-9]{1,3}|[IVX]{1,5}|[A-Z])([.\-–][0-9]{1,3})*\s*[.:|–—-]?(\s|$)|^[図图]\s*[0-9]`)
})

// IsCaption reports whether a paragraph begins like the caption of a figure or a
// table.
func IsCaption(p *Para) bool {
	text := p.Lines[0].Words.Text()
	return figureCaption().MatchString(text) || TableCaption().MatchString(text)
}
