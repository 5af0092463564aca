// Package numeral writes the numbers of lists as word processors and browsers
// do. A number that a system cannot write is written in decimal.
//
//   - counter_table.go: counter styles of CSS
//   - eastern.go: numbers of East Asia, India and others
//   - format.go: formats of documents
//   - numeral.go: Latin and Roman numbers
//   - typed.go: numbers that are typed in items
//   - word_table.go: formats by Word's numbers
package numeral

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Latin are the letters of the Latin alphabet, for [Repeated].
const Latin = "abcdefghijklmnopqrstuvwxyz"

// maxRepeated is how often a letter is repeated at most: digits are shorter
// then, and a list of such a length is not a list of letters.
const maxRepeated = 20

// Roman writes 1 as I, up to 3999.
func Roman(n int) string {
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

// Repeated writes 1 as the first letter of an alphabet, and behind the last one
// repeats them: a, z, aa, zz.
func Repeated(n int, alphabet string) string {
	size := utf8.RuneCountInString(alphabet)
	if n < 1 || n > size*maxRepeated {
		return strconv.Itoa(n)
	}
	at, letter := (n-1)%size, ""
	for _, r := range alphabet {
		if at == 0 {
			letter = string(r)
			break
		}
		at--
	}
	return strings.Repeat(letter, (n-1)/size+1)
}

// Ordinal writes 1 as 1st, as in English.
func Ordinal(n int) string {
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

// Letters returns a number as letters from the first one on: "a" … "z", "aa", "ab".
func Letters(n int, first byte) string {
	if n < 1 {
		return strconv.Itoa(n)
	}
	var digits []byte
	for ; n > 0; n = (n - 1) / 26 {
		digits = append([]byte{first + byte((n-1)%26)}, digits...)
	}
	return string(digits)
}
