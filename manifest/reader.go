package manifest

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// reader reads JSON (RFC 8259) strictly in its grammar and leniently in its
// types, as Coqui does: a value of another type than expected is skipped and
// reads as zero. encoding/json takes three times as long, and the manifest is
// read by every build. The first error of grammar stops it: bad is set, and
// every method returns at once.
type reader struct {
	b       string // every string of the result that has no escapes is a part of it
	at      int
	bad     bool
	guessed int // items that room was made for before they were read
	aside   []aside
}

// maxDepth bounds the nesting of values that we do not know; a manifest itself
// needs five levels.
const maxDepth = 64

func (r *reader) fail() { r.bad, r.at = true, len(r.b) }

// peek is the next byte that is not white space, or zero at the end.
func (r *reader) peek() byte {
	for r.at < len(r.b) {
		switch c := r.b[r.at]; c {
		case ' ', '\r', '\t':
			r.at++
		case '\n': // our writer indents by steps of four: a fifth of the file
			for r.at++; strings.HasPrefix(r.b[r.at:], "    "); r.at += 4 {
			}
		default:
			return c
		}
	}
	return 0
}

// take consumes the byte c, or fails.
func (r *reader) take(c byte) {
	if r.peek() != c || r.at == len(r.b) {
		r.fail()
		return
	}
	r.at++
}

// members calls f with the name of every member of the object that comes
// next, before its value; f has to read the value. Another value is skipped.
func (r *reader) members(f func(name string)) {
	if r.peek() != '{' {
		r.skip(0)
		return
	}
	r.at++
	if r.peek() == '}' {
		r.at++
		return
	}
	for !r.bad {
		name := r.text()
		r.take(':')
		f(name)
		if r.more('}') {
			return
		}
	}
}

// items calls f before every item of the list that comes next; f has to read
// the item. Another value is skipped.
func (r *reader) items(f func()) {
	if r.peek() != '[' {
		r.skip(0)
		return
	}
	r.at++
	if r.peek() == ']' {
		r.at++
		return
	}
	for !r.bad {
		f()
		if r.more(']') {
			return
		}
	}
}

// more consumes what follows a member or item and reports whether it was
// the end.
func (r *reader) more(end byte) (done bool) {
	switch c := r.peek(); {
	case r.bad:
		return true
	case c == end && r.at < len(r.b):
		r.at++
		return true
	default:
		r.take(',')
		return r.bad
	}
}

// str reads a string; another value is skipped and reads as empty.
func (r *reader) str() string {
	if r.peek() != '"' {
		r.skip(0)
		return ""
	}
	return r.text()
}

// again is str for a field that mostly repeats the value before.
func (r *reader) again(last string) string {
	if r.peek() != '"' {
		r.skip(0)
		return ""
	}
	if s := r.text(); s != last {
		return s
	}
	return last
}

