package style

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
)

// inNumerals writes a number in a format of ODF (1.3 part 3, 19.500).
func inNumerals(n int, format string, sync bool) string {
	switch format {
	case "":
		return ""
	case "a":
		return letters(n, sync)
	case "A":
		return strings.ToUpper(letters(n, sync))
	case "i":
		return strings.ToLower(numeral.Roman(n))
	case "I":
		return numeral.Roman(n)
	case "01, 02, 03, ...", "01":
		return padded(n, 2)
	case "001, 002, 003, ...":
		return padded(n, 3)
	case "1st":
		return numeral.Ordinal(n)
	default:
		return other(n, format)
	}
}

func padded(n, width int) string {
	s := strconv.Itoa(n)
	if n < 0 {
		return s
	}
	return strings.Repeat("0", max(width-len(s), 0)) + s
}

// other writes numbers of scripts that a format names by its first signs, such
// as "一, 二, 三, ..." or "ア, イ, ウ, ..."; decimal where the list does not reach.
func other(n int, format string) string {
	signs := strings.Split(format, ", ")
	if len(signs) < 3 || n < 1 || n > len(signs) || signs[n-1] == "..." {
		return strconv.Itoa(n)
	}
	return signs[n-1]
}

// maxLetters is the number up to which letters count; above, digits are
// shorter and a list of such a length is not a list of letters.
const maxLetters = 26 * 20

// letters writes 1 as a and 26 as z. 27 is aa either way, 28 is bb where
// letters are in step, else ab.
func letters(n int, sync bool) string {
	if n < 1 || n > maxLetters {
		return strconv.Itoa(n)
	}
	if sync || n <= 26 {
		return numeral.Repeated(n, numeral.Latin)
	}
	return letters((n-1)/26, false) + letters((n-1)%26+1, false)
}
