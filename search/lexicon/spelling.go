package lexicon

import (
	"slices"
	"strings"
)

// spellings are how British English writes an ending and how American English does, with
// what may be behind it, and how many letters are before it at least: an hour is no hor.
var spellings = [...]struct {
	british, american string
	before            int
	behind            []string
}{
	{"our", "or", 3, []string{"", "s", "ed", "ing", "able", "ful", "less", "ite", "ites", "er", "ers"}},
	{"is", "iz", 3, []string{"e", "es", "ed", "ing", "er", "ers", "ation", "ations"}},
	{"ys", "yz", 3, []string{"e", "ed", "ing", "er", "ers"}},
	{"tre", "ter", 2, []string{"", "s", "d"}},
	{"bre", "ber", 2, []string{"", "s"}},
	{"ogue", "og", 3, []string{"", "s"}},
	{"amme", "am", 3, []string{"", "s"}},
}

// american returns how American English writes a word.
func american(small string) string {
	for _, s := range spellings {
		at := strings.LastIndex(small, s.british)
		if at < s.before {
			continue
		}
		if behind := small[at+len(s.british):]; slices.Contains(s.behind, behind) {
			return small[:at] + s.american + behind
		}
	}
	return small
}
