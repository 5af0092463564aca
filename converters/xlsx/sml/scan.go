package sml

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

const (
	// maxToken is how long a tag or a text may be. A cell holds 32,767
	// characters.
	maxToken = 4 << 20
)

// Kind is what a scanner came to.
type Kind uint8

// The kinds.
const (
	EOF Kind = iota
	Start
	End
	Data // a CDATA section, which is in text
)

// Scanner reads the markup of a sheet or of the shared strings as it unpacks,
// with a window on it. It is for the two parts of a workbook that may be long,
// and knows no more of XML than they need: names without their namespaces,
// whose elements are told by where they are, and no nesting but that of the
// caller. xmlread reads everything else.
type Scanner struct {
	window window

	Depth int // elements that are open
	max   int // depth allowed

	branches

	// These hold until the next call of next.
	Text  []byte // the text before the tag
	Name  []byte // local name
	Attrs Attrs
	Empty bool // the start tag has its end in it, which is not reported
}

// window is what of a part is in memory.
type window struct {
	src     io.Reader
	part    string
	buf     []byte
	at, end int // buf[at:end] is not read yet
	ended   bool
	size    int64 // bytes of the part
	filled  int64 // bytes that were in the window so far
}

// branches are the alternatives (ISO/IEC 29500-3, 7.6) that the scanner is in: their tags and
// those of their branches are passed over, with all branches but the one that is read.
type branches struct {
	alternatives []alternative // the innermost last
	bindings     []binding
	// Unread is told the text of branches that are not read; see [ooxml.Package.Unread].
	Unread func(pos document.Pos, isUnseen bool, words string)
}

type alternative struct {
	depth int // of the element
	taken bool
}

// binding is a prefix of a namespace.
type binding struct {
	prefix       string
	isUnderstood bool
	depth        int // of the element that binds it
}

// maxBindings is how many prefixes are known at a time; what requires one is not read
// where there are more.
const maxBindings = 1000

// NewScanner returns a scanner of a part whose content is given.
func NewScanner(part string, depth int64, content []byte) *Scanner {
	return &Scanner{window: window{part: part, buf: content, end: len(content), ended: true}, max: maxDepth(depth)}
}

// NewStream returns a scanner of a part of so many bytes that is read on in a
// window.
func NewStream(part string, depth int64, src io.Reader, room []byte, size int64) *Scanner {
	return &Scanner{window: window{part: part, src: src, buf: room, size: size}, max: maxDepth(depth)}
}

func maxDepth(depth int64) int { return int(min(depth, 1<<20)) }

const (
	headSize  = 256 // how much of a part tells its encoding
	usualHead = `<?xml version="1.0" encoding="UTF-8"`
)

// IsUTF8 reports whether a part is in UTF-8, which is what a scanner reads. It is
// asked before anything is read.
func (s *Scanner) IsUTF8() (bool, error) {
	if !s.window.ended {
		if err := s.window.need(4); err != nil {
			return false, err
		}
	}
	head := s.window.buf[:min(s.window.end, headSize)]
	if len(head) < 4 {
		return false, s.window.fault("the part is empty")
	}
	switch {
	case string(head[:3]) == "\xef\xbb\xbf":
		s.window.at = 3
		return true, nil
	case bytes.HasPrefix(head, []byte(usualHead)):
		return true, nil
	case head[0] == 0 || head[1] == 0 || head[0] == 0xFF || head[0] == 0xFE:
		return false, nil
	}
	name := string(xmlread.Declared(head))
	return name == "" || strings.EqualFold(name, "utf-8") || strings.EqualFold(name, "us-ascii"), nil
}

// next goes to the next tag.
func (s *Scanner) next() (Kind, error) {
	s.Text = nil
	for {
		open, err := s.window.find(0, '<')
		if err != nil {
			return EOF, err
		}
		if open < 0 {
			s.Text = s.window.buf[s.window.at:s.window.end]
			s.window.at = s.window.end
			if s.Depth > 0 {
				return EOF, s.window.fault("the part ends inside of an element")
			}
			return EOF, nil
		}
		if err := s.window.need(open + 2); err != nil {
			return EOF, err
		}
		switch s.window.buf[s.window.at+open+1] {
		case '!', '?':
			data, err := s.markup(open)
			if err != nil || data {
				return Data, err
			}
		case '/':
			return End, s.tag(open, 2)
		default:
			return Start, s.tag(open, 1)
		}
	}
}

// tag reads a tag that begins at an offset, and whose name is so much behind.
func (s *Scanner) tag(open, skip int) error {
	size, err := s.window.tagSize(open + skip)
	if err != nil {
		return err
	}
	s.Text = s.window.buf[s.window.at : s.window.at+open]
	inner := s.window.buf[s.window.at+open+skip : s.window.at+size-1]
	s.window.at += size
	s.Empty = false
	if n := len(inner); skip == 1 && n > 0 && inner[n-1] == '/' {
		inner, s.Empty = inner[:n-1], true
	}
	name := 0
	for name < len(inner) && inner[name] > ' ' {
		name++
	}
	s.Name, s.Attrs = local(inner[:name]), Attrs{inner[name:]}
	switch {
	case len(s.Name) == 0:
		return s.window.fault("a tag without a name")
	case skip == 2:
		if s.Depth--; s.Depth < 0 {
			return s.window.fault("an end tag without its start")
		}
		for n := len(s.bindings); n > 0 && s.bindings[n-1].depth > s.Depth; n-- {
			s.bindings = s.bindings[:n-1]
		}
	case !s.Empty:
		if s.Depth++; s.Depth > s.max {
			return &converters.LimitError{Limit: converters.LimitDepth, Value: int64(s.Depth), Max: int64(s.max), Pos: s.Pos()}
		}
		if bytes.Contains(s.Attrs.rest, []byte("xmlns:")) {
			s.bind()
		}
	}
	return nil
}

