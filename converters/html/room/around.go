package room

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/box"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Around is what an element has from the boxes around it.
type Around struct {
	Flat bool    // a grid with a row or a column of no size
	Cut  bool    // what is cut off by a box around was found
	High float64 // pixels; 0 if its style does not say it

	flow, held box.Sides // where the box around shows nothing outside of it: of what is in the text, and of what has a place of its own
	beside     bool      // the elements in it are beside one another
}

const (
	cuts   = box.CutsX | box.CutsY
	leaves = box.Beside | box.Under | box.Along | box.Down
)

// Enter takes over what an element says to those in it, and reports whether the element
// is moved out of the box around it, which shows nothing outside.
func (a *Around) Enter(t *dom.Tree, s *css.Sheet, id int32, l *css.Look) bool {
	moved, placed, cut := l.Box.Bounds.Sides, l.Box.Bounds.Placed, a.flow
	switch {
	case l.Box.Fixed:
		cut = 0
	case placed:
		cut = a.held
	}
	isBlock := t.Node(id).Tag.Is(dom.Block) || l.Box.Block
	out := cut != 0 && moved&leaves != 0 && t.Holds(id, dom.InsideContent) && isOut(t, id, cut, moved, placed, isBlock && !a.beside)
	switch {
	case isBlock && !a.beside && moved&box.Fills != 0:
		cut &= box.CutsX | a.only(t, id, cut, moved)
	case isBlock || placed:
		cut = 0
	}
	a.flow = moved&cuts | cut
	if moved&box.Holds != 0 {
		a.held = a.flow
	}
	a.beside = l.Box.Bounds.Beside
	return out && !isSlide(t, s, id)
}

// only returns that what is above and below an element is not shown, if nothing else is in
// the box around it.
func (a *Around) only(t *dom.Tree, id int32, cut, moved box.Sides) box.Sides {
	if cut&box.CutsY != 0 && moved&box.Holds != 0 && isOnly(t, id) {
		return box.CutsY
	}
	return 0
}

// isOut reports whether an element is moved out of a box that shows nothing on some of
// its sides.
func isOut(t *dom.Tree, id int32, cut, moved box.Sides, placed, fills bool) bool {
	along := moved&box.Beside != 0 || moved&box.Along != 0 && (fills || placed)
	down := moved&box.Under != 0 || moved&box.Down != 0 && (placed || isOnly(t, id))
	return along && cut&box.CutsX != 0 || down && cut&box.CutsY != 0
}

// maxBeside is how many elements and texts beside one are looked at.
const maxBeside = 256

// isOnly reports whether nothing is beside an element that has content, as far as is looked.
func isOnly(t *dom.Tree, id int32) bool {
	looked := 0
	for c := range t.Children(t.Node(id).Parent) {
		if looked++; looked > maxBeside {
			break
		}
		if c != id && t.Holds(c, dom.InsideContent|dom.InsideShape) {
			return false
		}
	}
	return true
}

// maxSlides is how many elements beside one are looked at.
const maxSlides = 8

// isSlide reports whether an element is one of some of which readers see one at a time: one
// beside it has the same name and class and is in its place.
func isSlide(t *dom.Tree, s *css.Sheet, id int32) bool {
	n, class, seen, looked := t.Node(id), t.Value(id, dom.AttrClass), 0, 0
	for c := range t.Children(n.Parent) {
		if looked++; looked > maxBeside {
			break
		}
		if c == id || t.Node(c).IsText || t.Node(c).Tag != n.Tag || !sharesClass(class, t.Value(c, dom.AttrClass)) || !t.Holds(c, dom.InsideContent|dom.InsideShape) {
			continue
		}
		if seen++; seen > maxSlides {
			break
		}
		if l, _ := s.Look(css.Element{ID: c}); l.Box.Bounds.Sides&leaves == 0 {
			return true
		}
	}
	return false
}

func sharesClass(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(name string) bool { return dom.HasWord(b, name) })
}

// IsNarrow reports whether an element that shows nothing outside of its box has no room in
// it.
func IsNarrow(s *css.Sheet, id int32) bool {
	v := s.Values(css.Element{ID: id})
	return v.NarrowX() == visible.Size || v.NarrowY(v[props.Height]) == visible.Size
}

