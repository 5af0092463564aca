package csv

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// The codes of the package's warnings.
const (
	warnHeaderOnly   = "header-only"
	warnRagged       = "row-ragged"
	warnBlank        = "row-blank"
	warnUnterminated = "quote-unterminated"
	warnStray        = "quote-stray"
)

// survey is what the first pass finds.
type survey struct {
	rows        int
	columns     int // of the widest row, empty cells at its end left out
	header      int // fields of the first row, empty ones too
	first, last int // lines
	cells       int64

	shorter, longer, blank, unterminated, stray tallied
}

// tallied is a number of rows of one sort, and where the first of them is.
type tallied struct{ n, line int }

func (t *tallied) add(n, line int) {
	if n > 0 && t.n == 0 {
		t.line = line
	}
	t.n += n
}

// survey reads the whole file once, by a scanner with its first chunk.
// Everything that can go wrong goes wrong here, before the first row is
// written.
func (f *file) survey(s *scanner) (*survey, error) {
	v, err := f.count(s, false)
	if err == nil && v.cells > f.env.Limits.Cells {
		// Too many with those that are empty: leave these out.
		if s, err = f.load(nil); err == nil {
			v, err = f.count(s, true)
		}
	}
	if err != nil {
		return nil, err
	}
	if v.rows == 0 {
		return nil, &converters.CorruptError{What: "File is empty or has no valid header row", Empty: true}
	}
	// Short rows are written in the table's width, which costs work that a
	// small file can ask for.
	return v, f.env.Step(f.ctx, int64(v.rows)*int64(v.columns), document.LineSpan(v.first, v.last))
}

// count reads the file. Exact counts the cells with text, otherwise all up to
// the last such cell of each row count, which is faster.
func (f *file) count(s *scanner, exact bool) (*survey, error) {
	f.begin(s)
	s.counting = !exact
	v := &survey{}
	pending := tallied{} // blank rows, if another row follows
	for s.next() {
		line := s.record.first
		fields, width := s.size()
		if !s.record.plain {
			v.unterminated.add(s.record.unterminated, line)
			v.stray.add(s.record.stray, line)
		}
		if width == 0 {
			pending.add(1, line)
			continue
		}
		if v.rows == 0 {
			v.first, v.header = line, fields
		} else {
			v.blank.add(pending.n, pending.line)
			v.compare(fields, width, line)
		}
		pending = tallied{}
		v.rows++
		v.columns = max(v.columns, width)
		v.last = line + s.record.lines - 1
		if err := v.limits(f.env, s, width, exact); err != nil {
			return nil, err
		}
	}
	return v, s.err
}

// compare counts a row whose length is not the header's. Empty cells beyond
// the header are no reason to.
func (v *survey) compare(fields, width, line int) {
	switch {
	case width > v.header:
		v.longer.add(1, line)
	case fields < v.header:
		v.shorter.add(1, line)
	}
}

// limits counts a row's cells and returns the error for a limit it passes.
func (v *survey) limits(env *converters.Env, s *scanner, width int, exact bool) error {
	if int64(width) > env.Limits.Columns {
		return env.Check(converters.LimitColumns, int64(width), document.LineSpan(s.record.first, s.record.first))
	}
	if !exact {
		v.cells += int64(width)
		return nil
	}
	for f := range s.all() {
		if !blank(s.runs.text[f.from:f.to]) {
			v.cells++
		}
	}
	return env.Check(converters.LimitCells, v.cells, document.LineSpan(s.record.first, s.record.first))
}

// warn reports what is not as it should be.
func (v *survey) warn(env *converters.Env) {
	for _, w := range []struct {
		tallied
		code, message string
	}{
		{v.unterminated, warnUnterminated, "a quote is never closed and was taken as text"},
		{v.stray, warnStray, "quotes inside a quoted cell are not doubled; the cell was kept with its quotes"},
		{v.longer, warnRagged, "rows are longer than the header; what is beyond it has empty headers"},
		{v.shorter, warnRagged, "rows are shorter than the header; the missing cells are empty"},
		{v.blank, warnBlank, "rows without text between other rows were left out"},
	} {
		if w.n > 0 {
			pos := document.LineSpan(w.line, w.line)
			env.Warn(document.Warning{Code: w.code, Pos: pos, Message: w.message, Count: w.n})
		}
	}
	if v.rows == 1 {
		pos := document.LineSpan(v.first, v.last)
		env.Warn(document.Warning{Code: warnHeaderOnly, Pos: pos, Message: "the table has a header and no rows"})
	}
}
