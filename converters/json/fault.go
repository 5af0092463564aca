package json

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// syntaxError is what is wrong at an offset. It never leaves the package.
type syntaxError struct {
	offset int
	reason string
	remedy string
}

func (e *syntaxError) Error() string { return e.reason }

// unexpected returns the error for something else than what is expected, with
// the remedy for what people write into JSON that is none.
func (c *checker) unexpected(expected string) error {
	rest := c.text[c.at:]
	switch {
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"), strings.HasPrefix(rest, "#"):
		return &syntaxError{c.at, "a comment", "JSON has none: take it out, or name the file .jsonc"}
	case strings.HasPrefix(rest, "'"):
		return &syntaxError{c.at, "single quotes", "JSON has double quotes: change them, or name the file .json5"}
	}
	return c.fault(expected)
}

// fault returns the error for what is at the current place.
func (c *checker) fault(reason string) error {
	if c.at < len(c.text) {
		r, _ := utf8.DecodeRuneInString(c.text[c.at:])
		reason += ", found " + strconv.QuoteRune(r)
	}
	return &syntaxError{offset: c.at, reason: reason}
}

func (c *checker) pos(offset int) document.Pos {
	line, _ := plain.Place(c.text, offset)
	return document.LineSpan(line, line)
}

func kind(b byte) string {
	if b == '{' {
		return "an object"
	}
	return "an array"
}

// corrupt returns the error that a user sees for a syntax error of a text
// that begins at a line of its file. Other errors pass.
func corrupt(err error, text string, first int) error {
	var s *syntaxError
	if !errors.As(err, &s) {
		return err
	}
	line, column := plain.Place(text, s.offset)
	line += first - 1
	return &converters.CorruptError{
		Pos:    document.LineSpan(line, line),
		What:   "Invalid JSON at column " + strconv.Itoa(column) + ": " + s.reason,
		Remedy: s.remedy,
	}
}
