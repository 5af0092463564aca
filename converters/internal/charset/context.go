package charset

import "sort"

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
	for f := c.after; len(f) > 0; f = f[2:] {
		if f[0] == b {
			return halfBits(f[1]), true
		}
	}
	return c.rest, true
}

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

// triples is what the letters cost more by the text before and behind them than by pairs, in a language of Latin script.
func (r *byteReader) triples(m *model, t *tally, own *language) (cost price) {
	any := &m.languages[m.any]
	for i, x := range t.triples {
		if g := &r.glyphs[x[1]]; g.kind != letter || g.r == apostrophe {
			continue
		}
		a, b, c := r.letter[x[0]], r.letter[x[1]], r.letter[x[2]]
		more, ok := own.change(own.class[a], own.class[b], own.class[c])
		if !ok {
			more, _ = any.change(any.class[a], any.class[b], any.class[c])
		}
		cost += t.times[i] * more
	}
	return cost
}
