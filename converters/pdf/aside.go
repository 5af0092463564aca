package pdf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const (
	asideReach = 24 // points, from the name of an axis to the text beside it
	asideBlock = 12 // words of one direction, from which there may be a table among them
)

// layAsides makes lines and tables of what goes in other directions than the
// page.
func layAsides(s *layout.Sheet, p *pdfium.Page, asides []glyph.Turned) {
	for i := range asides {
		a := &asides[i]
		sub := layout.Sheet{Number: s.Number}
		page := &pdfium.Page{Width: p.Width, Height: p.Height}
		if a.View.Turn < glyph.SlantTurn && len(a.Words) >= asideBlock {
			page.Objects.Lines = slices.Clone(p.Objects.Lines)
			glyph.TurnObjects(page, a.View)
		}
		sub.Plain(page, a.Words)
		s.Asides = append(s.Asides, layout.Aside{View: a.View, Lines: sub.Lines})
	}
}

// placeAsides puts what goes in other directions between a page's paragraphs,
// where it is read: each block before what is below its middle. More than are
// placed by the eye follow at the end of the page.
func placeAsides(s *layout.Sheet, paras []layout.Para, region *int) []layout.Para {
	placed := 0
	for i := range s.Asides {
		a := &s.Asides[i]
		for _, part := range a.Regions() {
			*region++
			for _, p := range layout.Paragraphs(part, *region) {
				p.At.Aside = true
				p.At.Box = a.View.Upright(p.At.Box)
				if p.Table != nil {
					p.Table.Box = p.At.Box
				}
				if placed++; placed > maxPlaced {
					paras = append(paras, p)
					continue
				}
				wide := p
				wide.At.Box.X0, wide.At.Box.X1 = p.At.Box.X0-asideReach, p.At.Box.X1+asideReach
				paras = slices.Insert(paras, placeOf(paras, &wide), p)
			}
		}
	}
	return paras
}

// dropRepeatedAsides takes out what is in the margin of page after page in
// another direction, and returns how many lines went.
func dropRepeatedAsides(pages []*layout.Sheet) int {
	const least = 3 // pages
	key := func(a *layout.Aside, l *layout.Line) string {
		var b strings.Builder
		for _, r := range l.Words.Text() {
			if r < '0' || r > '9' {
				b.WriteRune(r)
			}
		}
		return b.String() + string(rune('0'+a.View.Turn)) + string(rune(256+max(int(l.Box.Y0/6), 0)))
	}
	seen, last := map[string]int{}, map[string]int{}
	each := func(visit func(page int, a *layout.Aside)) {
		for number, s := range pages {
			for i := range s.Asides {
				visit(number+1, &s.Asides[i])
			}
		}
	}
	each(func(page int, a *layout.Aside) {
		for i := range a.Lines {
			if name := key(a, &a.Lines[i]); a.Lines[i].Table == nil && last[name] != page {
				seen[name]++
				last[name] = page
			}
		}
	})
	gone := 0
	each(func(_ int, a *layout.Aside) {
		n := len(a.Lines)
		a.Lines = slices.DeleteFunc(a.Lines, func(l layout.Line) bool {
			many := seen[key(a, &l)]
			return l.Table == nil && many >= least && many*2 > len(pages)
		})
		gone += n - len(a.Lines)
	})
	return gone
}
