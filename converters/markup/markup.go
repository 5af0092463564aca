// Package markup reads texts in a markup language other than Markdown and
// HTML, and patches, and shows them as a code block with the language's name.
//
// A model knows these languages as well as Markdown. As they are written,
// nothing of a text is lost, its directives, macros and references among it,
// and a heading of its own syntax cannot disturb the outline around it.
//
//	[x] reStructuredText, AsciiDoc, LaTeX, Org, Textile, MediaWiki; unified and context diffs, patches of git
//	[x] every encoding that charset knows, byte order mark
//	[-] nothing is checked: a broken text is shown as it is
//	[ ] nothing is included: \input, include:: and .. include:: stay as they are written
package markup

import (
	"context"

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
		Name:       "markup",
		Title:      "Other markup (reStructuredText, AsciiDoc, LaTeX, Org) and patches",
		Version:    9,
		Text:       true,
		Extensions: []string{"rst", "adoc", "asciidoc", "tex", "ltx", "sty", "org", "textile", "mediawiki", "diff", "patch"},
		MediaTypes: []string{"text/x-rst", "text/asciidoc", "application/x-tex", "text/x-diff", "text/x-patch"},
		Limits:     plain.Limits(),
	}
}

// Convert returns the input as one code block.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := plain.Code(ctx, in, env)
	if err != nil {
		return nil, err
	}
	block := plain.Block(env, text, hint(converters.Extension(in.Name)))
	return &document.Document{Blocks: []document.Block{block}}, nil
}

// hint returns the info string for an extension, in the words that GitHub
// knows.
func hint(ext string) string {
	switch ext {
	case "adoc":
		return "asciidoc"
	case "tex", "ltx", "sty":
		return "latex"
	case "patch":
		return "diff"
	default:
		return ext
	}
}
