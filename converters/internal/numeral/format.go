package numeral

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// repeated are the formats that count by letters, which are repeated behind the last one.
var repeated = map[string]string{
	"upperLetter":  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"lowerLetter":  Latin,
	"russianUpper": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ",
	"russianLower": "абвгдежзиклмнопрстуфхцчшщыэюя",
	"greekUpper":   "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
	"greekLower":   "αβγδεζηθικλμνξοπρστυφχψω",
	"chicago":      "*†‡§",
}

// Format writes a number in a format (17.18.59). One that is not known is
// written in decimal.
func Format(n int, format string) string {
	if alphabet, ok := repeated[format]; ok {
		return Repeated(n, alphabet)
	}
	switch format {
	case "none", "bullet":
		return ""
	case "upperRoman":
		return Roman(n)
	case "lowerRoman":
		return strings.ToLower(Roman(n))
	case "ordinal":
		return Ordinal(n)
	case "cardinalText":
		return words(n, false)
	case "ordinalText":
		return words(n, true)
	case "decimalZero":
		if n >= 0 && n < 10 {
			return "0" + decimal(n)
		}
	case "numberInDash":
		return "- " + decimal(n) + " -"
	case "hex":
		return strings.ToUpper(strconv.FormatInt(int64(n), 16))
	case "dollarText":
		return words(n, false) + " and 00/100"
	}
	if s, ok := eastern(n, format); ok {
		return s
	}
	if digits := strings.IndexByte(format, ','); digits > 1 && strings.Trim(format[:digits], "0123456789") == "" {
		s := decimal(n) // "001, 002, 003, ..."
		return strings.Repeat("0", min(max(digits-len(s), 0), 8)) + s
	}
	return decimal(n)
}

// WordFormat returns the name of a format, for [Format], by the number that it has
// in Word's older files (nfc); "" for one without a name.
func WordFormat(nfc int) string {
	if nfc < 0 || nfc >= len(wordFormats) {
		return ""
	}
	return wordFormats[nfc]
}

func decimal(n int) string { return strconv.Itoa(n) }

// nth returns a character of a text by its place.
func nth(text string, n int) string {
	for i, r := range text {
		if n == 0 {
			return text[i : i+utf8.RuneLen(r)]
		}
		n--
	}
	return ""
}

// enclosed writes a number as a character of its own, where there is one.
func enclosed(n int, first rune, most int) string {
	if n < 1 || n > most {
		return decimal(n)
	}
	return string(first + rune(n-1))
}

// digits writes a number with other digits.
func digits(n int, zeroToNine string) string {
	var b strings.Builder
	for _, c := range decimal(n) {
		if c < '0' || c > '9' {
			b.WriteRune(c)
			continue
		}
		b.WriteString(nth(zeroToNine, int(c-'0')))
	}
	return b.String()
}

// words writes a number up to 999,999 in English, as Word does in every language that it
// has no words for.
func words(n int, ordinal bool) string {
	if n < 1 || n > 999_999 {
		return decimal(n)
	}
	text := said1000(n%1000, "")
	if n >= 1000 {
		text = said1000(n/1000, "") + said1000(n%1000, " thousand ")
	}
	text = text[:1] + strings.ToLower(text[1:])
	if !ordinal {
		return text
	}
	for _, c := range [...]struct{ end, as string }{
		{"one", "first"}, {"two", "second"}, {"three", "third"}, {"five", "fifth"}, {"eight", "eighth"}, {"nine", "ninth"}, {"twelve", "twelfth"}, {"y", "ieth"},
	} {
		if head, ok := strings.CutSuffix(strings.ToLower(text), c.end); ok {
			whole := head + c.as
			return strings.ToUpper(whole[:1]) + whole[1:]
		}
	}
	return text + "th"
}

// said1000 writes a number below 1,000 in English behind a text, which ends it where the
// number is 0.
func said1000(n int, before string) string {
	switch {
	case n == 0:
		return strings.TrimSuffix(before, " ")
	case n < 20:
		return before + smallWords[n]
	case n < 100 && n%10 == 0:
		return before + tenWords[n/10]
	case n < 100:
		return before + tenWords[n/10] + "-" + smallWords[n%10]
	}
	return before + smallWords[n/100] + said1000(n%100, " hundred ")
}

var (
	smallWords = [...]string{
		"", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen",
		"Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
	}
	tenWords = [...]string{"", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"}
)
