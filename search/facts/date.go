package facts

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/search/lexicon"
)

// compact is a date without marks, such as 20190503, or one with a time behind it.
var compact = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|\D)((?:19|20)\d\d)-?([01]\d)-?([0-3]\d)(?:T?\d{4,6}|T\d+)?(\D|$)`)
})

// DateIn returns the first date of a text as 2019-05-03, else the first month of a year as
// 2019-05, else the first year; "" where there is none. A date that may be read in two ways
// is its year.
func DateIn(text string) string {
	var dates lexicon.Dates
	month, year := "", ""
	named := ""
	for _, word := range wordsOf(compact().ReplaceAllString(text, "$1 $2-$3-$4 $5")) {
		n := lexicon.Month(strings.ToLower(word))
		switch first, second := dates.Add([]byte(word), n); {
		case first != "" && second == "":
			return first[1:]
		case first != "":
			return first[1:5]
		case isYear(word) && named != "" && month == "":
			month = word + "-" + named
		}
		if isYear(word) && year == "" {
			year = word
		}
		if named = ""; n > 0 {
			named = fmt.Sprintf("%02d", n)
		}
	}
	return cmp.Or(month, year)
}

// isYear reports whether a word is a year of our time.
func isYear(word string) bool {
	return len(word) == 4 && (word[:2] == "19" || word[:2] == "20") && strings.Trim(word[2:], "0123456789") == ""
}
