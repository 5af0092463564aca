package tablehead_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

// sampled makes a sample of rows whose cells have "|" between them: numbers
// begin with "#", times with "@", and cells that cover others with "=".
func sampled(rows ...string) *tablehead.Sample {
	s := &tablehead.Sample{Columns: strings.Count(rows[0], "|") + 1, Total: len(rows)}
	for i, row := range rows {
		r := s.Row(i)
		for at, text := range strings.Split(row, "|") {
			text, wide := strings.CutPrefix(text, "=")
			switch {
			case text == "":
			case text[0] == '#':
				r.Set(at, tablehead.Number, text[1:], wide)
			case text[0] == '@':
				r.Set(at, tablehead.Time, text[1:], wide)
			default:
				r.Set(at, tablehead.Text, text, wide)
			}
		}
		s.Add(r)
	}
	return s
}

func TestHeaders(t *testing.T) {
	for name, c := range map[string]struct {
		sample           *tablehead.Sample
		titles           int
		header, stronger bool
	}{
		"texts over numbers":         {sampled("Day|Height", "Mon|#3", "Tue|#4"), 0, true, true},
		"texts over texts":           {sampled("Day|Tide", "Mon|high", "Tue|low"), 0, true, false},
		"numbers alone":              {sampled("#10|#27", "#3|#4"), 0, false, false},
		"years":                      {sampled("|#2019|#2020|#2021", "fog|#3|#4|#5"), 0, true, false},
		"numbers that are no years":  {sampled("fog|#7|#3|#9", "ice|#3|#4|#5"), 0, false, false},
		"a form":                     {sampled("Name:|Ida", "Town:|Skarv"), 0, false, false},
		"a title":                    {sampled("Tides|||", "Day|At|By|To", "Mon|#3|#4|#5"), 1, false, false},
		"a title over two columns":   {sampled("=Tides|", "Day|At", "Mon|#3"), 1, true, false},
		"one column beside a column": {sampled("a|", "b|#1"), 0, true, false},
		"times all the way":          {sampled("@1|Day", "@2|x"), 0, false, false},
	} {
		if got := c.sample.Titles(); got != c.titles {
			t.Errorf("%s: %d titles, want %d", name, got, c.titles)
		}
		if got := c.sample.HasHeader(); got != c.header {
			t.Errorf("%s: a header: %v", name, got)
		}
		if got := c.sample.HasStrongHeader(); got != c.stronger {
			t.Errorf("%s: a strong header: %v", name, got)
		}
	}
}

func TestSamplesAreBounded(t *testing.T) {
	s := &tablehead.Sample{Columns: 1}
	for i := range 100 {
		r := s.Row(i)
		if i%2 == 0 {
			r.Set(0, tablehead.Text, strings.Repeat("x", i), false)
		}
		if !s.Add(r) {
			break
		}
	}
	if len(s.Rows) != tablehead.MaxRows || s.Rows[1].At != 2 || s.Prose {
		t.Errorf("%d rows, the second at %d, prose %v", len(s.Rows), s.Rows[1].At, s.Prose)
	}
}
