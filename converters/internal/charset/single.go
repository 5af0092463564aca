package charset

import "golang.org/x/text/encoding/charmap"

// A byteReader is what the bytes of a single-byte encoding are.
type byteReader struct {
	codec     *codec
	glyphs    [256]glyph
	languages []int        // those that can be written in it, by index in the model
	class     [][256]uint8 // by the position in languages
}

// byteReaders makes one for each single-byte codec.
func (m *model) byteReaders() []byteReader {
	var out []byteReader
	for i := range codecs {
		cm, ok := codecs[i].enc.(*charmap.Charmap)
		if !ok {
			continue
		}
		r := byteReader{codec: &codecs[i]}
		var has [inThai + 1]bool
		has[inLatin] = true
		for b := range 256 {
			r.glyphs[b] = m.glyphOf(cm.DecodeByte(byte(b)))
			if w, ok := m.writingOf(&r.glyphs[b]); ok {
				has[w] = true
			}
		}
		for k := range m.languages {
			l := &m.languages[k]
			if !has[l.writing] {
				continue
			}
			var class [256]uint8
			for b := range 256 {
				class[b] = l.classOf(&r.glyphs[b])
			}
			r.languages = append(r.languages, k)
			r.class = append(r.class, class)
		}
		out = append(out, r)
	}
	return out
}

// writingOf is the script of a letter beyond ASCII, if it is one of those in the table.
func (m *model) writingOf(g *glyph) (writing, bool) {
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

// A pairCount is how often two bytes follow one another in the samples.
type pairCount struct {
	a, b uint8
	n    float32
}

// A tally is the samples as pairs of bytes.
type tally struct {
	near  []pairCount // both below 0x80, in words that have bytes beyond
	far   []pairCount // the other pairs below 0x80
	high  []pairCount // the pairs with a byte beyond
	has   [256]bool
	plain []float32 // by language: the cost of the pairs in near and far

	mostlyASCII bool // fewer than one byte in eight is beyond
}

// farWeight is what pairs in ASCII words count for a language: less, since texts quote, and names are foreign.
const farWeight = 0.25

// tallyOf counts the pairs of the samples. A sample begins and ends as if at a line's edge.
func (m *model) tallyOf(samples []sample) *tally {
	t := &tally{}
	c := &pairCounter{counts: make([]uint32, 1<<17)}
	total, high := 0, 0
	for _, s := range samples {
		c.add(s.b)
		for _, b := range s.b {
			t.has[b] = true
			high += int(b >> 7)
		}
		total += len(s.b)
	}
	t.mostlyASCII = high*8 < total
	for _, at := range c.seen {
		p := pairCount{a: uint8(at >> 8), b: uint8(at), n: float32(c.counts[at])}
		switch {
		case at&0x8080 != 0:
			t.high = append(t.high, p)
		case at >= 1<<16:
			t.near = append(t.near, p)
		default:
			t.far = append(t.far, p)
		}
	}
	m.price(t)
	return t
}

// pairCounter counts pairs; those of words with bytes beyond ASCII are 1<<16 above the others.
type pairCounter struct {
	counts []uint32
	seen   []uint32
}

func (c *pairCounter) add(b []byte) {
	last := byte('\n')
	for len(b) > 0 {
		n, near := word(b)
		for _, x := range b[:n] {
			at := uint32(last)<<8 | uint32(x) | near
			if c.counts[at] == 0 {
				c.seen = append(c.seen, at)
			}
			c.counts[at]++
			last = x
		}
		b = b[n:]
	}
}

// word is the length of the word at the start of b, with the one character after it, and 1<<16 if it has bytes beyond
// ASCII.
func word(b []byte) (n int, near uint32) {
	for n < len(b) {
		x := b[n]
		n++
		if x >= 0x80 {
			near = 1 << 16
		} else if asciiClass(x) == 0 {
			break
		}
	}
	return n, near
}

// shared is the least that the ASCII pairs cost.
func (t *tally) shared() float64 {
	least := t.plain[english]
	for _, bits := range t.plain {
		least = min(least, bits)
	}
	return float64(least)
}

// highBytes is how many bytes beyond ASCII the samples have.
func (t *tally) highBytes() float64 {
	n := float32(0)
	for _, p := range t.high {
		if p.b >= 0x80 {
			n += p.n
		}
	}
	return float64(n)
}

// price computes plain. Among the letters of another script Latin words are English, and ASCII words may be English in
// any text.
func (m *model) price(t *tally) {
	t.plain = make([]float32, len(m.languages))
	foreign := m.languages[english].asciiPairs(t.far)
	for k := range m.languages {
		l := &m.languages[k]
		if l.writing != inLatin {
			l = &m.languages[english]
		}
		far := foreign
		if k != english {
			far = min(foreign+quoting, l.asciiPairs(t.far))
		}
		t.plain[k] = l.asciiPairs(t.near) + farWeight*far
	}
}

// quoting is what it costs that the ASCII words of a text are English.
const quoting = 4

func (l *language) asciiPairs(pairs []pairCount) float32 {
	bits := float32(0)
	for _, p := range pairs {
		bits += p.n * l.asciiPair(p.a, p.b)
	}
	return bits
}

// asciiPair is the cost of two ASCII characters in a language of Latin script.
func (l *language) asciiPair(a, b byte) float32 {
	ca, cb := asciiClass(a), asciiClass(b)
	if ca|cb == 0 {
		return 0
	}
	return float32(l.cost[ca*l.classes+cb])
}

// asciiClass is the class that every Latin alphabet gives to an ASCII byte.
func asciiClass(b byte) int {
	if c := b | 0x20; 'a' <= c && c <= 'z' {
		return int(c-'a') + 1
	}
	return 0
}

// cost is the price of the high pairs in this encoding under the language at position k, without what all share.
func (r *byteReader) cost(m *model, t *tally, k int) float32 {
	l := &m.languages[r.languages[k]]
	class := &r.class[k]
	bits := float32(0)
	for _, p := range t.high {
		bits += p.n * r.pair(l, class, p)
	}
	return bits
}

// pair is the price of b after a.
func (r *byteReader) pair(l *language, class *[256]uint8, p pairCount) float32 {
	a, b := &r.glyphs[p.a], &r.glyphs[p.b]
	ca, cb := class[p.a], class[p.b]
	bits := beside(a.kind, b.kind)
	if b.kind != letter {
		bits += b.bits
		if draws(a, b) {
			bits -= 6
		}
	}
	if cb == unknown {
		return bits + b.bits + turn(a.shape, b.shape)
	}
	if ca == unknown {
		ca = 0
	}
	if ca|cb == 0 {
		return bits
	}
	return bits + float32(l.cost[int(ca)*l.classes+int(cb)]) + turn(a.shape, b.shape)
}

// best is the lowest cost of the samples in this encoding under any language.
func (r *byteReader) best(m *model, t *tally) float32 {
	lowest := float32(1e30)
	for k, at := range r.languages {
		bits := t.plain[at] + r.cost(m, t, k)
		if m.languages[at].writing != inLatin && t.mostlyASCII {
			bits += visiting
		}
		lowest = min(lowest, bits)
	}
	return lowest
}

// visiting is what it costs that a text has another script and yet is mostly in ASCII.
const visiting = 5
