package csv

import (
	"io"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// chunk is how much text is held at once where no record is longer.
const chunk = 256 << 10

// newScanner returns a scanner of a source whose records may have most
// characters. The first chunk, which buf is for, is not read yet.
func newScanner(src io.Reader, buf []byte, most int64) *scanner {
	return &scanner{src: src, most: most, longest: maxQuoted, buf: buf}
}

// sampleScanner returns a scanner of text at hand. If the text is cut, its
// last record is not given.
func sampleScanner(d dialect, text []byte, cut bool) *scanner {
	s := &scanner{longest: maxQuoted}
	s.runs.dialect = d
	s.read(text, !cut)
	return s
}

// next reads the next record and reports whether there was one. After the
// last one, err is what went wrong.
func (s *scanner) next() bool {
	for s.err == nil {
		if s.at < len(s.runs.text) {
			if s.scan() {
				return s.err == nil
			}
		} else if s.runs.ended {
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
	end, next, ok := s.runs.lineEnd(start)
	if !ok {
		return false
	}
	if s.runs.quote < start {
		s.runs.quote = s.runs.index('"', start)
	}
	if s.runs.quote >= end {
		s.record.plain, s.record.from, s.record.to, s.record.lines = true, start, end, 1
		s.at = next
	} else if !s.scanQuoted(end, next) {
		return false
	}
	s.record.first = s.line + 1
	s.line += s.record.lines
	s.check(s.runs.text[start:s.at], s.most)
	return true
}

// check sets err if a record, or what is held of it, has more than most
// characters.
func (s *scanner) check(record []byte, most int64) {
	if s.most == 0 || int64(len(record)) <= most {
		return
	}
	if n := int64(utf8.RuneCount(record)); n > most {
		pos := document.LineSpan(s.record.first, s.record.first)
		s.err = &converters.LimitError{Limit: converters.LimitText, Value: n, Max: s.most, Pos: pos}
	}
}

// more reads on: what is left of the text, then as much as fits.
func (s *scanner) more() bool {
	if s.runs.ended || s.src == nil {
		return false
	}
	carry := s.runs.text[s.at:]
	s.record.first = s.line + 1
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
	s.runs.text, s.at, s.runs.ended = text, 0, ended
	if s.cells != nil {
		s.str, s.ascii = string(text), printable(text)
	}
	s.runs.lf, s.runs.cr, s.runs.quote, s.runs.eol = -1, -1, -1, -1
	s.runs.near, s.runs.far = horizon{}, horizon{}
}

// skipLine leaves out the line at hand.
func (s *scanner) skipLine() {
	if _, next, ok := s.runs.lineEnd(s.at); ok {
		s.at = next
		s.line++
	}
}
