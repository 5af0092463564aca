package numfmt

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// locale is what brackets such as [$-30411] say of a section: its language, calendar
// and digits (ECMA-376 part 1, 18.8.31; [MS-LCID]).
type locale struct {
	hasEra   bool
	language uint16
	calendar calendar
	numerals rune // the zero of its digits, or up to noForm how numbers are said; 0 is as in ASCII
}

// calendar is how years are counted.
type calendar uint8

const (
	gregorian calendar = 0
	japanese  calendar = 3
	taiwanese calendar = 4
	korean    calendar = 5
	hijri     calendar = 6
	buddhist  calendar = 7
	hebrew    calendar = 8
	ummAlQura calendar = 0x17
)

// zeros are the zeros of the digits that the highest byte of a locale names.
var zeros = map[uint64]rune{
	0x02: '٠', 0x03: '۰', 0x04: '०', 0x05: '০', 0x06: '੦', 0x07: '૦', 0x08: '୦', 0x09: '௦', 0x0A: '౦', 0x0B: '೦', 0x0C: '൦',
	0x0D: '๐', 0x0E: '໐', 0x0F: '༠', 0x10: '၀', 0x12: '០', 0x13: '᠐',
}

// The languages whose years have eras.
const (
	languageTaiwan   = 0x404
	languageJapanese = 0x411
)

// readLocale reads what is behind the dash: a number, or a tag such as ja-JP.
func readLocale(text string) locale {
	n, err := strconv.ParseUint(text, 16, 32)
	if err != nil {
		return locale{language: tagged(text)}
	}
	l := locale{language: uint16(n), numerals: zeros[n>>24]}
	switch c := calendar(n >> 16); c {
	case japanese, taiwanese, korean, buddhist, hijri, hebrew, ummAlQura:
		l.calendar = c
	}
	return l
}

// tagged returns the number of the language with the longest tag that a text begins
// with, or 0.
func tagged(text string) uint16 {
	text, id, size := strings.ToLower(text)+"-", uint16(0), 0
	for i := range languages {
		if tag := languages[i].tag; len(tag) > size && strings.HasPrefix(text, tag+"-") {
			id, size = languages[i].id, len(tag)
		}
	}
	return id
}

// names returns the row of a language, or -1 for English.
func (l *locale) names() int {
	first := -1
	for i := range languages {
		switch id := languages[i].id; {
		case id == l.language:
			return i
		case first < 0 && l.language != 0 && id&0x3FF == l.language&0x3FF:
			first = i
		}
	}
	return first
}

// month returns the name of a month; behind a day it may be another one.
func (l *locale) month(month, count int, behindDay bool) string {
	name := monthNames[month-1]
	short := name[:3]
	if i := l.names(); i >= 0 {
		row := &languages[i]
		if name = nth(row.months, month-1); behindDay && row.ofMonths != "" && count == 4 {
			name = nth(row.ofMonths, month-1)
		}
		short = nth(row.short, month-1)
	}
	switch count {
	case 3:
		return short
	case 5:
		_, size := utf8.DecodeRuneInString(name)
		return name[:size]
	}
	return name
}

// day returns the name of a day of the week, from Sunday on.
func (l *locale) day(weekday int, short bool) string {
	i := l.names()
	switch {
	case i < 0 && short:
		return dayNames[weekday][:3]
	case i < 0:
		return dayNames[weekday]
	case short:
		return nth(languages[i].shortDays, weekday)
	}
	return nth(languages[i].days, weekday)
}

// halfName returns the half of the day in the form of AM/PM.
func (l *locale) halfName(afternoon bool) string {
	half := "AM|PM"
	if i := l.names(); i >= 0 && languages[i].half != "" {
		half = languages[i].half
	}
	if afternoon {
		return nth(half, 1)
	}
	return nth(half, 0)
}

// nth returns a name of a list with bars between.
func nth(list string, n int) string {
	for ; n > 0; n-- {
		_, list, _ = strings.Cut(list, "|")
	}
	name, _, _ := strings.Cut(list, "|")
	return name
}

// era is a reign of Japan: its first day as year, month and day, its name, the
// first sign of it, and its letter.
type era struct {
	first               int
	name, sign, letters string
}

var eras = [...]era{
	{20190501, "令和", "令", "R"}, {19890108, "平成", "平", "H"}, {19261225, "昭和", "昭", "S"}, {19120730, "大正", "大", "T"}, {18680101, "明治", "明", "M"},
}

// eraOf returns the reign of a date, and the year in it.
func eraOf(m *moment) (era, int) {
	date := m.year*10000 + m.month*100 + m.day
	for _, e := range eras {
		if date >= e.first {
			return e, m.year - e.first/10000 + 1
		}
	}
	return era{}, m.year
}

// inEras reports whether the years of a section are those of reigns: in Japan, and
// where nothing says the language of an era's name.
func (l *locale) inEras() bool {
	return l.calendar == japanese || l.language == languageJapanese || l.language == 0 && l.hasEra
}

// isRepublic reports whether the years of a section are those of Taiwan's republic.
func (l *locale) isRepublic() bool { return l.calendar == taiwanese || l.language == languageTaiwan }

// republic is the year before the first one of Taiwan's republic.
const republic = 1911

// appendLocal shows a token that only some languages have.
func (l *locale) appendLocal(to []byte, t *token, m *moment) []byte {
	switch t.kind {
	case tokenEra:
		return l.appendEra(to, t.count, m)
	case tokenEraYear:
		return l.appendEraYear(to, t.count, m)
	}
	return append(to, l.day(m.weekday, t.count == 3)...)
}

// appendEra shows the name of an era.
func (l *locale) appendEra(to []byte, count int, m *moment) []byte {
	switch {
	case l.inEras():
		e, _ := eraOf(m)
		return append(to, [...]string{e.letters, e.sign, e.name}[min(count, 3)-1]...)
	case l.isRepublic() && m.year > republic && count > 2:
		return append(to, "中華民國"...)
	case l.isRepublic() && m.year > republic:
		return append(to, "民國"...)
	}
	return to
}

// appendEraYear shows the year of an era.
func (l *locale) appendEraYear(to []byte, count int, m *moment) []byte {
	switch {
	case l.inEras():
		_, year := eraOf(m)
		return l.appendCount(to, int64(year), min(count, 2), false)
	case l.isRepublic() && m.year > republic:
		return l.appendCount(to, int64(m.year-republic), min(count, 2), false)
	}
	return l.appendCount(to, int64(m.year), 4, true)
}

// year returns the year as the calendar of a section counts it; buddhist years have
// letters of their own, too.
func (l *locale) year(t *token, m *moment) int {
	switch {
	case t.text == "b" || l.calendar == buddhist:
		return m.year + 543
	case l.calendar == korean:
		return m.year + 2333
	}
	return m.year
}

// inDigits writes what was appended from start on with the digits of the locale.
func (l *locale) inDigits(to []byte, start int) []byte {
	if l.numerals <= noForm {
		return to
	}
	shown := string(to[start:])
	to = to[:start]
	for _, r := range shown {
		if r >= '0' && r <= '9' {
			r += l.numerals - '0'
		}
		to = utf8.AppendRune(to, r)
	}
	return to
}
