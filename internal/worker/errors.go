package worker

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

// failure is an error as it goes through a pipe.
type failure struct {
	Kind   string // corrupt, encrypted, unsupported, limit, panic, machine, or other
	What   string
	Remedy string
	Empty  bool
	Limit  string
	Value  int64
	Max    int64
	Page   int32
	Part   string
	Lines  document.Span
	Stack  string
}

const (
	maxText  = 4 << 10
	maxStack = 16 << 10
)

// lack says what a child has not got, as it says. It may have been taken over, so that
// this is believed where a good source lacks it, too.
type lack struct{ what string }

func (l *lack) Error() string { return l.what }

// encodeError returns an error as bytes.
func encodeError(err error) []byte {
	f := failure{Kind: "other", What: err.Error()}
	var corrupt *converters.CorruptError
	var encrypted *converters.EncryptedError
	var unsupported *converters.UnsupportedError
	var limit *converters.LimitError
	var bug *converters.PanicError
	switch {
	case errors.As(err, &corrupt):
		f = failure{Kind: "corrupt", Empty: corrupt.Empty, What: corrupt.What, Remedy: corrupt.Remedy, Page: corrupt.Pos.Page, Part: corrupt.Pos.Part, Lines: corrupt.Pos.Lines}
	case errors.As(err, &encrypted):
		f = failure{Kind: "encrypted", What: encrypted.What, Remedy: encrypted.Remedy}
	case errors.As(err, &unsupported):
		f = failure{Kind: "unsupported", What: unsupported.Reason}
	case errors.As(err, &limit):
		f = failure{
			Kind: "limit", Limit: limit.Limit.String(), Value: limit.Value, Max: limit.Max,
			Page: limit.Pos.Page, Part: limit.Pos.Part, Lines: limit.Pos.Lines,
		}
	case errors.Is(err, converters.ErrMachine):
		f.Kind = "machine"
	case errors.As(err, &bug):
		f = failure{Kind: "panic", What: bug.Value, Part: bug.Format, Stack: bug.Stack[:min(len(bug.Stack), maxStack)]}
	}
	f.What = f.What[:min(len(f.What), maxText)]
	b, err := json.Marshal(f)
	if err != nil {
		return []byte(`{"Kind":"other","What":"an error that cannot be told"}`)
	}
	return b
}

// decodeError returns the error that a child sends. What it says is cleaned,
// since the child may have been taken over.
func decodeError(b []byte) error {
	var f failure
	if err := json.Unmarshal(b, &f); err != nil {
		return errFrame
	}
	var gate gate.Gate
	line := func(s string) string {
		if len(s) > maxText {
			s = s[:maxText]
		}
		return gate.Line(strings.ToValidUTF8(s, string(utf8.RuneError)))
	}
	pos := document.Pos{Page: max(f.Page, 0), Part: line(f.Part), Lines: f.Lines}
	switch f.Kind {
	case "corrupt":
		return &converters.CorruptError{Pos: pos, What: line(f.What), Remedy: line(f.Remedy), Empty: f.Empty}
	case "encrypted":
		return &converters.EncryptedError{What: line(f.What), Remedy: line(f.Remedy)}
	case "unsupported":
		return &converters.UnsupportedError{Reason: line(f.What)}
	case "limit":
		for _, info := range converters.LimitTable() {
			if info.Name == f.Limit {
				return &converters.LimitError{Limit: info.Limit, Value: f.Value, Max: f.Max, Pos: pos}
			}
		}
	case "machine":
		return &lack{line(f.What)}
	case "panic":
		return &converters.PanicError{Format: line(f.Part), Value: line(f.What), Stack: gate.Text(f.Stack)}
	}
	return &converters.CorruptError{What: line(f.What)}
}
