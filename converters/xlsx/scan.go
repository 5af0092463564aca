package xlsx

import (
	"bytes"
	"errors"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

const (
	windowSize = 64 << 10
	// tokenMost is how long a tag or a text may be. A cell holds 32,767
	// characters.
	tokenMost = 4 << 20
)

// kind is what a scanner came to.
type kind uint8

const (
	kindEOF kind = iota
	kindStart
	kindEnd
	kindData // a CDATA section, which is in text
)

// scanner reads the markup of a sheet or of the shared strings as it unpacks,
// with a window on it. It is for the two parts of a workbook that may be long,
// and knows no more of XML than they need: names without their namespaces,
// whose elements are told by where they stand, and no nesting but that of the
// caller. xmlread reads everything else.
type scanner struct {
	src     io.Reader
	part    string
	buf     []byte
	at, end int // buf[at:end] is not read yet
	ended   bool
	size    int64 // bytes of the part
	filled  int64 // bytes that were in the window so far
	depth   int   // elements that are open
	most    int   // depth allowed

	// These hold until the next call of next.
	text  []byte // what stands in front of the tag
	name  []byte // local name
	attrs attrs
	empty bool // the start tag has its end in it, which is not reported
}

// newScanner returns a scanner whose source or whose content is to be set.
func newScanner(part string, depth int64) *scanner {
	return &scanner{part: part, most: int(min(depth, 1<<20))}
}

// next goes to the next tag.
func (s *scanner) next() (kind, error) {
	s.text = nil
	for {
		open, err := s.find(0, '<')
		if err != nil {
			return kindEOF, err
		}
		if open < 0 {
			s.text = s.buf[s.at:s.end]
			s.at = s.end
			if s.depth > 0 {
				return kindEOF, s.fault("the part ends inside of an element")
			}
			return kindEOF, nil
		}
		if err := s.need(open + 2); err != nil {
			return kindEOF, err
		}
		switch s.buf[s.at+open+1] {
		case '!', '?':
			data, err := s.markup(open)
			if err != nil || data {
				return kindData, err
			}
		case '/':
			return kindEnd, s.tag(open, 2)
		default:
			return kindStart, s.tag(open, 1)
		}
	}
}

// tag reads a tag that begins at an offset, and whose name is so much behind.
func (s *scanner) tag(open, skip int) error {
	size, err := s.tagSize(open + skip)
	if err != nil {
		return err
	}
	s.text = s.buf[s.at : s.at+open]
	inner := s.buf[s.at+open+skip : s.at+size-1]
	s.at += size
	s.empty = false
	if n := len(inner); skip == 1 && n > 0 && inner[n-1] == '/' {
		inner, s.empty = inner[:n-1], true
	}
	name := 0
	for name < len(inner) && inner[name] > ' ' {
		name++
	}
	s.name, s.attrs = local(inner[:name]), attrs{inner[name:]}
	switch {
	case len(s.name) == 0:
		return s.fault("a tag without a name")
	case skip == 2:
		if s.depth--; s.depth < 0 {
			return s.fault("an end tag without its start")
		}
	case !s.empty:
		if s.depth++; s.depth > s.most {
			return &converters.LimitError{Limit: converters.LimitDepth, Value: int64(s.depth), Max: int64(s.most), Pos: s.pos()}
		}
	}
	return nil
}

// local returns a name without its prefix.
func local(name []byte) []byte {
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		return name[i+1:]
	}
	return name
}

// tagSize returns how many bytes from the place of the scanner on a tag takes
// whose name begins at an offset. An angle in quotes does not end it.
func (s *scanner) tagSize(from int) (int, error) {
	quote := byte(0)
	for {
		rest := s.buf[s.at+from : s.end]
		for i, c := range rest {
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '>':
				return from + i + 1, nil
			case c == '"' || c == '\'':
				quote = c
			case c == '<':
				return 0, s.fault("a tag inside of a tag")
			}
		}
		from += len(rest)
		if err := s.need(from + 1); err != nil {
			return 0, err
		}
	}
}

