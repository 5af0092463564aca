// Package room finds texts for which the boxes of a page leave no room: cut off by a
// box that is too small, or under another box in the same cell of a grid.
//
// Lines are laid out at their least: letters are narrow, and what is not known has no
// size. So a text that is found is cut off, or nearly so, in every browser; one that is
// not found may be.
package room

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/box"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

const (
	maxDepth    = 100 // elements in one another that are looked at
	maxFormats  = 16  // around a text
	maxLines    = 64  // pixels of a box of lines alone
	usualLine   = 1.15
	maxWide     = 300  // pixels of a box whose width is not known, at the least
	leastLetter = 0.25 // the width of a letter, for its height
	leastSeen   = 0.2  // of the height of a line, which shows no letter
)

// Cut returns the texts that are cut off in an element, whose letters have a size.
func Cut(t *dom.Tree, s *css.Sheet, id int32, font float64) []int32 {
	l := layout{t: t, s: s}
	l.element(id, place{view: everything, loose: everything, wide: math.Inf(1), font: font, line: font * usualLine}, maxDepth)
	return l.found
}

// Under returns those elements directly in a grid that another one, which is painted in
// front of them, lies over.
func Under(t *dom.Tree, s *css.Sheet, grid int32) (found []int32) {
	cells := map[string][]int32{}
	for c := range t.Children(grid) {
		if t.Node(c).IsText {
			continue
		}
		e := css.Element{ID: c}
		cell := s.Values(e).Cell()
		if cell == "" {
			continue
		}
		if l, _ := s.Look(e); len(cells[cell]) > 0 && l.Solid() && t.Holds(c, dom.InsideContent|dom.InsideShape) {
			found = append(found, cells[cell]...)
			cells[cell] = nil
		}
		cells[cell] = append(cells[cell], c)
	}
	return found
}

// rect is a part of the page, in pixels.
type rect struct{ left, top, right, bottom float64 }

var everything = rect{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}

func (r rect) within(o rect) rect {
	return rect{max(r.left, o.left), max(r.top, o.top), min(r.right, o.right), min(r.bottom, o.bottom)}
}

// place is what an element has from those around it.
type place struct {
	view, loose rect    // what is shown of what is in the text, and of what has a place of its own
	x, y        float64 // of the box that such a place is in
	left, wide  float64 // of lines
	font, line  float64
	high        float64 // of the box
	end         bool    // lines are at the end of the box
	size        rect    // of the box that such a place is in, at most
	column      column
	keeps       bool // lines do not break
	breaks      bool // line ends of the text are some
	beside      bool // the elements in it are beside one another
}

// column is where the columns of a box begin, and how high they are; 0 for none.
type column struct{ top, high float64 }

// layout is where the next letter is.
type layout struct {
	t      *dom.Tree
	s      *css.Sheet
	x, y   float64
	tall   float64 // the height of the line that is begun
	margin float64 // above, which the margins of elements inside are a part of
	found  []int32
}

// end ends a line.
func (l *layout) end(p *place) {
	if l.tall > 0 {
		l.margin = 0
	}
	l.y += l.tall
	l.tall, l.x = 0, p.left
}

func (l *layout) element(id int32, around place, depth int) {
	n := l.t.Node(id)
	v := l.s.Values(css.Element{ID: id})
	if depth == 0 || dom.LeftOut(n.Tag) || v[props.Display] == "none" {
		return
	}
	f := v.Frame(around.font, around.line, around.keeps)
	if isCell(n.Tag, v) {
		f.CutsX, f.CutsY, f.FixedHigh = false, false, false // it is as large as it has to be
	}
	if around.column.high > 0 {
		before, after := box.Breaks(v)
		l.newColumn(&around, before)
		defer l.newColumn(&around, after)
	}
	way := wayOf(n.Tag, v, around.beside || n.Tag == dom.TagLi && l.s.Foreign)
	p := inside(around, &f, v, n.Tag)
	outer := *l
	if way != inline {
		l.end(&around)
		l.start(&p, &f, v, way)
	} else {
		l.x += f.Moves.Left
	}
	l.x += f.Moves.Along
	l.y += f.Moves.Down
	start := l.y
	l.bound(&p, &f, v)
	l.y += f.Above
	l.divide(&p, &f, v)
	if size := l.pictureOf(id, &f); size > 0 {
		l.tall = max(l.tall, size)
	}
	l.children(id, &p, depth)
	if way == apart {
		found, y := l.found, l.y+l.tall
		*l = outer
		if l.found = found; around.beside {
			l.y = y // the one around takes the greatest
		}
		return
	}
	if way == block {
		l.end(&p)
		l.finish(start, &f)
		l.x = around.left + f.Moves.Along
	}
	l.x -= f.Moves.Along
	l.y -= f.Moves.Down
}

