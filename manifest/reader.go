package manifest

import (
	"io"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// reader reads a manifest.
type reader struct {
	guessed int // items that room was made for before they were read
	aside   []aside
	json    jsonReader
}

// jsonReader reads JSON (RFC 8259) strictly in its grammar and leniently in its
// types, as Coqui does: a value of another type than expected is skipped and
// reads as zero. encoding/json takes three times as long, and the manifest is
// read by every build. The first error of grammar stops it: bad is set, and
// every method returns at once.
type jsonReader struct {
	b     string
	texts []byte // room for strings of the result, so that they do not hold the file
	at    int
	bad   bool

	window  window // of a text that is read piece by piece
	borrows bool   // strings of the result are parts of the text
}

// maxDepth bounds the nesting of values that we do not know; a manifest itself
// needs five levels.
const maxDepth = 64

func (j *jsonReader) fail() { j.bad, j.at = true, len(j.b) }

// peek is the next byte that is not white space, or zero at the end.
func (j *jsonReader) peek() byte {
	for j.at < len(j.b) {
		switch c := j.b[j.at]; c {
		case ' ', '\t':
			j.at++
		case '\r': // of a checkout, and of no build
			if j.window.from != nil {
				j.fail()
				return 0
			}
			j.at++
		case '\n': // our writer indents by steps of four: a fifth of the file
			for j.at++; strings.HasPrefix(j.b[j.at:], "    "); j.at += 4 {
			}
		default:
			return c
		}
	}
	return 0
}

// take consumes the byte c, or fails.
func (j *jsonReader) take(c byte) {
	if j.peek() != c || j.at == len(j.b) {
		j.fail()
		return
	}
	j.at++
}

// members calls f with the name of every member of the object that comes
// next, before its value; f has to read the value. Another value is skipped.
func (j *jsonReader) members(f func(name string)) {
	if j.peek() != '{' {
		j.skip(0)
		return
	}
	j.at++
	if j.peek() == '}' {
		j.at++
		return
	}
	for !j.bad {
		name := j.text()
		j.take(':')
		f(name)
		if j.more('}') {
			return
		}
	}
}

// items calls f before every item of the list that comes next; f has to read
// the item. Another value is skipped.
func (j *jsonReader) items(f func()) {
	if j.peek() != '[' {
		j.skip(0)
		return
	}
	j.at++
	if j.peek() == ']' {
		j.at++
		return
	}
	for !j.bad {
		f()
		if j.more(']') {
			return
		}
	}
}

// more consumes what follows a member or item and reports whether it was
// the end.
func (j *jsonReader) more(end byte) (done bool) {
	switch c := j.peek(); {
	case j.bad:
		return true
	case c == end && j.at < len(j.b):
		j.at++
		return true
	default:
		j.take(',')
		return j.bad
	}
}

// str reads a string; another value is skipped and reads as empty.
func (j *jsonReader) str() string { return j.again("") }

// again is str for a field that mostly repeats the value before.
func (j *jsonReader) again(last string) string {
	if j.peek() != '"' {
		j.skip(0)
		return ""
	}
	s := j.text()
	switch s {
	case last:
		return last
	case "":
		return ""
	}
	if j.borrows {
		return s
	}
	if len(j.texts)+len(s) > cap(j.texts) {
		j.texts = make([]byte, 0, max(len(s), min(roomy, len(j.b))))
	}
	from := len(j.texts)
	j.texts = append(j.texts, s...)
	return unsafe.String(&j.texts[from], len(s))
}

// roomy is how much room is made for strings at once, in bytes.
const roomy = 64 << 10

// num reads a whole number that is not negative; another value reads as zero.
func (j *jsonReader) num() int64 {
	c := j.peek()
	start := j.at
	j.skip(0)
	if c < '0' || c > '9' || j.bad {
		return 0
	}
	n, err := strconv.ParseInt(j.b[start:j.at], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// text reads the string that comes next.
func (j *jsonReader) text() string {
	j.take('"')
	start := j.at
	end := start + plainText(j.b[start:])
	if end == len(j.b) || j.b[end] != '"' {
		return j.slowText(start, end)
	}
	j.at = end + 1
	return j.b[start:end]
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
func (j *jsonReader) slowText(start, at int) string {
	out := []byte(j.b[start:at])
	for at < len(j.b) {
		switch c := j.b[at]; {
		case c == '"':
			j.at = at + 1
			return string(out)
		case c < ' ':
			j.fail()
			return ""
		case c == '\\':
			ch, n := unescape(j.b[at:])
			if n == 0 {
				j.fail()
				return ""
			}
			out = utf8.AppendRune(out, ch)
			at += n
		default:
			ch, n := utf8.DecodeRuneInString(j.b[at:])
			out = utf8.AppendRune(out, ch)
			at += n
		}
	}
	j.fail()
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
func (j *jsonReader) skip(depth int) {
	if depth > maxDepth {
		j.fail()
		return
	}
	switch c := j.peek(); {
	case c == '"':
		j.text()
	case c == '{':
		j.members(func(string) { j.skip(depth + 1) })
	case c == '[':
		j.items(func() { j.skip(depth + 1) })
	case c == '-' || '0' <= c && c <= '9':
		j.number()
	case c == 't':
		j.word("true")
	case c == 'f':
		j.word("false")
	case c == 'n':
		j.word("null")
	default:
		j.fail()
	}
}

func (j *jsonReader) word(w string) {
	if len(j.b)-j.at < len(w) || j.b[j.at:j.at+len(w)] != w {
		j.fail()
		return
	}
	j.at += len(w)
}

// number checks the grammar of RFC 8259, section 6.
func (j *jsonReader) number() {
	j.accept("-")
	if !j.accept("0") && j.digits() == 0 {
		j.fail()
		return
	}
	if j.accept(".") && j.digits() == 0 {
		j.fail()
		return
	}
	if j.accept("eE") {
		j.accept("+-")
		if j.digits() == 0 {
			j.fail()
		}
	}
}

// accept consumes the next byte if it is one of set.
func (j *jsonReader) accept(set string) bool {
	if j.at == len(j.b) {
		return false
	}
	for i := range len(set) {
		if j.b[j.at] == set[i] {
			j.at++
			return true
		}
	}
	return false
}

func (j *jsonReader) digits() int {
	start := j.at
	for j.at < len(j.b) && '0' <= j.b[j.at] && j.b[j.at] <= '9' {
		j.at++
	}
	return j.at - start
}

// A part of a text is held: so much, and so much at least while there is more.
const (
	windowSize = 256 << 10
	windowLow  = 16 << 10
)

// window is the part of a text that is held; the text of a reader is what it has.
type window struct {
	from io.Reader
	buf  []byte
	err  error // of reading, that of the end too; nil while there is more
}

// fill reads on where less than so much of the text is left. What was taken from the text
// and not copied is lost.
func (j *jsonReader) fill(least int) {
	w := &j.window
	if j.bad || w.err != nil || len(j.b)-j.at >= least {
		return
	}
	if least > cap(w.buf) {
		w.buf = append(make([]byte, 0, 2*least), w.buf...)
	}
	w.buf = w.buf[:copy(w.buf[:cap(w.buf)], w.buf[j.at:])]
	for n := 0; len(w.buf) < cap(w.buf) && w.err == nil; w.buf = w.buf[:len(w.buf)+n] {
		n, w.err = w.from.Read(w.buf[len(w.buf):cap(w.buf)])
	}
	j.b, j.at = unsafe.String(unsafe.SliceData(w.buf), len(w.buf)), 0
}

// retry goes back to where something begins that was cut off, and reads more of the text.
// It reports whether there was more.
func (j *jsonReader) retry(from int) bool {
	if j.window.err != nil {
		return false
	}
	j.bad, j.at = false, from
	j.fill(2 * (len(j.b) - from))
	return true
}
