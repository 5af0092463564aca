package charset

import (
	"sort"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// A verdict is the outcome of a contest.
type verdict struct {
	codec     *codec
	margin    int
	uncertain bool
}

// An entrant is an encoding in a contest and what the samples cost in it.
type entrant struct {
	codec *codec
	cost  price
}

// A race is a contest under way.
type race struct {
	m        *model
	t        *tally
	samples  []sample
	hinted   *codec
	entrants []entrant
	lowest   price
}

// contest finds the likeliest encoding of the samples. Damaged UTF-8 takes part.
func (m *model) contest(samples []sample, hint Hint) verdict {
	for i := range samples { // what all readings cost is that of the same bytes
		samples[i].b = samples[i].inner()
	}
	samples = distinct(samples)
	c := &race{m: m, t: m.tallyOf(samples), samples: samples, hinted: hint.codec(), lowest: endless}
	c.enter(codecNamed("UTF-8"), c.damaged())
	c.multis()
	c.singles()
	return c.verdict()
}

// enter adds an entrant.
func (c *race) enter(codec *codec, cost price) {
	cost += c.handicap(codec)
	c.entrants = append(c.entrants, entrant{codec, cost})
	c.lowest = min(c.lowest, cost)
}

// handicap is what an encoding costs before the text is seen.
func (c *race) handicap(codec *codec) price {
	switch {
	case codec == c.hinted:
		return codec.prior - hintWorth
	case c.t.visited && !codec.english:
		return codec.prior + strange
	}
	return codec.prior
}

// limit is the price of the samples above which an encoding cannot matter.
func (c *race) limit(codec *codec) price { return c.lowest + surely - c.handicap(codec) }

func (c *race) verdict() verdict {
	first, second := entrant{cost: endless}, entrant{cost: endless}
	for _, e := range c.entrants {
		switch {
		case e.cost < first.cost:
			first, second = e, first
		case e.cost < second.cost:
			second = e
		}
	}
	v := verdict{codec: first.codec, margin: int(min((second.cost-first.cost)/bit, Certain-1))}
	unlikely := first.codec.enc != nil && first.cost-c.t.shared() > dear*price(c.t.bytes)
	v.uncertain = v.margin < uncertainBelow || unlikely
	return v
}

// singles enters the single-byte encodings, one for each different text, the likeliest first.
func (c *race) singles() {
	type runner struct {
		r     *byteReader
		codec *codec
		fixed price
	}
	var runners []runner
	for i := range c.m.readers {
		r := &c.m.readers[i]
		if !r.codec.guessed && r.codec != c.hinted {
			continue
		}
		same := false
		for k := range runners {
			if !c.t.sameText(runners[k].r, r) {
				continue
			}
			if same = true; r.codec == c.hinted {
				runners[k].codec = r.codec
			}
			break
		}
		if !same {
			fixed, _ := r.fixed(c.t)
			runners = append(runners, runner{r, r.codec, fixed + c.handicap(r.codec)})
		}
	}
	sort.SliceStable(runners, func(i, j int) bool { return runners[i].fixed < runners[j].fixed })
	for _, x := range runners {
		c.enter(x.codec, x.r.cost(c.m, c.t, c.limit(x.codec)))
	}
}

// sameText says whether two encodings make the same of the bytes of the samples.
func (t *tally) sameText(a, b *byteReader) bool {
	for x := 0x80; x < 256; x++ {
		if t.has[x] && a.glyphs[x].r != b.glyphs[x].r {
			return false
		}
	}
	return true
}

// multis enters the encodings of one and two bytes, and the other ones that are hinted at.
func (c *race) multis() {
	for i := range codecs {
		codec := &codecs[i]
		if codec.enc == nil || codec.single() || !codec.guessed && codec != c.hinted {
			continue
		}
		if codec.name == "Johab" && codec != c.hinted && c.t.bytes < minJohab {
			continue // a file is not refused for a word or two
		}
		s := &signer{m: c.m, ascii: c.t.mostlyASCII, most: c.t.foreign}
		if c.t.mostlyASCII {
			s.common = visiting
		}
		for _, sample := range c.samples {
			text, _ := codec.decoder().Step(nil, sample.b, true)
			s.add(text)
			if s.total() > c.limit(codec) {
				break
			}
		}
		c.enter(codec, s.total())
	}
}

// minJohab is how many bytes beyond ASCII a text has that can be taken for Johab.
const minJohab = 40

// damaged is the price of the samples as UTF-8 with bad bytes.
func (c *race) damaged() price {
	cost := c.t.shared()
	good, bad := 0, 0
	for _, s := range c.samples {
		var d repairer
		text, _ := d.Step(nil, s.b, true)
		var speech tongue
		for _, r := range string(text) {
			if r >= 0x80 && r != '\uFFFD' {
				cost += speech.price(r)
				good++
			}
		}
		bad += wounds(s.b)
	}
	switch {
	case good == 0:
		return cost + baseless + impossible*price(bad)
	case bad <= good:
		return cost + wound*price(bad)
	}
	return cost + impossible*price(bad)
}

const (
	// wound is what a mistake in UTF-8 costs that has at least as many good sequences, which hardly any other text has.
	wound = 15 * bit
	// baseless is what it costs that no good sequence says that it is UTF-8.
	baseless = 15 * bit
)

// wounds counts the mistakes in UTF-8. A sequence that has its form but no character (overlong, a surrogate, beyond
// Unicode) is one, however many U+FFFD stand for it, and so is one that lacks its end.
func wounds(b []byte) int {
	n := 0
	for b = b[decode.ValidPrefix(b):]; len(b) > 0; b = b[decode.ValidPrefix(b):] {
		n++
		b = b[formed(b):]
	}
	return n
}

// formed is the length of what has the form of a sequence at the start of b: a lead byte and as many continuation bytes
// as it asks for or as there are; else one byte.
func formed(b []byte) int {
	most := 1
	switch c := b[0]; {
	case c >= 0xF0 && c < 0xF8:
		most = 4
	case c >= 0xE0 && c < 0xF0:
		most = 3
	case c >= 0xC0 && c < 0xE0:
		most = 2
	}
	n := 1
	for n < min(most, len(b)) && b[n]&0xC0 == 0x80 {
		n++
	}
	return n
}

// inner is the sample without the characters that its edges may cut: a byte below 0x30 is never part of a longer
// character in any of the encodings.
func (s sample) inner() []byte {
	b := s.b
	if !s.first {
		for i := range b {
			if b[i] < 0x30 {
				b = b[i:]
				break
			}
		}
	}
	if !s.last {
		for i := len(b) - 1; i > len(b)/2; i-- {
			if b[i] < 0x30 {
				b = b[:i+1]
				break
			}
		}
	}
	return b
}
