// Package paper estimates where the text of a document with pages is, to tell
// which of it lies under shapes that nothing is seen through. It knows no fonts:
// letters are as wide as they are in most of them.
//
//   - paper.go: the sheet, flows of paragraphs, shapes
//   - under.go: which paragraphs are under shapes
package paper

import (
	"math"

	"github.com/seed353dc258/backstory/document"
)

// Rect is a part of the sheet, in points.
type Rect struct{ Left, Top, Right, Bottom float64 }

// Sheet holds the pages of a document, one below the other.
type Sheet struct {
	Width, Height float64 // of a page
	Margin        Rect    // its widths, not places
	texts         []text
	lids          map[int][]lid // by page
	count         int           // of the lids
	under         map[int]bool
}

// Flow is where paragraphs follow one another: the body, a cell, a box.
type Flow struct {
	Left, Width float64
	Y           float64
	Paged       bool // it goes on at the top of the next page
}

// Paragraph is what is known of one.
type Paragraph struct {
	Key        int // that [Sheet.Under] tells
	Size, Line float64
	Exact      bool // Line is a height in points, else a multiple
	Margin     Rect // its widths, not places
	Align      document.Align
	Stops      []Stop
	Least      float64 // height of a picture in it
	Gone       bool    // without text it takes no room
	parts      []float64
	lines      int
}

// Stop is a place that a tab goes to.
type Stop struct {
	At    float64
	Align document.Align
}

// text is some lines of a paragraph.
type text struct {
	key         int
	left, width float64 // of its column
	y, line     float64
	ink         float64 // the length of all lines
	align       document.Align
	level       int64
}

// lid is a shape that nothing is seen through.
type lid struct {
	Rect
	from  float64 // the place that its own counts from
	level int64
}

// maxParts bounds the texts between tabs of one line.
const maxParts = 64

// Write adds text to the paragraph.
func (p *Paragraph) Write(words string) {
	if len(p.parts) == 0 {
		p.parts = append(p.parts, 0)
	}
	size, last := p.size(), &p.parts[len(p.parts)-1]
	for _, c := range words {
		*last += size * em(c)
	}
}

// Tab adds a tab.
func (p *Paragraph) Tab() {
	if len(p.parts) == 0 {
		p.parts = append(p.parts, 0)
	}
	if len(p.parts) < maxParts {
		p.parts = append(p.parts, 0)
	}
}

// Break ends a line.
func (p *Paragraph) Break() {
	p.Tab()
	p.lines++
}

// Ink returns how long the text is so far.
func (p *Paragraph) Ink() float64 {
	sum := 0.0
	for _, w := range p.parts {
		sum += w
	}
	return sum
}

func (p *Paragraph) size() float64 {
	if p.Size > 0 {
		return p.Size
	}
	return 11
}

// height returns that of a line.
func (p *Paragraph) height() float64 {
	const usual = 1.2
	h := p.size() * usual
	switch {
	case p.Exact && p.Line > 0:
		return p.Line
	case p.Line > 0:
		h *= p.Line
	}
	return max(h, p.Least)
}

// em returns how wide a letter is, as a part of the size of its font.
func em(c rune) float64 {
	switch {
	case c == ' ' || c == 'i' || c == 'l' || c == 'j' || c == 't' || c == 'f' || c == 'I' || c >= '!' && c <= '/':
		return .3
	case c >= 0x1100:
		return 1
	case c >= 'A' && c <= 'Z', c == 'm', c == 'w':
		return .68
	}
	return .5
}

// number returns that of the page that a place is on, from 0.
func (s *Sheet) number(y float64) int { return int(y / s.Height) }

// PageOf returns the top of the page that a place is on.
func (s *Sheet) PageOf(y float64) float64 { return float64(s.number(y)) * s.Height }

// NextPage goes on at the top of the next page.
func (s *Sheet) NextPage(f *Flow) { f.Y = s.PageOf(f.Y) + s.Height + s.Margin.Top }

// Column returns the width of the text of a page.
func (s *Sheet) Column() float64 { return max(s.Width-s.Margin.Left-s.Margin.Right, 36) }

// Body returns the flow of the pages.
func (s *Sheet) Body() Flow {
	return Flow{Left: s.Margin.Left, Width: s.Column(), Y: s.Margin.Top, Paged: true}
}