// bind notes the prefixes that a start tag binds.
func (s *Scanner) bind() {
	a := s.Attrs
	for name, value, ok := a.whole(); ok; name, value, ok = a.whole() {
		if prefix, ok := bytes.CutPrefix(name, []byte("xmlns:")); ok && len(s.bindings) <= maxBindings {
			s.bindings = append(s.bindings, binding{string(prefix), ooxml.IsUnderstood(string(unescape(nil, value))), s.Depth})
		}
	}
}

// local returns a name without its prefix.
func local(name []byte) []byte {
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		return name[i+1:]
	}
	return name
}

// tagSize returns how many bytes from the place of the Scanner on a tag takes
// whose name begins at an offset. An angle in quotes does not end it.
func (w *window) tagSize(from int) (int, error) {
	quote := byte(0)
	for {
		rest := w.buf[w.at+from : w.end]
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
				return 0, w.fault("a tag inside of a tag")
			}
		}
		from += len(rest)
		if err := w.need(from + 1); err != nil {
			return 0, err
		}
	}
}

// markup reads what begins with "<!" or "<?" at an offset, and reports
// whether it is a CDATA section. Everything else is passed over, but for
// the text in front of it.
func (s *Scanner) markup(open int) (data bool, err error) {
	if s.window.need(open+9) != nil && s.window.buf[s.window.at+open+1] == '!' && s.window.end-s.window.at < open+4 {
		return false, s.window.fault("the part ends inside of a tag")
	}
	rest := s.window.buf[s.window.at+open : s.window.end]
	end := "?>"
	switch {
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		data, end = true, "]]>"
	case bytes.HasPrefix(rest, []byte("<!--")):
		end = "-->"
	case rest[1] == '!':
		return false, s.window.fault("a document type, which no workbook has")
	}
	size, err := s.window.findText(open+2, end)
	if err != nil {
		return false, err
	}
	from := s.window.at + open
	if data {
		// The text in front is returned with the section: nobody asks which
		// of the two it was.
		text := append([]byte(nil), s.window.buf[s.window.at:from]...)
		s.Text = append(unescape(text[:0:0], text), s.window.buf[from+9:s.window.at+size-3]...)
		s.window.at += size
		return true, nil
	}
	// Close the gap, so that the text in front meets the text behind.
	copy(s.window.buf[s.window.at+size-open:], s.window.buf[s.window.at:from])
	s.window.at += size - open
	return false, nil
}

// findText returns the offset behind a text.
func (w *window) findText(from int, text string) (int, error) {
	for {
		if i := bytes.Index(w.buf[w.at+from:w.end], []byte(text)); i >= 0 {
			return from + i + len(text), nil
		}
		have := w.end - w.at
		if err := w.need(have + 1); err != nil {
			return 0, err
		}
		from = max(from, have-len(text)+1)
	}
}

// find returns the offset of a byte, or -1 where the part has no more.
func (w *window) find(from int, c byte) (int, error) {
	for {
		if i := bytes.IndexByte(w.buf[w.at+from:w.end], c); i >= 0 {
			return from + i, nil
		}
		from = w.end - w.at
		if w.ended {
			return -1, nil
		}
		if err := w.fill(); err != nil {
			return -1, err
		}
	}
}

// need sees to it that so many bytes are in the window.
func (w *window) need(n int) error {
	for w.end-w.at < n {
		if w.ended {
			return w.fault("the part ends inside of a tag")
		}
		if err := w.fill(); err != nil {
			return err
		}
	}
	return nil
}

// fill reads on. The window moves, and grows where a token is longer than it.
func (w *window) fill() error {
	if w.end == len(w.buf) {
		if w.at > 0 {
			w.end = copy(w.buf, w.buf[w.at:w.end])
			w.at = 0
		} else if len(w.buf) >= maxToken {
			return w.fault("a tag or a text of more than 4 MiB")
		}
		if w.end > len(w.buf)/2 {
			w.buf = append(w.buf, make([]byte, len(w.buf))...)
		}
	}
	n, err := w.src.Read(w.buf[w.end:])
	w.end += n
	w.filled += int64(n)
	if errors.Is(err, io.EOF) {
		w.ended, err = true, nil
	}
	return err
}

// Expects returns how many times as much of the part there is as was read.
func (s *Scanner) Expects() float64 {
	read := s.window.filled - int64(s.window.end-s.window.at)
	if read <= 0 || s.window.size <= read {
		return 1
	}
	return float64(s.window.size) / float64(read)
}

// Is reports whether the tag has a name.
func (s *Scanner) Is(name string) bool { return string(s.Name) == name }

// Pos returns the place of the part.
func (s *Scanner) Pos() document.Pos { return document.Pos{Part: s.window.part} }

// Fault returns the error for markup that is broken.
func (w *window) fault(what string) error {
	return converters.Corrupt(document.Pos{Part: w.part}, "Invalid XML document: %s", what)
}
