package odf

import (
	"slices"
	"strconv"
	"strings"
)

// sampleRows is how many rows of a region are looked at.
const sampleRows = 24

// sample is the top of a region.
type sample struct {
	cols  int
	rows  []sampleRow
	total int
	prose bool // a text is long
}

type sampleRow struct {
	at     int // in the sheet's rows
	filled int
	wide   bool // its only cell covers others
	kinds  []cellKind
	texts  []string // of what is in the row, by column
}

// proseLeast is how long a text is that is no entry of a list, in bytes.
const proseLeast = 80

// sample looks at the first rows of a region.
func (d *divider) sample(g *region) *sample {
	s := &sample{cols: len(g.cols), total: g.last - g.first}
	for i := g.first; i < g.last && len(s.rows) < sampleRows; i++ {
		r := sampleRow{at: i, kinds: make([]cellKind, len(g.cols)), texts: make([]string, len(g.cols))}
		for _, c := range d.inside(&d.rows[i], g) {
			at, ok := slices.BinarySearch(g.cols, c.col)
			if !ok || r.kinds[at] != kindEmpty {
				continue
			}
			r.filled++
			r.kinds[at], r.texts[at] = c.kind, d.textOf(&c)
			r.wide = c.flags&cellSpans != 0
			s.prose = s.prose || len(r.texts[at]) > proseLeast
		}
		if r.filled > 0 {
			s.rows = append(s.rows, r)
		}
	}
	return s
}

// titlesMost is how many rows a title may have.
const titlesMost = 10

// titles returns how many of the first rows are no part of the table: those
// with one cell above rows with more.
func (s *sample) titles() int {
	n := 0
	for n < len(s.rows) && s.rows[n].filled == 1 && s.rows[n].kindOfAny() == kindText {
		n++
	}
	if n == 0 || n > titlesMost || n >= len(s.rows) || s.cols < 2 {
		return 0
	}
	rest := sample{cols: s.cols, rows: s.rows[n:], total: s.total - n}
	if s.cols == 2 && !s.rows[n-1].wide && (len(rest.rows) < 2 || !rest.hasHeader()) {
		return 0
	}
	return n
}

// kindOfAny returns the kind of the only cell of a row.
func (r *sampleRow) kindOfAny() cellKind {
	for _, k := range r.kinds {
		if k != kindEmpty {
			return k
		}
	}
	return kindEmpty
}

// hasHeader reports whether the first row looks like a header: half of its
// columns or more have a text, and the rest are empty or years.
func (s *sample) hasHeader() bool {
	if len(s.rows) == 0 || len(s.rows) == 1 && s.total > 1 || 2*s.rows[0].filled < s.cols {
		return false
	}
	top := &s.rows[0]
	texts := 0
	var years []string
	for i, k := range top.kinds {
		switch k {
		case kindText:
			texts++
			if strings.HasSuffix(strings.TrimSpace(top.texts[i]), ":") && s.cols == 2 {
				return false // a form: its first row is like the others
			}
		case kindTime:
			if s.column(i) == kindTime {
				return false
			}
		case kindNumber:
			years = append(years, top.texts[i])
		}
	}
	if len(s.rows) == 1 {
		return texts == top.filled // a row alone, which needs no empty one above it
	}
	return texts > 0 && len(years) == 0 || evenly(years)
}

// strongHeader reports whether the first row can be nothing but a header: a
// row of texts over a column of numbers or times.
func (s *sample) strongHeader() bool {
	if !s.hasHeader() {
		return false
	}
	for i, k := range s.rows[0].kinds {
		if below := s.column(i); k == kindText && (below == kindNumber || below == kindTime) {
			return true
		}
	}
	return false
}

// column returns what a column holds below the first row.
func (s *sample) column(i int) cellKind {
	kind := kindEmpty
	for _, r := range s.rows[min(1, len(s.rows)):] {
		switch k := r.kinds[i]; {
		case k == kindEmpty:
		case kind == kindEmpty:
			kind = k
		case kind != k:
			return kindMixed
		}
	}
	return kind
}

// repeats reports whether the first row begins as that of another sample does.
func (s *sample) repeats(other *sample) bool {
	return len(s.rows) > 0 && len(other.rows) > 0 && s.rows[0].texts[0] == other.rows[0].texts[0]
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
