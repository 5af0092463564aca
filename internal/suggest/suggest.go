// Package suggest says which name may have been meant by one that is unknown.
package suggest

import "strings"

// Nearest returns the name that is near to a word, or "": one that the word is a
// prefix of, or one of two letters more, less or other.
func Nearest(word string, among []string) string {
	word = strings.ToLower(word)
	best, least := "", 3
	for _, name := range among {
		d := Distance(word, strings.ToLower(name))
		if len(word) > 1 && strings.HasPrefix(strings.ToLower(name), word) {
			d = 1
		}
		if d < least && d < len(name) {
			best, least = name, d
		}
	}
	return best
}

// Question asks, behind an error, whether the nearest name was meant; it is empty
// where there is none.
func Question(word string, among []string) string {
	if near := Nearest(word, among); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// Distance is how many letters are to be added, taken away or changed
// (Levenshtein), of words that are not long.
func Distance(a, b string) int {
	const long = 40
	if len(a) > long || len(b) > long {
		return long
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
