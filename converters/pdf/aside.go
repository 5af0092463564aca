package pdf

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const (
	asidesMost = 64  // directions of a page that are told apart
	curveTurn  = 30  // degrees from one letter of a curve to the next, at most
	curveGap   = 2.6 // of the size, between them
	curveSpace = 1.6 // of the first step of a curve, from which there is a space
	widthOfOne = .5  // of the size, of a slanted letter where nothing tells it
	asideReach = 24  // points, to what a name of an axis stands beside
	asideBlock = 12  // words of one direction, from which there may be a table among them
)

// aside is the text of a page that goes in another direction than most of it,
// in a view in which it is upright.
type aside struct {
	view  view
	words []word
	lines []line
}

// uprightChars places each character that goes in another direction than the
// page as it is in a view in which it is upright.
func uprightChars(p *pdfium.Page) {
	var slants slantReader
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Run < 0 || p.Runs[c.Run].Turn == 0 {
			continue
		}
		run := &p.Runs[c.Run]
		v := asideView(p, run)
		if run.Turn == slantTurn {
			slants.place(p, i, v)
			continue
		}
		c.End = v.end(c, 0)
		c.X, c.Y = v.point(c.X, c.Y)
		c.Box = v.box(c.Box)
	}
}

// asideView returns the view in which the text of a run is upright.
func asideView(p *pdfium.Page, run *pdfium.Run) view {
	return view{turn: run.Turn, slant: run.Slant, width: p.Width, height: p.Height}
}

// slantReader places slanted letters. Those of a curve, each turned a little
// further than the one before it, go on in the view of the first of them.
type slantReader struct {
	x, y   float64 // of the last one on the page
	slant  int     // of the last one, as it is on the page
	first  int     // the slant of the view that it was placed in
	end    float64 // where it ends there
	step   float64 // from the first letter of a curve to the second one
	base   float64
	placed bool
}

// place places the character i, which is slanted.
func (s *slantReader) place(p *pdfium.Page, i int, v view) {
	c := &p.Chars[i]
	run := &p.Runs[c.Run]
	x, y := c.X, c.Y
	away := math.Hypot(x-s.x, y-s.y)
	turned := (run.Slant-s.slant+540)%360 - 180
	width := slantWidth(p, i)
	if s.placed && turned != 0 && max(turned, -turned) <= curveTurn && away < curveGap*run.Size {
		if s.step == 0 {
			s.step = away
		}
		s.slant, run.Slant = run.Slant, s.first
		c.X, c.Y = s.end, s.base
		if away > curveSpace*s.step {
			c.X += run.Size
		}
	} else {
		s.slant, s.first, s.step = run.Slant, run.Slant, 0
		c.X, c.Y = v.point(x, y)
	}
	s.x, s.y, s.base, s.placed = x, y, c.Y, true
	c.Box = pdfium.Box{X0: c.X, Y0: c.Y - above*run.Size, X1: c.X + width, Y1: c.Y + below*run.Size}
	s.end, c.End = c.Box.X1, c.Box.X1
}

// slantWidth returns how wide a slanted character is: as far as the next one is
// away.
func slantWidth(p *pdfium.Page, i int) float64 {
	c := &p.Chars[i]
	usual := widthOfOne * p.Runs[c.Run].Size
	if i+1 == len(p.Chars) || p.Chars[i+1].Run != c.Run {
		return usual
	}
	return min(math.Hypot(p.Chars[i+1].X-c.X, p.Chars[i+1].Y-c.Y), 2*usual)
}

// takeAside adds a word to those of its direction.
func (r *wordReader) takeAside(run *pdfium.Run) {
	v := asideView(r.page, run)
	at := slices.IndexFunc(r.asides, func(a aside) bool { return a.view == v })
	if at < 0 {
		if at = len(r.asides); at >= asidesMost {
			at--
		} else {
			r.asides = append(r.asides, aside{view: v})
		}
	}
	r.asides[at].words = append(r.asides[at].words, r.cur)
}

// layAsides makes lines and tables of what goes in other directions than the
// page.
func (s *sheet) layAsides(p *pdfium.Page, asides []aside) {
	for _, a := range asides {
		sub := sheet{number: s.number}
		page := &pdfium.Page{Width: p.Width, Height: p.Height}
		if a.view.turn < slantTurn && len(a.words) >= asideBlock {
			page.Objects.Lines = slices.Clone(p.Objects.Lines)
			turnObjects(page, a.view)
		}
		sub.plain(page, a.words)
		a.lines, a.words = sub.lines, nil
		s.asides = append(s.asides, a)
	}
}

// placeAsides puts what goes in other directions between a page's paragraphs,
// where it is read: each block before what is below its middle. More than are
// placed by the eye follow at the end of the page.
func (s *sheet) placeAsides(paras []para, region *int) []para {
	placed := 0
	for i := range s.asides {
		a := &s.asides[i]
		for _, part := range a.regions() {
			*region++
			for _, p := range paragraphs(part, *region) {
				p.aside = true
				p.box = a.view.upright(p.box)
				if p.table != nil {
					p.table.box = p.box
				}
				if placed++; placed > placedMost {
					paras = append(paras, p)
					continue
				}
				wide := p
				wide.box.X0, wide.box.X1 = p.box.X0-asideReach, p.box.X1+asideReach
				paras = slices.Insert(paras, placeOf(paras, &wide), p)
			}
		}
	}
	return paras
}

// regions returns the text of a direction in the order of reading. What is slanted
// has no columns, and is no table.
func (a *aside) regions() []region {
	switch {
	case len(a.lines) == 0:
		return nil
	case a.view.turn == slantTurn:
		return []region{{lines: a.lines, box: boxOf(a.lines)}}
	}
	return readingOrder(a.lines)
}

// dropRepeatedAsides takes out what stands in the margin of page after page in
// another direction, and returns how many lines went.
func dropRepeatedAsides(pages []*sheet) int {
	const least = 3 // pages
	key := func(a *aside, l *line) string {
		var b strings.Builder
		for _, r := range l.text() {
			if r < '0' || r > '9' {
				b.WriteRune(r)
			}
		}
		return b.String() + string(rune('0'+a.view.turn)) + string(rune(256+max(int(l.box.Y0/6), 0)))
	}
	seen := map[string]int{}
	each := func(visit func(a *aside)) {
		for _, s := range pages {
			for i := range s.asides {
				visit(&s.asides[i])
			}
		}
	}
	each(func(a *aside) {
		for i := range a.lines {
			if a.lines[i].table == nil {
				seen[key(a, &a.lines[i])]++
			}
		}
	})
	gone := 0
	each(func(a *aside) {
		n := len(a.lines)
		a.lines = slices.DeleteFunc(a.lines, func(l line) bool {
			many := seen[key(a, &l)]
			return l.table == nil && many >= least && many*2 > len(pages)
		})
		gone += n - len(a.lines)
	})
	return gone
}
