package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search/lexicon"
)

// Coverage is how far a text has what a statement says.
type Coverage struct {
	Foreign bool     // the two are in different languages
	Terms   int      // words of the statement that say something, and its numbers
	Share   float64  // of them that the text has
	Strange []string // names and numbers of the statement that the text has not
}

// Cover compares a statement with a text, by words without their endings, names and
// numbers.
func Cover(statement, text string) Coverage {
	of, told := tell(text)
	in, saidIn := tell(statement)
	if told && saidIn && of != in || isSpaced(statement) != isSpaced(text) {
		return Coverage{Foreign: true}
	}
	if !told && saidIn {
		of = in
	}
	c, covered := coverWords(of, statement, text)
	known := Numbers(text)
	for _, n := range Numbers(statement) {
		c.Terms++
		switch {
		case slices.Contains(known, n):
			covered++
		case len(n) > 1: // a text may say a small one in letters
			c.Strange = append(c.Strange, n)
		}
	}
	if c.Terms > 0 {
		c.Share = float64(covered) / float64(c.Terms)
	}
	return c
}

// coverWords compares the words alone. Numbers are compared as such, and a month may be
// written as one, too.
func coverWords(l language, statement, text string) (c Coverage, covered int) {
	has, seen := map[uint32]bool{}, map[uint32]bool{}
	newAnalyzer(l, func(term uint32) { has[term] = true }).text(text)
	first := true
	for _, word := range strings.FieldsFunc(statement, separates) {
		terms := termsOf(l, word)
		upper, _ := utf8.DecodeRuneInString(word)
		isName := unicode.IsUpper(upper) && !first && l != inGerman
		first = false
		if unicode.IsDigit(upper) || len(terms) == 0 || seen[terms[0]] || lexicon.Month(strings.ToLower(word)) != 0 {
			continue
		}
		seen[terms[0]] = true
		c.Terms++
		if !slices.ContainsFunc(terms, func(term uint32) bool { return !has[term] }) {
			covered++
		} else if isName {
			c.Strange = append(c.Strange, word)
		}
	}
	return c, covered
}

func separates(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && r != '\'' && r != '’'
}

// termsOf returns the terms of a word; none of one that says nothing.
func termsOf(l language, word string) (terms []uint32) {
	newAnalyzer(l, func(term uint32) { terms = append(terms, term) }).text(word)
	return terms
}

// isSpaced reports whether a text is in a script that has spaces between words.
func isSpaced(text string) bool {
	letters, unspaced := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if lexicon.IsUnspaced(r) {
				unspaced++
			}
		}
	}
	return 3*unspaced <= letters
}

// Numbers returns the numbers of a text, each once and in digits alone: 1,234 and 1.234
// are 1234. The parts of a date are numbers.
func Numbers(text string) (all []string) {
	for i := 0; i < len(text); i++ {
		if !isNumeral(text[i]) {
			continue
		}
		from := i
		for i < len(text) && (isNumeral(text[i]) || (text[i] == '.' || text[i] == ',') && i+1 < len(text) && isNumeral(text[i+1])) {
			i++
		}
		for _, n := range whole(text[from:i]) {
			if n = strings.TrimLeft(n, "0"); n != "" && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}

func isNumeral(c byte) bool { return c >= '0' && c <= '9' }

// whole joins the digits of a number with groups or a fraction; those of a date or a
// version stay as they are.
func whole(number string) []string {
	parts := strings.FieldsFunc(number, func(r rune) bool { return r == '.' || r == ',' })
	last := len(parts) - 1
	if last == 0 {
		return parts
	}
	groups := parts[1:]
	if last == 1 || strings.Contains(number, ",") && strings.Contains(number, ".") {
		groups = parts[1:last] // the last one is a fraction
	}
	if slices.ContainsFunc(groups, func(p string) bool { return len(p) != len("000") }) {
		return parts
	}
	return []string{strings.Join(parts, "")}
}
