package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// script is the writing system of a language as the table knows it.
type script uint8

// The scripts of the table. The reader has the same list.
const (
	latin script = iota
	cyrillic
	greek
	hebrew
	arabic
	thai
	cjk
	other
)

var scriptOf = map[string]script{
	"ru": cyrillic, "uk": cyrillic, "be": cyrillic, "bg": cyrillic, "mk": cyrillic, "sr": cyrillic,
	"el": greek, "he": hebrew, "ar": arabic, "fa": arabic, "ur": arabic, "th": thai,
	"ja": cjk, "ko": cjk, "zh_Hans": cjk, "zh_Hant": cjk,
	"hi": other, "bn": other, "ta": other, "te": other, "ml": other, "gu": other, "kn": other, "pa": other, "si": other,
	"ka": other, "hy": other, "am": other, "my": other, "km": other, "lo": other, "bo": other,
}

var scriptTables = map[script]*unicode.RangeTable{
	cyrillic: unicode.Cyrillic, greek: unicode.Greek, hebrew: unicode.Hebrew, arabic: unicode.Arabic, thai: unicode.Thai,
}

// writes says whether r is a letter, or a mark that belongs to letters, of the script.
func writes(s script, r rune) bool {
	if s == latin {
		return unicode.Is(unicode.Latin, r) && r != 'ª' && r != 'º' || r >= 0x300 && r <= 0x36F || r == apostrophe
	}
	return unicode.Is(scriptTables[s], r) && (unicode.IsLetter(r) || unicode.IsMark(r)) || s == arabic && r >= 0x64B && r <= 0x65F
}

// train reads the texts and writes the table.
func train(from, to string) error {
	var t table
	for _, l := range languages {
		s := scriptOf[l.tag]
		if s == other {
			continue
		}
		body, err := trainingText(from, l.tag)
		if err != nil {
			return err
		}
		if len(body) < enough {
			fmt.Fprintf(os.Stderr, "%s: only %d bytes of text, left out\n", l.tag, len(body))
			continue
		}
		if s == cjk {
			t.signs = append(t.signs, countSigns(l.tag, body))
			continue
		}
		p := countPairs(l.tag, s, body)
		t.pairs = append(t.pairs, p)
		t.pool(p, body)
	}
	t.rarity()
	b := t.bytes()
	fmt.Fprintf(os.Stderr, "%d languages by pairs, %d by signs, %d bytes\n", len(t.pairs), len(t.signs), len(b))
	return os.WriteFile(to, b, 0o644)
}

// trainingText joins the texts of a language from all packages for training.
func trainingText(from, tag string) (string, error) {
	files, err := filepath.Glob(filepath.Join(from, "*", tag+".txt"))
	if err != nil {
		return "", err
	}
	sort.Strings(files)
	var out strings.Builder
	for _, f := range files {
		if isJudged(filepath.Base(filepath.Dir(f))) {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		out.Write(b[:min(len(b), most-min(most, out.Len()))])
	}
	body := norm.NFC.String(out.String())
	if tag == "vi" {
		body = splitTones(body, false) + splitTones(body, true)
	}
	return body, nil
}

// apostrophe is the sign that is a letter of the languages in Latin script. The one of ASCII is read as it where it is
// between two letters.
const apostrophe = '’'

// apostrophes writes every apostrophe within a word the typographic way.
func apostrophes(s string) string {
	runes := []rune(s)
	for i := 1; i+1 < len(runes); i++ {
		if runes[i] == '\'' && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1]) {
			runes[i] = apostrophe
		}
	}
	return string(runes)
}

// fold maps a letter to the one that stands for it in the table.
func fold(tag string, r rune) rune {
	r = unicode.ToLower(r)
	if tag == "tr" || tag == "az" {
		return r
	}
	if tag == "ro" {
		switch r {
		case 'ş':
			return 'ș'
		case 'ţ':
			return 'ț'
		}
	}
	return r
}

// A pairTable is what is known of one language with an alphabet.
type pairTable struct {
	tag     string
	script  script
	letters []rune // folded; classes are 1…; for scripts other than Latin class 1 is any Latin letter
	lone    []rune // those of letters beyond ASCII that are words
	cost    []float64
	counts  map[rune]float64
	triples map[triple]float64
}

