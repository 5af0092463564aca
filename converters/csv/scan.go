package csv

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// chunk is how much text is held at once where no record is longer.
const chunk = 256 << 10

// dialect is how a file marks its fields.
type dialect struct {
	comma     byte // between fields; noComma where a line is one field
	backslash bool // \" inside quotes is a quote
}

// noComma is the delimiter of a file with one column: a byte that valid UTF-8
// never has.
const noComma = 0xFF

// wraps reports whether quotes mean something only where they wrap a whole
// field, and may be text everywhere else without being a mistake.
func (d dialect) wraps() bool { return d.comma == '\t' }

// scanner cuts text into records and their fields. It holds one chunk, in
// which a field is two offsets; a record that the end of a chunk cuts is
// carried into the next.
type scanner struct {
	dialect
	counting bool            // fields are counted and not stored
	cells    []document.Cell // where the fields are stored, if it is not nil; otherwise in record.fields
	src      io.Reader
	most     int64 // characters that one record may have; 0 means any number
	longest  int   // bytes that a quoted field may have
	err      error

	buf   []byte
	text  []byte // the chunk: a part of buf
	at    int    // where the next record begins
	str   string // the same, if there are cells
	ended bool   // src has no more
	line  int    // lines before at
	ascii bool   // text is printable ASCII and white space, if there are cells

	// The next place of each byte, known for every position from the one
	// that it was asked for up to it; len(text) where there is none.
	lf, cr, quote int
	near, far     horizon // of quotes, see run.go
	eol           int

	record
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

// newScanner returns a scanner of a source whose records may have most
// characters. The first chunk, which buf is for, is not read yet.
func newScanner(src io.Reader, buf []byte, most int64) *scanner {
	return &scanner{src: src, most: most, longest: maxQuoted, buf: buf}
}

// sampleScanner returns a scanner of text at hand. If the text is cut, its
// last record is not given.
func sampleScanner(d dialect, text []byte, cut bool) *scanner {
	s := &scanner{dialect: d, longest: maxQuoted, text: text, ended: !cut}
	s.forget()
	return s
}

// next reads the next record and reports whether there was one. After the
// last one, err is what went wrong.
func (s *scanner) next() bool {
	for s.err == nil {
		if s.at < len(s.text) {
			if s.scan() {
				return s.err == nil
			}
		} else if s.ended {
			return false
		}
		if !s.more() {
			return false
		}
	}
	return false
}

// scan reads a record from the text at hand. It reports false, with nothing
// changed, if the record may go on behind the text.
func (s *scanner) scan() bool {
	start := s.at
	end, next, ok := s.lineEnd(start)
	if !ok {
		return false
	}
	if s.quote < start {
		s.quote = s.index('"', start)
	}
	if s.quote >= end {
		s.plain, s.from, s.to, s.lines = true, start, end, 1
		s.at = next
	} else if !s.scanQuoted(end, next) {
		return false
	}
	s.first = s.line + 1
	s.line += s.lines
	s.check(s.text[start:s.at], s.most)
	return true
}

// check sets err if a record, or what is held of it, has more than most
// characters.
func (s *scanner) check(record []byte, most int64) {
	if s.most == 0 || int64(len(record)) <= most {
		return
	}
	if n := int64(utf8.RuneCount(record)); n > most {
		pos := document.LineSpan(s.first, s.first)
		s.err = &converters.LimitError{Limit: converters.LimitText, Value: n, Max: s.most, Pos: pos}
	}
}

// more reads on: what is left of the text, then as much as fits.
func (s *scanner) more() bool {
	if s.ended || s.src == nil {
		return false
	}
	carry := s.text[s.at:]
	s.first = s.line + 1
	if s.check(carry, s.most+int64(s.longest)); s.err != nil {
		return false
	}
	switch size := len(s.buf); {
	case len(carry) > size/2:
		s.buf = make([]byte, 2*size)
	case size > chunk && len(carry) <= chunk/2:
		s.buf = make([]byte, chunk)
	}
	n := copy(s.buf, carry)
	got, err := io.ReadFull(s.src, s.buf[n:])
	ended := err == io.EOF || err == io.ErrUnexpectedEOF
	if !ended {
		s.err = err
	}
	s.read(s.buf[:n+got], ended)
	return s.err == nil
}

// read sets the text at hand, which is the last if it is the source's end.
func (s *scanner) read(text []byte, ended bool) {
	s.text, s.at, s.ended = text, 0, ended
	if s.cells != nil {
		s.str, s.ascii = string(text), printable(text)
	}
	s.forget()
}

// forget drops what is known of places in a text that was replaced.
func (s *scanner) forget() {
	s.lf, s.cr, s.quote, s.eol = -1, -1, -1, -1
	s.near, s.far = horizon{}, horizon{}
}

// index returns the next place of a byte, or len(text).
func (s *scanner) index(b byte, from int) int {
	if i := bytes.IndexByte(s.text[from:], b); i >= 0 {
		return from + i
	}
	return len(s.text)
}

// lineEnd returns where the line that from is in ends, and where the next one
// begins. A line ends at LF, CRLF or CR. It is not ok if that is not known yet.
func (s *scanner) lineEnd(from int) (end, next int, ok bool) {
	if s.lf < from {
		s.lf = s.index('\n', from)
	}
	end = s.lf
	if s.cr < from {
		s.cr = s.index('\r', from)
	}
	end = min(end, s.cr)
	if end == len(s.text) {
		return end, end, s.ended
	}
	next = end + 1
	if s.text[end] == '\r' {
		if next == len(s.text) {
			return end, next, s.ended
		}
		if s.text[next] == '\n' {
			next++
		}
	}
	return end, next, true
}

// skipLine leaves out the line at hand.
func (s *scanner) skipLine() {
	if _, next, ok := s.lineEnd(s.at); ok {
		s.at = next
		s.line++
	}
}
