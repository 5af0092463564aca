package lint

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/lint/order"
)

// textFinding is something that a text says, and where in it.
type textFinding struct {
	code, message, words string
	offset               int
}

// maxWordings is how many wordings are told of one text.
const maxWordings = 10

// wordingsIn returns the lines of a text that read like orders to a model.
func wordingsIn(text string) (all []textFinding) {
	next := 0 // where the line behind the last one begins
	for _, f := range order.In(text) {
		if f.Start < next {
			continue
		}
		line := strings.LastIndexByte(text[:f.Start], '\n') + 1
		rest, _, _ := strings.Cut(text[f.Start:], "\n")
		next = f.Start + len(rest) + 1
		if all = append(all, textFinding{codeWording, "this reads like an order to a model to forget its rules; it may be meant", text[f.Start:f.End], line}); len(all) == maxWordings {
			break
		}
	}
	return all
}

// foreignWords gives the start and the end of each word that has a letter which is not ASCII.
func foreignWords(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		last := 0 // what is before was seen
		for i := 0; i < len(text); {
			r, size := rune(text[i]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(text[i:])
			}
			if r < utf8.RuneSelf || !unicode.IsLetter(r) {
				i += size
				continue
			}
			start := i
			for start > last && (text[start-1]|0x20) >= 'a' && (text[start-1]|0x20) <= 'z' {
				start--
			}
			end := strings.IndexFunc(text[i:], func(r rune) bool { return !unicode.IsLetter(r) })
			if end < 0 {
				end = len(text) - i
			}
			if i += end; !yield(start, i) {
				return
			}
			last = i
		}
	}
}

// homoglyphsIn returns words in which other letters take the place of Latin ones. A word
// in one script is none, and so is a single letter beside others, as in formulas; wide
// letters are none on a line with ideographs, where they are usual.
func homoglyphsIn(text string) (all []textFinding) {
	for start, end := range foreignWords(text) {
		word := text[start:end]
		n, first := 0, rune(0)
		for _, r := range word {
			if n++; first == 0 && r > unicode.MaxASCII {
				first = r
			}
		}
		if n < 4 || !isMixed(word) && !(order.IsStyled(first) && !isWideHonest(text, start, first)) {
			continue
		}
		skeleton, ok := order.Skeleton(word)
		if !ok {
			continue
		}
		all = append(all, textFinding{codeHomoglyph, "letters that look like Latin ones, so that this reads as “" + skeleton + "”", word, start})
		if len(all) == maxWordings {
			break
		}
	}
	return all
}

// isWideHonest reports whether a wide letter is on a line with letters that are as wide.
func isWideHonest(text string, at int, r rune) bool {
	if r < 'Ａ' || r > 'ｚ' {
		return false
	}
	start := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return strings.IndexFunc(line, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
	}) >= 0
}

// isMixed reports whether all letters of a word that are not Latin look like Latin ones,
// and one of them is in front of a Latin one: endings of a language behind a name, as in
// Russian, are honest.
func isMixed(word string) bool {
	if _, ok := order.Skeleton(word); !ok {
		return false
	}
	ascii, inside, other := 0, false, false
	for _, r := range word {
		if order.IsStyled(r) {
			return false
		}
		if r > unicode.MaxASCII {
			other = true
			continue
		}
		ascii++
		inside = inside || other
	}
	return ascii >= 2 && inside
}
