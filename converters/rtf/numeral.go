package rtf

import (
	"strconv"
	"strings"
)

// numeral writes a number as a level does.
func numeral(n, kind int) string {
	switch kind {
	case kindUpperRoman:
		return roman(n)
	case kindLowerRoman:
		return strings.ToLower(roman(n))
	case kindUpper:
		return strings.ToUpper(letters(n))
	case kindLower:
		return letters(n)
	case kindOrdinal:
		return ordinal(n)
	case kindZero:
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case kindNone:
		return ""
	}
	return strconv.Itoa(n)
}

// letters writes 1 as a, 26 as z, 27 as aa.
func letters(n int) string {
	if n < 1 || n > 26*20 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
}

func ordinal(n int) string {
	end := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for i, value := range [...]int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1} {
		for ; n >= value; n -= value {
			b.WriteString([...]string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}[i])
		}
	}
	return b.String()
}
