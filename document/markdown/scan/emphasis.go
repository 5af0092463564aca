package scan

import (
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// width returns how many characters the event takes of a run.
func scanWidth(e scanEvent, t *scanTok) int32 {
	switch {
	case e.kind == KindStrong:
		return 2
	case e.kind == KindStrike:
		return t.end - t.start
	}
	return 1
}

// run reads a delimiter run and puts it on the stack if it can open or close
// something (CommonMark 6.2; GFM 6.5 for tildes, of which one or two count).
func (p *scanInlines) run(c byte) {
	from := p.pos
	n := scanRunLength(p.text.s, from)
	p.text.steps += n
	p.pos += n
	if c == '~' && n > 2 {
		return
	}
	before, after := p.text.before(from), p.text.after(p.pos)
	left, right := scanFlanks(before, after)
	open, closes := left, right
	if c == '_' {
		open = left && (!right || lexical.IsPunctRune(before))
		closes = right && (!left || lexical.IsPunctRune(after))
	}
	if !open && !closes {
		return
	}
	p.tokens.delims = append(p.tokens.delims, scanDelim{
		tok: int32(len(p.tokens.toks)), left: int32(n), whole: int32(n), char: c, open: open, close: closes,
	})
	p.token(scanTokRun, FormNone, from, p.pos)
}

// scanFlanks reports whether a run between two characters is left-flanking
// and right-flanking.
func scanFlanks(before, after rune) (left, right bool) {
	spaceBefore, spaceAfter := lexical.IsSpaceRune(before), lexical.IsSpaceRune(after)
	punctBefore, punctAfter := lexical.IsPunctRune(before), lexical.IsPunctRune(after)
	left = !spaceAfter && (!punctAfter || spaceBefore || punctBefore)
	right = !spaceBefore && (!punctBefore || spaceAfter || punctAfter)
	return left, right
}

// emphasis resolves the delimiter runs above bottom and takes them off the
// stack.
func (ts *scanTokens) emphasis(bottom int) {
	ts.pairs(ts.delims, bottom)
	ts.delims = ts.delims[:bottom]
}

// pairs resolves the delimiter runs of a stack above bottom. A search for an
// opener that found none is not made again: floor holds, for each kind of closer,
// below which run there is none.
func (ts *scanTokens) pairs(stack []scanDelim, bottom int) {
	if len(stack) == bottom {
		return
	}
	all, ds := ts.delims, stack
	ts.delims = stack
	var floor [18]int32
	for i := range floor {
		floor[i] = int32(bottom)
	}
	for i := bottom; i < len(ds); i++ {
		ds[i].prev, ds[i].next = int32(i-1), int32(i+1)
	}
	ts.steps += len(ds) - bottom
	for c := int32(bottom); int(c) < len(ds); {
		if !ds[c].close {
			c = ds[c].next
			continue
		}
		f := &floor[scanFloor(&ds[c])]
		o := ts.opener(c, *f)
		if o < *f {
			*f = c
			next := ds[c].next
			if !ds[c].open {
				ts.unlink(c)
			}
			c = next
			continue
		}
		c = ts.pair(o, c)
	}
	ts.delims = all
}

// scanFloor returns which kind of closer d is.
func scanFloor(d *scanDelim) int {
	i := int(d.whole % 3)
	if d.open {
		i += 3
	}
	switch d.char {
	case '_':
		i += 6
	case '~':
		i += 12
	}
	return i
}

// opener returns the run that the closer c belongs to, or one below floor.
func (ts *scanTokens) opener(c, floor int32) int32 {
	ds := ts.delims
	closer := &ds[c]
	o := closer.prev
	for ; o >= floor; o = ds[o].prev {
		ts.steps++
		d := &ds[o]
		if !d.open || d.char != closer.char {
			continue
		}
		odd := (closer.open || d.close) && closer.whole%3 != 0 && (d.whole+closer.whole)%3 == 0
		if !odd {
			return o
		}
	}
	return floor - 1
}

// pair makes a node from the opener o to the closer c and returns where to go
// on. Tildes make one only if there are as many on both sides.
func (ts *scanTokens) pair(o, c int32) int32 {
	ds := ts.delims
	opener, closer := &ds[o], &ds[c]
	for i := opener.next; i != c; i = ds[i].next {
		ds[i].gone = true
	}
	opener.next, closer.prev = c, o
	if closer.char == '~' {
		if opener.whole == closer.whole {
			ts.event(opener, closer, KindStrike, opener.whole)
		}
		ts.unlink(o)
		ts.unlink(c)
		return closer.next
	}
	k, n := KindEmphasis, int32(1)
	if opener.left >= 2 && closer.left >= 2 {
		k, n = KindStrong, 2
	}
	ts.event(opener, closer, k, n)
	opener.left -= n
	closer.left -= n
	if opener.left == 0 {
		ts.unlink(o)
	}
	if closer.left == 0 {
		ts.unlink(c)
		return closer.next
	}
	return c
}

// unlink takes a run out of the stack.
func (ts *scanTokens) unlink(i int32) {
	ds := ts.delims
	ds[i].gone = true
	d := ds[i]
	if int(d.next) < len(ds) {
		ds[d.next].prev = d.prev
	}
	if d.prev >= 0 {
		ds[d.prev].next = d.next
	}
}

// event notes in the tokens of two runs that they make a node.
func (ts *scanTokens) event(opener, closer *scanDelim, k Kind, width int32) {
	o, c := &ts.toks[opener.tok], &ts.toks[closer.tok]
	ts.events = append(ts.events, scanEvent{next: o.opens, kind: k}, scanEvent{kind: k})
	n := int32(len(ts.events))
	o.opens = n - 1
	o.opened += width
	if c.closes == 0 {
		c.closes = n
	} else {
		ts.events[c.lastClose-1].next = n
	}
	c.lastClose = n
}
