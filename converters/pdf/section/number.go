package section

import (
	"regexp"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// numbered matches the number of a heading.
var numbered = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(([0-9]{1,2}\.)*[0-9]{1,2}\.?|[A-Z]\.([0-9]{1,2}\.?)*|[IVX]{1,5}\.)\s+\p{Lu}`)
})

// label matches what may be the number of a heading, where the outline says that it is.
var label = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\p{L}+\s+)?(([0-9]{1,2}\.)*[0-9]{1,2}|[A-Z]|[A-Z](\.[0-9]{1,2})+|[IVX]{1,5}(\.[0-9]{1,2})*)[.:)]?\s+`)
})

// bracketed matches the number of a part of a section behind Roman numbers and letters.
var bracketed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]{1,2}\)\s`) })

// numeral matches the number of a chapter.
var numeral = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{1,3}|[A-Z]|[IVXL]{1,7})[.:]?$`) })

func isNumbered(text string) bool { return numbered().MatchString(text) }

// depthOf returns how deep the number is that a heading begins with; 0 for none. Beside
// Roman numbers, letters are the second depth, and figures the third.
func depthOf(text string, roman bool) int {
	if roman && bracketed().MatchString(text) {
		return 3
	}
	if !isNumbered(text) {
		return 0
	}
	number, _, _ := strings.Cut(text, " ")
	number = strings.TrimSuffix(number, ".")
	depth := strings.Count(number, ".") + 1
	switch {
	case !roman, depth > 1:
		return depth
	case script.HasDigit(number):
		return 3
	case strings.Trim(number, "IVX") == "":
		return 1
	}
	return 2
}
