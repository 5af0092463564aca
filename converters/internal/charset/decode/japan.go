package decode

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"
)

// jisSet is a set of characters that an escape of ISO-2022-JP selects (RFC 1468, RFC 2237).
type jisSet uint8

const (
	jisASCII jisSet = iota
	jisKana
	jis0208
	jis0212
)

// JIS decodes ISO-2022-JP as golang.org/x/text does, several times as fast. Where half a pair is missing it loses
// that byte only, while x/text takes the next one along.
type JIS struct {
	Table    *PairTable // of EUC-JP, which has the pairs of JIS X 0208 with the high bit set
	set      jisSet
	replaced int
}

func (d *JIS) Lost() (replaced, recovered int) { return d.replaced, 0 }

func (d *JIS) Step(dst, src []byte, last bool) ([]byte, int) {
	used := 0
	for used < len(src) {
		rest := src[used:]
		n := 0
		switch {
		case rest[0] == 0x1B:
			dst, n = d.escape(dst, rest, last)
		case rest[0] >= 0x80:
			dst, n = d.bad(dst), 1
		case d.set == jisASCII:
			n = plainRun(rest)
			dst = append(dst, rest[:n]...)
		case d.set == jisKana:
			dst, n = d.kana(dst, rest[0]), 1
		case rest[0] == '\n':
			d.set = jisASCII
			dst, n = append(dst, '\n'), 1
		default:
			dst, n = d.pairs(dst, rest, last)
		}
		if n == 0 {
			break
		}
		used += n
	}
	return dst, used
}

func (d *JIS) bad(dst []byte) []byte {
	d.replaced++
	return append(dst, "\uFFFD"...)
}

// plainRun is the length of the ASCII without escape at the start of b, as far as it looks: all of the encoding is ASCII.
func plainRun(b []byte) int {
	b = b[:min(len(b), 4096)]
	if i := bytes.IndexByte(b, 0x1B); i >= 0 {
		b = b[:i]
	}
	return ASCIIPrefix(b)
}

// escape reads an escape. It uses nothing if src may go on and ends within it.
func (d *JIS) escape(dst, src []byte, last bool) ([]byte, int) {
	if len(src) < 3 {
		if !last {
			return dst, 0
		}
		return d.bad(dst), 1
	}
	switch string(src[1:3]) {
	case "$@", "$B":
		d.set = jis0208
		return dst, 3
	case "(B", "(J":
		d.set = jisASCII
		return dst, 3
	case "(I":
		d.set = jisKana
		return dst, 3
	case "$(":
		if len(src) < 4 && !last {
			return dst, 0
		}
		if len(src) >= 4 && src[3] == 'D' {
			d.set = jis0212
			return dst, 4
		}
	}
	return d.bad(dst), 1
}

func (d *JIS) kana(dst []byte, c byte) []byte {
	if c < 0x21 || c >= 0x60 {
		return d.bad(dst)
	}
	return utf8.AppendRune(dst, rune(c)-0x21+0xFF61)
}

// pairs reads characters of two bytes, up to what is none. White space and controls among them stand for themselves.
func (d *JIS) pairs(dst, src []byte, last bool) ([]byte, int) {
	if src[0] <= ' ' {
		return append(dst, src[0]), 1
	}
	if len(src) == 1 {
		if !last {
			return dst, 0
		}
		return d.bad(dst), 1
	}
	src = src[:min(len(src), 4096)]
	dst = Grow(dst, len(src)/2*growth+16)
	out, at := dst[:cap(dst)], len(dst)
	i := 0
	for i+1 < len(src) && inSet(src[i]) && inSet(src[i+1]) {
		var r uint16
		if d.set == jis0212 {
			r = pair0212(src[i], src[i+1])
		} else {
			row := d.Table.rows[src[i]&0x7F].Load()
			if row == nil {
				row = d.Table.fill(src[i])
			}
			r = row[src[i+1]|0x80]
		}
		if r == 0 {
			r = '\uFFFD'
			d.replaced++
		}
		if r < 0x800 {
			out[at], out[at+1] = 0xC0|byte(r>>6), 0x80|byte(r)&0xBF
			at += 2
		} else {
			out[at], out[at+1], out[at+2] = 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF
			at += 3
		}
		i += 2
	}
	dst = out[:at]
	if i == 0 {
		return d.bad(dst), 1
	}
	return dst, i
}

// inSet reports whether a byte is part of a character of two bytes.
func inSet(c byte) bool { return c > 0x20 && c < 0x7F }

// pair0212 is a character of JIS X 0212, or 0. Hardly any text has one.
func pair0212(a, b byte) uint16 {
	var out [8]byte
	n, _, err := transform.Transformer(japanese.ISO2022JP.NewDecoder()).Transform(out[:], []byte{0x1B, '$', '(', 'D', a, b}, true)
	r, size := utf8.DecodeRune(out[:n])
	if err != nil || size != n || r == utf8.RuneError {
		return 0
	}
	return uint16(r)
}
