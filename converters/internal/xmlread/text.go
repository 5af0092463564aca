package xmlread

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text returns the character data of a Text event: references resolved, line
// ends LF (XML 2.11). The error is a [converters.CorruptError] for a reference
// that means nothing.
func (s *Scanner) Text() (string, error) {
	if !s.cdata && hasByte(s.raw, '&') {
		return s.resolved(s.raw, '\n')
	}
	if hasByte(s.raw, '\r') {
		return lineEnds(s.raw), nil
	}
	return s.raw, nil
}

// AppendText appends what [Scanner.Text] returns.
func (s *Scanner) AppendText(to []byte) ([]byte, error) {
	if !s.cdata && strings.IndexByte(s.raw, '&') >= 0 {
		return s.appendText(to, s.raw, '\n')
	}
	if strings.IndexByte(s.raw, '\r') >= 0 {
		return append(to, lineEnds(s.raw)...), nil
	}
	return append(to, s.raw...), nil
}

// IsBlank reports whether the character data of a Text event is white space.
func (s *Scanner) IsBlank() bool { return skipSpace(s.raw, 0) == len(s.raw) }

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
	var err error
	s.scratch, err = s.appendText(s.scratch[:0], t, end)
	text := string(s.scratch)
	if cap(s.scratch) > scratchMost {
		s.scratch = nil
	}
	return text, err
}

// scratchMost is how much memory is kept for the next text with references, in
// bytes.
const scratchMost = 64 << 10

// appendText appends text with its references resolved. A line end becomes
// the byte given; where that is a blank, a tab does, too. A reference that is
// no character and not one of the five is an error, unless there is a
// document type: then it may be declared outside, and stays as it is written
// (XML 4.1, Entity Declared).
func (s *Scanner) appendText(to []byte, t string, end byte) ([]byte, error) {
	for t != "" {
		i := stays(t, end)
		to = append(to, t[:i]...)
		if t = t[i:]; t == "" {
			break
		}
		switch t[0] {
		case '&':
			r, n := reference(t)
			if n == 0 {
				if !s.doctype || r == utf8.RuneError {
					return to, s.fault("the reference %q means nothing", clip(referenceText(t)))
				}
				r, n = '&', 1
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

// stays returns how much at the start of a text stays as it is.
func stays(t string, end byte) int {
	for i := range len(t) {
		switch c := t[i]; {
		case c > '&':
		case c == '&', c == '\r', end == ' ' && (c == '\n' || c == '\t'):
			return i
		}
	}
	return len(t)
}

// referenceMost is how long a reference may be.
const referenceMost = 64

// referenceText returns the reference that a text begins with, for a message.
func referenceText(t string) string {
	if i := strings.IndexByte(t[:min(len(t), referenceMost)], ';'); i >= 0 {
		return t[:i+1]
	}
	end, _ := nameEnd(t, 1)
	return t[:end]
}

// reference returns the character that the reference at the start of a text
// stands for and how long the reference is. The length is 0 for the name of
// an entity that is not one of the five, and for what is no reference at all;
// then the character is RuneError.
func reference(t string) (rune, int) {
	end := strings.IndexByte(t[:min(len(t), referenceMost)], ';')
	if end < 2 {
		return utf8.RuneError, 0
	}
	switch name := t[1:end]; name {
	case "amp":
		return '&', end + 1
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
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
// (2.2) is no character.
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
