package pdf

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/write"
)

// pageNumber matches a line that may be the number of a page: what says so before
// it, the number, and what says so behind it.
var pageNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i)([\s\-–—|.\[(]*(?:page|p\.|seite|стр\.?|página|pagina|trang)?)\s*([0-9]{1,4}|[ivxlc]{1,6})((?:\s*(?:/|of|von|de|из|sur)\s*[0-9]{1,4})?[\s\-–—|.\])]*)$`)
})

// romanNumbers are the Roman numerals of pages, in small letters.
var romanNumbers = sync.OnceValue(func() map[string]int {
	const most = 400
	out := map[string]int{}
	for n := 1; n < most; n++ {
		out[strings.ToLower(numeral.Roman(n))] = n
	}
	return out
})

// offsetPages is how many pages have to have a number that is as much more than theirs,
// at any place of their edges: a table over several pages counts from one page to the next.
const offsetPages = 3

// numbering knows the numbers at the edges of all pages. A number alone may be the
// end of a table, so it is that of its page only where it is in line with others.
type numbering struct {
	pages   int
	called  write.Labels
	offsets map[int]int         // on how many pages a number is so much more than that of its page
	places  map[string][][2]int // pages, and their numbers at one place, in order
}

// numberingOf reads the numbers of pages.
func numberingOf(pages []*layout.Sheet, called write.Labels) *numbering {
	n := &numbering{pages: len(pages), called: called, offsets: map[int]int{}, places: map[string][][2]int{}}
	for _, p := range pages {
		met := map[int]bool{}
		for _, at := range margins(p) {
			l := &p.Lines[at]
			if number, _ := numberOf(l); number > 0 {
				met[number-p.Number] = true
				key := furnitureKey(p, l)
				n.places[key] = append(n.places[key], [2]int{p.Number, number})
				continue
			}
			for w := range l.Words { // a header names the page at an end
				if number, err := strconv.Atoi(l.Words[w].Text); err == nil && (w == 0 || w == len(l.Words)-1) {
					met[number-p.Number] = true
				}
			}
		}
		for offset := range met {
			n.offsets[offset]++
		}
	}
	return n
}

// has reports whether a line at the edge of a page is its number.
func (n *numbering) has(s *layout.Sheet, l *layout.Line) bool {
	if n.pages < 2 {
		return false
	}
	number, says := numberOf(l)
	return write.IsLabel(strings.TrimSpace(l.Words.Text()), n.called[s.Number]) || number > 0 && (says || number == s.Number || n.offsets[number-s.Number] >= offsetPages || n.goesOn(furnitureKey(s, l), s.Number, number))
}

// of returns those of some lines of a page that are its number.
func (n *numbering) of(s *layout.Sheet, edges []int) []*layout.Line {
	var out []*layout.Line
	for _, at := range edges {
		if l := &s.Lines[at]; n.has(s, l) {
			out = append(out, l)
		}
	}
	return out
}

// beside reports whether a line is beside the number of its page, as the name of a
// section in a header is.
func beside(l *layout.Line, numbers []*layout.Line) bool {
	return slices.ContainsFunc(numbers, func(o *layout.Line) bool { return o != l && math.Abs(o.Base-l.Base) < 2 })
}

// goesOn reports whether a number counts up from that at the same place of a page
// before, or up to that of one behind, by no more than the pages between them:
// pages that show one more line of a slide each have the same number.
func (n *numbering) goesOn(place string, page, number int) bool {
	all := n.places[place]
	for i := 1; i < len(all); i++ {
		a, b := all[i-1], all[i]
		if (page == a[0] && number == a[1] || page == b[0] && number == b[1]) && b[1] >= a[1] && b[1]-a[1] <= b[0]-a[0] {
			return true
		}
	}
	return false
}

// numberOf returns the number that is all of a line, and whether the line says to
// be that of a page; 0 where it is something else.
func numberOf(l *layout.Line) (number int, says bool) {
	m := pageNumber().FindStringSubmatch(strings.TrimSpace(l.Words.Text()))
	if m == nil {
		return 0, false
	}
	number, err := strconv.Atoi(m[2])
	if err != nil {
		number = romanNumbers()[m[2]]
	}
	dashed := strings.ContainsAny(m[1], "-–—|") && strings.ContainsAny(m[3], "-–—|")
	return number, dashed || strings.Trim(m[1]+m[3], " .-–—|[]()") != ""
}