// markup reads what begins with "<!" or "<?" at an offset, and reports
// whether it is a CDATA section. Everything else is passed over, but for
// the text in front of it.
func (s *scanner) markup(open int) (data bool, err error) {
	if s.need(open+9) != nil && s.buf[s.at+open+1] == '!' && s.end-s.at < open+4 {
		return false, s.fault("the part ends inside of a tag")
	}
	rest := s.buf[s.at+open : s.end]
	end := "?>"
	switch {
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		data, end = true, "]]>"
	case bytes.HasPrefix(rest, []byte("<!--")):
		end = "-->"
	case rest[1] == '!':
		return false, s.fault("a document type, which no workbook has")
	}
	size, err := s.findText(open+2, end)
	if err != nil {
		return false, err
	}
	from := s.at + open
	if data {
		// The text in front is returned with the section: nobody asks which
		// of the two it was.
		text := append([]byte(nil), s.buf[s.at:from]...)
		s.text = append(unescape(text[:0:0], text), s.buf[from+9:s.at+size-3]...)
		s.at += size
		return true, nil
	}
	// Close the gap, so that the text in front meets the text behind.
	copy(s.buf[s.at+size-open:], s.buf[s.at:from])
	s.at += size - open
	return false, nil
}

// findText returns the offset behind a text.
func (s *scanner) findText(from int, text string) (int, error) {
	for {
		if i := bytes.Index(s.buf[s.at+from:s.end], []byte(text)); i >= 0 {
			return from + i + len(text), nil
		}
		have := s.end - s.at
		if err := s.need(have + 1); err != nil {
			return 0, err
		}
		from = max(from, have-len(text)+1)
	}
}

// find returns the offset of a byte, or -1 where the part has no more.
func (s *scanner) find(from int, c byte) (int, error) {
	for {
		if i := bytes.IndexByte(s.buf[s.at+from:s.end], c); i >= 0 {
			return from + i, nil
		}
		from = s.end - s.at
		if s.ended {
			return -1, nil
		}
		if err := s.fill(); err != nil {
			return -1, err
		}
	}
}

// need sees to it that so many bytes are in the window.
func (s *scanner) need(n int) error {
	for s.end-s.at < n {
		if s.ended {
			return s.fault("the part ends inside of a tag")
		}
		if err := s.fill(); err != nil {
			return err
		}
	}
	return nil
}

// fill reads on. The window moves, and grows where a token is longer than it.
func (s *scanner) fill() error {
	if s.end == len(s.buf) {
		if s.at > 0 {
			s.end = copy(s.buf, s.buf[s.at:s.end])
			s.at = 0
		} else if len(s.buf) >= tokenMost {
			return s.fault("a tag or a text of more than 4 MiB")
		}
		if s.end > len(s.buf)/2 {
			s.buf = append(s.buf, make([]byte, len(s.buf))...)
		}
	}
	n, err := s.src.Read(s.buf[s.end:])
	s.end += n
	s.filled += int64(n)
	if errors.Is(err, io.EOF) {
		s.ended, err = true, nil
	}
	return err
}

// skip passes over the element whose start tag was read.
func (s *scanner) skip() error {
	if s.empty {
		return nil
	}
	depth := s.depth
	for s.depth >= depth {
		if k, err := s.next(); err != nil || k == kindEOF {
			return err
		}
	}
	return nil
}

// expects returns how many times as much of the part there is as was read.
func (s *scanner) expects() float64 {
	read := s.filled - int64(s.end-s.at)
	if read <= 0 || s.size <= read {
		return 1
	}
	return float64(s.size) / float64(read)
}

// is reports whether the tag has a name.
func (s *scanner) is(name string) bool { return string(s.name) == name }

func (s *scanner) pos() document.Pos { return document.Pos{Part: s.part} }

func (s *scanner) fault(what string) error {
	return converters.Corrupt(s.pos(), "Invalid XML document: %s", what)
}
