package xmlread

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text returns the character data of a Text event: references resolved, line
// ends LF (XML 2.11). The error is a [converters.CorruptError] for a reference
// that means nothing.
func (s *Scanner) Text() (string, error) {
	if !s.event.cdata && hasByte(s.event.raw, '&') {
		return s.resolved(s.event.raw, '\n')
	}
	if hasByte(s.event.raw, '\r') {
		return lineEnds(s.event.raw), nil
	}
	return s.event.raw, nil
}

// AppendText appends what [Scanner.Text] returns.
func (s *Scanner) AppendText(to []byte) ([]byte, error) {
	if !s.event.cdata && strings.IndexByte(s.event.raw, '&') >= 0 {
		return s.appendText(to, s.event.raw, '\n')
	}
	if strings.IndexByte(s.event.raw, '\r') >= 0 {
		return append(to, lineEnds(s.event.raw)...), nil
	}
	return append(to, s.event.raw...), nil
}

// CheckText returns the error of [Scanner.Text] for who does not want the text.
func (s *Scanner) CheckText() error {
	if s.event.cdata {
		return nil
	}
	for t := s.event.raw; ; {
		i := strings.IndexByte(t, '&')
		if i < 0 {
			return nil
		}
		t = t[i:]
		_, n, err := s.character(t)
		if err != nil {
			return err
		}
		t = t[n:]
	}
}

// IsBlank reports whether the character data of a Text event is white space.
func (s *Scanner) IsBlank() bool { return skipSpace(s.event.raw, 0) == len(s.event.raw) }

// lineEnds makes every line end LF.
func lineEnds(t string) string {
	return strings.ReplaceAll(strings.ReplaceAll(t, "\r\n", "\n"), "\r", "\n")
}

// value returns an attribute's value from how it is written.
func (s *Scanner) value(raw string) (string, error) {
	plain := true
	for i := range len(raw) {
		if b := raw[i]; b == '&' || b < ' ' {
			plain = false
			break
		}
	}
	if plain {
		return raw, nil
	}
	return s.resolved(raw, ' ')
}

// resolved returns what appendText appends, in memory of its own.
func (s *Scanner) resolved(t string, end byte) (string, error) {
	if room := min(len(t), maxScratch); cap(s.scratch) < room {
		s.scratch = make([]byte, 0, min(max(room, 2*cap(s.scratch)), maxScratch))
	}
	var err error
	s.scratch, err = s.appendText(s.scratch[:0], t, end)
	text := string(s.scratch)
	if cap(s.scratch) > maxScratch {
		s.scratch = nil
	}
	return text, err
}

// maxScratch is how much memory is kept for the next text with references, in
// bytes.
const maxScratch = 64 << 10

// appendText appends text with its references resolved. A line end becomes
// the byte given; where that is a blank, a tab does, too. A reference that is
// no character and not one of the five is an error, unless there is a
// document type: then it may be declared outside (XML 4.1, Entity Declared). It is the
// character that HTML has by that name, or stays as it is written.
func (s *Scanner) appendText(to []byte, t string, end byte) ([]byte, error) {
	for t != "" {
		i := stays(t, end)
		to = append(to, t[:i]...)
		if t = t[i:]; t == "" {
			break
		}
		switch t[0] {
		case '&':
			r, n, err := s.character(t)
			if err != nil {
				return to, err
			}
			to = utf8.AppendRune(to, r)
			t = t[n:]
			continue
		case '\r':
			if !strings.HasPrefix(t, "\r\n") {
				to = append(to, end)
			}
		default: // in a value
			to = append(to, end)
		}
		t = t[1:]
	}
	return to, nil
}

// character returns what the reference at the start of a text stands for and
// how much of the text that is.
func (s *Scanner) character(t string) (rune, int, error) {
	r, n := reference(t)
	switch {
	case n > 0:
		return r, n, nil
	case !s.prolog.doctype || r == utf8.RuneError:
		return r, 0, s.fault("the reference %q means nothing", clip(referenceText(t)))
	}
	if text := referenceText(t); strings.HasSuffix(text, ";") {
		if r := named(text); r != 0 {
			return r, len(text), nil
		}
	}
	return '&', 1, nil
}

// Eight bytes at once: 1 in each, and the high bit of each.
const (
	bytes01 = 0x0101010101010101
	bytes80 = 0x8080808080808080
)

// eight returns the eight bytes of a text from i on, the first one lowest.
func eight(t string, i int) uint64 {
	t = t[i : i+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// stays returns how much at the start of a text stays as it is.
func stays(t string, end byte) int {
	i := 0
	for ; i+8 <= len(t); i += 8 {
		x := eight(t, i)
		and, cr := x^'&'*bytes01, x^'\r'*bytes01
		// A zero byte is found exactly; what carries is beyond the first one.
		found := (and-bytes01)&^and | (cr-bytes01)&^cr
		if end == ' ' {
			found |= (x - ' '*bytes01) &^ x // all controls: the loop below looks again
		}
		if found &= bytes80; found == 0 {
			continue
		}
		if end == ' ' {
			break
		}
		return i + bits.TrailingZeros64(found)/8
	}
	for ; i < len(t); i++ {
		switch c := t[i]; {
		case c > '&':
		case c == '&', c == '\r', end == ' ' && (c == '\n' || c == '\t'):
			return i
		}
	}
	return len(t)
}

// maxReference is how long a reference may be.
const maxReference = 64

// referenceText returns the reference that a text begins with, for a message.
func referenceText(t string) string {
	if i := strings.IndexByte(t[:min(len(t), maxReference)], ';'); i >= 0 {
		return t[:i+1]
	}
	end, _ := nameEnd(t, 1)
	return t[:end]
}

// reference returns the character that the reference at the start of a text
// stands for and how long the reference is. The length is 0 for the name of
// an entity that is not one of the five, and for what is not a reference at all;
// then the character is RuneError.
func reference(t string) (rune, int) {
	switch { // what is met most
	case strings.HasPrefix(t, "&lt;"):
		return '<', len("&lt;")
	case strings.HasPrefix(t, "&gt;"):
		return '>', len("&gt;")
	case strings.HasPrefix(t, "&amp;"):
		return '&', len("&amp;")
	}
	end := strings.IndexByte(t[:min(len(t), maxReference)], ';')
	if end < 2 {
		return utf8.RuneError, 0
	}
	switch name := t[1:end]; name {
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	default:
		if name[0] == '#' {
			return numbered(name[1:], end+1)
		}
		if n, _ := nameEnd(name, 0); n != len(name) {
			return utf8.RuneError, 0
		}
		return 0, 0
	}
}

// numbered returns the character with a number. One that XML does not allow
// (2.2) is not a character.
func numbered(digits string, size int) (rune, int) {
	base := 10
	if digits != "" && digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) || n < ' ' && n != '\t' && n != '\n' && n != '\r' || n == 0xFFFE || n == 0xFFFF {
		return utf8.RuneError, 0
	}
	return rune(n), size
}
