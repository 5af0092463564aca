package numfmt

import (
	"slices"
	"strings"
)

// maxCode is how long the code of a format may be, in bytes. Excel allows
// 255 characters.
const maxCode = 1024

// maxSections is how many sections a format has; more are passed over.
const maxSections = 4

// Format is a number format. It does not change after it is made.
type Format struct {
	sections []section
	text     int  // the section for text, or -1
	plain    bool // a section is
}

// Parse reads the code of a format. Every code has a meaning: what is not a code
// stands for itself, and one that is too long is General.
func Parse(code string) *Format {
	if strings.TrimSpace(code) == "" || len(code) > maxCode {
		code = "General"
	}
	f := &Format{text: -1}
	for len(f.sections) < maxSections {
		l := lexer{rest: code}
		s := l.section()
		f.sections = append(f.sections, s)
		if l.rest == "" && !l.more {
			break
		}
		code = l.rest
	}
	for i := range f.sections {
		s := &f.sections[i]
		if i == 3 || s.kind == kindText {
			f.text = i
		}
		f.plain = f.plain || s.isPlain()
	}
	return f
}

// numbers returns how many of the sections are for numbers.
func (f *Format) numbers() int {
	n := len(f.sections)
	if f.text == n-1 && n > 1 {
		n--
	}
	return n
}

// choose returns the section for a number, or -1, and whether the section
// itself says that the number is below zero.
func (f *Format) choose(n *Number) (at int, absolute bool) {
	last := f.numbers() - 1
	if last == 0 && f.sections[0].when == whenNone {
		return 0, false
	}
	if !f.conditional() {
		return byPlace(n, last)
	}
	v := n.Float()
	for i := 0; i <= last; i++ {
		if s := &f.sections[i]; f.holds(i, v) {
			return i, v < 0 && (s.negative() || i > 0 && s.when == whenNone && f.restIsNegative(i))
		}
	}
	return -1, false
}

// conditional reports whether a section has a condition of its own.
func (f *Format) conditional() bool {
	for i := range f.sections {
		if f.sections[i].when != whenNone {
			return true
		}
	}
	return false
}

// byPlace chooses among sections without conditions: positive, negative, zero.
func byPlace(n *Number, last int) (at int, absolute bool) {
	switch {
	case n.neg && last >= 1:
		return 1, true
	case n.IsZero() && last >= 2:
		return 2, false
	}
	return 0, false
}

// holds reports whether a number belongs to a section of a format with
// conditions. Sections without one have what their place says, and the last
// has the rest.
func (f *Format) holds(i int, v float64) bool {
	s := &f.sections[i]
	last := f.numbers() - 1
	switch {
	case s.when != whenNone:
		return s.when.holds(v, s.limit)
	case i == last && i > 0:
		return true
	case i == 0:
		return v > 0
	default:
		return v < 0
	}
}

// negative reports whether a section's condition holds for what is below zero
// and nothing else, or it shows no digit, so that it needs no sign.
func (s *section) negative() bool {
	bare := s.kind == kindNumber && s.whole+s.places == 0
	return (s.when == whenLess || s.when == whenAtMost) && s.limit == 0 || s.when != whenNone && bare
}

// restIsNegative reports whether the sections before one leave it nothing but
// what is below zero.
func (f *Format) restIsNegative(i int) bool {
	s := &f.sections[i-1]
	return i == 1 && s.limit == 0 && (s.when == whenAtLeast || s.when == whenMore) || i == 1 && s.when == whenNone
}

// Append appends a number as the format shows it, without blanks at the ends.
func (f *Format) Append(to []byte, n *Number, epoch Epoch) []byte {
	start := len(to)
	i, absolute := f.choose(n)
	if i < 0 {
		return AppendGeneral(to, n)
	}
	s := &f.sections[i]
	switch s.kind {
	case kindText:
		to = AppendGeneral(to, n)
	case kindGeneral:
		to = s.appendGeneral(to, n, absolute)
	case kindDate:
		to = s.appendDate(to, n, epoch)
	case kindFraction:
		to = s.appendFraction(to, n, absolute)
	default:
		to = s.appendNumber(to, n, absolute)
	}
	return trim(s.inForm(s.locale.inDigits(to, start), start), start)
}

// AppendText appends a text as the format shows it.
func (f *Format) AppendText(to []byte, text string) []byte {
	if f.text < 0 {
		return append(to, text...)
	}
	for _, t := range f.sections[f.text].tokens {
		switch t.kind {
		case tokenText, tokenGeneral:
			to = append(to, text...)
		default:
			to = append(to, t.text...)
		}
	}
	return to
}

// ShowsText reports whether texts are shown as they are.
func (f *Format) ShowsText() bool {
	if f.text < 0 {
		return true
	}
	t := f.sections[f.text].tokens
	return len(t) == 1 && t[0].kind == tokenText
}

// IsGeneral reports whether all numbers are shown as General shows them.
func (f *Format) IsGeneral() bool {
	s := &f.sections[0]
	return len(f.sections) == 1 && (s.kind == kindText || s.kind == kindGeneral && len(s.tokens) == 1)
}

// IsDate reports whether positive numbers are shown as a date or a time.
func (f *Format) IsDate() bool { return f.sections[0].kind == kindDate }

// IsPlain reports whether a number is shown in a plain form, since the calendar or the
// numerals that the format asks for are not known.
func (f *Format) IsPlain(n *Number) bool {
	if !f.plain {
		return false
	}
	i, _ := f.choose(n)
	return i >= 0 && f.sections[i].isPlain()
}

// HasColors reports whether the format gives what it shows a colour.
func (f *Format) HasColors() bool {
	return slices.ContainsFunc(f.sections, func(s section) bool { return s.color > 0 })
}

// Color returns the colour that the format gives a number, 1 to 56 of the palette's
// colours behind its first eight (ECMA-376 part 1, 18.8.31), or 0 for none.
func (f *Format) Color(n *Number) int {
	if i, _ := f.choose(n); i >= 0 {
		return f.sections[i].color
	}
	return 0
}

// TextColor returns the same for texts.
func (f *Format) TextColor() int {
	switch {
	case f.text >= 0:
		return f.sections[f.text].color
	case len(f.sections) == 1:
		return f.sections[0].color
	}
	return 0
}

// String returns a number in the epoch of 1900 as the format shows it.
func (f *Format) String(v float64) string {
	n := FromFloat(v)
	return string(f.Append(nil, &n, Epoch1900))
}

// trim drops blanks at both ends of what was appended from start on.
func trim(to []byte, start int) []byte {
	for len(to) > start && to[len(to)-1] == ' ' {
		to = to[:len(to)-1]
	}
	lead := start
	for lead < len(to) && to[lead] == ' ' {
		lead++
	}
	if lead > start {
		to = append(to[:start], to[lead:]...)
	}
	return to
}

// appendGeneral shows a number as General does, with the text around it.
func (s *section) appendGeneral(to []byte, n *Number, absolute bool) []byte {
	abs := *n
	if n.neg && !absolute {
		to = append(to, '-')
	}
	abs.neg = false
	for _, t := range s.tokens {
		switch t.kind {
		case tokenGeneral:
			to = AppendGeneral(to, &abs)
		default:
			to = append(to, t.text...)
		}
	}
	return to
}
