package gate

// judgeBlanks settles the Braille blank of U13, which is a cell beside other
// cells and a wide nothing elsewhere.
func (g *Gate) judgeBlanks() {
	const blank, first, last = '\u2800', '\u2801', '\u28FF'
	if !g.line.opens[classBlank] {
		return
	}
	glyphs := g.line.glyphs
	braille, from := false, 0 // the blanks since from are undecided
	settle := func(to int, keep bool) {
		for i := from; i < to; i++ {
			switch c := glyphs[i]; {
			case !c.open() || c.rune() != blank:
			case keep:
				glyphs[i].settle(fateKeep)
			default:
				g.reject(i, U13, modeText)
			}
		}
	}
	for i, c := range glyphs {
		if !c.solid() {
			continue
		}
		was := braille
		braille = c.fate() == fateKeep && c.rune() >= first && c.rune() <= last
		settle(i, was || braille)
		from = i + 1
	}
	settle(len(glyphs), braille)
}

// judgeGaps settles what is still open: U05 to U08 and the rest of U13.
func (g *Gate) judgeGaps() {
	l := &g.line
	if !l.anyOpen() {
		return
	}
	p := gap{line: l, left: -1, right: -1, rightJoin: -1}
	zero := zeroRun{found: &g.found}
	for i, c := range l.glyphs {
		switch {
		case c.solid():
			p.pass(c)
			zero.end()
		case c.open():
			class := c.properties() & classMask
			rule := ruleOf(class)
			if p.keeps(i, c.rune(), class) {
				l.glyphs[i].settle(fateKeep)
				continue
			}
			g.reject(i, rule, modeText)
			zero.add(rule)
		}
	}
	zero.end()
}

func (l *glyphLine) anyOpen() bool {
	for _, class := range [...]int{classSelector, classJoiner, classNonJoiner, classZero, classBlank} {
		if l.opens[class] {
			return true
		}
	}
	return false
}

func ruleOf(class uint32) Rule {
	switch class {
	case classSelector:
		return U05
	case classJoiner:
		return U06
	case classNonJoiner:
		return U07
	case classZero:
		return U08
	}
	return U13
}

// zeroRun finds runs of dropped zero-width characters that could carry text.
type zeroRun struct {
	found  *findings
	length int
	spaces bool
}

func (z *zeroRun) add(rule Rule) {
	if rule >= U06 && rule <= U08 {
		z.length++
		z.spaces = z.spaces || rule == U08
	}
}

func (z *zeroRun) end() {
	if z.length >= zeroRunHigh && z.spaces {
		z.found.zeroRun = true
	}
	z.length, z.spaces = 0, false
}

// pass moves the gap behind a solid character.
func (p *gap) pass(c glyph) {
	props := c.properties()
	p.left, p.leftProps, p.taken = c.rune(), props, takenNothing
	if c.fate() == fateShow {
		p.left = '}'
	}
	if props&joinMask != joinT {
		p.leftJoin = props
	}
	switch class := props & classMask; {
	case props&bitPict != 0:
		p.pict = true
	case class == classMark, class == classTag, isModifier(p.left):
	default:
		p.pict = false
	}
}

// isModifier reports whether r is one of the five skin tones.
func isModifier(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// keeps reports whether the character at i stays, and takes its place.
func (p *gap) keeps(i int, r rune, class uint32) bool {
	if class == classSelector {
		ok := p.taken == takenNothing && p.selects(r)
		if ok {
			p.taken = takenSelector
		}
		return ok
	}
	if r == jungseongFiller && p.taken == takenJamo {
		p.taken = takenAll
		return true
	}
	if p.taken > takenSelector || !p.joins(i, r, class) {
		return false
	}
	p.taken = takenAll
	if next, _ := p.next(i); r == choseongFiller && isFinal(next) {
		p.taken = takenJamo
	}
	return true
}

// selects reports whether a variation selector right behind the solid
// character selects something (UTS 51, StandardizedVariants, UTS 37).
func (p *gap) selects(r rune) bool {
	const (
		vs15, vs16  = 0xFE0E, 0xFE0F
		vs17, vs256 = 0xE0100, 0xE01EF
		fvs1, fvs4  = 0x180B, 0x180F
	)
	switch {
	case p.left < 0:
		return false
	case r == vs15 || r == vs16:
		return p.leftProps&bitEmoji != 0
	case r >= vs17 && r <= vs256:
		return p.leftProps&bitHan != 0
	case r >= fvs1 && r <= fvs4:
		return p.leftProps&bitMongolian != 0
	}
	return standardVariant(p.left, r)
}

// standardVariant reports whether base and selector are a standardised
// variation sequence.
func standardVariant(base, selector rune) bool {
	want := uint32(base)<<8 | uint32(selector&0xFF)
	lo, hi := 0, len(unicodeVariants)
	for lo < hi {
		mid := (lo + hi) / 2
		if unicodeVariants[mid] < want {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(unicodeVariants) && unicodeVariants[lo] == want
}

// joins reports whether an undecided character that is not a selector has its
// place between the solid characters around it.
func (p *gap) joins(i int, r rune, class uint32) bool {
	next, props := p.next(i)
	switch class {
	case classJoiner:
		return p.zwj(i, next, props)
	case classNonJoiner:
		return p.zwnj(i, next, props)
	case classZero:
		return p.zero(r, next, props)
	}
	switch r {
	case choseongFiller:
		return p.leadingFiller(i, next)
	case jungseongFiller:
		return isLeading(p.left)
	case vowelSeparator:
		return p.leftProps&props&bitMongolian != 0
	default: // graphemeJoiner
		return isPoint(p.left) && (isPoint(next) || isHebrew(next))
	}
}
