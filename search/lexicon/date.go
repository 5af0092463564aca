package lexicon

import (
	"fmt"
	"strconv"
)

// Dates finds dates among the words of a text: 12 March 1951, March 12th, 1951,
// 1951-03-12, 12.03.1951, 3/12/1951.
type Dates struct{ last [2]datePart }

// datePart is a word that may be part of a date; the zero datePart is none.
type datePart struct {
	number int
	digits int
	month  uint8
}

// Add takes the next word, with the month that it names or 0, and returns the
// date that it ends as a term, or "". A date that may be read in two ways has a
// second one.
func (d *Dates) Add(word []byte, month uint8) (first, second string) {
	switch string(word) {
	case "of", "de", "del", "the", "le", "den", "di", "do", "van": // they are between the parts
		return "", ""
	}
	p := partOf(word, month)
	a, b := d.last[0], d.last[1]
	d.last = [2]datePart{b, p}
	switch {
	case a.isYear() && b.month > 0:
		return date(a, int(b.month), p.number), ""
	case a.isYear() && b.number > 0:
		return date(a, b.number, p.number), ""
	case !p.isYear():
		return "", ""
	case b.month > 0:
		return date(p, int(b.month), a.number), ""
	case a.month > 0:
		return date(p, int(a.month), b.number), ""
	}
	first, second = date(p, b.number, a.number), date(p, a.number, b.number)
	if first == "" || first == second {
		return second, ""
	}
	return first, second
}

func (p datePart) isYear() bool { return p.digits == 4 && p.number >= 1000 }

// date writes a date as a term, or "" where there is no such day.
func date(year datePart, month, day int) string {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return ""
	}
	return fmt.Sprintf("d%04d-%02d-%02d", year.number, month, day)
}

// partOf reads a word that may be part of a date, with the month that it names or 0.
func partOf(word []byte, month uint8) datePart {
	p := datePart{month: month}
	end := 0
	for end < len(word) && word[end]-'0' < 10 {
		end++
	}
	switch string(word[end:]) {
	case "", "st", "nd", "rd", "th", "er", "º":
		if end > 0 && end <= 4 {
			p.number, _ = strconv.Atoi(string(word[:end]))
			p.digits = end
		}
	}
	return p
}
