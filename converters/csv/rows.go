package csv

import (
	"bytes"
	"errors"
	"iter"

	"github.com/seed353dc258/backstory/converters"
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
		s, err := r.file.load(make([]document.Cell, r.columns))
		if err != nil {
			yield(document.Row{}, err)
			return
		}
		r.file.begin(s)
		number := 0
		for s.next() {
			width := s.fill()
			if width > len(s.cells) {
				s.err = errChanged
				break
			}
			if width == 0 {
				continue
			}
			number++
			row := converters.Make(r.file.env, document.Row{Cells: s.cells[:width], Plain: s.ascii && s.record.lines == 1})
			row.Pos.Rows = document.SpanOf(number, number)
			row.Pos.Lines = document.SpanOf(s.record.first, s.record.first+s.record.lines-1)
			if !yield(row, nil) {
				return
			}
		}
		if s.err != nil {
			yield(document.Row{}, s.err)
		}
	}
}

// fill stores what is not stored yet of the record, and returns how many
// fields there are up to the last one with text.
func (s *scanner) fill() (width int) {
	if !s.record.plain {
		return s.record.filled
	}
	end := s.runs.textEnd(s.record.from, s.record.to)
	if end == s.record.from {
		return 0
	}
	if i := bytes.IndexByte(s.runs.text[end:s.record.to], s.runs.comma); i >= 0 {
		end += i
	} else {
		end = s.record.to
	}
	return s.split(s.cells, s.record.from, end)
}
