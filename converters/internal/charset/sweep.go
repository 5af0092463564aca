package charset

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// A sweep is the first, fast pass: is it all valid UTF-8 without NUL, and what escapes does it have?
type sweep struct {
	valid bool // all valid UTF-8; if not, the pass ended early
	nul   bool // a NUL was seen
	high  bool // a byte of 0x80 or more was seen (only looked for after an escape)
	jp    int  // escapes of ISO-2022-JP
	kr    int  // escapes of ISO-2022-KR
}

// sweep reads from off to the end, or to the first bytes that are no UTF-8.
func (s *source) sweep(off int64) (sweep, error) {
	sw := sweep{valid: true}
	for off < s.n {
		chunk, err := s.at(off, chunkSize)
		if err != nil {
			return sw, err
		}
		last := off+int64(len(chunk)) == s.n
		if !last {
			chunk = chunk[:len(chunk)-cutTail(chunk)]
		}
		sw.nul = sw.nul || bytes.IndexByte(chunk, 0) >= 0
		if !decode.ValidUTF8(chunk) {
			sw.valid = false
			return sw, nil
		}
		sw.escapes(chunk)
		off += int64(len(chunk))
	}
	return sw, nil
}

// cutTail is the length of an unfinished sequence at the end of b, 0 to 3.
func cutTail(b []byte) int {
	for k := 1; k <= 3 && k <= len(b); k++ {
		c := b[len(b)-k]
		if c < 0x80 {
			return 0
		}
		if c >= 0xC0 {
			if utf8.FullRune(b[len(b)-k:]) {
				return 0
			}
			return k
		}
	}
	return 0
}

// escapes counts the designations of ISO 2022 (ECMA-35) in b. One that a chunk boundary cuts is missed, which no text
// that has others notices.
func (sw *sweep) escapes(b []byte) {
	if bytes.IndexByte(b, 0x1B) < 0 {
		return
	}
	sw.high = sw.high || decode.ASCIIPrefix(b) < len(b)
	for {
		i := bytes.IndexByte(b, 0x1B)
		if i < 0 {
			return
		}
		b = b[i+1:]
		switch next := string(b[:min(len(b), 3)]); {
		case strings.HasPrefix(next, "$B"), strings.HasPrefix(next, "$@"), strings.HasPrefix(next, "$(D"):
			sw.jp++
		case strings.HasPrefix(next, "(I"), strings.HasPrefix(next, "(J"):
			sw.jp++
		case strings.HasPrefix(next, "$)C"):
			sw.kr++
		}
	}
}

// control marks the C0 controls that text files do not have. Those that they have are tab, line feeds, vertical tab, form
// feed, carriage return; bell, backspace and escape (terminal logs, manual pages); SUB (the end of DOS files).
// NUL is judged apart.
var control = func() (t [256]bool) {
	for c := 1; c < 0x20; c++ {
		t[c] = !strings.ContainsRune("\a\b\t\n\v\f\r\x1A\x1B", rune(c))
	}
	return t
}()

// controls counts the bytes of b that text files do not have.
func controls(b []byte) int {
	n := 0
	for _, c := range b {
		if control[c] {
			n++
		}
	}
	return n
}

func hasZero(b []byte) bool { return bytes.IndexByte(b, 0) >= 0 }

// high counts the bytes of 0x80 and more.
func high(b []byte) int {
	n := 0
	for ; len(b) >= 8; b = b[8:] {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(b) & decode.HighBits)
	}
	for _, c := range b {
		n += int(c >> 7)
	}
	return n
}
