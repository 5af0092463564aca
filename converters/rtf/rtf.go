// Package rtf reads the Rich Text Format, versions 1.0 to 1.9.1, as Word 6 to
// 365, WordPad, TextEdit, LibreOffice, Google Docs, Outlook and pandoc write
// it.
//
//   - [x] groups, destinations, \*, \bin; braces that do not match
//   - [x] code pages of the file and of fonts, of one and two bytes; \u and \uc,
//     \upr; fonts of symbols; raw UTF-8, which some programs write
//   - [x] headings: outline levels, and styles with a level or a known name
//   - [x] lists: \listtext and \pntext; list tables with levels and overrides
//     where paragraphs do not carry their markers; \pn; markers that were typed
//   - [x] paragraphs that belong to an item; quotations by style or indent; code
//     by style or by a font of fixed width
//   - [x] tables: cells merged across and down, rows with edges of their own,
//     nested tables, header rows
//   - [x] bold, italic, struck, raised and lowered text
//   - [x] fields: links, symbols, check boxes, lists of forms, EQ as LaTeX; the
//     result of the others as text
//   - [x] footnotes, endnotes, annotations, bookmarks, text boxes
//   - [x] headers and footers: each text once, at the end; not page numbers alone
//   - [x] hidden text (\v), deleted text, text in the colour of its ground,
//     smaller than 2 points, squeezed, in a hidden shape or off the page: left out
//     and counted; what shading makes of the ground is known
//   - [x] pictures by their description; objects counted
//   - [x] HTML that Outlook wraps (\fromhtml): read as a page
//   - [x] equations, by converters/internal/omml; their alphabets are not told apart
//   - [ ] positions of frames, columns, page breaks
//   - [ ] code pages 1361 (Johab), 708 to 869 without those in singlePages
//
// The package token is the lexer, codepage reads text, eq equations and numbering the markers of
// lists. parse acts upon the words (groups, destinations, what is hidden) and fills
// the paragraphs of converters/internal/wordtext, which makes the document; table
// makes the tables. html.go takes the page out of a file that wraps one.
package rtf

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/rtf/parse"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

const (
	warnNoHTML = "html-unread"
	noHTML     = "the page that the file wraps could not be read; the text around it was"
)

// New returns the converter for rtf files.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes rtf.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "rtf",
		Title:      "Rich Text Format",
		Version:    33,
		Text:       true,
		Extensions: []string{"rtf"},
		MediaTypes: []string{"application/rtf", "text/rtf"},
		Limits: []converters.Limit{
			converters.LimitSteps, converters.LimitNodes, converters.LimitDepth, converters.LimitCells,
			converters.LimitColumns, converters.LimitText,
		},
		Warnings: append(parse.Warnings(), converters.WarningInfo{Code: warnNoHTML, Title: noHTML}),
		Calls:    []string{"html"},
	}
}

// Sniff implements [converters.Sniffer]: Word and others have long given such files the
// names of other formats.
func (converter) Sniff(content *io.SectionReader) bool {
	const mark = `{\rtf`
	var head [len(mark)]byte
	_, err := content.ReadAt(head[:], 0)
	return err == nil && string(head[:]) == mark
}

// Convert returns the document of a file.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	src, err := token.Load(ctx, in, env)
	if err != nil {
		return nil, err
	}
	if wraps(src.Head) {
		doc, err := convertPage(ctx, in.Name, env, src)
		if doc != nil || err != nil {
			return doc, err
		}
	}
	doc, err := parse.Parse(ctx, env, src)
	if err != nil {
		return nil, err
	}
	if len(doc.Blocks) == 0 {
		return nil, converters.Corrupt(document.Pos{}, "the document holds no text")
	}
	return doc, nil
}
