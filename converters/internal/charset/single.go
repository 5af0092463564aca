package charset

import (
	"math"

	"golang.org/x/text/encoding/charmap"
)

// byteReaders makes one for each single-byte codec.
func (m *model) byteReaders() []byteReader {
	out := make([]byteReader, 0, len(codecs))
	var known [256]*[256]glyph // by the character's first byte: encodings have most characters in common
	for i := range codecs {
		cm, ok := codecs[i].enc.(*charmap.Charmap)
		if !ok {
			continue
		}
		out = append(out, byteReader{codec: &codecs[i]})
		r := &out[len(out)-1]
		for b := range r.glyphs {
			c := cm.DecodeByte(byte(b))
			page := &known[c>>8]
			if *page == nil {
				*page = &[256]glyph{}
			}
			g := &(*page)[c&0xFF]
			if g.r != c || c == 0 {
				*g = m.glyphOf(c)
			}
			r.glyphs[b], r.letter[b] = *g, g.letter
		}
		r.learn(m)
	}
	return out
}

// learn takes on the languages of the scripts that the encoding has.
func (r *byteReader) learn(m *model) {
	var has [inThai + 1]bool
	for b := range r.glyphs {
		if w, ok := writingOf(&r.glyphs[b]); ok {
			has[w] = true
		}
	}
	r.latin = has[inLatin]
	has[inLatin] = true // by ASCII
	for k := range m.languages {
		if has[m.languages[k].writing] {
			r.languages = append(r.languages, k)
		}
	}
}

// writingOf is the script of a letter beyond ASCII, if it is one of those in the table.
func writingOf(g *glyph) (writing, bool) {
	if g.kind != letter || g.r < 0x80 {
		return 0, false
	}
	switch r := g.r; {
	case r < 0x370:
		return inLatin, true
	case r < 0x400:
		return inGreek, true
	case r < 0x530:
		return inCyrillic, true
	case r >= 0x590 && r < 0x600:
		return inHebrew, true
	case r >= 0x600 && r < 0x700:
		return inArabic, true
	case r >= 0xE00 && r < 0xE80:
		return inThai, true
	}
	return 0, false
}

// endless is more than any text costs.
const endless price = math.MaxInt / 2

// abroad is what it costs that a text of Latin letters is in an encoding that has none beyond ASCII, such as a Dutch one in
// ISO-8859-7: it has no use for it.
const abroad = 8 * bit

// mixing is what it costs, beside the pair, that a Latin letter and one of another script are in one word. The pairs of
// the table cost no more than 15 bits, however rare they are.
const mixing = 14 * bit

// astray is what a symbol of one script costs in a text of Latin letters, such as an Arabic comma, and lonely what a letter
// of another script does that stands for itself in a text that is mostly ASCII: « » would be two. Forlorn is what a
// quotation mark does, but for those of French: 90 ° would be one.
const (
	astray  = 8 * bit
	lonely  = 6 * bit
	forlorn = 4 * bit
)

// unpaired is what it costs that a text has a single quotation mark, and once more where the other one was not cut off.
const unpaired = 3 * bit

// skewed is what it costs that a dash has a blank on one side and a letter on the other.
const skewed = 5 * bit

// humped is what it costs that the second letter of a word is a capital, and the third is none: MÅller would be Müller, and
// ÒSee “See.
const humped = 6 * bit

// numbered is what it costs that a letter beyond ASCII is beside a digit: ú5.00 would be £5.00.
const numbered = 4 * bit

// cost is the lowest price of the samples in this encoding under any language, or more than limit.
func (r *byteReader) cost(m *model, t *tally, limit price) price {
	fixed, letters := r.fixed(t)
	fixed -= r.again(t)
	asLatin, asOther := r.odd(t)
	lowest, seen := endless, r.habits(t)
	slack := price(0)
	if len(t.triples) > 0 {
		slack = contested
	}
	quoted := m.languages[english].quoted(letters)
	for _, at := range r.languages {
		l := &m.languages[at]
		from := fixed + t.plain[at] + asOther + (seen &^ t.habits[at]).price()
		if l.writing == inLatin {
			from += asLatin - asOther + r.solitary(m, t, l, t.asEnglish[at])
		} else {
			from += quoted
		}
		most := min(limit, lowest) + slack
		if from > most {
			continue
		}
		from = r.letters(l, letters, from, most)
		if l.writing == inLatin && from <= most {
			from += r.triples(m, t, l)
		}
		lowest = min(lowest, from)
	}
	return lowest
}

// odd is what the samples cost more as a text of Latin letters, and as one of other letters.
func (r *byteReader) odd(t *tally) (asLatin, asOther price) {
	if !r.latin {
		asLatin = abroad
	}
	for _, p := range t.high {
		a, b := &r.glyphs[p.a], &r.glyphs[p.b]
		if b.kind != letter && local(b.r) {
			asLatin += p.n * astray
		}
		if a.r == apostrophe || b.r == apostrophe {
			asLatin += p.n * pairCost(a.plain(), b.plain())
			asOther += p.n * pairCost(*a, *b)
		}
	}
	alone := r.alone(t)
	for b, n := range t.around.alone {
		if g := &r.glyphs[b]; g.kind == letter && g.r >= 0x370 {
			asOther += n * lonely
		}
	}
	return asLatin + alone, asOther + alone
}