// inside returns what an element has for those in it, but for where they are.
func inside(around place, f *props.Frame, v *props.Values, tag dom.Tag) place {
	p := around
	p.font, p.line, p.keeps = f.Font, f.Line, f.Keeps
	if w := v[props.WhiteSpace]; w != "" && !props.IsWide(w) || tag == dom.TagPre {
		p.breaks = tag == dom.TagPre || strings.HasPrefix(w, "pre")
	}
	if a := v[props.TextAlign]; a != "" && a != "inherit" {
		p.end = a == "right" || a == "end"
	}
	p.beside = strings.HasSuffix(v[props.Display], "flex") || strings.HasSuffix(v[props.Display], "grid") || tag == dom.TagTr
	return p
}

// Ways in which elements follow one another.
type way int

const (
	inline way = iota
	block
	apart // what follows is not below it
)

func wayOf(tag dom.Tag, v *props.Values, beside bool) way {
	display := v[props.Display]
	switch {
	case v.Placed() || v.Floats() || beside || dom.HasWord("inline-block inline-flex inline-grid inline-table", display), isCell(tag, v):
		return apart
	case display == "" && tag.Is(dom.Block), display != "" && display != "inline" && display != "contents":
		return block
	}
	return inline
}

func isCell(tag dom.Tag, v *props.Values) bool {
	return v[props.Display] == "table-cell" || tag == dom.TagTd || tag == dom.TagTh
}

// start goes to where a box begins, and lets its lines begin there.
func (l *layout) start(p *place, f *props.Frame, v *props.Values, how way) {
	switch {
	case v[props.Position] == "fixed":
		p.view, p.loose = everything, everything
	case v.Placed():
		p.view = p.loose
		if v[props.Top] != "" && v[props.Top] != "auto" {
			l.y = p.y
		}
		if v[props.Left] != "" && v[props.Left] != "auto" {
			p.left = p.x
		}
		p.leave(v)
	}
	if before := f.Moves.Before; before < 0 || how == apart {
		l.y += before
	} else if before > l.margin {
		l.y += before - l.margin
		l.margin = before
	}
	if f.Above > 0 || f.CutsY {
		l.margin = 0
	}
	p.left += f.Moves.Left
	p.widen(f, v)
	l.x = p.left
}

// bound takes over where a box ends, and what is shown beyond it.
func (l *layout) bound(p *place, f *props.Frame, v *props.Values) {
	view := everything
	if f.CutsY {
		view.top, view.bottom = l.y, l.y+f.Above+f.High+f.Below
	}
	if f.CutsX {
		view.left, view.right = p.left, p.left+f.Wide
	}
	if f.Scrolls && l.y < p.view.bottom {
		p.view = everything
	}
	p.view = p.view.within(view)
	if f.FixedHigh && f.High == p.high && f.High > maxLines {
		p.view = everything // a slide, which its readers go on to
	}
	if f.FixedHigh {
		p.high = f.High
	}
	if at := v[props.Position]; at != "" && at != "static" {
		p.loose = p.view
		p.x, p.y = p.left, l.y
		p.size = rect{right: f.Wide, bottom: f.High + f.Above + f.Below}
	}
}

// divide lays columns of a box below one another.
func (l *layout) divide(p *place, f *props.Frame, v *props.Values) {
	n := box.Columns(v, p.wide)
	if n == 0 || !f.CutsY || math.IsInf(f.High, 1) {
		return
	}
	p.column = column{l.y, f.High}
	p.view.bottom = l.y + float64(n)*f.High
	p.wide /= float64(n)
}

// newColumn goes on at the next column, if one begins.
func (l *layout) newColumn(p *place, begins bool) {
	if !begins {
		return
	}
	l.end(p)
	l.y = p.column.top + (math.Floor((l.y-p.column.top)/p.column.high)+1)*p.column.high
}

