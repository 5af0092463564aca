package odf

import (
	"strconv"
	"strings"
)

// numeral writes a number in a format of ODF (1.3 part 3, 19.500).
func numeral(n int, format string, sync bool) string {
	switch format {
	case "":
		return ""
	case "a":
		return letters(n, sync)
	case "A":
		return strings.ToUpper(letters(n, sync))
	case "i":
		return strings.ToLower(roman(n))
	case "I":
		return roman(n)
	case "01, 02, 03, ...", "01":
		return padded(n, 2)
	case "001, 002, 003, ...":
		return padded(n, 3)
	case "1st":
		return ordinal(n)
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

// lettersMost is the number up to which letters count; above, digits are
// shorter and a list of such a length is no list of letters.
const lettersMost = 26 * 20

// letters writes 1 as a and 26 as z. 27 is aa either way, 28 is bb where
// letters are in step, else ab.
func letters(n int, sync bool) string {
	if n < 1 || n > lettersMost {
		return strconv.Itoa(n)
	}
	if sync || n <= 26 {
		return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
	}
	return letters((n-1)/26, false) + letters((n-1)%26+1, false)
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
	values := [...]int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}
	signs := [...]string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}
	var b strings.Builder
	for i, value := range values {
		for ; n >= value; n -= value {
			b.WriteString(signs[i])
		}
	}
	return b.String()
}