// Put lays a paragraph out, and returns its top and the height of its lines.
func (s *Sheet) Put(f *Flow, p *Paragraph) (top, line float64) {
	line = p.height()
	if p.Gone && p.Ink() == 0 {
		return f.Y, line
	}
	f.Y += p.Margin.Top
	if f.Paged && f.Y+line > s.PageOf(f.Y)+s.Height-s.Margin.Bottom && line < s.Height/2 {
		s.NextPage(f)
	}
	top = f.Y
	left, width := f.Left+p.Margin.Left, max(f.Width-p.Margin.Left-p.Margin.Right, p.size())
	switch ink := p.Ink(); {
	case ink == 0:
		f.Y += line * float64(p.lines+1)
	case p.lines == 0 && len(p.parts) > 1 && ink < width:
		s.tabbed(f, p, left, width, line)
	default:
		s.lines(f, text{key: p.Key, left: left, width: width, line: line, ink: ink, align: p.Align})
		f.Y += line * float64(p.lines)
	}
	f.Y += p.Margin.Bottom
	return top, line
}

// tabbed adds one line with tabs.
func (s *Sheet) tabbed(f *Flow, p *Paragraph, left, width, line float64) {
	const usualStop = 36
	x, stops := left, p.Stops
	for i, ink := range p.parts {
		align := p.Align
		if i > 0 {
			align = document.AlignNone
			for len(stops) > 0 && f.Left+stops[0].At <= x {
				stops = stops[1:]
			}
			if len(stops) > 0 {
				x, align = f.Left+stops[0].At, stops[0].Align
				stops = stops[1:]
			} else {
				x = left + (math.Floor((x-left)/usualStop)+1)*usualStop
			}
			switch align {
			case document.AlignCenter:
				x -= ink / 2
			case document.AlignRight:
				x -= ink
			}
			align = document.AlignNone
		}
		if ink > 0 {
			s.texts = append(s.texts, text{key: p.Key, left: x, width: width, y: f.Y, line: line, ink: ink, align: align})
		}
		x += ink
	}
	f.Y += line
}

// maxPages bounds the pages of one paragraph.
const maxPages = 64

// lines adds the lines of a paragraph, which may go on on other pages.
func (s *Sheet) lines(f *Flow, t text) {
	for pages := 0; t.ink > 0; pages++ {
		n := math.Ceil(t.ink / t.width)
		if f.Paged && pages < maxPages {
			if fit := math.Floor((s.PageOf(f.Y) + s.Height - s.Margin.Bottom - f.Y) / t.line); fit >= 1 && fit < n {
				n = fit
			}
		}
		part := t
		part.y, part.ink = f.Y, min(t.ink, n*t.width)
		s.texts = append(s.texts, part)
		f.Y += n * t.line
		if t.ink -= part.ink; t.ink > 0 {
			s.NextPage(f)
		}
	}
}

// Mark returns how many texts were laid out.
func (s *Sheet) Mark() int { return len(s.texts) }

// Lift moves texts that were laid out between two marks, and puts them further to the
// front: the level 0 is that of the text, and what has more is in front of it.
func (s *Sheet) Lift(from, to int, x, y float64, level int64) {
	for i := range s.texts[from:to] {
		t := &s.texts[from+i]
		t.left, t.y, t.level = t.left+x, t.y+y, t.level+level
	}
}

// Cover adds a shape that nothing is seen through. Its place was counted from another
// one.
func (s *Sheet) Cover(r Rect, from float64, level int64) {
	if r.Right <= r.Left || r.Bottom <= r.Top || s.count > maxShapes {
		return
	}
	if s.lids == nil {
		s.lids = map[int][]lid{}
	}
	first := s.number(r.Top)
	for page := first; page <= min(s.number(r.Bottom), first+maxHigh); page++ {
		if len(s.lids[page]) <= maxLids {
			s.lids[page] = append(s.lids[page], lid{Rect: r, from: from, level: level})
			s.count++
		}
	}
}

// MaxFloats bounds the shapes of one paragraph.
const MaxFloats = 1 << 12

// Crowd says that there are more shapes than anybody draws: all text counts as under them.
func (s *Sheet) Crowd() { s.count = maxShapes + 1 }
