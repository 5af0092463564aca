package charset

import (
	_ "embed" // for the table
	"unicode"
)

// model is the table, with an index of its letters.
type model struct {
	languages []language
	any       int // the words of all languages of Latin script
	letters   letterIndex
	signs     signTable
	rarity    map[rune]uint8
	readers   []byteReader // one for each single-byte codec, with the codecs' order
}

// A byteReader is what the bytes of a single-byte encoding are.
type byteReader struct {
	codec     *codec
	glyphs    [256]glyph
	letter    [256]letterNumber // of the glyphs
	languages []int             // those that can be written in it, by index in the model
	latin     bool              // it has Latin letters beyond ASCII
}

// A tally is the samples as pairs of bytes.
type tally struct {
	near  []pairCount // both below 0x80, in words that have bytes beyond
	far   []pairCount // the other pairs below 0x80
	high  []pairCount // the pairs with a byte beyond, the most frequent first
	has   [256]bool
	bytes int // beyond ASCII

	around around

	triples []triple // of a text that is mostly ASCII and has few of them
	times   []price  // how often each triple is there

	mostlyASCII bool     // fewer than one byte in eight is beyond
	foreign     price    // what the words of ASCII cost at most in a text of another script
	visited     bool     // English with hardly any byte beyond, such as names
	plain       []price  // by language: the cost of the pairs in near and far
	asEnglish   []bool   // by language: whether the ASCII words are English all the same
	habits      []habits // by language: those of a text whose letters beyond ASCII are of the language
}

// An around is where the bytes beyond ASCII of the samples are: how often each does so.
type around struct {
	count  [256]price // anywhere
	alone  [256]price // in a text that is mostly ASCII: between two blanks
	inside [256]price // between two letters of ASCII
	second [256]price // between a capital and a small letter of ASCII, or before both
	glued  [256]price // between a blank and a letter of ASCII
	middle [256]price // far from where a sample may be cut

	words []pairCount // those that stand for themselves as if they were words, as the second of a pair
}

// glyphOf looks a character up.
func (m *model) glyphOf(r rune) glyph {
	g := glyph{r: r}
	if r < 0x80 {
		g.kind = asciiKind(r)
	} else {
		g.kind, g.cost = symbolKind(r)
	}
	if g.kind != letter {
		if r == apostrophe {
			g.letter = m.letters.of(r)
		}
		return g
	}
	folded := unicode.ToLower(r)
	g.letter = m.letters.of(folded)
	switch {
	case unicode.IsUpper(r):
		g.shape = upper
	case unicode.IsLower(r):
		g.shape = lower
	default:
		g.shape = caseless
	}
	g.cost = 25 * bit
	if bits, ok := m.rarity[folded]; ok {
		g.cost = 11*bit + price(bits)*bit
	}
	if unicode.IsMark(r) && r < 0x370 {
		g.cost += 8 * bit
	}
	return g
}

// A pairCount is how often two bytes follow one another in the samples.
type pairCount struct {
	a, b uint8
	n    price
}
