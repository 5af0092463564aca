package pdf

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	pictureSide  = 36   // points: a smaller side is of an icon or a rule
	pictureSlim  = 8.0  // times as long as it is wide: a rule, or a border
	pictureGrain = 8    // pixels: fewer are a colour or a shade
	groundShare  = .3   // of the page, from which a picture with words on it is their ground
	bannerShare  = .85  // of the page's width, from which it is their ground, too
	groundWords  = 5    // on a picture that is a ground
	wholeShare   = .6   // of the page: the page is the picture
	tileSlack    = 1.5  // points between the pieces of one picture
	maxPictures  = 64   // of a page
	maxPieces    = 4096 // of pictures, of a page
)

// picturesOf returns the pictures of a page that are more than decoration, from
// top to bottom: not the icons, rules, shades, the ground of words, or the page
// as a whole.
func picturesOf(p *pdfium.Page, words []glyph.Word) []layout.Picture {
	var out []layout.Picture
	for _, m := range p.Objects.Images[:min(len(p.Objects.Images), maxPieces)] {
		b := m.Box
		b = pdfium.Box{X0: max(b.X0, 0), Y0: max(b.Y0, 0), X1: min(b.X1, p.Width), Y1: min(b.Y1, p.Height)}
		shade := m.Width > 0 && min(m.Width, m.Height) < pictureGrain
		if m.Artifact || m.Layer || b.W() <= 0 || b.H() <= 0 || shade {
			continue
		}
		out = append(out, layout.Picture{Box: b, MCID: m.MCID, Bytes: m.Bytes})
	}
	out = joinPieces(joinPieces(out, false), true)
	out = slices.DeleteFunc(out, func(c layout.Picture) bool { return isDecoration(c.Box, p) || isGround(c.Box, p, words) })
	slices.SortStableFunc(out, func(a, b layout.Picture) int {
		return cmp.Or(cmp.Compare(a.Box.Y0, b.Box.Y0), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	return out[:min(len(out), maxPictures)]
}

// joinPieces joins pictures that are pieces of one: they begin and end alike
// and touch, above one another or side by side. The same picture twice, as with
// its shadow, is one.
func joinPieces(in []layout.Picture, across bool) []layout.Picture {
	along := func(b pdfium.Box) (from, to, low, high float64) {
		if across {
			return b.X0, b.X1, b.Y0, b.Y1
		}
		return b.Y0, b.Y1, b.X0, b.X1
	}
	slices.SortStableFunc(in, func(a, b layout.Picture) int {
		af, _, al, ah := along(a.Box)
		bf, _, bl, bh := along(b.Box)
		return cmp.Or(cmp.Compare(math.Round(al), math.Round(bl)), cmp.Compare(math.Round(ah), math.Round(bh)), cmp.Compare(af, bf))
	})
	out := in[:0:0]
	for _, c := range in {
		if n := len(out); n > 0 {
			last := &out[n-1]
			_, end, low, high := along(last.Box)
			from, _, l, h := along(c.Box)
			if math.Abs(low-l) < tileSlack && math.Abs(high-h) < tileSlack && from < end+tileSlack {
				last.Box = last.Box.Union(c.Box)
				last.Bytes += c.Bytes
				last.MCID = max(last.MCID, c.MCID)
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// isDecoration reports whether a picture is too small or too slim to show
// something, or is all of the page.
func isDecoration(b pdfium.Box, p *pdfium.Page) bool {
	short, long := min(b.W(), b.H()), max(b.W(), b.H())
	return short < pictureSide || long > pictureSlim*short || b.W()*b.H() > wholeShare*p.Width*p.Height
}

// isGround reports whether words are on a picture that is large, or goes
// across the page, so that it is their ground.
func isGround(b pdfium.Box, p *pdfium.Page, words []glyph.Word) bool {
	if b.W()*b.H() < groundShare*p.Width*p.Height && b.W() < bannerShare*p.Width {
		return false
	}
	n := 0
	for i := range words {
		n += script.Flag(b.Holds((words[i].Box.X0+words[i].Box.X1)/2, (words[i].Box.Y0+words[i].Box.Y1)/2))
	}
	return n >= groundWords
}

// loosePictures returns the pictures of a page that its structure does not name.
func loosePictures(all []layout.Picture, blocks []layout.Block) []layout.Picture {
	if slices.ContainsFunc(blocks, func(b layout.Block) bool { return b.Picture }) {
		return nil // it names pictures, so others are none
	}
	return slices.DeleteFunc(slices.Clone(all), func(c layout.Picture) bool { return c.MCID >= 0 })
}

// pictureKey is what a picture has in common with its like on other pages.
type pictureKey struct{ x, y, w, h, bytes int }

func key(c *layout.Picture) pictureKey {
	return pictureKey{int(math.Round(c.Box.X0)), int(math.Round(c.Box.Y0)), int(math.Round(c.Box.W())), int(math.Round(c.Box.H())), c.Bytes}
}

// dropRepeated leaves out pictures that are at one place on several pages, as
// the mark of a house does.
func dropRepeated(pages []*layout.Sheet) {
	seen := map[pictureKey]int{}
	for _, s := range pages {
		for i := range s.Pictures {
			seen[key(&s.Pictures[i])]++
		}
	}
	for _, s := range pages {
		s.Pictures = slices.DeleteFunc(s.Pictures, func(c layout.Picture) bool { return seen[key(&c)] > 1 })
	}
}

// placePictures puts the pictures of a page between its paragraphs: before the
// caption, or before the first paragraph that is below, or after the last one
// above.
func placePictures(paras []layout.Para, s *layout.Sheet) []layout.Para {
	for i := range s.Pictures {
		c := &s.Pictures[i]
		p := layout.Para{Picture: true, At: layout.Place{Box: c.Box, Page: s.Number}}
		at := placeOf(paras, &p)
		if at > 0 {
			p.At.Region = paras[at-1].At.Region
		}
		paras = slices.Insert(paras, at, p)
	}
	return paras
}

// placeOf returns where a picture goes among the paragraphs of its page.
func placeOf(paras []layout.Para, p *layout.Para) int {
	below, above := -1, -1
	for i := range paras {
		o := &paras[i]
		if o.Picture || min(o.At.Box.X1, p.At.Box.X1) <= max(o.At.Box.X0, p.At.Box.X0) {
			continue
		}
		middle := (o.At.Box.Y0 + o.At.Box.Y1) / 2
		switch {
		case middle >= p.At.Box.Y1 && below < 0:
			below = i
		case middle < p.At.Box.Y1:
			above = i
		}
	}
	switch {
	case below >= 0:
		return below
	case above >= 0:
		return above + 1
	}
	return len(paras)
}

// dropUnnamed leaves out the pictures that nothing is said of, neither by an
// alternative text nor by a caption, and returns the page of each.
func dropUnnamed(paras []layout.Para) (rest []layout.Para, gone []int) {
	named := func(k int, page int) bool {
		return k >= 0 && k < len(paras) && paras[k].At.Page == page && isLegend(&paras[k])
	}
	for i := range paras {
		p := &paras[i]
		if p.Picture && p.Alt == "" && !named(i-1, p.At.Page) && !named(i+1, p.At.Page) {
			gone = append(gone, p.At.Page)
			continue
		}
		rest = append(rest, *p)
	}
	return rest, gone
}
