package manifest

import (
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/names"
)

// writer puts JSON together as Coqui's does: four spaces a level, slashes as
// they are, everything beyond ASCII as \uXXXX. That also keeps what is
// invisible or turns text around visible in a diff.
type writer struct {
	out   io.Writer
	err   error
	b     []byte // what out has not yet
	depth int
	first bool // nothing is in the open list or object yet
	coqui bool // the form is Coqui's
}

// indents holds the deepest line break that a manifest needs.
const indents = "\n                        "

func (w *writer) newline() { w.b = append(w.b, indents[:1+4*w.depth]...) }

func (w *writer) open(c byte) {
	w.b = append(w.b, c)
	w.depth++
	w.first = true
}

func (w *writer) close(c byte) {
	w.depth--
	if !w.first {
		w.newline()
	}
	w.b = append(w.b, c)
	w.first = false
}

// flushed is how much is written at once, in bytes.
const flushed = 64 << 10

func (w *writer) flush() {
	if w.err == nil {
		_, w.err = w.out.Write(w.b)
	}
	w.b = w.b[:0]
}

// item begins a member of the open list.
func (w *writer) item() {
	if len(w.b) > flushed {
		w.flush()
	}
	if !w.first {
		w.b = append(w.b, ',')
	}
	w.first = false
	w.newline()
}

// key begins a member of the open object; the name needs no escapes.
func (w *writer) key(name string) {
	w.item()
	w.b = append(w.b, '"')
	w.b = append(w.b, name...)
	w.b = append(w.b, '"', ':', ' ')
}

func (w *writer) str(name, s string) {
	w.key(name)
	w.b = appendString(w.b, s)
}

// some is str for a key of ours that is left out when it says nothing.
func (w *writer) some(name, s string) {
	if s != "" {
		w.str(name, s)
	}
}

func (w *writer) num(name string, n int64) {
	w.key(name)
	w.b = strconv.AppendInt(w.b, n, 10)
}

// path writes a file name under Coqui's key as it is shown everywhere: JSON
// holds text, which a name need not be, and no two names may look the same.
func (w *writer) path(p string) { w.str("relative_path", names.Show(p)) }

const hexDigits = "0123456789abcdef"

func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for s != "" {
		n := plainLength(s)
		b = append(b, s[:n]...)
		if s = s[n:]; s == "" {
			break
		}
		r, size := utf8.DecodeRuneInString(s)
		b = appendEscape(b, r)
		s = s[size:]
	}
	return append(b, '"')
}

// plainLength counts the bytes that JSON holds as they are.
func plainLength(s string) int {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return i
		}
	}
	return len(s)
}

func appendEscape(b []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	if r > 0xffff {
		hi, lo := utf16.EncodeRune(r)
		return appendUnit(appendUnit(b, hi), lo)
	}
	return appendUnit(b, r)
}

func appendUnit(b []byte, r rune) []byte {
	return append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
