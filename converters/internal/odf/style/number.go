package style

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// numberFormat says how a value is shown (ODF 1.3 part 3, 16.29). It is read
// for cells whose text the producer has not stored.
type numberFormat struct{ parts []formatPart }

// formatPart is one element of a format: text, or a part of a value.
type formatPart struct {
	kind     string // local name of the element
	text     string
	long     bool
	textual  bool
	decimals int
	digits   int // least integer digits
	grouping bool
}

// CellValue is the value of a cell, as its tag says it.
type CellValue struct{ Kind, Value, Currency string }

// readNumber reads a number:…-style, whose start tag is the event.
func (st *Sheet) readNumber(s *xmlread.Scanner) error {
	name, _ := s.Attr(ns.Style, "name")
	if err := st.env.Spend(converters.LimitNodes, styleNodes, s.Pos()); err != nil {
		return err
	}
	f := &numberFormat{}
	err := s.Each(func() error { return f.part(st, s) })
	if err != nil {
		return err
	}
	if st.formats[name] == nil {
		st.formats[name] = f
	}
	return nil
}

// maxParts bounds the parts of a format.
const maxParts = 64

func (f *numberFormat) part(st *Sheet, s *xmlread.Scanner) error {
	p := formatPart{kind: s.Local()}
	long, _ := s.Attr(ns.Number, "style")
	textual, _ := s.Attr(ns.Number, "textual")
	grouping, _ := s.Attr(ns.Number, "grouping")
	p.long, p.textual, p.grouping = long == "long", textual == "true", grouping == "true"
	p.decimals, p.digits = -1, 1
	if v, ok := s.Attr(ns.Number, "decimal-places"); ok {
		p.decimals = LeadingInt(v)
	}
	if v, ok := s.Attr(ns.Number, "min-integer-digits"); ok {
		p.digits = min(LeadingInt(v), 20)
	}
	text, err := rawText(s)
	if p.text = text; len(f.parts) < maxParts {
		f.parts = append(f.parts, p)
	}
	return err
}

// rawText returns the text of the element that is the event, blanks and all.
func rawText(s *xmlread.Scanner) (string, error) {
	var b []byte
	depth := s.Depth()
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return "", err
		case kind == xmlread.Text:
			if b, err = s.AppendText(b); err != nil {
				return "", err
			}
		case kind == xmlread.EOF || kind == xmlread.End && s.Depth() == depth:
			return string(b), nil
		}
	}
}

// Format returns a number format by name, or nil.
func (st *Sheet) format(name string) *numberFormat {
	if f := st.formats[name]; f != nil || st.common == nil {
		return f
	}
	return st.common.formats[name]
}

// ShowsNothing reports whether a number format shows nothing of a number.
func (st *Sheet) ShowsNothing(format string) bool {
	f := st.format(format)
	return f != nil && len(f.number(nil, 1, &CellValue{Kind: "float"})) == 0
}

// Show appends what a cell shows whose text is not stored: its value, by its
// Format where that is known.
func (st *Sheet) Show(to []byte, a *CellValue, format string) []byte {
	f := st.format(format)
	switch a.Kind {
	case "float", "percentage", "currency":
		v, err := strconv.ParseFloat(a.Value, 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return append(to, a.Value...)
		}
		return f.number(to, v, a)
	case "date":
		return f.date(to, a.Value)
	case "time":
		return duration(to, a.Value)
	case "boolean":
		return append(to, strings.ToUpper(a.Value)...)
	default:
		return append(to, a.Value...)
	}
}

// number appends a number.
func (f *numberFormat) number(to []byte, v float64, a *CellValue) []byte {
	if a.Kind == "percentage" {
		v *= 100
	}
	if f == nil || len(f.parts) == 0 {
		to = general(to, v)
		switch {
		case a.Kind == "percentage":
			to = append(to, '%')
		case a.Currency != "":
			to = append(append(to, ' '), a.Currency...)
		}
		return to
	}
	if v < 0 {
		to = append(to, '-')
		v = -v
	}
	for _, p := range f.parts {
		switch p.kind {
		case "number", "scientific-number", "fraction":
			to = p.number(to, v)
		case "text", "currency-symbol", "fill-character":
			to = append(to, p.text...)
		}
	}
	return to
}

func (p *formatPart) number(to []byte, v float64) []byte {
	if p.kind == "scientific-number" {
		return strconv.AppendFloat(to, v, 'E', min(max(p.decimals, 0), 20), 64)
	}
	if p.decimals < 0 || p.kind == "fraction" {
		return general(to, v)
	}
	text := strconv.FormatFloat(v, 'f', min(p.decimals, 20), 64)
	whole, rest, _ := strings.Cut(text, ".")
	if n := p.digits - len(whole); n > 0 {
		whole = strings.Repeat("0", n) + whole
	}
	if p.grouping {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	to = append(to, whole...)
	if rest != "" {
		to = append(append(to, '.'), rest...)
	}
	return to
}

// date appends a date or a date with time, which the file holds as in ISO
// 8601. Without a format it stays as it is.
func (f *numberFormat) date(to []byte, value string) []byte {
	var y, m, d, h, min int
	var sec float64
	day, clock, timed := strings.Cut(value, "T")
	if _, err := fmt.Sscanf(day, "%d-%d-%d", &y, &m, &d); err != nil || f == nil || len(f.parts) == 0 || m < 1 || m > 12 {
		return append(to, strings.TrimSuffix(strings.Replace(value, "T", " ", 1), " 00:00:00")...)
	}
	if timed {
		_, _ = fmt.Sscanf(clock, "%d:%d:%f", &h, &min, &sec)
	}
	for _, p := range f.parts {
		switch p.kind {
		case "year":
			to = pad(to, y, p.long, 4, y%100)
		case "month":
			if p.textual {
				name := months[m-1]
				if !p.long {
					name = name[:3]
				}
				to = append(to, name...)
				continue
			}
			to = pad(to, m, p.long, 2, m)
		case "day":
			to = pad(to, d, p.long, 2, d)
		case "hours":
			to = pad(to, h, p.long, 2, h)
		case "minutes":
			to = pad(to, min, p.long, 2, min)
		case "seconds":
			to = pad(to, int(sec), p.long, 2, int(sec))
		case "text":
			to = append(to, p.text...)
		}
	}
	return to
}

var months = [...]string{
	"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
}

// pad appends a number with so many digits, or, where it is short, another one
// as it is.
func pad(to []byte, n int, long bool, width, short int) []byte {
	if long {
		return append(to, padded(n, width)...)
	}
	if width == 4 {
		return append(to, padded(short, 2)...)
	}
	return strconv.AppendInt(to, int64(short), 10)
}
