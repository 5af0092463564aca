package pdf

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
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
	picturesMost = 64   // of a page
	piecesMost   = 4096 // of pictures, of a page
)

// picture is a picture that shows something.
type picture struct {
	box   pdfium.Box
	mcid  int
	bytes int
}

// picturesOf returns the pictures of a page that are more than decoration, from
// top to bottom: not the icons, rules, shades, the ground of words, or the page
// as a whole.
func picturesOf(p *pdfium.Page, words []word) []picture {
	var out []picture
	for _, m := range p.Objects.Images[:min(len(p.Objects.Images), piecesMost)] {
		b := m.Box
		b = pdfium.Box{X0: max(b.X0, 0), Y0: max(b.Y0, 0), X1: min(b.X1, p.Width), Y1: min(b.Y1, p.Height)}
		shade := m.Width > 0 && min(m.Width, m.Height) < pictureGrain
		if m.Artifact || m.Layer || b.W() <= 0 || b.H() <= 0 || shade {
			continue
		}
		out = append(out, picture{b, m.MCID, m.Bytes})
	}
	out = joinPieces(joinPieces(out, false), true)
	out = slices.DeleteFunc(out, func(c picture) bool { return isDecoration(c.box, p) || isGround(c.box, p, words) })
	slices.SortStableFunc(out, func(a, b picture) int {
		return cmp.Or(cmp.Compare(a.box.Y0, b.box.Y0), cmp.Compare(a.box.X0, b.box.X0))
	})
	return out[:min(len(out), picturesMost)]
}

// joinPieces joins pictures that are pieces of one: they begin and end alike
// and touch, above one another or side by side. The same picture twice, as with
// its shadow, is one.
func joinPieces(in []picture, across bool) []picture {
	along := func(b pdfium.Box) (from, to, low, high float64) {
		if across {
			return b.X0, b.X1, b.Y0, b.Y1
		}
		return b.Y0, b.Y1, b.X0, b.X1
	}
	slices.SortStableFunc(in, func(a, b picture) int {
		af, _, al, ah := along(a.box)
		bf, _, bl, bh := along(b.box)
		return cmp.Or(cmp.Compare(math.Round(al), math.Round(bl)), cmp.Compare(math.Round(ah), math.Round(bh)), cmp.Compare(af, bf))
	})
	out := in[:0:0]
	for _, c := range in {
		if n := len(out); n > 0 {
			last := &out[n-1]
			_, end, low, high := along(last.box)
			from, _, l, h := along(c.box)
			if abs(low-l) < tileSlack && abs(high-h) < tileSlack && from < end+tileSlack {
				last.box = last.box.Union(c.box)
				last.bytes += c.bytes
				last.mcid = max(last.mcid, c.mcid)
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

// isGround reports whether words stand on a picture that is large, or goes
// across the page, so that it is their ground.
func isGround(b pdfium.Box, p *pdfium.Page, words []word) bool {
	if b.W()*b.H() < groundShare*p.Width*p.Height && b.W() < bannerShare*p.Width {
		return false
	}
	n := 0
	for i := range words {
		n += flag(b.Holds((words[i].box.X0+words[i].box.X1)/2, (words[i].box.Y0+words[i].box.Y1)/2))
	}
	return n >= groundWords
}

// loosePictures returns the pictures of a page that its structure does not name.
func loosePictures(all []picture, blocks []block) []picture {
	if slices.ContainsFunc(blocks, func(b block) bool { return b.picture }) {
		return nil // it names pictures, so others are none
	}
	return slices.DeleteFunc(slices.Clone(all), func(c picture) bool { return c.mcid >= 0 })
}

// pictureKey is what a picture has in common with its like on other pages.
type pictureKey struct{ x, y, w, h, bytes int }

func (c *picture) key() pictureKey {
	return pictureKey{int(math.Round(c.box.X0)), int(math.Round(c.box.Y0)), int(math.Round(c.box.W())), int(math.Round(c.box.H())), c.bytes}
}

// dropRepeated leaves out pictures that stand at one place on several pages, as
// the mark of a house does.
func dropRepeated(pages []*sheet) {
	seen := map[pictureKey]int{}
	for _, s := range pages {
		for i := range s.pictures {
			seen[s.pictures[i].key()]++
		}
	}
	for _, s := range pages {
		s.pictures = slices.DeleteFunc(s.pictures, func(c picture) bool { return seen[c.key()] > 1 })
	}
}

// placePictures puts the pictures of a page between its paragraphs: before the
// caption, or before the first paragraph that is below, or after the last one
// above.
func placePictures(paras []para, s *sheet) []para {
	for i := range s.pictures {
		c := &s.pictures[i]
		p := para{picture: true, box: c.box, page: s.number}
		at := placeOf(paras, &p)
		if at > 0 {
			p.region = paras[at-1].region
		}
		paras = slices.Insert(paras, at, p)
	}
	return paras
}

// placeOf returns where a picture goes among the paragraphs of its page.
func placeOf(paras []para, p *para) int {
	below, above := -1, -1
	for i := range paras {
		o := &paras[i]
		if o.picture || min(o.box.X1, p.box.X1) <= max(o.box.X0, p.box.X0) {
			continue
		}
		middle := (o.box.Y0 + o.box.Y1) / 2
		switch {
		case middle >= p.box.Y1 && below < 0:
			below = i
		case middle < p.box.Y1:
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
func dropUnnamed(paras []para) (rest []para, gone []int) {
	named := func(k int, page int) bool {
		return k >= 0 && k < len(paras) && paras[k].page == page && paras[k].isLegend()
	}
	for i := range paras {
		p := &paras[i]
		if p.picture && p.alt == "" && !named(i-1, p.page) && !named(i+1, p.page) {
			gone = append(gone, p.page)
			continue
		}
		rest = append(rest, *p)
	}
	return rest, gone
}
