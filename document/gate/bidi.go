package gate

const isolatesDeep = 8 // pairs of isolates inside one another that are kept

const popIsolate = '\u2069' // PDI

// reject settles a glyph that has no place where it is: in code, where
// directional controls are shown, it becomes an escape.
func (g *Gate) reject(i int, rule Rule, m mode) {
	c := &g.line.glyphs[i]
	g.found.note(rule, c.rune(), g.seen+i)
	if m == modeCode && (rule == U10 || rule == U11) {
		c.settle(fateShow)
		g.line.shown = true
		return
	}
	c.settle(fateDrop)
}

// judgeIsolates settles U10: isolates stay in pairs (UAX 9, BD9) around
// something, in a line that has strong right-to-left characters.
func (g *Gate) judgeIsolates(m mode) {
	l := &g.line
	if !l.opens[classIsolate] {
		return
	}
	solids := 0
	for i, c := range l.glyphs {
		switch {
		case c.solid():
			solids++
		case !c.open() || properties(c.rune())&classMask != classIsolate:
		case c.rune() != popIsolate:
			l.stack = append(l.stack, i, solids)
		case len(l.stack) == 0:
			g.reject(i, U10, m)
		default:
			start, before := l.stack[len(l.stack)-2], l.stack[len(l.stack)-1]
			l.stack = l.stack[:len(l.stack)-2]
			if !l.right || before == solids {
				g.reject(start, U10, m)
				g.reject(i, U10, m)
			}
		}
	}
	for k := 0; k < len(l.stack); k += 2 {
		g.reject(l.stack[k], U10, m)
	}
	g.limitIsolates(m)
}

// limitIsolates keeps the pairs that are left down to isolatesDeep.
func (g *Gate) limitIsolates(m mode) {
	deep := 0
	for i, c := range g.line.glyphs {
		if !c.open() || properties(c.rune())&classMask != classIsolate {
			continue
		}
		if c.rune() != popIsolate {
			deep++
		}
		if deep > isolatesDeep {
			g.reject(i, U10, m)
		} else {
			g.line.glyphs[i].settle(fateKeep)
		}
		if c.rune() == popIsolate {
			deep--
		}
	}
}

// judgeDirections settles U11, the marks LRM, RLM and ALM. In code the same
// rule holds as in prose as long as nothing is to be shown; what is shown puts
// text between a mark and what it belongs to, so then the narrower rule of
// directionsInCode holds for the whole line.
func (g *Gate) judgeDirections(m mode) {
	l := &g.line
	if !l.opens[classDirection] {
		return
	}
	l.placeDirections()
	if m == modeCode && (l.shown || l.hasDirection(fateOpen)) {
		for i, c := range l.glyphs {
			if isDirection(c, fateKeep) {
				l.glyphs[i].settle(fateOpen)
			}
		}
		g.directionsInCode()
		return
	}
	for i, c := range l.glyphs {
		if isDirection(c, fateOpen) {
			g.reject(i, U11, m)
		}
	}
}

func (l *glyphLine) hasDirection(fate glyph) bool {
	for _, c := range l.glyphs {
		if isDirection(c, fate) {
			return true
		}
	}
	return false
}

// directionsInCode keeps a mark that stands alone between two characters of
// which one is a right-to-left letter, and shows the others.
func (g *Gate) directionsInCode() {
	l := &g.line
	var before uint32
	first, marks := 0, 0
	settle := func(after uint32) {
		if marks == 1 && (before|after)&bitRight != 0 {
			l.glyphs[first].settle(fateKeep)
		} else if marks > 0 {
			g.showFrom(first, marks)
		}
		before, marks = after, 0
	}
	for i, c := range l.glyphs {
		if isDirection(c, fateOpen) {
			if marks == 0 {
				first = i
			}
			marks++
		} else if c.solid() {
			settle(c.properties())
		}
	}
	settle(0)
}

// showFrom rejects the next count directional marks from i on.
func (g *Gate) showFrom(i, count int) {
	for ; count > 0; i++ {
		if isDirection(g.line.glyphs[i], fateOpen) {
			g.reject(i, U11, modeCode)
			count--
		}
	}
}

func isDirection(c, fate glyph) bool {
	return c.fate() == fate && properties(c.rune())&classMask == classDirection
}

// counts reports whether a glyph counts as a character between a mark and the
// text around it: directional controls that stay do not.
func counts(c glyph) bool {
	if !c.solid() {
		return false
	}
	class := c.properties() & classMask
	return class != classIsolate && class != classDirection
}

// lineEdge stands for the character beyond the edge of a line.
const lineEdge = bitLeft | bitRight

// strongRun says what lies on one side of a place in a line: the nearest two
// characters, and the nearest two strong ones. The edge of the line counts as
// strong in the direction of the line.
type strongRun struct {
	near, far           uint32 // properties
	strongNear, strong2 bool   // right-to-left
}

func (s *strongRun) pass(props uint32) {
	s.near, s.far = props, s.near
	if props&(bitLeft|bitRight) != 0 {
		s.strongNear, s.strong2 = props&bitRight != 0, s.strongNear
	}
}

// right reports whether one of the nearest two characters is right-to-left,
// or belongs to neutral characters that right-to-left text begins or ends.
func (s *strongRun) right() bool {
	if s.near&bitLeft == 0 || s.near == lineEdge {
		return s.strongNear
	}
	return s.far&bitLeft == 0 && s.strong2
}

// placeDirections keeps the first of the marks between two characters, if
// right-to-left text is near on either side, and leaves the others open.
func (l *glyphLine) placeDirections() {
	const none = -1
	mark := none // the first since the last character
	side := strongRun{near: lineEdge, strongNear: l.starts, strong2: l.starts}
	for i, c := range l.glyphs {
		switch {
		case isDirection(c, fateOpen) && mark == none:
			mark = i
			if side.right() {
				l.glyphs[i].settle(fateKeep)
			}
		case counts(c):
			mark = none
			side.pass(c.properties())
		}
	}
	mark = none
	side = strongRun{near: lineEdge, strongNear: l.starts, strong2: l.starts}
	settle := func() {
		if mark != none && side.right() {
			l.glyphs[mark].settle(fateKeep)
		}
		mark = none
	}
	for i := len(l.glyphs) - 1; i >= 0; i-- {
		c := l.glyphs[i]
		switch {
		case isDirection(c, fateOpen) || isDirection(c, fateKeep):
			mark = i
		case counts(c):
			settle()
			side.pass(c.properties())
		}
	}
	settle()
}
