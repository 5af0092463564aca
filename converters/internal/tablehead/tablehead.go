// Package tablehead finds titles and header rows of tables in sheets, which do
// not say what they are, by what their first rows look like.
package tablehead

import (
	"strconv"
	"strings"
)

// MaxRows is how many rows of a table are looked at.
const MaxRows = 24

// Kind is what a cell holds, as far as a header is concerned.
type Kind uint8

// The kinds. A cell has one of the first four, a column may be Mixed.
const (
	Empty Kind = iota
	Text
	Number
	Time
	Mixed
)

// Sample is the top of a table: the first [MaxRows] rows that have something.
type Sample struct {
	Columns int
	Rows    []Row
	Total   int  // rows of the whole table
	Prose   bool // a text is long

	kinds []Kind // for the rows to come
	texts []string
}

// Row is a row of a sample.
type Row struct {
	At     int // in the sheet, as the caller counts
	Filled int // cells that are not empty
	wide   bool
	kinds  []Kind
	texts  []string
}

// minProse is how long a text is that is not an entry of a list, in bytes.
const minProse = 80

// Row returns a row for a sample, which [Sample.Add] takes.
func (s *Sample) Row(at int) Row {
	n := s.Columns
	if len(s.kinds) < n {
		rows := max(min(s.Total-len(s.Rows), MaxRows-len(s.Rows), rowsAtOnce), 1)
		s.kinds, s.texts = make([]Kind, rows*n), make([]string, rows*n)
	}
	r := Row{At: at, kinds: s.kinds[:n:n], texts: s.texts[:n:n]}
	s.kinds, s.texts = s.kinds[n:], s.texts[n:]
	return r
}

// rowsAtOnce is how many rows memory is taken for at once.
const rowsAtOnce = 8

// Has reports whether a column of the row is set.
func (r *Row) Has(column int) bool { return r.kinds[column] != Empty }

// Set says what is in a column of the row; wide says that it covers others.
func (r *Row) Set(column int, kind Kind, text string, wide bool) {
	r.Filled++
	r.kinds[column], r.texts[column], r.wide = kind, text, wide
}

// Add adds a row unless it is empty, and reports whether there is room for
// another one.
func (s *Sample) Add(r Row) bool {
	if r.Filled > 0 {
		if s.Rows == nil {
			s.Rows = make([]Row, 0, min(max(s.Total, 1), MaxRows))
		}
		s.Rows = append(s.Rows, r)
		for _, text := range r.texts {
			s.Prose = s.Prose || len(text) > minProse
		}
	}
	return len(s.Rows) < MaxRows
}

// maxTitles is how many rows a title may have.
const maxTitles = 10

// Titles returns how many of the first rows are no part of the table: those
// with one cell above rows with more.
func (s *Sample) Titles() int {
	n := 0
	for n < len(s.Rows) && s.Rows[n].Filled == 1 && s.Rows[n].kindOfAny() == Text {
		n++
	}
	if n == 0 || n > maxTitles || n >= len(s.Rows) || s.Columns < 2 {
		return 0
	}
	rest := Sample{Columns: s.Columns, Rows: s.Rows[n:], Total: s.Total - n}
	if s.Columns == 2 && !s.Rows[n-1].wide && (len(rest.Rows) < 2 || !rest.HasHeader()) {
		return 0
	}
	return n
}

// kindOfAny returns the kind of the only cell of a row.
func (r *Row) kindOfAny() Kind {
	for _, k := range r.kinds {
		if k != Empty {
			return k
		}
	}
	return Empty
}

// HasHeader reports whether the first row looks like a header: half of its
// columns or more have a text, and the rest are empty or years.
func (s *Sample) HasHeader() bool {
	if len(s.Rows) == 0 || len(s.Rows) == 1 && s.Total > 1 || 2*s.Rows[0].Filled < s.Columns {
		return false
	}
	top := &s.Rows[0]
	texts := 0
	var years []string
	for i, k := range top.kinds {
		switch k {
		case Text:
			texts++
			if strings.HasSuffix(strings.TrimSpace(top.texts[i]), ":") && s.Columns == 2 {
				return false // a form: its first row is like the others
			}
		case Time:
			if s.Column(i) == Time {
				return false
			}
		case Number:
			years = append(years, top.texts[i])
		}
	}
	if len(s.Rows) == 1 {
		return texts == top.Filled // a row alone, which needs no empty one above it
	}
	return texts > 0 && len(years) == 0 || evenly(years)
}

// HasStrongHeader reports whether the first row can be nothing but a header: a
// row of texts over a column of numbers or times.
func (s *Sample) HasStrongHeader() bool {
	if !s.HasHeader() {
		return false
	}
	for i, k := range s.Rows[0].kinds {
		if below := s.Column(i); k == Text && (below == Number || below == Time) {
			return true
		}
	}
	return false
}

// Column returns what a column holds below the first row.
func (s *Sample) Column(i int) Kind {
	kind := Empty
	for _, r := range s.Rows[min(1, len(s.Rows)):] {
		switch k := r.kinds[i]; {
		case k == Empty:
		case kind == Empty:
			kind = k
		case kind != k:
			return Mixed
		}
	}
	return kind
}

// Repeats reports whether the first row begins as that of another sample does.
func (s *Sample) Repeats(other *Sample) bool {
	return len(s.Rows) > 0 && len(other.Rows) > 0 && s.Rows[0].texts[0] == other.Rows[0].texts[0]
}

// evenly reports whether numbers count up or down, as the years of a header
// do.
func evenly(texts []string) bool {
	last, step := 0, 0
	for i, text := range texts {
		n, err := strconv.Atoi(text)
		if err != nil {
			return false
		}
		switch {
		case i == 1:
			step = n - last
		case i > 1 && n-last != step:
			return false
		}
		last = n
	}
	switch len(texts) {
	case 0:
		return false
	case 1:
		return last >= 1900 && last <= 2100
	case 2:
		return step == 1 || step == -1
	}
	return step != 0
}
