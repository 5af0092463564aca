package numfmt

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// speech is how numbers are written as they are said, by the language and the number of
// a code such as [DBNum1] (ECMA-376 part 1, 18.8.31).
type speech struct {
	language  uint16
	form      rune
	digits    []string // from zero on
	tens      []string // ten, hundred, thousand
	thousands []string // ten thousand, and those times it
	point     string
	minus     string
	gaps      bool // a gap between digits is said
	bare      bool // ten and a hundred have no one before them
}

// speeches are how numbers are said, by language and form.
var speeches = sync.OnceValue(func() []speech {
	return []speech{
		{0x411, 1, signs("〇一二三四五六七八九"), signs("十百千"), signs("万億兆"), "・", "−", false, true},
		{0x411, 2, signs("零壱弐参四伍六七八九"), signs("拾百阡"), signs("萬億兆"), "・", "−", false, true},
		{0x804, 1, signs("〇一二三四五六七八九"), signs("十百千"), signs("万亿兆"), "．", "－", true, false},
		{0x804, 2, signs("零壹贰叁肆伍陆柒捌玖"), signs("拾佰仟"), signs("万亿兆"), "点", "负", true, false},
		{0x404, 1, signs("〇一二三四五六七八九"), signs("十百千"), signs("萬億兆"), "．", "－", true, false},
		{0x404, 2, signs("零壹貳參肆伍陸柒捌玖"), signs("拾佰仟"), signs("萬億兆"), "點", "負", true, false},
		{0x412, 1, signs("零一二三四五六七八九"), signs("十百千"), signs("万億兆"), "．", "－", false, false},
		{0x412, 2, signs("零壹貳參四伍六七八九"), signs("拾佰阡"), signs("萬億兆"), "點", "－", true, false},
		{0x412, 3, signs("０１２３４５６７８９"), signs("십백천"), signs("만억조"), "．", "－", false, false},
		{0x412, 4, signs("영일이삼사오육칠팔구"), signs("십백천"), signs("만억조"), "점", "－", false, false},
	}
})

func signs(text string) []string { return strings.Split(text, "") }

// The numerals of a locale that are no zero.
const (
	wideForm  rune = 3 // full digits
	plainForm rune = 4 // the digits of everywhere, in most languages
	noForm    rune = 5 // what is not known
)

// speech returns how numbers are said, or nil.
func (l *locale) speech() *speech {
	for i, all := 0, speeches(); i < len(all); i++ {
		if sp := &all[i]; sp.form == l.numerals && sp.language == l.language {
			return sp
		}
	}
	return nil
}

// formOf returns the form of a code such as [DBNum1], or one that is not known.
func formOf(number string) rune {
	if len(number) == 1 && number[0] >= '1' && rune(number[0]) < '0'+noForm {
		return rune(number[0] - '0')
	}
	return noForm
}

// isPlain reports whether a section asks for numbers or dates in a form that is not
// known here.
func (s *section) isPlain() bool {
	switch {
	case s.kind == kindDate && (s.locale.calendar == hijri || s.locale.calendar == hebrew || s.locale.calendar == ummAlQura):
		return true
	case s.locale.numerals == 0, s.locale.numerals > noForm, s.kind == kindText:
		return false
	case s.locale.numerals == wideForm, s.locale.numerals == plainForm:
		return s.locale.language == 0
	}
	return s.locale.speech() == nil || s.kind == kindFraction || s.exponent
}

// inForm writes what was appended from start on as the section says numbers.
func (s *section) inForm(to []byte, start int) []byte {
	sp := s.locale.speech()
	switch {
	case s.locale.numerals == wideForm && (sp == nil || s.kind == kindDate):
		return wide(to, start)
	case sp == nil, s.exponent, s.kind != kindNumber && s.kind != kindGeneral:
		return to
	}
	text := string(to[start:])
	first, last := strings.IndexAny(text, "0123456789"), strings.LastIndexAny(text, "0123456789")
	if first < 0 {
		return to
	}
	before, isNegative := strings.CutPrefix(text[:first], "-")
	if to = to[:start]; isNegative {
		to = append(to, sp.minus...)
	}
	to = append(to, before...)
	number := strings.ReplaceAll(text[first:last+1], ",", "")
	whole, part, _ := strings.Cut(number, ".")
	to = sp.appendWhole(to, whole)
	if part != "" {
		to = sp.appendDigits(append(to, sp.point...), part)
	}
	return append(to, text[last+1:]...)
}

// wide writes what was appended from start on with full digits.
func wide(to []byte, start int) []byte {
	text := string(to[start:])
	to = to[:start]
	for _, r := range text {
		if r >= '0' && r <= '9' || r == '.' || r == ',' || r == '-' {
			r += '０' - '0'
		}
		to = utf8.AppendRune(to, r)
	}
	return to
}

// appendDigits says digits one by one. What is no digit stays.
func (sp *speech) appendDigits(to []byte, digits string) []byte {
	for _, c := range digits {
		if c >= '0' && c <= '9' {
			to = append(to, sp.digits[c-'0']...)
			continue
		}
		to = utf8.AppendRune(to, c)
	}
	return to
}

// appendWhole says a number without a fraction; one that is too long digit by digit.
func (sp *speech) appendWhole(to []byte, digits string) []byte {
	group := len(sp.tens) + 1
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return append(to, sp.digits[0]...)
	}
	if len(digits) > group*(len(sp.thousands)+1) || strings.Trim(digits, "0123456789") != "" {
		return sp.appendDigits(to, digits)
	}
	gap, said := false, false // what is said of the group
	for i, c := range digits {
		place := len(digits) - 1 - i
		if c == '0' {
			gap = true
		} else {
			if gap && sp.gaps {
				to = append(to, sp.digits[0]...)
			}
			to = sp.appendTens(to, c, place%group)
			gap, said = false, true
		}
		if place%group == 0 && place > 0 {
			if said {
				to = append(to, sp.thousands[place/group-1]...)
			}
			said = false
		}
	}
	return to
}

// appendTens says a digit with the power of ten that it is for.
func (sp *speech) appendTens(to []byte, digit rune, ten int) []byte {
	if digit != '1' || !sp.bare || ten == 0 || ten == len(sp.tens) {
		to = append(to, sp.digits[digit-'0']...)
	}
	if ten > 0 {
		to = append(to, sp.tens[ten-1]...)
	}
	return to
}

// appendCount appends a part of a date with as many digits at least. Years are said digit
// by digit, and ten of the rest has no one before it.
func (l *locale) appendCount(to []byte, v int64, digits int, isYear bool) []byte {
	sp := l.speech()
	if sp == nil || l.numerals >= wideForm {
		return appendPadded(to, v, digits)
	}
	if isYear {
		return sp.appendDigits(to, string(appendPadded(nil, v, digits)))
	}
	if v >= 10 && v < 20 {
		to = append(to, sp.tens[0]...)
		if v == 10 {
			return to
		}
		v -= 10
	}
	return sp.appendWhole(to, strconv.FormatInt(v, 10))
}
