package charset

import "sort"

// A context is two letters, of which the second is beyond ASCII, and what letters cost more after both than after the second.
type context struct {
	id    int   // the class of the first × the language's own classes + that of the second
	rest  price // for all that is not in after
	after []change
}

// A change is what the letter of a class costs more.
type change struct {
	class uint8
	cost  price
}

// contexts reads those of a language.
func (t *tableReader) contexts() []context {
	out := make([]context, t.number())
	id := 0
	for i := range out {
		id += t.number()
		out[i] = context{id: id, rest: t.halfBits(), after: make([]change, t.byte())}
		for k := range out[i].after {
			out[i].after[k] = change{t.byte(), t.halfBits()}
		}
	}
	return out
}

// halfBits reads a price of halves of a bit.
func (t *tableReader) halfBits() price { return price(int8(t.byte())) * bit / 2 }

// change is what the letter of class b costs more after those of a and x, if the language knows.
func (l *language) change(a, x, b uint8) (price, bool) {
	if int(a) >= l.native || int(x) >= l.native {
		return 0, false
	}
	id := int(a)*l.native + int(x)
	i := sort.Search(len(l.contexts), func(i int) bool { return l.contexts[i].id >= id })
	if i == len(l.contexts) || l.contexts[i].id != id {
		return 0, true
	}
	c := &l.contexts[i]
	for _, f := range c.after {
		if f.class == b {
			return f.cost, true
		}
	}
	return c.rest, true
}

// A triple is a byte beyond ASCII and those around it.
type triple [3]byte

// mostTriples is how many different triples are looked at. A text that has more says enough by its pairs.
const mostTriples = 100

// contested is by how much more a language may cost by its pairs and still be looked at by its triples.
const contested = 15 * bit

// listTriples lists the triples of the samples, or none if there are too many.
func (t *tally) listTriples(samples []sample) {
	seen := map[triple]int{}
	for _, s := range samples {
		for i := 1; i+1 < len(s.b); i++ {
			if s.b[i] < 0x80 {
				continue
			}
			k := triple(s.b[i-1 : i+2])
			at, ok := seen[k]
			if !ok {
				if at = len(t.triples); at == mostTriples {
					t.triples, t.times = nil, nil
					return
				}
				seen[k] = at
				t.triples, t.times = append(t.triples, k), append(t.times, 0)
			}
			t.times[at]++
		}
	}
}

// triples is what the letters cost more by the text before and behind them than by pairs, in the language at k, which has Latin script.
func (r *byteReader) triples(m *model, t *tally, k int) (cost price) {
	own, any := &m.languages[r.languages[k]], &m.languages[r.languages[r.any]]
	for i, x := range t.triples {
		if g := &r.glyphs[x[1]]; g.kind != letter || g.r == apostrophe {
			continue
		}
		class := &r.class[k]
		more, ok := own.change(class[x[0]], class[x[1]], class[x[2]])
		if !ok {
			class = &r.class[r.any]
			more, _ = any.change(class[x[0]], class[x[1]], class[x[2]])
		}
		cost += t.times[i] * more
	}
	return cost
}
