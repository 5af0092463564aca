// Package plain reads the formats that are text: it bounds the input, finds
// its encoding, and says what a file is that is not text.
//
//   - plain.go: Text and Code, what the formats call; Decode below them
//   - lines.go: where in a text something is
//   - head.go: the beginning of a file, which says what it is
package plain

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/document"
)

// Limits lists what the functions of this package consult, for
// [converters.Format.Limits]: the steps, one for each byte.
func Limits() []converters.Limit { return []converters.Limit{converters.LimitSteps} }

// Lines returns the whole input as prose that has passed the gate: UTF-8, LF line ends,
// and what ends a line for some programs alone as it is ([gate.Gate.Lines]). What the
// format makes of the text goes through [Spaced]. The errors are those of [Decode].
func Lines(ctx context.Context, in converters.Input, env *converters.Env) (string, error) {
	text, err := Decode(ctx, in, env, "")
	if err != nil {
		return "", err
	}
	return present(env.Gate.Lines(text))
}

// Spaced returns a text with spaces for what ends a line for some programs and
// none for most grammars: VT, FF, NEL, U+2028 and U+2029.
func Spaced(s string) string {
	if !HasOddLine(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(oddLines, r) {
			return ' '
		}
		return r
	}, s)
}

// HasOddLine reports whether a text has what [Spaced] makes spaces of.
func HasOddLine(s string) bool {
	for _, odd := range oddLines {
		if strings.ContainsRune(s, odd) { // one after the other is faster than all at once
			return true
		}
	}
	return false
}

// oddLines are what ends a line for some programs alone.
const oddLines = "\v\f\u0085\u2028\u2029"

// LineEnd returns where the first line of a text ends, and the length of its end. Where
// odd is true, what ends a line for some programs alone ends it, too.
func LineEnd(s string, odd bool) (at, size int) {
	if !odd {
		if at = strings.IndexByte(s, '\n'); at < 0 {
			return len(s), 0
		}
		return at, 1
	}
	if at = strings.IndexAny(s, "\n"+oddLines); at < 0 {
		return len(s), 0
	}
	_, size = utf8.DecodeRuneInString(s[at:])
	return at, size
}

// Code returns the whole input as literal text that has passed the gate:
// UTF-8, LF line ends. The errors are those of [Decode].
func Code(ctx context.Context, in converters.Input, env *converters.Env) (string, error) {
	text, err := Decode(ctx, in, env, "")
	if err != nil {
		return "", err
	}
	if text, err = GateCode(text, env); err != nil {
		return "", err
	}
	return present(text)
}

// GateCode returns literal text that has passed the gate, or a [converters.LimitError]
// where it is longer than a source may give.
func GateCode(text string, env *converters.Env) (string, error) {
	env.Gate.Most = int(min(env.Limits.Text, math.MaxInt/utf8.UTFMax)) * utf8.UTFMax
	text = env.Gate.Code(text)
	env.Gate.Most = 0
	if int64(len(text)) <= env.Limits.Text {
		return text, nil
	}
	return text, env.Check(converters.LimitText, int64(utf8.RuneCountInString(strings.TrimSpace(text))), document.Pos{})
}

// present returns the text, or the error for a file in which the gate left
// nothing to read.
func present(text string) (string, error) {
	if blank(text) {
		return "", errEmpty()
	}
	return text, nil
}

// Decode returns the whole input as UTF-8 without byte order mark, its line
// ends as they are, for a format that has to see the text before the gate
// does. The hint is the encoding that the format or a user declares, or "".
//
// What is not text or blank is a [converters.CorruptError], a limit that is
// passed a [converters.LimitError]. How sure the encoding is, and what was
// replaced, goes to the warnings.
func Decode(ctx context.Context, in converters.Input, env *converters.Env, hint charset.Hint) (string, error) {
	if err := env.Check(converters.LimitInput, in.Size(), document.Pos{}); err != nil {
		return "", err
	}
	if text, ok := in.Text(); ok {
		return known(ctx, text, env)
	}
	text, result, err := charset.Text(io.NewSectionReader(&source{ctx: ctx, env: env, content: in}, 0, in.Size()), hint)
	var other *charset.NotTextError
	if errors.As(err, &other) {
		return "", refusal(other.What)
	}
	var limit *converters.LimitError
	switch {
	case errors.As(err, &limit):
		return "", limit
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", err
	}
	WarnEncoding(env, result)
	if blank(text) {
		return "", errEmpty()
	}
	return text, nil
}

// known is Decode for a text whose encoding is known.
func known(ctx context.Context, text string, env *converters.Env) (string, error) {
	if err := env.Step(ctx, int64(len(text)), document.Pos{}); err != nil {
		return "", err
	}
	text = strings.TrimPrefix(text, "\uFEFF")
	if blank(text) {
		return "", errEmpty()
	}
	return text, nil
}

// Fits returns a [converters.LimitError] for a text that is longer than a source
// may give, whatever is made of it: white space is not counted.
func Fits(text string, env *converters.Env, pos document.Pos) error {
	if int64(len(text)) <= env.Limits.Text {
		return nil
	}
	chars := int64(0)
	for i := range len(text) {
		if c := text[i]; c > ' ' && c&0xC0 != 0x80 { // not the rest of a character
			chars++
		}
	}
	return env.Check(converters.LimitText, chars, pos)
}

// refusal returns the error for what is not text, or text in an encoding that
// is not read.
func refusal(what string) error {
	if strings.HasSuffix(what, " text") {
		return &converters.CorruptError{What: "the file is " + what + ", an encoding that is not read", Remedy: "save it as UTF-8"}
	}
	return &converters.CorruptError{What: "the file is " + what + ", not text", Remedy: "rename it, or leave it out"}
}

// source is the input, whose bytes cost a step each when they are first read.
type source struct {
	ctx     context.Context
	env     *converters.Env
	content io.ReaderAt
	paid    int64
}

// ReadAt implements io.ReaderAt.
func (s *source) ReadAt(p []byte, off int64) (int, error) {
	n, err := s.content.ReadAt(p, off)
	if end := off + int64(n); end > s.paid {
		steps := end - s.paid
		s.paid = end
		if err := s.env.Step(s.ctx, steps, document.Pos{}); err != nil {
			return 0, err
		}
	}
	return n, err
}

// WarnEncoding reports what is not certain of a text's encoding.
func WarnEncoding(env *converters.Env, r charset.Result) {
	if r.Uncertain {
		env.Warn(document.Warning{
			Code:    converters.WarnEncodingUncertain,
			Message: "the encoding was guessed to be " + r.Name + " with a small margin",
		})
	}
	if r.Recovered > 0 {
		env.Warn(document.Warning{
			Code:    converters.WarnEncodingUncertain,
			Message: "bytes that are not " + r.Name + " were read as " + r.Foreign,
			Count:   r.Recovered,
		})
	}
	if r.Replaced > 0 {
		env.Warn(document.Warning{
			Code:    converters.WarnEncodingReplaced,
			Message: "bytes that are no text in " + r.Name + " became U+FFFD",
			Count:   r.Replaced,
		})
	}
}

// blank reports whether a text has nothing but white space.
func blank(text string) bool { return strings.TrimSpace(text) == "" }

// errEmpty is the error for a blank file, in Coqui's words.
func errEmpty() error { return &converters.CorruptError{What: "File is empty", Empty: true} }
