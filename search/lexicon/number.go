package lexicon

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Numbers returns the numbers of a text, each once and in digits alone: 1,234 and 1.234
// are 1234, 23.5 million is 23500000, twelve is 12 and five million is 5000000. The parts of a date are numbers.
func Numbers(text string) (all []string) {
	add := func(n string) {
		if n = strings.TrimLeft(n, "0"); n != "" && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	for i := 0; i < len(text); {
		from := i
		for i < len(text) && (isNumeral(text[i]) || (text[i] == '.' || text[i] == ',') && i > from && i+1 < len(text) && isNumeral(text[i+1])) {
			i++
		}
		if i > from {
			for _, n := range whole(text[from:i], zeros(text[i:])) {
				add(n)
			}
			continue
		}
		word := wordAt(text[i:])
		if n := numberWord(word); n != "" {
			add(n + strings.Repeat("0", zeros(text[i+len(word):])))
		}
		i += max(1, len(word))
	}
	return all
}

// Plainly returns a text with its numbers as [Numbers] has them, as far as they have groups
// of digits or are millions.
func Plainly(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		from := i
		for i < len(text) && (isNumeral(text[i]) || (text[i] == '.' || text[i] == ',') && i > from && i+1 < len(text) && isNumeral(text[i+1])) {
			i++
		}
		if i == from {
			b.WriteByte(text[i])
			i++
			continue
		}
		scale := zeros(text[i:])
		if one := whole(text[from:i], scale); scale > 0 && len(one) == 1 || isGrouped(text[from:i]) {
			b.WriteString(one[0])
		} else {
			b.WriteString(text[from:i])
		}
		if scale > 0 {
			i = len(text) - len(strings.TrimLeft(text[i:], " \u00a0\u202f"))
			i += len(wordAt(text[i:]))
		}
	}
	return b.String()
}

func isNumeral(c byte) bool { return c >= '0' && c <= '9' }

// isGrouped reports whether the digits of a number are in groups of three, and it has no
// fraction.
func isGrouped(number string) bool {
	parts := strings.FieldsFunc(number, isMark)
	return len(parts) > 1 && len(parts[0]) <= len("000") && !slices.ContainsFunc(parts[1:], func(p string) bool { return len(p) != len("000") })
}

func isMark(r rune) bool { return r == '.' || r == ',' }

// whole joins the digits of a number with groups or a fraction, and so many zeros that the
// fraction is of; those of a date or a version stay as they are.
func whole(number string, zeros int) []string {
	parts := strings.FieldsFunc(number, isMark)
	last := len(parts) - 1
	switch {
	case last < 0:
		return nil
	case last == 0:
		return []string{number + strings.Repeat("0", zeros)}
	}
	groups, fraction := parts[1:], ""
	if last == 1 && (len(parts[1]) != len("000") || zeros > 0) || strings.Contains(number, ",") && strings.Contains(number, ".") {
		groups, fraction = parts[1:last], parts[last]
	}
	if slices.ContainsFunc(groups, func(p string) bool { return len(p) != len("000") }) {
		return parts
	}
	if zeros == 0 {
		fraction = strings.TrimRight(fraction, "0")
	}
	return []string{parts[0] + strings.Join(groups, "") + fraction + strings.Repeat("0", max(0, zeros-len(fraction)))}
}

// wordAt returns the word that a text begins with.
func wordAt(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// zeros returns how many zeros the word behind a number means, such as six of a million.
func zeros(behind string) int {
	word := strings.ToLower(wordAt(strings.TrimLeft(behind, " \u00a0\u202f")))
	for _, one := range scales {
		if slices.Contains(one.words, word) {
			return one.zeros
		}
	}
	return 0
}

// numberWord returns the digits of a word that means a number, or "".
func numberWord(word string) string { return numbersOf()[strings.ToLower(word)] }

// numbersOf returns what the words of [numberWords] mean.
var numbersOf = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for i, words := range numberWords {
		for _, word := range words {
			of[word] = numberDigits[i]
		}
	}
	return of
})

// IsNumberOf reports whether a number is one of some, or one of these as it is when it is
// rounded.
func IsNumberOf(all []string, n string) bool {
	round := strings.TrimRight(n, "0")
	return slices.ContainsFunc(all, func(one string) bool {
		return one == n || len(one) == len(n) && len(n)-len(round) > len("00") && len(round) > 1 && rounded(one, len(round)) == round
	})
}

// rounded rounds a number to so many digits.
func rounded(number string, digits int) string {
	out := []byte(number[:digits])
	if number[digits] >= '5' {
		for i := digits - 1; i >= 0; i-- {
			if out[i]++; out[i] <= '9' {
				break
			}
			out[i] = '0'
		}
	}
	return strings.TrimRight(string(out), "0")
}
