package rtf

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
)

// inNumerals writes a number as a level does.
func inNumerals(n, kind int) string {
	switch kind {
	case kindUpperRoman:
		return numeral.Roman(n)
	case kindLowerRoman:
		return strings.ToLower(numeral.Roman(n))
	case kindUpper:
		return strings.ToUpper(numeral.Repeated(n, numeral.Latin))
	case kindLower:
		return numeral.Repeated(n, numeral.Latin)
	case kindOrdinal:
		return numeral.Ordinal(n)
	case kindZero:
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case kindNone:
		return ""
	}
	return strconv.Itoa(n)
}