// HasCover reports whether a format that begins in an element lies over all that is in it,
// and in none of the elements inside that were asked before.
func HasCover(t *dom.Tree, s *css.Sheet, id int32, known *map[int32]bool) (found bool) {
	formats, end := t.Formats.Len(), t.Node(id).End
	first := sort.Search(int(formats), func(i int) bool { return t.Formats.At(int32(i)).At > id })
	for i := int32(max(first, 1)); i < formats && t.Formats.At(i).At <= end; i++ {
		if !(*known)[i] {
			dom.Put(known, i, true)
			l, _ := s.Look(css.Element{ID: i, IsFormat: true})
			found = found || l.Box.Covers
		}
	}
	return found
}

const (
	leastUp  = 12 // pixels by which a box lies over no line
	maxClimb = 4  // elements around one that begin with it
)

// Beneath returns over how many blocks in front of it a box lies that begins above its
// place.
func Beneath(t *dom.Tree, s *css.Sheet, id int32, up, font float64) int {
	before := blockBefore(t, id)
	if before == 0 || !t.Holds(before, dom.InsideContent) {
		return 0
	}
	above, below := margins(t, s, before, font, false), margins(t, s, id, font, true)
	up -= max(above, below, 0) + min(above, below, 0)
	f := s.Values(css.Element{ID: before}).Frame(font, font*usualLine, false)
	if up < leastUp && !(f.FixedHigh && f.High < font && !f.CutsY) {
		return 0
	}
	all := place{view: everything, loose: everything, wide: props.ScreenWidth, font: font, line: font * usualLine}
	l := layout{t: t, s: s}
	l.element(before, all, maxDepth)
	all.view.bottom = l.y + l.tall - up + leastSeen*all.line
	all.loose = all.view
	l = layout{t: t, s: s}
	l.element(before, all, maxDepth)
	blocks := map[int32]bool{}
	for _, text := range l.found {
		p := t.Node(text).Parent
		for q := p; q > before; q = t.Node(q).Parent {
			if tag := t.Node(q).Tag; !t.Node(p).Tag.Is(dom.Block) || tag == dom.TagUl || tag == dom.TagOl || tag == dom.TagDl || tag == dom.TagTable || tag == dom.TagBlockquote {
				p = q // which is one block
			}
		}
		blocks[p] = true
	}
	return len(blocks)
}

// blockBefore returns the element that ends where another one begins; 0 for none.
func blockBefore(t *dom.Tree, id int32) int32 {
	for range maxClimb {
		parent, last := t.Node(id).Parent, id-1
		for last > parent && (t.Node(last).Parent != parent || t.Node(last).IsText && !t.Holds(last, dom.InsideContent)) {
			if t.Node(last).Parent != parent {
				last = t.Node(last).Parent
			} else {
				last--
			}
		}
		switch {
		case last > parent && t.Node(last).IsText, last <= parent && parent <= dom.Root:
			return 0 // a line of its own is not laid out
		case last > parent:
			return last
		}
		id = parent
	}
	return 0
}

// margins returns the margin below an element, with those of what it ends with; or, from
// its start, those above what it begins with.
func margins(t *dom.Tree, s *css.Sheet, id int32, font float64, start bool) float64 {
	greatest, least := 0.0, 0.0
	for depth := range maxDepth {
		v := s.Values(css.Element{ID: id})
		if m := box.Margin(v, t.Node(id).Tag, font, start); !start || depth > 0 { // its own one is known
			greatest, least = max(greatest, m), min(least, m)
		}
		_, padding := box.Padding(v)
		if id = edgeOf(t, id, start); id == 0 || padding > 0 || math.IsInf(greatest, 1) {
			break
		}
	}
	return greatest + least
}

// edgeOf returns the block that an element begins or ends with; 0 for none.
func edgeOf(t *dom.Tree, id int32, start bool) int32 {
	last := int32(0)
	for c := range t.Children(id) {
		n := t.Node(c)
		if !t.Holds(c, dom.InsideContent) {
			continue
		}
		if last = 0; !n.IsText && n.Tag.Is(dom.Block) {
			last = c
		}
		if start {
			break
		}
	}
	return last
}
