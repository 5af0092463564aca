// Package text reads plain text: prose as paragraphs and lists, a log as it
// is.
//
//   - text.go: the converter
//   - decode.go: files that are no source
//   - parse.go: blocks
//   - lines.go: lines
//
// Prose (.txt, .text) keeps its lines: a line end is a soft break. Nothing is
// taken for Markdown; the writer escapes what would be. A log (.log) is a code
// block without a language: its columns, its indented traces and its stray
// stars and hashes stay as they are, and no escape comes between.
//
//	[x] paragraphs at blank lines; the indentation that their lines share is removed and never makes a code block
//	[x] lists with -, *, • and their like, 1. and 1), with their markers, nested, with continued lines, blank lines, check boxes
//	[x] dialogue with dashes: what is not a list reads the same as one
//	[x] every encoding that charset knows, byte order mark, form feeds, terminal escapes
//	[x] a line that is indented more than the others of its paragraph stays so, as in verse and in tables of blanks
//	[-] but for the first line of a paragraph, which Markdown cannot indent, and for lines of items
//	[ ] headings, tables and block quotes, which plain text has no certain sign for, stay text
package text

import (
	"context"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "text",
		Title:      "Plain text and logs",
		Version:    13,
		Text:       true,
		Extensions: []string{"txt", "text", "log"},
		MediaTypes: []string{"text/plain"},
		Limits:     append(plain.Limits(), converters.LimitNodes),
	}
}

// SniffNamed reports whether content that is called a letter or the like is plain text. A
// mail and XML are read as what they are.
func (converter) SniffNamed(format string, content *io.SectionReader) bool {
	if format != "doc" {
		return false
	}
	head := strings.TrimSpace(plain.Head(content))
	return head != "" && head[0] != '<' && !strings.Contains(head, "MIME-Version:")
}

// Convert returns prose as blocks, a log as one code block.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	if converters.Extension(in.Name) == "log" {
		text, err := plain.Code(ctx, in, env)
		if err != nil {
			return nil, err
		}
		return &document.Document{Blocks: []document.Block{plain.Block(env, text, "")}}, nil
	}
	text, err := plain.Lines(ctx, in, env)
	if err != nil {
		return nil, err
	}
	if err := plain.Fits(text, env, document.Pos{}); err != nil {
		return nil, err
	}
	p := &parser{
		lines: newLines(text), ctx: ctx, env: env, runs: env.Runs(), wrap: converters.Make(env, &document.Break{Soft: true}),
		run: make([]line, 0, min(maxRun, 1+len(text)/lineLength)),
	}
	blocks, err := p.blocks()
	if err != nil {
		return nil, err
	}
	return &document.Document{Blocks: blocks}, nil
}
