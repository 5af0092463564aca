package csv

import (
	"bytes"
	"encoding/binary"
	"io"
	"iter"
	"math/bits"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// scanner cuts text into records and their fields. It holds one chunk, in
// which a field is two offsets; a record that the end of a chunk cuts is
// carried into the next.
type scanner struct {
	runs     runs
	counting bool            // fields are counted and not stored
	cells    []document.Cell // where the fields are stored, if it is not nil; otherwise in record.fields
	src      io.Reader
	most     int64 // characters that one record may have; 0 means any number
	longest  int   // bytes that a quoted field may have
	err      error

	buf   []byte // text is a part of it
	str   string // text, if there are cells
	ascii bool   // text is printable ASCII and white space, if there are cells
	at    int    // where the next record begins
	line  int    // lines before at

	record record
}

// record is one record of a [scanner], valid until the next one.
type record struct {
	plain    bool    // no quotes: the fields of text[from:to] are to be cut at each comma
	from, to int     // where it is plain; without the line end
	fields   []field // where it is not plain, and there are no cells; empty ones beyond fieldsKept are left out
	width    int     // how many fields it has, where it is not plain
	filled   int     // how many up to the last one with text, where it is not plain
	first    int     // number of its first line
	lines    int     // how many lines it covers

	unterminated, stray int // quotes that were taken as text, where it is not plain
}

// field is a field of a record: text[from:to].
type field struct {
	from, to int
	quotes   quotes
}

// quotes says what the quotes of a field are.
type quotes uint8

const (
	quotesText    quotes = iota // text, if there are any
	quotesAround                // around the field, and none in it
	quotesEscaped               // around the field, and escaped ones in it
)

// fieldsKept is from where on empty fields are not stored, so that commas
// alone take no memory.
const fieldsKept = 1 << 10

// addPlain adds the field from p to the next comma or end of line, and returns
// where it ends.
func (s *scanner) addPlain(p, end int) int {
	if i := bytes.IndexByte(s.runs.text[p:end], s.runs.comma); i >= 0 {
		end = p + i
	}
	s.add(field{p, end, quotesText})
	return end
}

// addAll adds the fields from p on up to the one with the next quote, or to
// the last one of the line. It returns where that begins.
func (s *scanner) addAll(p, end int) int {
	if s.runs.quote < p {
		s.runs.quote = s.runs.index('"', p)
	}
	last := bytes.LastIndexByte(s.runs.text[p:min(s.runs.quote, end)], s.runs.comma)
	if last < 0 {
		return p
	}
	last += p
	fields, filled := 0, 0
	if s.cells != nil && s.runs.textEnd(p, last) == last && last > p {
		fields = s.split(s.cells[min(s.record.width, len(s.cells)):], p, last)
		filled = fields
	} else {
		fields, filled = s.runs.measure(p, last)
		s.store(p, last, fields, filled)
	}
	if filled > 0 {
		s.record.filled = s.record.width + filled
	}
	s.record.width += fields
	return last + 1
}

// store keeps the fields of text[from:to]; of many, those up to the last one
// with text.
func (s *scanner) store(from, to, fields, filled int) {
	switch {
	case s.counting:
		return
	case s.cells != nil:
		s.split(s.cells[min(s.record.width, len(s.cells)):], from, to)
		return
	}
	if fields > fieldsKept {
		fields = filled
	}
	for fields > 0 && len(s.record.fields) < s.record.width {
		s.record.fields = append(s.record.fields, field{})
	}
	for at := range s.runs.commas(from, to) {
		if fields--; fields < 0 {
			return
		}
		s.record.fields = append(s.record.fields, field{from, at, quotesText})
		from = at + 1
	}
	if fields > 0 {
		s.record.fields = append(s.record.fields, field{from, to, quotesText})
	}
}

// add adds one field.
func (s *scanner) add(f field) {
	s.record.width++
	if !blank(s.runs.text[f.from:f.to]) {
		s.record.filled = s.record.width
	}
	switch {
	case s.counting:
		return
	case s.cells != nil:
		if s.record.width <= len(s.cells) {
			s.cells[s.record.width-1].Text = s.runs.value(s.str[f.from:f.to], f.quotes)
		}
		return
	case f.from == f.to && s.record.width > fieldsKept:
		return
	}
	for len(s.record.fields) < s.record.width-1 {
		s.record.fields = append(s.record.fields, field{})
	}
	s.record.fields = append(s.record.fields, f)
}

// split cuts text[from:to] at each comma into cells, and returns how many
// fields there are. Those that do not fit are left out.
func (s *scanner) split(cells []document.Cell, from, to int) (width int) {
	for at := range s.runs.commas(from, to) {
		if width < len(cells) {
			cells[width].Text = s.str[from:at]
		}
		width++
		from = at + 1
	}
	if width < len(cells) {
		cells[width].Text = s.str[from:to]
	}
	return width + 1
}

// commas yields the places of the commas in text[from:to]. Fields are short, so
// that it looks at eight bytes at a time and not for one comma after the other.
func (w *runs) commas(from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		i := from
		commas := uint64(w.comma) * ones
		for ; i+8 <= to; i += 8 {
			x := binary.LittleEndian.Uint64(w.text[i:]) ^ commas
			for found := zeros(x); found != 0; found &= found - 1 {
				if !yield(i + bits.TrailingZeros64(found)/8) {
					return
				}
			}
		}
		for ; i < to; i++ {
			if w.text[i] == w.comma && !yield(i) {
				return
			}
		}
	}
}

// Words of eight bytes: the same byte eight times.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	lows  = 0x7F * ones
)

// zeros returns a word with the high bit of each byte set where x has a zero
// byte. No byte is influenced by its neighbours.
func zeros(x uint64) uint64 { return ^((x&lows + lows) | x | lows) }

// value returns what a field says.
func (d dialect) value(text string, q quotes) string {
	if q == quotesEscaped {
		return d.unescape(text)
	}
	return text
}

// all yields the fields of the record, those that were left out too.
func (s *scanner) all() iter.Seq[field] {
	return func(yield func(field) bool) {
		if !s.record.plain {
			for i := range s.record.width {
				f := field{}
				if i < len(s.record.fields) {
					f = s.record.fields[i]
				}
				if !yield(f) {
					return
				}
			}
			return
		}
		for from, more := s.record.from, true; more; {
			i := bytes.IndexByte(s.runs.text[from:s.record.to], s.runs.comma)
			f := field{from: from, to: s.record.to}
			if more = i >= 0; more {
				f.to = from + i
				from = f.to + 1
			}
			if !yield(f) {
				return
			}
		}
	}
}

// unescape writes out the escaped quotes of a field.
func (d dialect) unescape(text string) string {
	if !d.backslash {
		return strings.ReplaceAll(text, `""`, `"`)
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if i+1 < len(text) && (text[i] == '\\' && (text[i+1] == '"' || text[i+1] == '\\') || text[i] == '"' && text[i+1] == '"') {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
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

// size returns how many fields the record has, and how many up to the last one
// with text in it: 0 for a blank record.
func (s *scanner) size() (fields, filled int) {
	if s.record.plain {
		return s.runs.measure(s.record.from, s.record.to)
	}
	return s.record.width, s.record.filled
}
