package main

import (
	"slices"
	"strings"
)

// seldom is the weight of the words of a language that texts in other languages hardly ever have (see quotedOften).
const seldom = 0.5

// poolSize is how many letters the counts of a pool are made to be.
const poolSize = 1e6

// A pool is the words of all languages of a script: which letter follows which, whatever the language. Of Latin script
// only words with a letter beyond ASCII count.
type pool struct {
	languages int
	pairs     map[[2]rune]float64 // 0 is a word's edge
	lone      map[rune]float64    // the letters that are words
	words     float64
	triples   map[[3]rune]float64
}

// pool adds the words of a language to those of its script, as shares.
func (t *table) pool(p *pairTable, body string) {
	if t.pools == nil {
		t.pools = map[script]*pool{}
	}
	q := t.pools[p.script]
	if q == nil {
		q = &pool{pairs: map[[2]rune]float64{}, lone: map[rune]float64{}, triples: map[[3]rune]float64{}}
		t.pools[p.script] = q
	}
	pairs, total := p.words(body)
	weight := max(quotedOften[p.tag], seldom) / total
	for pair, n := range pairs {
		q.pairs[pair] += n * weight
		if p.tag != "ro" {
			continue
		}
		if old := [2]rune{cedilla(pair[0]), cedilla(pair[1])}; old != pair {
			q.pairs[old] += n * weight
		}
	}
	for k, n := range p.triples {
		q.triples[[3]rune{p.letter(k.a), p.letter(k.x), p.letter(k.b)}] += n * weight
	}
	lone, words := p.alone(body)
	weight = max(quotedOften[p.tag], seldom)
	for r, n := range lone {
		q.lone[r] += n * weight / words
	}
	q.words += weight
	q.languages++
}

// letter is the one of a class, 0 for a word's edge.
func (p *pairTable) letter(class int) rune {
	if class == 0 {
		return 0
	}
	return p.letters[class-1]
}

// cedilla is the letter with cedilla that most encodings have for a Romanian one with comma, or r.
func cedilla(r rune) rune {
	switch r {
	case 'ș':
		return 'ş'
	case 'ț':
		return 'ţ'
	}
	return r
}

// words counts the pairs of letters in the words that have only the language's own letters, and the letters in all.
func (p *pairTable) words(body string) (pairs map[[2]rune]float64, total float64) {
	if p.script == latin {
		body = apostrophes(body)
	}
	pairs = map[[2]rune]float64{}
	for _, w := range strings.FieldsFunc(body, func(r rune) bool { return !writes(p.script, r) }) {
		runes := []rune(w)
		beyond, own := false, true
		for i, r := range runes {
			runes[i] = fold(p.tag, r)
			own = own && slices.Contains(p.letters, runes[i])
			beyond = beyond || runes[i] >= 0x80 && runes[i] != apostrophe
		}
		if !own || !beyond {
			continue
		}
		last := rune(0)
		for _, r := range append(runes, 0) {
			pairs[[2]rune{last, r}]++
			last = r
		}
		total += float64(len(runes))
	}
	return pairs, total
}

// table makes the pairs of a pool.
func (q *pool) table(s script) *pairTable {
	p := &pairTable{tag: "*", script: s, counts: map[rune]float64{}}
	var order [][2]rune
	for pair := range q.pairs {
		order = append(order, pair)
	}
	slices.SortFunc(order, func(a, b [2]rune) int { return slices.Compare(a[:], b[:]) })
	total := 0.0
	for _, pair := range order {
		if pair[1] != 0 {
			total += q.pairs[pair]
		}
	}
	class := map[rune]int{0: 0}
	for _, pair := range order {
		if pair[1] != 0 {
			p.counts[pair[1]] += q.pairs[pair] / total * poolSize
		}
	}
	p.letters = p.alphabet(poolSize)
	for i, r := range p.letters {
		class[r] = i + 1
	}
	k := p.classes()
	counts := make([]float64, k*k)
	for _, pair := range order {
		a, okA := class[pair[0]]
		b, okB := class[pair[1]]
		if okA && okB {
			counts[a*k+b] += q.pairs[pair] / total * poolSize
		}
	}
	p.cost = smooth(counts, k)
	for k, n := range q.triples {
		a, okA := class[k[0]]
		x, okX := class[k[1]]
		b, okB := class[k[2]]
		if okA && okX && okB {
			p.addTriple([3]int{a, x, b}, n/total*poolSize)
		}
	}
	if s == latin {
		p.lone = p.often(q.lone, q.words/wordOften)
	}
	return p
}
