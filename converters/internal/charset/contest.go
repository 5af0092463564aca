package charset

import (
	"math"

	"golang.org/x/text/encoding"
)

// uncertainBelow is the margin, in bits, below which a guess is uncertain.
const uncertainBelow = 6

// foreignAbove is the margin that the encoding of stretches within UTF-8 must have.
const foreignAbove = 10

// hintBits is what a declaration is worth.
const hintBits = 40

// A reader of the contest: one encoding, and what the samples cost in it.
type entrant struct {
	codec  *codec
	bits   float64
	single *byteReader // nil for encodings of several bytes
}

// A verdict is the outcome of a contest.
type verdict struct {
	codec     *codec
	margin    int
	uncertain bool
}

// dear is what a byte beyond ASCII costs, with the letters around it, where the best reading is still no likely text. Text in the
// languages of the table costs half of that.
const dear = 18

// contest finds the likeliest encoding of the samples. Damaged UTF-8 takes part if damaged is set.
func contest(samples []sample, hint Hint, damaged bool) verdict {
	m := theModel()
	t := m.tallyOf(samples)
	hinted := hint.codec()
	all := m.singles(t, hinted)
	all = append(all, m.multis(samples, hinted)...)
	if damaged {
		all = append(all, m.damaged(t, samples))
	}
	var first, second *entrant
	for i := range all {
		e := &all[i]
		e.bits += e.codec.prior
		if e.codec == hinted {
			e.bits -= hintBits
		}
		switch {
		case first == nil || e.bits < first.bits:
			first, second = e, first
		case second == nil || e.bits < second.bits:
			second = e
		}
	}
	v := verdict{codec: first.codec, margin: int(math.Min(second.bits-first.bits, Certain-1))}
	v.uncertain = v.margin < uncertainBelow || first.codec.enc != nil && first.bits-t.shared() > dear*t.highBytes()
	return v
}

// singles enters the single-byte encodings, one for each different text.
func (m *model) singles(t *tally, hinted *codec) []entrant {
	var out []entrant
	for i := range m.readers {
		r := &m.readers[i]
		if !r.codec.guessed && r.codec != hinted {
			continue
		}
		if same := sameText(out, r, t); same != nil {
			if r.codec == hinted {
				same.codec = hinted
			}
			continue
		}
		out = append(out, entrant{codec: r.codec, bits: float64(r.best(m, t)), single: r})
	}
	return out
}

// sameText finds the entrant that gives the same text as r.
func sameText(all []entrant, r *byteReader, t *tally) *entrant {
	for i := range all {
		same := true
		for b := 0x80; b < 256 && same; b++ {
			same = !t.has[b] || all[i].single.glyphs[b].r == r.glyphs[b].r
		}
		if same {
			return &all[i]
		}
	}
	return nil
}

// multis enters the encodings of one and two bytes.
func (m *model) multis(samples []sample, hinted *codec) []entrant {
	var out []entrant
	for i := range codecs {
		c := &codecs[i]
		if c.enc == nil || !c.guessed && c != hinted {
			continue
		}
		if c.single() {
			continue
		}
		out = append(out, entrant{codec: c, bits: m.signs(c.enc, samples)})
	}
	return out
}

// signs is the cost of the samples in an encoding of several bytes. Its ASCII words weigh what they do in tallyOf.
func (m *model) signs(enc encoding.Encoding, samples []sample) float64 {
	total := make([]float64, len(m.signaries))
	common, word, near := 0.0, 0.0, false
	last := rune('\n')
	flush := func() {
		if !near {
			word *= farWeight
		}
		common += word
		word, near = 0, false
	}
	for _, s := range samples {
		d := &textDecoder{t: enc.NewDecoder()}
		text, _ := d.step(nil, s.inner(), true)
		for _, r := range string(text) {
			switch {
			case r >= 0x80:
				near = true
				m.sign(total, r)
				if last < 0x80 {
					common += join[asciiKind(last)]
				}
			case last < 0x80:
				word += float64(m.languages[english].asciiPair(byte(last), byte(r)))
			default:
				common += join[asciiKind(r)]
			}
			if r < 0x80 && asciiKind(r) != letter {
				flush()
			}
			last = r
		}
		flush()
	}
	lowest := math.Inf(1)
	for _, bits := range total {
		lowest = math.Min(lowest, bits)
	}
	return lowest + common
}

// join is what a change between ASCII and other characters costs in text of ideographs, by the kind of the ASCII one.
var join = [quote]float64{letter: 7, space: 1.5, digit: 3, punct: 3}

// sign adds the cost of a character beyond ASCII in each language.
func (m *model) sign(total []float64, r rune) {
	for i := range m.signaries {
		if bits, ok := m.signaries[i].cost[r]; ok {
			total[i] += float64(bits)
			continue
		}
		switch {
		case r == '\uFFFD':
			total[i] += 30
		case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3:
			total[i] += 16
		case r >= 0x3041 && r <= 0x30FF:
			total[i] += 14
		case r >= 0xFF61 && r <= 0xFF9F:
			total[i] += 9
		case r >= 0x3000 && r <= 0x303F, r >= 0xFF01 && r <= 0xFF60, r >= 0x2010 && r <= 0x2030:
			total[i] += 13
		default:
			total[i] += 18
		}
	}
}

// damaged enters UTF-8 with bad bytes.
func (m *model) damaged(t *tally, samples []sample) entrant {
	bits := 0.0
	for _, s := range samples {
		var d repairer
		text, _ := d.step(nil, s.b, true)
		var speech tongue
		for _, r := range string(text) {
			if r >= 0x80 && r != '\uFFFD' {
				bits += speech.bits(r)
			}
		}
		bits += 25 * float64(d.replaced)
	}
	return entrant{codec: codecNamed("UTF-8"), bits: bits + float64(t.plain[0])}
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