func (p *pairTable) classes() int { return len(p.letters) + 1 }

// countPairs makes the table of one language.
func countPairs(tag string, s script, body string) *pairTable {
	p := &pairTable{tag: tag, script: s, counts: map[rune]float64{}}
	if s == latin {
		body = apostrophes(body)
	}
	total := 0.0
	for _, r := range body {
		if writes(s, r) {
			p.counts[fold(tag, r)]++
			total++
		}
	}
	p.letters = p.alphabet(total)
	k := p.classes()
	counts := make([]float64, k*k)
	class := map[rune]int{}
	for i, r := range p.letters {
		class[r] = i + 1
	}
	last, two := 0, 0
	for _, r := range body {
		c := 0
		switch {
		case writes(s, r):
			var ok bool
			if c, ok = class[fold(tag, r)]; !ok {
				last, two = 0, 0
				continue
			}
		case s != latin && unicode.Is(unicode.Latin, r):
			c = 1
		}
		if c != 0 || last != 0 {
			counts[last*k+c]++
			p.addTriple([3]int{two, last, c}, 1)
		}
		two, last = last, c
	}
	if tag == "en" {
		p.possess(counts, class[apostrophe])
	}
	p.cost = smooth(counts, k)
	if s == latin {
		words, total := p.alone(body)
		p.lone = p.often(words, total/wordLeast)
	}
	return p
}

// possessive is how often an English word has ’s at its end. The texts of programs have it less often.
const possessive = 0.004

// possess adds the possessives that any word may have.
func (p *pairTable) possess(counts []float64, mark int) {
	if mark == 0 {
		return
	}
	k := p.classes()
	for a := 1; a < k; a++ {
		n := possessive * counts[a*k]
		counts[a*k+mark] += n
		counts[mark*k+int('s'-'a')+1] += n
	}
}

// wordLeast is how often a letter must be a word in a language, one word in so many, and wordOften in texts that are in English.
const (
	wordLeast = 10000
	wordOften = 2000
)

// alone counts the words of one letter beyond ASCII, and all words.
func (p *pairTable) alone(body string) (counts map[rune]float64, words float64) {
	counts = map[rune]float64{}
	for _, w := range strings.FieldsFunc(body, func(r rune) bool { return !writes(p.script, r) }) {
		words++
		if r, n := utf8.DecodeRuneInString(w); n == len(w) && r >= 0x80 && r != apostrophe {
			counts[fold(p.tag, r)]++
		}
	}
	return counts, words
}

// often lists the letters that are words more than least times.
func (p *pairTable) often(counts map[rune]float64, least float64) []rune {
	var out []rune
	for _, r := range p.letters {
		if counts[r] > least {
			out = append(out, r)
		}
	}
	return out
}

// alphabet is the letters that the language uses: a to z, and the others that are not accidents.
func (p *pairTable) alphabet(total float64) []rune {
	var out []rune
	if p.script == latin {
		for r := 'a'; r <= 'z'; r++ {
			out = append(out, r)
		}
	} else {
		out = append(out, 'a')
	}
	var more []rune
	for r, n := range p.counts {
		if r > 'z' && n >= 3 && n/total > 1.0/40000 {
			more = append(more, r)
		}
	}
	sort.Slice(more, func(i, j int) bool { return more[i] < more[j] })
	return append(out, more...)
}

// smooth turns counts into bits: the logarithm of how likely the second is after the first, mixed with how likely it is
// at all and with a little of anything.
func smooth(counts []float64, k int) []float64 {
	const weight, anything = 8, 0.004
	column := make([]float64, k)
	all := 0.0
	for i := range k {
		for j := range k {
			column[j] += counts[i*k+j]
			all += counts[i*k+j]
		}
	}
	cost := make([]float64, k*k)
	for i := range k {
		row := 0.0
		for j := range k {
			row += counts[i*k+j]
		}
		for j := range k {
			p := (counts[i*k+j] + weight*(column[j]+1)/(all+float64(k))) / (row + weight)
			cost[i*k+j] = -math.Log2(p*(1-anything) + anything/float64(k))
		}
	}
	return cost
}
