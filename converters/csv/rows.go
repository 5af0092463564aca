package csv

import (
	"bytes"
	"encoding/binary"
	"errors"
	"iter"

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
		s, err := r.file.load()
		if err != nil {
			yield(document.Row{}, err)
			return
		}
		r.file.begin(s)
		cells := make([]document.Cell, r.columns)
		number, loads, text, plain := 0, 0, "", false
		for s.next() {
			if loads != s.loads {
				loads, text, plain = s.loads, string(s.text), printable(s.text)
			}
			width, ok := s.fill(cells, text)
			if !ok {
				s.err = errChanged
				break
			}
			if width == 0 {
				continue
			}
			number++
			row := document.Row{Cells: cells[:width], Plain: plain && s.lines == 1}
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
// returns their number. The text is that of the scanner's chunk. It is not ok
// if there are more fields than cells.
func (s *scanner) fill(cells []document.Cell, text string) (width int, ok bool) {
	if !s.plain {
		if s.filled > len(cells) {
			return 0, false
		}
		width = s.filled
		for i, f := range s.fields[:width] {
			cells[i].Text = s.value(text[f.from:f.to], f.quotes)
		}
		return width, true
	}
	end := s.textEnd(s.from, s.to)
	if end == s.from {
		return 0, true
	}
	if i := bytes.IndexByte(s.text[end:s.to], s.comma); i >= 0 {
		end += i
	} else {
		end = s.to
	}
	return s.split(cells, text, end)
}

// split cuts the record at each comma before end.
func (s *scanner) split(cells []document.Cell, text string, end int) (width int, ok bool) {
	from := s.from
	for at := range s.commas(from, end) {
		if width == len(cells) {
			return 0, false
		}
		cells[width].Text = text[from:at]
		width++
		from = at + 1
	}
	if width == len(cells) {
		return 0, false
	}
	cells[width].Text = text[from:end]
	return width + 1, true
}

// printable reports whether a text has no other characters than those of
// [document.Row.Plain], and CR.
func printable(text []byte) bool {
	i := 0
	for ; i+16 <= len(text); i += 16 {
		x, y := binary.LittleEndian.Uint64(text[i:]), binary.LittleEndian.Uint64(text[i+8:])
		// The high bit of a byte says: not ASCII, or DEL.
		if (x|(x+ones)|y|(y+ones))&highs != 0 {
			return false
		}
		// And here: below the blank. Nothing carries, as all is ASCII.
		if lowX, lowY := ^(x+0x60*ones)&highs, ^(y+0x60*ones)&highs; lowX|lowY != 0 {
			lowX &= ((x ^ '\n'*ones) + lows) & ((x ^ '\r'*ones) + lows) & ((x ^ '\t'*ones) + lows)
			lowY &= ((y ^ '\n'*ones) + lows) & ((y ^ '\r'*ones) + lows) & ((y ^ '\t'*ones) + lows)
			if lowX|lowY != 0 {
				return false
			}
		}
	}
	text = text[i:]
	for _, b := range text {
		if (b < ' ' || b > '~') && b != '\n' && b != '\t' && b != '\r' {
			return false
		}
	}
	return true
}
