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

// The characters of U13 that have a place.
const (
	choseongFiller  = '\u115F'
	jungseongFiller = '\u1160'
	vowelSeparator  = '\u180E' // Mongolian
	graphemeJoiner  = '\u034F'
)

// zwj reports whether a zero-width joiner joins: two emoji (UAX 29, GB11), a
// virama before it (RFC 5892, A.2) or after it (Bengali ra with ya-phalaa and
// its like), or a letter that it makes join.
func (p *gap) zwj(i int, next rune, props uint32) bool {
	if p.pict && next >= 0 && props&bitPict != 0 {
		return true
	}
	if p.virama() || p.beforeVirama(next, props) {
		return true
	}
	switch p.leftJoin & joinMask {
	case joinD, joinL, joinC:
		return true
	}
	switch p.nextJoin(i) & joinMask {
	case joinD, joinR, joinC:
		return true
	}
	return false
}

// zwnj reports whether a zero-width non-joiner parts something: after a virama
// (RFC 5892, A.1), or beside a letter of a script that joins. This is wider
// than RFC 5892, because running Persian has it after letters that do not join
// onwards, after digits and Latin words that take a suffix, and Sorani at the
// end of a word.
func (p *gap) zwnj(i int, next rune, props uint32) bool {
	const khmerShifters = "\u17C9\u17CA"
	if p.virama() || p.beforeVirama(next, props) {
		return true
	}
	if p.leftJoin&bitCursive != 0 || p.nextJoin(i)&bitCursive != 0 {
		return true
	}
	for _, shifter := range khmerShifters {
		if p.left == shifter || next == shifter {
			return true
		}
	}
	return false
}

// virama reports whether a virama is right before.
func (p *gap) virama() bool {
	return p.taken == takenNothing && p.leftProps&bitVirama != 0
}

// beforeVirama reports whether a virama of the same script follows a syllable;
// scripts of India have a block of 128 code points each.
func (p *gap) beforeVirama(next rune, props uint32) bool {
	const block = 7
	return next >= 0 && props&bitVirama != 0 && p.left>>block == next>>block &&
		p.leftProps&bitSyllable != 0
}

// zero reports whether a character of U08 has a place: a zero-width space in
// a script without spaces, an invisible operator in a formula.
func (p *gap) zero(r, next rune, props uint32) bool {
	const space, firstOperator, lastOperator = '\u200B', '\u2061', '\u2064'
	switch {
	case r == space:
		return (p.leftProps|props)&bitComplex != 0
	case r >= firstOperator && r <= lastOperator:
		return p.left > ' ' && next > ' ' && (formula(p.left, p.leftProps) || formula(next, props))
	}
	return false
}

// formula reports whether a character shows that an operator is at home:
// a mathematical letter, a digit, a bracket.
func formula(r rune, props uint32) bool {
	return props&bitMath != 0 || r >= '0' && r <= '9' || r == '(' || r == ')'
}

// leadingFiller reports whether a Hangul filler stands for the consonant of a
// syllable: before a vowel, or before a filler for the vowel and a final.
func (p *gap) leadingFiller(i int, next rune) bool {
	if isVowel(next) {
		return true
	}
	if !isFinal(next) {
		return false
	}
	rest := p.line.glyphs[i+1:] // has the final consonant
	for rest[0].fate() == fateDrop {
		rest = rest[1:]
	}
	return rest[0].rune() == jungseongFiller
}

// The kinds of jamo (Unicode, section 3.12), without the fillers.
func isLeading(r rune) bool { return r >= 0x1100 && r <= 0x115E || r >= 0xA960 && r <= 0xA97C }
func isVowel(r rune) bool   { return r >= 0x1161 && r <= 0x11A7 || r >= 0xD7B0 && r <= 0xD7C6 }
func isFinal(r rune) bool   { return r >= 0x11A8 && r <= 0x11FF || r >= 0xD7CB && r <= 0xD7FB }

// isPoint reports whether r is a Hebrew point or accent.
func isPoint(r rune) bool { return r >= 0x0591 && r <= 0x05C7 && properties(r)&classMask == classMark }

func isHebrew(r rune) bool { return r >= 0x05D0 && r <= 0x05EA }

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
