package pdf

import (
	"slices"
)

// taggedLines makes lines of a page's blocks, each of which knows its block,
// from 1, and of the words that are in none.
func taggedLines(blocks []block, rest []word, page int) []line {
	var out []line
	for i := range blocks {
		b := &blocks[i]
		switch {
		case b.table != nil:
			out = append(out, line{box: b.table.box, base: b.table.box.Y0 + 1, size: 10, page: page, table: b.table, block: i + 1})
		case len(b.words) > 0:
			for _, l := range joined(sequence(b.words, page)) {
				l.block = i + 1
				out = append(out, l)
			}
		}
	}
	return append(out, makeLines(rest, page)...)
}

// placedMost bounds the paragraphs of a page that are placed by the eye; more
// follow at its end.
const placedMost = 200

// assemble makes paragraphs of a tagged page. What no block holds is placed
// where the eye finds it.
func (s *sheet) assemble(region *int) []para {
	byBlock := make([][]line, len(s.blocks)+1)
	for _, l := range s.lines {
		byBlock[l.block] = append(byBlock[l.block], l)
	}
	var out []para
	for i := range s.blocks {
		*region++
		out = append(out, s.blocks[i].paras(byBlock[i+1], *region, s.number)...)
	}
	out = joinTagged(out)
	placed := 0
	for _, part := range readingOrder(s.withoutHeads(byBlock[0])) {
		*region++
		for _, p := range paragraphs(part, *region) {
			if placed++; placed > placedMost {
				out = append(out, p)
				continue
			}
			out = placePara(out, p)
		}
	}
	return out
}

// hollowMost bounds the tables of a page whose heads are on the one before.
const hollowMost = 16

// withoutHeads leaves the heads of tables out that a program repeats on each
// page, and says to be no content there.
func (s *sheet) withoutHeads(lines []line) []line {
	const reach = 60 // points above the first row of the table
	var tops []float64
	for i := range s.blocks {
		if t := s.blocks[i].table; t != nil && t.hollow && len(tops) < hollowMost {
			tops = append(tops, t.box.Y0)
		}
	}
	if tops == nil {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool {
		return l.artifact() && slices.ContainsFunc(tops, func(y float64) bool { return l.box.Y1 <= y+2 && l.box.Y0 > y-reach })
	})
}

// paras makes the paragraphs of a block.
func (b *block) paras(lines []line, region, page int) []para {
	if b.picture {
		return []para{{picture: true, alt: b.alt, box: b.box, page: page, region: region, depth: b.depth, quote: b.quote}}
	}
	if len(lines) == 0 {
		return nil
	}
	var out []para
	if b.loose && b.table == nil {
		for _, part := range readingOrder(joinRows(lines)) {
			out = append(out, paragraphs(part, region)...)
		}
	} else {
		p := newPara(lines[0], region)
		for i := 1; i < len(lines); i++ {
			p.lines = append(p.lines, lines[i])
			p.box = p.box.Union(lines[i].box)
			p.code = p.code && lines[i].fixed()
		}
		p.full = fullLine(lines)
		p.gap = lines[0].size
		out = append(out, p)
	}
	for i := range out {
		b.tell(&out[i], i == 0)
	}
	return out
}

// fullLine reports whether the last of some lines is about as long as any.
func fullLine(lines []line) bool {
	box := boxOf(lines)
	last := &lines[len(lines)-1]
	if last.rtl {
		return last.box.X0-box.X0 < .12*box.W()+last.size
	}
	return box.X1-last.box.X1 < .12*box.W()+last.size
}

// tell tells a paragraph what the structure says of it.
func (b *block) tell(p *para, first bool) {
	p.tagged = true
	p.quote, p.depth, p.note = b.quote, b.depth, b.note
	p.before, p.loose = b.before && first, b.loose
	if b.loose {
		return
	}
	if b.level > 0 && p.table == nil {
		p.level, p.code, p.marker = b.level, false, ""
		return
	}
	if b.depth == 0 {
		return
	}
	if !first || !b.item {
		p.marker, p.goesOn = "", true
		return
	}
	p.labelled = b.marker != ""
	p.bare = b.bare && p.marker == ""
	if b.marker != "" {
		p.marker, p.code = b.marker, false
		p.box.X0 -= 1.5 * p.size
	}
	if p.marker == "" {
		p.marker = "-"
		p.labelled = true
	}
}

// joinTagged joins the pieces of a listing, and lines that a program tagged as
// paragraphs each.
func joinTagged(paras []para) []para {
	var out []para
	for _, p := range paras {
		n := len(out)
		if n == 0 || !p.tagged || !out[n-1].follows(&p) {
			out = append(out, p)
			continue
		}
		last := &out[n-1]
		last.lines = append(last.lines, p.lines...)
		last.box = last.box.Union(p.box)
		last.full = p.full
	}
	return out
}

// follows reports whether a paragraph of the structure is a part of the one
// before it: the next line of a listing.
func (a *para) follows(b *para) bool {
	if a.table != nil || b.table != nil || a.level > 0 || b.level > 0 || a.picture || b.picture || b.marker != "" || a.quote != b.quote {
		return false
	}
	if !a.code || !b.code || a.depth != b.depth {
		return false
	}
	last := &a.lines[len(a.lines)-1]
	step := b.lines[0].base - last.base
	return step > 0 && step < 1.75*last.size
}

// placePara puts a paragraph before the first one that stands below it, in the
// same part of the page.
func placePara(paras []para, p para) []para {
	at := len(paras)
	for i := range paras {
		o := &paras[i]
		if !o.picture && o.box.Y0 >= p.box.Y1-1 && min(o.box.X1, p.box.X1) > max(o.box.X0, p.box.X0) {
			at = i
			break
		}
	}
	out := append(paras, para{})
	copy(out[at+1:], out[at:])
	out[at] = p
	return out
}
