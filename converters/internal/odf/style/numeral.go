package style

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
)

// formats are the names that numeral has for formats of ODF (1.3 part 3, 19.500).
var formats = map[string]string{"": "none", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "1st": "ordinal", "01": "decimalZero"}

// formatOf returns a format by the name that numeral has for a series of signs, or as
// it is.
func formatOf(value string) string { return cmp.Or(numeral.InSeries(value), value) }

// inNumerals writes a number in a format. Letters that are in step are repeated: 28
// is bb, else ab.
func inNumerals(n int, format string, sync bool) string {
	switch name, ok := formats[format]; {
	case (format == "a" || format == "A") && !sync && n > len(numeral.Latin) && n <= maxLetters:
		return inNumerals((n-1)/26, format, false) + inNumerals((n-1)%26+1, format, false)
	case ok:
		return numeral.Format(n, name)
	}
	if signs := strings.Split(format, ", "); len(signs) >= 3 && !strings.HasPrefix(format, "0") {
		if n < 1 || n > len(signs) || strings.HasPrefix(signs[n-1], "..") {
			return strconv.Itoa(n)
		}
		return signs[n-1]
	}
	return numeral.Format(n, format)
}

// maxLetters is the number up to which letters count; above, digits are
// shorter and a list of such a length is not a list of letters.
const maxLetters = 26 * 20
