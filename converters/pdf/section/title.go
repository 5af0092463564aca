package section

import (
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
)

const (
	titleLarger = 1.3   // than the body, a title that no outline is below
	titleApart  = .95   // of the title's size, what is smaller than it
	titlePage   = 1_500 // characters of a page that has hardly more than the title
	proseLines  = 3     // of a paragraph, from which it is text
)

// titleOf parts the headings of a document into its title and the others. The title is
// the largest of the headings before the text begins, whatever is around it, on their
// first page, that the outline does not name and that have no number. No other heading
// looks like it; larger ones may be in the outline, or on the pages behind one that has
// hardly more than the title.
func titleOf(paras []layout.Para, heads []*layout.Para, body float64) (title, rest []*layout.Para) {
	front := frontOf(paras, heads)
	if len(front) == 0 {
		return nil, heads
	}
	at := 0
	for i, p := range front {
		if p.Size > front[at].Size {
			at = i
		}
	}
	end := at + 1
	for end < len(front) && lookOf(front[end]) == lookOf(front[at]) {
		end++
	}
	size := front[at].Size
	alone := charsOn(paras, front[at].Page) < titlePage
	outlined := slices.ContainsFunc(heads[end:], func(p *layout.Para) bool { return p.Level > 0 })
	if !outlined && size < titleLarger*body || slices.ContainsFunc(heads[end:], func(p *layout.Para) bool {
		return p.Level < 0 && (lookOf(p) == lookOf(front[at]) || p.Size >= titleApart*size && (p.Page == front[at].Page || !alone))
	}) {
		return nil, heads
	}
	return slices.Clone(heads[at:end]), slices.Delete(slices.Clone(heads), at, end)
}

// frontOf returns the headings before the text of a document, on one page.
func frontOf(paras []layout.Para, heads []*layout.Para) []*layout.Para {
	n := 0
	for i := range paras {
		p := &paras[i]
		switch {
		case n == len(heads):
			return heads
		case p == heads[n]:
			if p.Level > 0 || p.Page != heads[0].Page || numbered().MatchString(p.Text()) {
				return heads[:n]
			}
			n++
		case n > 0 && len(p.Lines) >= proseLines && p.Table == nil:
			return heads[:n]
		}
	}
	return heads[:n]
}

// charsOn returns how many characters a page has.
func charsOn(paras []layout.Para, page int) (n int) {
	for i := range paras {
		if paras[i].Page == page {
			for j := range paras[i].Lines {
				n += paras[i].Lines[j].Chars
			}
		}
	}
	return n
}

// setLevels gives the title and the other headings their levels: these by how they look,
// then by their numbers, and below the title where there is one.
func setLevels(title, heads []*layout.Para, looks map[look]int, outlined bool) {
	for _, p := range title {
		p.Level = 1
		if looks[lookOf(p)]--; looks[lookOf(p)] == 0 {
			delete(looks, lookOf(p))
		}
	}
	var known []*layout.Para // their level is that of the outline, or of their number where there is none
	for _, p := range heads {
		if p.Level > 0 || !outlined && numbered().MatchString(p.Text()) {
			known = append(known, p)
		}
	}
	rank(heads, looks)
	byNumber(heads, outlined)
	if title != nil {
		belowTitle(heads, known)
	}
}

// belowTitle sets headings below the title: the highest of those whose level is known, by
// the outline or their numbers, are of the second level, or else the highest of all.
func belowTitle(heads, known []*layout.Para) {
	const several = 3
	if len(known) < several {
		known = heads
	}
	top := math.MaxInt
	for _, p := range known {
		top = min(top, p.Level)
	}
	for _, p := range heads {
		p.Level = min(max(p.Level-top, 0)+2, 6)
	}
}
