// Package json reads JSON and lines of JSON. The text stays as it is written,
// so that a reader sees the order, the spacing and the numbers of the author.
//
//	[x] any JSON value (RFC 8259), checked; an invalid one is an error with line, column and reason
//	[x] JSON lines (.jsonl, .ndjson): each line checked, invalid ones counted in a warning
//	[x] every encoding that charset knows, byte order mark
//	[-] U+0085, U+2028 and U+2029 in strings become \u escapes, since they would end a line
//	[ ] JSON with comments and JSON5 (.jsonc, .json5) are code: not checked
package json

import (
	"context"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// warnLine is the code for lines of a .jsonl file that are no JSON value.
const warnLine = "json-line-invalid"

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "json",
		Title:      "JSON and lines of JSON",
		Version:    8,
		Text:       true,
		Extensions: []string{"json", "geojson", "topojson", "jsonld", "webmanifest", "har", "avsc", "jsonl", "ndjson"},
		MediaTypes: []string{"application/json", "application/geo+json", "application/ld+json", "application/jsonl", "application/x-ndjson"},
		Limits:     append(plain.Limits(), converters.LimitDepth),
		Warnings:   []converters.WarningInfo{{Code: warnLine, Title: "lines of a .jsonl file that are not JSON; kept as they are"}},
	}
}

// Convert checks the input and returns it as one code block.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := plain.Decode(ctx, in, env, "")
	if err != nil {
		return nil, err
	}
	if err := plain.Fits(text, env, document.Pos{}); err != nil {
		return nil, err
	}
	lang, check := "json", checkValue
	if ext := converters.Extension(in.Name); ext == "jsonl" || ext == "ndjson" {
		lang, check = "jsonl", checkLines
	}
	if err := check(ctx, env, text); err != nil {
		return nil, err
	}
	text, err = plain.GateCode(escapeLineEnds(text), env)
	return &document.Document{Blocks: []document.Block{plain.Block(env, text, lang)}}, err
}

// checkValue reports what keeps a text from being one JSON value.
func checkValue(ctx context.Context, env *converters.Env, text string) error {
	return corrupt(check(ctx, env, text), text, 1)
}

// checkLines checks a text with one value a line. Invalid lines are a warning
// unless no line is valid.
func checkLines(ctx context.Context, env *converters.Env, text string) error {
	var first error
	good, bad := 0, 0
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimRight(line, " \t\r\n"); line == "" {
			continue
		}
		err := corrupt(check(ctx, env, line), line, number)
		switch {
		case err == nil:
			good++
		case !errors.Is(err, converters.ErrCorrupt):
			return err
		default:
			bad++
			if first == nil {
				first = err
			}
		}
	}
	if bad == 0 {
		return nil
	}
	var fault *converters.CorruptError
	errors.As(first, &fault)
	if good == 0 {
		fault.Remedy = "no line is a JSON value of its own: name the file .json if it holds one"
		return fault
	}
	env.Warn(document.Warning{Code: warnLine, Pos: fault.Pos, Message: fault.What, Count: bad})
	return nil
}

// escapeLineEnds writes the characters that JSON allows inside strings, but
// that end a line for the gate, as JSON's own escapes.
func escapeLineEnds(text string) string {
	if !strings.Contains(text, "\u0085") && !strings.Contains(text, "\u2028") && !strings.Contains(text, "\u2029") {
		return text
	}
	return strings.NewReplacer("\u0085", `\u0085`, "\u2028", `\u2028`, "\u2029", `\u2029`).Replace(text)
}
