package gate

// gap is what the last pass knows at a character that is still undecided: the
// solid characters around it, and what the gap between them has kept so far.
// At most one selector and then one joiner stay in a gap, so that nothing can
// be written in them, and what stays depends on solid characters alone.
type gap struct {
	line *glyphLine

	left       rune   // the solid character before; -1 at the edge
	leftProps  uint32 // its properties
	leftJoin   uint32 // properties of the last one that is not transparent to joining
	pict       bool   // an emoji is before, with nothing after it but what extends it (UAX 29, GB11)
	taken      taken
	right      int // index of the next solid character
	rightJoin  int // and of the next that is not transparent
	rightCache uint32
}

// taken says what a gap has kept.
type taken uint8

const (
	takenNothing taken = iota
	takenSelector
	takenJamo // a leading Hangul filler, which a vowel filler may follow
	takenAll
)

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
	zero := zeroRun{gate: g}
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
	gate   *Gate
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
		z.gate.zeroRun = true
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

// next returns the solid character after i and its properties, -1 at the edge.
func (p *gap) next(i int) (rune, uint32) {
	glyphs := p.line.glyphs
	if p.right <= i {
		for p.right = i + 1; p.right < len(glyphs) && !glyphs[p.right].solid(); p.right++ {
		}
		if p.right < len(glyphs) {
			p.rightCache = glyphs[p.right].properties()
		}
	}
	switch {
	case p.right == len(glyphs):
		return -1, 0
	case glyphs[p.right].fate() == fateShow:
		return '\\', p.rightCache
	}
	return glyphs[p.right].rune(), p.rightCache
}

// nextJoin returns the properties of the next solid character after i that is
// not transparent to joining, 0 at the edge.
func (p *gap) nextJoin(i int) uint32 {
	glyphs := p.line.glyphs
	if p.rightJoin <= i {
		p.rightJoin = i + 1
		for p.rightJoin < len(glyphs) {
			c := glyphs[p.rightJoin]
			if c.solid() && c.properties()&joinMask != joinT {
				break
			}
			p.rightJoin++
		}
	}
	if p.rightJoin == len(glyphs) {
		return 0
	}
	return glyphs[p.rightJoin].properties()
}
