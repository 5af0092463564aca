package main

import (
	"encoding/binary"
	"math"
	"sort"
	"unicode"
)

// A table is all that the reader knows of languages.
type table struct {
	pairs []*pairTable
	pools map[script]*pool
	signs []*signTable
	rare  []rarity
}

// rarity is how unlikely a letter beyond ASCII is in a language that does not have it.
type rarity struct {
	r    rune
	bits float64
}

// A signTable is the common characters of a language without an alphabet, by how many bits each costs.
type signTable struct {
	tag    string
	levels [][]rune // levels[i] cost firstLevel+i bits
}

const (
	firstLevel = 3
	lastLevel  = 13
)

// countSigns ranks the characters beyond ASCII of a text.
func countSigns(tag, body string) *signTable {
	counts := map[rune]float64{}
	total := 0.0
	for _, r := range body {
		if r >= 0x80 && unicode.IsPrint(r) && r < 0x10000 {
			counts[r]++
			total++
		}
	}
	s := &signTable{tag: tag, levels: make([][]rune, lastLevel-firstLevel+1)}
	var runes []rune
	for r, n := range counts {
		if n >= 3 {
			runes = append(runes, r)
		}
	}
	sort.Slice(runes, func(i, j int) bool { return runes[i] < runes[j] })
	for _, r := range runes {
		bits := int(math.Round(-math.Log2(counts[r] / total)))
		if bits > lastLevel {
			continue
		}
		i := max(bits, firstLevel) - firstLevel
		s.levels[i] = append(s.levels[i], r)
	}
	return s
}

// quotedOften says how much more often the words of a language, names above all, are in texts of others than those of
// the languages that are not here.
var quotedOften = map[string]float64{
	"fr": 8, "de": 8, "es": 8, "pt": 4, "it": 4, "nl": 3, "sv": 3, "da": 3, "nb": 3, "fi": 2,
	"pl": 3, "cs": 3, "hu": 2, "tr": 2, "ro": 2, "hr": 2, "ru": 8, "uk": 3,
}

// rarity pools the letters beyond ASCII of all languages of a script.
func (t *table) rarity() {
	sum := map[script]float64{}
	share := map[rune]float64{}
	of := map[rune]script{}
	for _, p := range t.pairs {
		total := 0.0
		for _, n := range p.counts {
			total += n
		}
		for r, n := range p.counts {
			if r < 0x80 || r == apostrophe || n < 2 {
				continue
			}
			n *= max(quotedOften[p.tag], 1) / total
			share[r] += n
			of[r] = p.script
			sum[p.script] += n
		}
	}
	for r, n := range share {
		t.rare = append(t.rare, rarity{r, min(15, -math.Log2(n/sum[of[r]]))})
	}
	sort.Slice(t.rare, func(i, j int) bool { return t.rare[i].r < t.rare[j].r })
}

// bytes writes the table: see converters/internal/charset/model.go for the form.
func (t *table) bytes() []byte {
	all := t.pairs
	for s := range other {
		if q := t.pools[s]; q != nil && q.languages > 1 {
			all = append(all, q.table(s))
		}
	}
	b := binary.AppendUvarint(nil, uint64(len(all)))
	for _, p := range all {
		b = appendString(b, p.tag)
		b = append(b, byte(p.script))
		b = appendRunes(b, p.letters)
		b = appendRunes(b, p.lone)
		b = appendHalves(b, p.cost)
		b = p.appendContexts(b)
	}
	b = binary.AppendUvarint(b, uint64(len(t.signs)))
	for _, s := range t.signs {
		b = appendString(b, s.tag)
		b = append(b, firstLevel, byte(len(s.levels)))
		for _, l := range s.levels {
			b = appendRunes(b, l)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(t.rare)))
	last := rune(0)
	for _, r := range t.rare {
		b = binary.AppendUvarint(b, uint64(r.r-last))
		b = append(b, byte(math.Round(r.bits)))
		last = r.r
	}
	return b
}

// appendHalves writes costs in whole bits up to 15, two in a byte.
func appendHalves(b []byte, cost []float64) []byte {
	for i := 0; i < len(cost); i += 2 {
		pair := byte(min(15, math.Round(cost[i])))
		if i+1 < len(cost) {
			pair |= byte(min(15, math.Round(cost[i+1]))) << 4
		}
		b = append(b, pair)
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(append(b, byte(len(s))), s...)
}

// appendRunes writes ascending runes as differences.
func appendRunes(b []byte, runes []rune) []byte {
	b = binary.AppendUvarint(b, uint64(len(runes)))
	last := rune(0)
	for _, r := range runes {
		b = binary.AppendUvarint(b, uint64(r-last))
		last = r
	}
	return b
}
