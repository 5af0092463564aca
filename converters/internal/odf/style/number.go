package style

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// numberFormat says how a value is shown (ODF 1.3 part 3, 16.29), as the code that
// workbooks of Office Open XML have for it. It is used for cells whose text the producer
// has not stored.
type numberFormat struct {
	code   string
	format *numfmt.Format // once it is used
}

// CellValue is the value of a cell, as its tag says it.
type CellValue struct{ Kind, Value, Currency string }

// numberFormats are the formats of a part by their names.
type numberFormats map[string]*numberFormat

// read reads a number:…-style, whose start tag is the event.
func (all numberFormats) read(env *converters.Env, s *xmlread.Scanner) error {
	name, _ := s.Attr(ns.Style, "name")
	if err := env.Spend(converters.LimitNodes, styleNodes, s.Pos()); err != nil {
		return err
	}
	var code strings.Builder
	err := s.Each(func() error {
		part := codeOf(s)
		text, err := s.InnerText()
		if part == "" && text != "" {
			part = quoted(text)
		}
		code.WriteString(part)
		return err
	})
	if err == nil && all[name] == nil {
		all[name] = &numberFormat{code: cmp.Or(code.String(), `""`)}
	}
	return err
}

// quoted returns the code of a text.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `"\""`) + `"` }

// units are the codes of parts of a date: short and long.
var units = map[string][2]string{
	"year": {"yy", "yyyy"}, "month": {"m", "mm"}, "day": {"d", "dd"}, "day-of-week": {"ddd", "dddd"},
	"hours": {"h", "hh"}, "minutes": {"m", "mm"}, "seconds": {"s", "ss"}, "am-pm": {"AM/PM", "AM/PM"},
}

// codeOf returns the code of the part of a format that is the event, or "" where that is
// a text.
func codeOf(s *xmlread.Scanner) string {
	style, _ := s.Attr(ns.Number, "style")
	long := 0
	if style == "long" {
		long = 1
	}
	switch kind := s.Local(); kind {
	case "number":
		return digitsOf(s)
	case "scientific-number":
		return digitsOf(s) + "E+00"
	case "fraction":
		return "# ?/?"
	case "text-content":
		return "@"
	case "month":
		if s.Value(ns.Number, "textual") == "true" {
			return [...]string{"mmm", "mmmm"}[long]
		}
		fallthrough
	default:
		return units[kind][long]
	}
}

// maxDigits bounds the digits that a format asks for.
const maxDigits = 20

// digitsOf returns the code of the digits of a number.
func digitsOf(s *xmlread.Scanner) string {
	count := func(name string, other int) int {
		if v, ok := s.Attr(ns.Number, name); ok {
			return min(LeadingInt(v), maxDigits)
		}
		return other
	}
	decimals := count("decimal-places", -1)
	if decimals < 0 {
		return "General"
	}
	code := "#"
	if s.Value(ns.Number, "grouping") == "true" {
		code = "#,#"
	}
	code += strings.Repeat("0", count("min-integer-digits", 1))
	if decimals > 0 {
		always := min(count("min-decimal-places", decimals), decimals)
		code += "." + strings.Repeat("0", always) + strings.Repeat("#", decimals-always)
	}
	return code
}

// format returns a number format by name, or nil.
func (st *Sheet) format(name string) *numfmt.Format {
	f := st.formats[name]
	if f == nil && st.common != nil {
		f = st.common.formats[name]
	}
	if f == nil {
		return nil
	}
	if f.format == nil {
		f.format = numfmt.Parse(f.code)
	}
	return f.format
}

// ShowsNothing reports whether a number format shows nothing of a number.
func (st *Sheet) ShowsNothing(format string) bool {
	f := st.format(format)
	return f != nil && f.String(1) == ""
}

// Show appends the text of a cell that has none stored: its value, by its format where
// that is known.
func (st *Sheet) Show(to []byte, a *CellValue, format string) []byte {
	f := st.format(format)
	switch a.Kind {
	case "float", "percentage", "currency":
		v, err := strconv.ParseFloat(a.Value, 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return append(to, a.Value...)
		}
		return number(to, v, a, f)
	case "date":
		return date(to, a.Value, f)
	case "time":
		return duration(to, a.Value)
	case "boolean":
		return append(to, strings.ToUpper(a.Value)...)
	default:
		return append(to, a.Value...)
	}
}

// number appends a number.
func number(to []byte, v float64, a *CellValue, f *numfmt.Format) []byte {
	n := numfmt.FromFloat(v)
	if a.Kind == "percentage" {
		n = numfmt.FromFloat(v * 100)
	}
	switch {
	case f != nil:
		return f.Append(to, &n, numfmt.Epoch1900)
	case a.Kind == "percentage":
		return append(numfmt.AppendGeneral(to, &n), '%')
	case a.Currency != "":
		return append(append(numfmt.AppendGeneral(to, &n), ' '), a.Currency...)
	}
	return numfmt.AppendGeneral(to, &n)
}

// date appends a date or a date with time, which the file holds as in ISO 8601. Without
// a format, and before the days that formats count, it stays as it is.
func date(to []byte, value string, f *numfmt.Format) []byte {
	day, clock, _ := strings.Cut(value, "T")
	at, err := time.Parse("2006-1-2T15:4:5", day+"T"+cmp.Or(clock, "0:0:0"))
	n := at.Sub(time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC))
	if err != nil || f == nil || !f.IsDate() || n < 61*24*time.Hour {
		return append(to, strings.TrimSuffix(strings.Replace(value, "T", " ", 1), " 00:00:00")...)
	}
	return append(to, f.String(n.Hours()/24)...)
}