// num reads a whole number that is not negative; another value reads as zero.
func (r *reader) num() int64 {
	c := r.peek()
	start := r.at
	r.skip(0)
	if c < '0' || c > '9' || r.bad {
		return 0
	}
	n, err := strconv.ParseInt(r.b[start:r.at], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// text reads the string that comes next.
func (r *reader) text() string {
	r.take('"')
	start := r.at
	end := start + plainText(r.b[start:])
	if end == len(r.b) || r.b[end] != '"' {
		return r.slowText(start, end)
	}
	r.at = end + 1
	return r.b[start:end]
}

// plainText counts the bytes before the first that is a control, a quote, a
// backslash or beyond ASCII, eight at a time while it can.
func plainText(s string) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	at := 0
	for ; at+8 <= len(s); at += 8 {
		x := uint64(s[at]) | uint64(s[at+1])<<8 | uint64(s[at+2])<<16 | uint64(s[at+3])<<24 |
			uint64(s[at+4])<<32 | uint64(s[at+5])<<40 | uint64(s[at+6])<<48 | uint64(s[at+7])<<56
		// A subtraction that borrows sets the top bit of its byte: the lowest is true.
		found := ((x - ' '*ones) | ((x ^ '\\'*ones) - ones) | ((x ^ '"'*ones) - ones) | x) & tops
		if found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	for ; at < len(s); at++ {
		if c := s[at]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			break
		}
	}
	return at
}

// slowText reads on from at in a string that begins at start, decoding escapes
// and replacing what is not UTF-8.
func (r *reader) slowText(start, at int) string {
	out := []byte(r.b[start:at])
	for at < len(r.b) {
		switch c := r.b[at]; {
		case c == '"':
			r.at = at + 1
			return string(out)
		case c < ' ':
			r.fail()
			return ""
		case c == '\\':
			ch, n := unescape(r.b[at:])
			if n == 0 {
				r.fail()
				return ""
			}
			out = utf8.AppendRune(out, ch)
			at += n
		default:
			ch, n := utf8.DecodeRuneInString(r.b[at:])
			out = utf8.AppendRune(out, ch)
			at += n
		}
	}
	r.fail()
	return ""
}

// unescape decodes the escape at the start of b and returns its length, zero
// when it is none. A surrogate without its half is U+FFFD.
func unescape(b string) (rune, int) {
	if len(b) < 2 {
		return 0, 0
	}
	if b[1] != 'u' {
		i := strings.IndexByte(`"\/bfnrt`, b[1])
		if i < 0 {
			return 0, 0
		}
		return rune("\"\\/\b\f\n\r\t"[i]), 2
	}
	hi, ok := unit(b)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(hi) {
		if lo, ok := unit(b[6:]); ok && utf16.DecodeRune(hi, lo) != utf8.RuneError {
			return utf16.DecodeRune(hi, lo), 12
		}
		return utf8.RuneError, 6
	}
	return hi, 6
}

// unit decodes a \uXXXX.
func unit(b string) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(b[2:6], 16, 16)
	return rune(v), err == nil
}

// aside is what the list of all that was found says of one that is not an entry, or
// that failed, beside what it says of every entry.
type aside struct{ extension, reason, code string }

func isAside(s Status) bool {
	return s == StatusFailed || s == statusUnsupported || s == statusSkipped
}

// skip reads past any value and checks its grammar.
func (r *reader) skip(depth int) {
	if depth > maxDepth {
		r.fail()
		return
	}
	switch c := r.peek(); {
	case c == '"':
		r.text()
	case c == '{':
		r.members(func(string) { r.skip(depth + 1) })
	case c == '[':
		r.items(func() { r.skip(depth + 1) })
	case c == '-' || '0' <= c && c <= '9':
		r.number()
	case c == 't':
		r.word("true")
	case c == 'f':
		r.word("false")
	case c == 'n':
		r.word("null")
	default:
		r.fail()
	}
}

func (r *reader) word(w string) {
	if len(r.b)-r.at < len(w) || r.b[r.at:r.at+len(w)] != w {
		r.fail()
		return
	}
	r.at += len(w)
}

// number checks the grammar of RFC 8259, section 6.
func (r *reader) number() {
	r.accept("-")
	if !r.accept("0") && r.digits() == 0 {
		r.fail()
		return
	}
	if r.accept(".") && r.digits() == 0 {
		r.fail()
		return
	}
	if r.accept("eE") {
		r.accept("+-")
		if r.digits() == 0 {
			r.fail()
		}
	}
}

// accept consumes the next byte if it is one of set.
func (r *reader) accept(set string) bool {
	if r.at == len(r.b) {
		return false
	}
	for i := range len(set) {
		if r.b[r.at] == set[i] {
			r.at++
			return true
		}
	}
	return false
}

func (r *reader) digits() int {
	start := r.at
	for r.at < len(r.b) && '0' <= r.b[r.at] && r.b[r.at] <= '9' {
		r.at++
	}
	return r.at - start
}
