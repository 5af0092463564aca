package main

import (
	"encoding/binary"
	"math"
	"slices"
)

// A triple is a letter beyond ASCII between two others, as classes; class 0 is a word's edge.
type triple struct{ a, x, b int }

const (
	// tripleWeight is how much the pairs say beside the triples.
	tripleWeight = 6
	// tripleLeast is how much a triple must save or cost to be in the table: bits for a thousand letters beyond ASCII.
	tripleLeast = 2
	// tripleShare is how much of what the triples say counts, and tripleMost the most bits it can be: texts are of other
	// kinds than those that the table is made of.
	tripleShare = 0.8
	tripleMost  = 5
	// restMost is the most bits that it can be for the triples that are not in the table: it has no room for the rare ones.
	restMost = 1
)

// beyondASCII says whether the letter of a class of a language in Latin script is none of ASCII.
func (p *pairTable) beyondASCII(class int) bool {
	return class > 0 && p.letters[class-1] >= 0x80 && p.letters[class-1] != apostrophe
}

// addTriple counts three letters that follow one another, as classes, if they are a triple.
func (p *pairTable) addTriple(classes [3]int, n float64) {
	if p.script == latin && p.beyondASCII(classes[1]) {
		if p.triples == nil {
			p.triples = map[triple]float64{}
		}
		p.triples[triple{classes[0], classes[1], classes[2]}] += n
	}
}

// A context is two letters and by how many bits the pairs are wrong about what follows them.
type context struct {
	a, x  int
	rest  float64 // for all that is not in after
	after []change
}

// A change is by how many bits a letter is less likely after a context than after the second letter of that.
type change struct {
	b    int
	bits float64
}

// contexts lists those that are worth their place.
func (p *pairTable) contexts() []context {
	var order []triple
	for k := range p.triples {
		order = append(order, k)
	}
	slices.SortFunc(order, func(a, b triple) int {
		return slices.Compare([]int{a.a, a.x, a.b}, []int{b.a, b.x, b.b})
	})
	total := 0.0
	counts := map[triple]float64{} // of two letters, the second as the class and 1, and of one
	for _, k := range order {
		n := p.triples[k]
		total += n
		counts[triple{x: k.x, b: k.b + 1}] += n
		counts[triple{x: k.x}] += n
	}
	var out []context
	for len(order) > 0 {
		n := 1
		for n < len(order) && order[n].a == order[0].a && order[n].x == order[0].x {
			n++
		}
		if c := p.context(order[:n], counts, total); len(c.after) > 0 {
			out = append(out, c)
		}
		order = order[n:]
	}
	return out
}

// context makes one of the triples that begin with the same two letters.
func (p *pairTable) context(triples []triple, counts map[triple]float64, total float64) context {
	c := context{a: triples[0].a, x: triples[0].x}
	n := 0.0
	for _, t := range triples {
		n += p.triples[t]
	}
	left, leftPairs := 1.0, 1.0
	for _, t := range triples {
		byPair := counts[triple{x: t.x, b: t.b + 1}] / counts[triple{x: t.x}]
		likely := (p.triples[t] + tripleWeight*byPair) / (n + tripleWeight)
		bits := -math.Log2(likely / byPair)
		if p.triples[t]*math.Abs(bits)*1000 > tripleLeast*total {
			c.after = append(c.after, change{t.b, bits})
			left -= likely
			leftPairs -= byPair
		}
	}
	if leftPairs > 0 {
		c.rest = min(restMost, -math.Log2(max(left, 1e-3)/leftPairs))
	}
	return c
}

// appendContexts writes contexts: the two letters as differences of one number, and the bits in halves.
func (p *pairTable) appendContexts(b []byte) []byte {
	all := p.contexts()
	b = binary.AppendUvarint(b, uint64(len(all)))
	last := 0
	for _, c := range all {
		id := c.a*p.classes() + c.x
		b = binary.AppendUvarint(b, uint64(id-last))
		last = id
		b = append(b, halfBits(c.rest), byte(len(c.after)))
		for _, f := range c.after {
			b = append(b, byte(f.b), halfBits(f.bits))
		}
	}
	return b
}

// halfBits writes as many bits as count, in halves.
func halfBits(bits float64) byte {
	return byte(int8(math.Round(2 * tripleShare * max(-tripleMost, min(tripleMost, bits)))))
}
