package csv

import (
	"errors"
	"iter"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// rows is the table's [document.RowSource]: each use reads the file again.
type rows struct {
	file    *file
	columns int
}

var errChanged = errors.New("reading rows: the file changed while it was read")

// Rows yields the rows with text. Cells are not padded to the table's width.
func (r *rows) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		s, err := r.file.scanner()
		if err != nil {
			yield(document.Row{}, err)
			return
		}
		cells := make([]document.Cell, r.columns)
		number := 0
		for s.next() {
			width, ok := s.fill(cells)
			if !ok {
				s.err = errChanged
				break
			}
			if width == 0 {
				continue
			}
			number++
			row := document.Row{Cells: cells[:width]}
			row.Pos.Rows = document.Span{First: number, Last: number}
			row.Pos.Lines = document.Span{First: s.first, Last: s.first + s.lines - 1}
			if !yield(row, nil) {
				return
			}
		}
		if s.err != nil {
			yield(document.Row{}, s.err)
		}
	}
}

// fill puts the record's fields up to the last one with text into cells and
// returns their number. It is not ok if there are more than fit.
func (s *scanner) fill(cells []document.Cell) (width int, ok bool) {
	if !s.plain {
		width = s.filled()
		if width > len(cells) {
			return 0, false
		}
		for i, f := range s.fields[:width] {
			cells[i].Text = s.value(f)
		}
		return width, true
	}
	end := s.textEnd()
	if end == 0 {
		return 0, true
	}
	rest := s.body
	if i := strings.IndexByte(rest[end:], s.comma); i >= 0 {
		rest = rest[:end+i]
	}
	for width < len(cells) {
		i := strings.IndexByte(rest, s.comma)
		if i < 0 {
			cells[width].Text = rest
			return width + 1, true
		}
		cells[width].Text = rest[:i]
		width++
		rest = rest[i+1:]
	}
	return 0, false
}

// all yields the fields of the record, those that were left out too.
func (s *scanner) all() iter.Seq[field] {
	return func(yield func(field) bool) {
		if !s.plain {
			for i := range s.width {
				f := field{}
				if i < len(s.fields) {
					f = s.fields[i]
				}
				if !yield(f) {
					return
				}
			}
			return
		}
		for rest, more := s.body, true; more; {
			i := strings.IndexByte(rest, s.comma)
			f := field{text: rest}
			if more = i >= 0; more {
				f.text, rest = rest[:i], rest[i+1:]
			}
			if !yield(f) {
				return
			}
		}
	}
}
