package section

import (
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

const (
	headingLarger = 1.12 // than the body, where nothing else says that it is one
	headingChars  = 220
	headingLines  = 4
	boldChars     = 110
)

// look is how a heading looks.
type look struct {
	size float64 // in half points
	bold bool
}

// Body returns the size that most of the text has.
func Body(paras []layout.Para) float64 {
	count := map[float64]int{}
	for i := range paras {
		for j := range paras[i].Lines {
			l := &paras[i].Lines[j]
			if l.Table == nil && !paras[i].Code {
				count[half(l.Size)] += l.Chars
			}
		}
	}
	best, most := 10.0, 0
	for size, n := range count {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return best
}

func half(x float64) float64 { return math.Round(x*2) / 2 }

// finder finds the headings of a document.
type finder struct {
	paras []layout.Para
	body  float64
	titles
	heads headings
	roman bool // sections have Roman numbers
}

// headings are those that were found, in their order.
type headings struct {
	list  []*layout.Para
	named map[*layout.Para]bool // by the outline
	looks map[look]int          // of the others
}

// drop takes some headings out again.
func (h *headings) drop(is func(p *layout.Para) bool) {
	h.list = slices.DeleteFunc(h.list, func(p *layout.Para) bool {
		if !is(p) {
			return false
		}
		h.forget(p)
		p.Level = 0
		return true
	})
}

// forget takes a heading out of those by which looks are ranked.
func (h *headings) forget(p *layout.Para) {
	if h.named[p] {
		return
	}
	l := lookOf(p)
	if h.looks[l]--; h.looks[l] == 0 {
		delete(h.looks, l)
	}
}

// isSettled reports whether a heading is one by its number or by the outline.
func (h *headings) isSettled(p *layout.Para) bool { return h.named[p] || isNumbered(p.Text()) }

// isNoHeading reports whether a paragraph is something else, however it looks.
func isNoHeading(p *layout.Para) bool {
	return p.Table != nil || p.Code || p.Picture || p.At.Aside || p.Tag.GoesOn || p.Item.Labelled
}

// structured reports whether the structure of the document names its headings,
// on nearly all of its pages.
func structured(paras []layout.Para) bool {
	tagged, named := 0, 0
	for i := range paras {
		if paras[i].Tag.Tagged {
			tagged++
			named += script.Flag(paras[i].Level > 0)
		}
	}
	return named > 0 && tagged*10 >= len(paras)*8
}

func lookOf(p *layout.Para) look { return look{half(p.Size), p.All(document.Strong)} }