// widen sets how wide lines are.
func (p *place) widen(f *props.Frame, v *props.Values) {
	if _, said := props.Pixels(v[props.Width]); !said || strings.IndexByte(v[props.Width], '%') >= 0 {
		p.wide = min(p.wide, f.Wide)
	} else {
		p.wide = f.Wide
	}
}

// leave lets nothing be seen of a box that ends before the one around it begins.
func (p *place) leave(v *props.Values) {
	if isBeyond(v, props.Right, props.Left, p.size.right) || isBeyond(v, props.Bottom, props.Top, p.size.bottom) {
		p.view.right = math.Inf(-1)
	}
}

// isBeyond reports whether a box ends before the one around it begins, which is so large.
func isBeyond(v *props.Values, end, start props.Property, size float64) bool {
	px, ok := props.Pixels(v[end])
	return ok && px >= size && size > 0 && (v[start] == "" || v[start] == "auto") && !strings.HasSuffix(v[end], "%")
}

// finish goes to where a box ends that began somewhere.
func (l *layout) finish(start float64, f *props.Frame) {
	end := l.y + f.Below
	switch {
	case f.FixedHigh:
		end = start + f.High
	case end < start+f.Least:
		end = start + f.Least
	case end > start+f.High:
		end = start + f.High
	}
	if end > l.y {
		l.margin = 0
	}
	l.y = end
}

func (l *layout) children(id int32, p *place, depth int) {
	start := *l
	deepest := l.y
	for c := range l.t.Children(id) {
		switch n := l.t.Node(c); {
		case n.IsText:
			l.text(c, p)
			continue
		case n.Tag == dom.TagBr:
			l.tall = max(l.tall, p.line)
			l.end(p)
			continue
		}
		l.element(c, *p, depth-1)
		if p.beside {
			deepest = max(deepest, l.y)
			l.y = start.y
		}
	}
	l.y = max(l.y, deepest)
}

// pictureOf returns how high an element is that shows a picture.
func (l *layout) pictureOf(id int32, f *props.Frame) float64 {
	switch l.t.Node(id).Tag {
	case dom.TagImg, dom.TagSvg, dom.TagIframe, dom.TagObject, dom.TagEmbed, dom.TagCanvas, dom.TagVideo:
		if f.FixedHigh {
			return f.High
		}
		px, _ := props.Pixels(l.t.Value(id, dom.AttrHeight))
		return px
	}
	return 0
}

// text sets a text, and finds whether it is cut off.
func (l *layout) text(id int32, p *place) {
	s := l.t.Text(id)
	letters := strings.TrimSpace(s)
	if letters == "" {
		return
	}
	if l.x-p.left == p.wide && !p.keeps { // the line is full
		l.y, l.x = l.y+p.line, p.left
	}
	down, along := l.formats(l.t.Node(id).Format, p)
	l.x += along
	x, y := l.x, l.y+down
	l.tall = max(l.tall, p.line)
	l.x += leastLetter * p.font * float64(utf8.RuneCountInString(letters))
	if p.breaks {
		l.y += float64(strings.Count(letters, "\n")) * p.line
	}
	if over := l.x - p.left; !p.keeps && over > p.wide && p.wide > 0 {
		lines := math.Floor(over / p.wide)
		l.y += lines * p.line
		l.x -= lines * p.wide
	}
	v, most := &p.view, p.font*float64(utf8.RuneCountInString(letters)) // how wide it is at most
	x += p.gap(x, most)
	bottom := y + max(p.line, p.font)*(2+most/min(p.wide, maxWide))
	isCut := l.y+down >= v.bottom-leastSeen*p.line || bottom <= v.top
	if isCut || x >= v.right || l.x > v.right && p.keeps || x+min(p.wide, most) <= v.left {
		l.found = append(l.found, id)
	}
}

// gap returns what is in front of a line that is at the end of a box, where all of it is
// at most so long.
func (p *place) gap(x, most float64) float64 {
	if !p.end || x != p.left || most >= p.wide || math.IsInf(p.wide, 1) {
		return 0
	}
	return p.wide - most
}

// formats returns how far the formats around a text move it.
func (l *layout) formats(format int32, p *place) (down, along float64) {
	for range maxFormats {
		if format == 0 {
			break
		}
		v := l.s.Values(css.Element{ID: format, IsFormat: true})
		f := v.Frame(p.font, p.line, p.keeps)
		down += f.Moves.Down
		along += f.Moves.Along + f.Moves.Left
		format = l.t.Formats.At(format).Outer
	}
	return down, along
}
