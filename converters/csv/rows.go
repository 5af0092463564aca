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
			row := document.Row{Cells: s.cells[:width], Plain: s.ascii && s.lines == 1}
			row.Pos.Rows = document.SpanOf(number, number)
			row.Pos.Lines = document.SpanOf(s.first, s.first+s.lines-1)
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
	if !s.plain {
		return s.filled
	}
	end := s.textEnd(s.from, s.to)
	if end == s.from {
		return 0
	}
	if i := bytes.IndexByte(s.text[end:s.to], s.comma); i >= 0 {
		end += i
	} else {
		end = s.to
	}
	return s.split(s.cells, s.from, end)
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
