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
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// decode returns the text of an input. Strings of bytes in it, which mysqldump
// writes as they are unless it is asked for --hex-blob, would hide in what
// encoding the rest is: they are written as --hex-blob has them, long ones cut as
// cutBlob cuts them. Cut says how many were.
func decode(ctx context.Context, in converters.Input, env *converters.Env) (text string, cut tallied, err error) {
	hint := declared(in)
	s, err := inspect(ctx, in, hint)
	if err != nil {
		return "", tallied{}, err
	}
	switch out := s.rewritten(); {
	case out == "":
	case s.utf8:
		if s.replaced > 0 {
			env.Warn(document.Warning{
				Code: converters.WarnEncodingReplaced, Message: "bytes that are no text in UTF-8 became U+FFFD", Count: s.replaced,
			})
		}
		return strings.TrimPrefix(out, "\uFEFF"), s.cut, env.Step(ctx, in.Size(), document.Pos{})
	case int64(len(out)) <= env.Limits.Input:
		in.SectionReader = io.NewSectionReader(strings.NewReader(out), 0, int64(len(out)))
	}
	s.raw = nil // need not stay while the text is made
	text, err = plain.Decode(ctx, in, env, hint)
	return text, s.cut, err
}

// inspect looks at the strings of an input that may hold bytes.
func inspect(ctx context.Context, in converters.Input, hint charset.Hint) (s survey, err error) {
	if ok, err := mayHoldBytes(ctx, in); err != nil || !ok {
		return s, err
	}
	s.raw = make([]byte, in.Size())
	if n, err := in.ReadAt(s.raw, 0); n < len(s.raw) {
		return s, fmt.Errorf("reading strings: %w", err)
	}
	eachString(s.raw, s.count)
	says := strings.HasPrefix(strings.ToLower(string(hint)), "utf") || hint == "" && s.good > 0
	s.utf8 = says && s.odd <= s.good+s.binary
	return s, nil
}

// mayHoldBytes reports whether an input is neither UTF-8 nor has the NUL that
// dump programs never write.
func mayHoldBytes(ctx context.Context, in converters.Input) (bool, error) {
	buffer := make([]byte, min(64<<10, in.Size()+1))
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

// wholeRunes returns how many bytes are before a character that the end of a
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

	growth int // how much longer the text gets, at most
	out    strings.Builder
	copied int // how much of raw is in out
	cut    tallied

	replaced     int    // bytes that became U+FFFD
	data, digits []byte // scratch
}

func (s *survey) count(from, to int) {
	switch j := judge(s.raw[from+1 : to-1]); {
	case j.isBinary():
		s.binary++
		s.growth += j.size + 2
	case j.bad > 0:
		s.odd++
		s.growth += j.size + 2
	case j.high:
		s.good++
	}
}

// rewritten returns the text without bytes, or "" if it has none.
func (s *survey) rewritten() string {
	if s.binary == 0 && s.odd == 0 {
		return ""
	}
	eachString(s.raw, func(from, to int) {
		content := s.raw[from+1 : to-1]
		before := bytes.TrimRight(s.raw[s.copied:from], " ")
		marked := bytes.HasSuffix(before, []byte("_binary"))
		j := judge(content)
		if j.bad == 0 || !j.isBinary() && !(s.utf8 && (marked || j.bad > 1 && j.bad*5 > j.size)) {
			return
		}
		if s.copied == 0 {
			s.out.Grow(len(s.raw) + min(s.growth, len(s.raw)))
		}
		if marked {
			from = s.copied + len(before) - len("_binary")
		}
		s.copy(from)
		s.hex(content, from)
		s.copied = to
	})
	if s.copied == 0 {
		return ""
	}
	s.copy(len(s.raw))
	return s.out.String()
}

// copy takes over the text before a place. What is not UTF-8 in a text that is
// becomes U+FFFD: where bytes are many, some of them look like words.
func (s *survey) copy(to int) {
	text := s.raw[s.copied:to]
	if !s.utf8 || utf8.Valid(text) {
		s.out.Write(text)
		return
	}
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			s.replaced++
		}
		s.out.WriteRune(r)
		text = text[size:]
	}
}

// hex writes the bytes of a string, which is at a place.
func (s *survey) hex(content []byte, at int) {
	data, size := s.data[:0], 0
	for i := 0; i < len(content); size++ {
		c := content[i]
		i++
		if i < len(content) && (c == '\\' || c == '\'') {
			c = unescaped(c, content[i])
			i++
		}
		if len(data) < maxBlob/2 {
			data = append(data, c)
		}
	}
	s.data = data
	shown := data
	if size > len(data) {
		shown = data[:blobShown/2-1]
	}
	s.digits = hex.AppendEncode(append(s.digits[:0], "0x"...), shown)
	s.out.Write(s.digits)
	if size == len(data) {
		return
	}
	more := "..."
	if s.utf8 {
		more = "…"
	}
	s.out.WriteString(more + " (" + strconv.Itoa(size) + " bytes)")
	if s.cut.n++; s.cut.n == 1 {
		s.cut.line = 1 + bytes.Count(s.raw[:at], []byte("\n"))
	}
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