// plain is the glyph, but the apostrophe is a letter whose price depends on the language.
func (g *glyph) plain() glyph {
	if g.r == apostrophe {
		return glyph{r: g.r, kind: letter}
	}
	return *g
}

// alone is what symbols cost where there is no such symbol: quotation marks between blanks or without another one, most
// within words.
func (r *byteReader) alone(t *tally) (cost price) {
	var marks, middle price
	for b := range t.around.alone {
		g := &r.glyphs[b]
		if g.kind == quote || g.r == '„' {
			marks += t.around.count[b]
			middle += t.around.middle[b]
		}
		switch g.kind {
		case quote, tick, low, opener:
			if g.r >= 0x2018 && g.r <= 0x201E {
				cost += t.around.alone[b] * forlorn
			}
		case dash, longDash:
			cost += t.around.glued[b] * skewed
		case box:
			if arms(lineRight, g.r) != arms(lineLeft, g.r) {
				cost += t.around.alone[b] * forlorn
			}
		}
		cost += t.around.inside[b] * within[r.glyphs[b].kind]
		if r.glyphs[b].shape == upper {
			cost += t.around.second[b] * humped
		}
	}
	if marks == 1 {
		cost += unpaired + middle*unpaired
	}
	return cost
}

// fixed is what the high pairs cost in any language, and those of them that cost more by the language.
func (r *byteReader) fixed(t *tally) (price, []pairCount) {
	var cost price
	letters := make([]pairCount, 0, len(t.high))
	for _, p := range t.high {
		a, b := &r.glyphs[p.a], &r.glyphs[p.b]
		ticks := a.r == apostrophe || b.r == apostrophe
		if !ticks {
			cost += p.n * pairCost(*a, *b)
		}
		if ticks || a.kind == letter || b.kind == letter {
			letters = append(letters, p)
		}
	}
	return cost, letters
}

// pairCost is what one character after another costs in any language.
func pairCost(a, b glyph) price {
	each := turn(a.shape, b.shape)
	if a.r != b.r || !a.kind.draws() {
		each += beside(a.kind, b.kind)
	}
	if b.kind != letter {
		each += b.cost
	}
	if a.kind == digit && b.kind == letter && b.r >= 0x80 || b.kind == digit && a.kind == letter && a.r >= 0x80 {
		each += numbered
	}
	return each + drawing(&a, &b)
}

// again is how much less the symbols cost that are there more than a few times: who writes one writes more of them.
func (r *byteReader) again(t *tally) (less price) {
	for b := range r.glyphs {
		g, least := &r.glyphs[b], known
		if g.kind.draws() {
			least = bit
		}
		if g.kind == hardSpace && t.around.inside[b] > few {
			less += (t.around.inside[b] - few) * within[hardSpace]
		}
		if g.kind >= quote && g.kind < stray && t.around.count[b] > few && g.cost > least {
			less += (t.around.count[b] - few) * (g.cost - least)
		}
	}
	return less
}

// few is how often a symbol is in a text before it is known, and known what it costs from then on.
const (
	few         = 2
	known price = 4 * bit
)

// quoted is what the ASCII letters behind characters beyond ASCII cost as those that begin words. The languages of other
// scripts know no more than that they are Latin.
func (l *language) quoted(pairs []pairCount) (cost price) {
	for _, p := range pairs {
		if c := asciiClass(p.b); p.b < 0x80 && c != 0 {
			cost += p.n * price(l.own(0, c))
		}
	}
	return cost
}

// letters adds what the pairs cost in a language to a price, until it is more than limit.
func (r *byteReader) letters(l *language, pairs []pairCount, cost, limit price) price {
	classes := l.class
	for i, p := range pairs {
		ca, cb := classes[r.letter[p.a]], classes[r.letter[p.b]]
		if cb == unknown {
			cost += p.n * r.glyphs[p.b].cost
			if ca != 0 && ca != unknown && l.stranger(&r.glyphs[p.b]) {
				cost += p.n * mixing
			}
		} else {
			from := ca
			if ca == unknown {
				from = 0
			}
			cost += p.n * price(l.pair(from, cb))
			if cb > 0 && l.mixes(ca, cb, &r.glyphs[p.a]) {
				cost += p.n * mixing
			}
		}
		if i&15 == 15 && cost > limit {
			break
		}
	}
	return cost
}

// mixes says whether a letter of class b is of another script than the one before it, of class a.
func (l *language) mixes(a, b uint8, before *glyph) bool {
	if a == unknown {
		return l.stranger(before)
	}
	return l.writing != inLatin && a > 0 && (a == 1) != (b == 1)
}

// stranger says whether a letter that the language does not have is none of Latin script, as the language is.
func (l *language) stranger(g *glyph) bool { return l.writing == inLatin && g.r >= 0x370 }
