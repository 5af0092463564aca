package sql

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
)

// withoutBytes returns an input whose strings are text: mysqldump writes the
// bytes of a BLOB as they are unless it is asked for --hex-blob, and they would
// hide in what encoding the rest is. Such strings are written as --hex-blob has
// them, long ones cut as cutBlob cuts them; cut says how many were. Other inputs
// come back as they are.
func withoutBytes(ctx context.Context, in converters.Input, env *converters.Env, hint charset.Hint) (out converters.Input, cut tallied, err error) {
	if ok, err := mayHoldBytes(ctx, in); err != nil || !ok {
		return in, tallied{}, err
	}
	raw := make([]byte, in.Size())
	if n, err := in.ReadAt(raw, 0); n < len(raw) {
		return in, tallied{}, fmt.Errorf("reading strings: %w", err)
	}
	s := survey{raw: raw}
	eachString(raw, s.count)
	if s.binary == 0 && s.odd == 0 {
		return in, tallied{}, nil
	}
	s.utf8 = (hint == "" || strings.HasPrefix(strings.ToLower(string(hint)), "utf")) && s.odd <= s.good+s.binary
	text := s.rewritten()
	if text == nil || int64(len(text)) > env.Limits.Input {
		return in, tallied{}, nil
	}
	return converters.Input{Name: in.Name, SectionReader: io.NewSectionReader(bytes.NewReader(text), 0, int64(len(text)))}, s.cut, nil
}

// mayHoldBytes reports whether an input is neither UTF-8 nor has the NUL that
// dump programs never write.
func mayHoldBytes(ctx context.Context, in converters.Input) (bool, error) {
	buffer := make([]byte, 64<<10)
	valid, kept := true, 0
	for off := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n, err := in.ReadAt(buffer[kept:], off)
		if err != nil && !errors.Is(err, io.EOF) {
			return false, fmt.Errorf("reading strings: %w", err)
		}
		chunk := buffer[:kept+n]
		if bytes.IndexByte(chunk, 0) >= 0 {
			return false, nil
		}
		whole := chunk
		if n > 0 {
			whole = chunk[:wholeRunes(chunk)]
		}
		valid = valid && utf8.Valid(whole)
		if n == 0 {
			return !valid, nil
		}
		kept = copy(buffer, chunk[len(whole):])
		off += int64(n)
	}
}

// wholeRunes returns how many bytes stand before a character that the end of a
// text may have cut.
func wholeRunes(text []byte) int {
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ {
		if at := len(text) - k; utf8.RuneStart(text[at]) {
			if utf8.FullRune(text[at:]) {
				return len(text)
			}
			return at
		}
	}
	return len(text)
}

// survey is what the strings of a text are.
type survey struct {
	raw  []byte
	utf8 bool // strings are UTF-8 if they are text

	good, odd, binary int // letters beyond ASCII in UTF-8; not in UTF-8; bytes

	out    []byte
	copied int // how much of raw is in out
	cut    tallied
}

func (s *survey) count(from, to int) {
	switch j := judge(s.raw[from+1 : to-1]); {
	case j.isBinary():
		s.binary++
	case j.bad > 0:
		s.odd++
	case j.high:
		s.good++
	}
}

// rewritten returns the text without bytes, or nil if it has none.
func (s *survey) rewritten() []byte {
	eachString(s.raw, func(from, to int) {
		content := s.raw[from+1 : to-1]
		before := bytes.TrimRight(s.raw[s.copied:from], " ")
		marked := bytes.HasSuffix(before, []byte("_binary"))
		j := judge(content)
		if j.bad == 0 || !j.isBinary() && !(s.utf8 && (marked || j.bad > 1 && j.bad*3 > j.size)) {
			return
		}
		if s.out == nil {
			s.out = make([]byte, 0, len(s.raw)+len(s.raw)/2)
		}
		if marked {
			from = s.copied + len(before) - len("_binary")
		}
		s.out = append(s.out, s.raw[s.copied:from]...)
		s.hex(content, from)
		s.copied = to
	})
	if s.out == nil {
		return nil
	}
	return append(s.out, s.raw[s.copied:]...)
}

// hex writes the bytes of a string, which stands at a place.
func (s *survey) hex(content []byte, at int) {
	data := make([]byte, 0, min(len(content), blobMost))
	size := 0
	for i := 0; i < len(content); size++ {
		c := content[i]
		i++
		if i < len(content) && (c == '\\' || c == '\'') {
			c = unescaped(c, content[i])
			i++
		}
		if len(data) < blobMost/2 {
			data = append(data, c)
		}
	}
	s.out = append(s.out, "0x"...)
	if size <= len(data) {
		s.out = hex.AppendEncode(s.out, data)
		return
	}
	if s.cut.n++; s.cut.n == 1 {
		s.cut.line = 1 + bytes.Count(s.raw[:at], []byte("\n"))
	}
	s.out = hex.AppendEncode(s.out, data[:blobShown/2-1])
	s.out = append(s.out, "… ("+strconv.Itoa(size)+" bytes)"...)
}

// unescaped returns the byte that a backslash or a quote and the byte behind it
// mean in MySQL.
func unescaped(escape, c byte) byte {
	if escape == '\\' {
		switch c {
		case '0':
			return 0
		case 'n':
			return '\n'
		case 'r':
			return '\r'
		case 't':
			return '\t'
		case 'b':
			return '\b'
		case 'Z':
			return 0x1A
		}
	}
	return c
}

// join adds what was counted before.
func (t *tallied) join(before tallied) {
	if before.n > 0 && (t.n == 0 || before.line < t.line) {
		t.line = before.line
	}
	t.n += before.n
}
