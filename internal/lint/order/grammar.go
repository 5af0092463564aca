package order

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// step is a part of an order: a word at which the order may go on.
type step struct {
	order, part int
	gap         int32 // how many words it may be behind the part before it
	last        bool
}

// part is how far an order was followed in a text.
type part struct {
	number int32 // of the word that ended it
	start  int   // of the first word, as an offset
}

// grammar is the table of orders, by the words that go on with one.
type grammar struct {
	words    map[string][]step
	prefixes map[string][]step
	shortest int               // of prefixes, in bytes
	begins   [256]uint8        // how a prefix may begin
	refused  []map[string]bool // by order: words behind which it is none
	behind   []map[string]bool // by order: words in front of which it is none
	first    []bool
	frame    map[string]bool // words in front of the start of an order
	offset   []int           // of the parts of an order among all parts
	parts    int
}

// theGrammar makes the grammar of the tables, once.
var theGrammar = sync.OnceValue(func() *grammar { return newGrammar(words, forms) })

func newGrammar(classes map[string]string, forms []string) *grammar {
	g := &grammar{words: map[string][]step{}, prefixes: map[string][]step{}, shortest: 1 << 10, frame: setOf(classes, "@frame")}
	for number, form := range forms {
		g.offset = append(g.offset, g.parts)
		g.refused, g.behind, g.first = append(g.refused, nil), append(g.behind, nil), append(g.first, false)
		gap := int32(1)
		fields := strings.Fields(form)
		parts := 0
		for i, field := range fields {
			switch {
			case field == "^":
				g.first[number] = true
				continue
			case field[0] == '!' && parts == 0:
				g.refused[number] = setOf(classes, field[1:])
				continue
			case field[0] == '!':
				g.behind[number] = setOf(classes, field[1:])
				continue
			case field[0] == '~':
				gap = int32(field[1] - '0')
				if len(field) > 2 {
					gap = gap*10 + int32(field[2]-'0')
				}
				continue
			}
			last := i == len(fields)-1 || i == len(fields)-2 && fields[i+1][0] == '!'
			for word := range setOf(classes, field) {
				g.add(word, step{number, g.parts, gap, last})
			}
			gap = 1
			g.parts++
			parts++
		}
	}
	for _, all := range []map[string][]step{g.words, g.prefixes} {
		for _, steps := range all { // a word is one part of an order, so the last comes first
			slices.SortFunc(steps, func(a, b step) int { return b.part - a.part })
		}
	}
	return g
}

// setOf returns the words of alternatives, some of which are classes.
func setOf(classes map[string]string, field string) map[string]bool {
	set := map[string]bool{}
	for one := range strings.SplitSeq(field, "|") {
		if class, ok := strings.CutPrefix(one, "@"); ok {
			words, known := classes[class]
			if !known {
				panic("order: no class of words " + class)
			}
			for word := range strings.FieldsSeq(words) {
				set[plainWord(word)] = true
			}
			continue
		}
		set[plainWord(one)] = true
	}
	return set
}

func (g *grammar) add(word string, s step) {
	stem, ok := strings.CutSuffix(word, "*")
	if !ok {
		g.words[word] = append(g.words[word], s)
		return
	}
	g.prefixes[stem] = append(g.prefixes[stem], s)
	g.shortest = min(g.shortest, len(stem))
	g.begins[stem[0]] = 1
}

// stepsOf returns the parts of orders that a word may be.
func (g *grammar) stepsOf(word []byte) (exact, begun []step) {
	exact = g.words[string(word)]
	if g.begins[word[0]] == 0 {
		return exact, nil
	}
	for n := len(word); n >= g.shortest; n-- {
		if begun = g.prefixes[string(word[:n])]; begun != nil {
			return exact, begun
		}
	}
	return exact, nil
}

// plainWord returns a word without accents, in small letters.
func plainWord(word string) string {
	ascii := true
	for i := range len(word) {
		ascii = ascii && word[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToLower(word)
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(word))
}
