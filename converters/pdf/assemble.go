package pdf

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
)

// taggedLines makes lines of a page's blocks, each of which knows its block,
// from 1, and of the words that are in none.
func taggedLines(blocks []layout.Block, rest []glyph.Word, page int) []layout.Line {
	var out []layout.Line
	for i := range blocks {
		b := &blocks[i]
		switch {
		case b.Table != nil:
			out = append(out, layout.Line{Box: b.Table.Box, Base: b.Table.Box.Y0 + 1, Size: 10, Page: page, Table: b.Table, Block: i + 1})
		case len(b.Words) > 0:
			for _, l := range layout.Joined(layout.Sequence(b.Words, page)) {
				l.Block = i + 1
				out = append(out, l)
			}
		}
	}
	return append(out, layout.MakeLines(rest, page)...)
}

// maxPlaced bounds the paragraphs of a page that are placed by the eye; more
// follow at its end.
const maxPlaced = 200

// assemble makes paragraphs of a tagged page. What no block holds is placed
// where the eye finds it.
func assemble(s *layout.Sheet, region *int) []layout.Para {
	byBlock := make([][]layout.Line, len(s.Blocks)+1)
	for _, l := range s.Lines {
		byBlock[l.Block] = append(byBlock[l.Block], l)
	}
	var out []layout.Para
	for i := range s.Blocks {
		*region++
		out = append(out, s.Blocks[i].Paras(byBlock[i+1], *region, s.Number)...)
	}
	out = joinTagged(out)
	placed := 0
	for _, part := range s.Order(withoutHeads(s, byBlock[0])) {
		*region++
		for _, p := range layout.Paragraphs(part, *region) {
			if placed++; placed > maxPlaced {
				out = append(out, p)
				continue
			}
			out = placePara(out, p)
		}
	}
	return out
}

// maxHollow bounds the tables of a page whose heads are on the one before.
const maxHollow = 16

// withoutHeads leaves the heads of tables out that a program repeats on each
// page, and says to be no content there.
func withoutHeads(s *layout.Sheet, lines []layout.Line) []layout.Line {
	const reach = 60 // points above the first row of the table
	var tops []float64
	for i := range s.Blocks {
		if t := s.Blocks[i].Table; t != nil && t.Hollow && len(tops) < maxHollow {
			tops = append(tops, t.Box.Y0)
		}
	}
	if tops == nil {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l layout.Line) bool {
		return artifact(&l) && slices.ContainsFunc(tops, func(y float64) bool { return l.Box.Y1 <= y+2 && l.Box.Y0 > y-reach })
	})
}

// joinTagged joins the pieces of a listing, and lines that a program tagged as
// paragraphs each.
func joinTagged(paras []layout.Para) []layout.Para {
	var out []layout.Para
	for _, p := range paras {
		n := len(out)
		if n == 0 || !p.Tag.Tagged || !follows(&out[n-1], &p) {
			out = append(out, p)
			continue
		}
		last := &out[n-1]
		last.Lines = append(last.Lines, p.Lines...)
		last.At.Box = last.At.Box.Union(p.At.Box)
		last.Full = p.Full
	}
	return out
}

// follows reports whether a paragraph of the structure is a part of the one
// before it: the next line of a listing.
func follows(a *layout.Para, b *layout.Para) bool {
	if a.Table != nil || b.Table != nil || a.Level > 0 || b.Level > 0 || a.Picture || b.Picture || b.Item.Marker != "" || a.Quote != b.Quote {
		return false
	}
	if !a.Code || !b.Code || a.Tag.Depth != b.Tag.Depth {
		return false
	}
	last := &a.Lines[len(a.Lines)-1]
	step := b.Lines[0].Base - last.Base
	return step > 0 && step < 1.75*last.Size
}

// placePara puts a paragraph before the first one that is below it, in the
// same part of the page.
func placePara(paras []layout.Para, p layout.Para) []layout.Para {
	at := len(paras)
	for i := range paras {
		o := &paras[i]
		if !o.Picture && o.At.Box.Y0 >= p.At.Box.Y1-1 && min(o.At.Box.X1, p.At.Box.X1) > max(o.At.Box.X0, p.At.Box.X0) {
			at = i
			break
		}
	}
	out := append(paras, layout.Para{})
	copy(out[at+1:], out[at:])
	out[at] = p
	return out
}
