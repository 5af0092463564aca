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
//   - [-] equations: fractions, roots, scripts, sums; matrices as a sequence
//   - [-] paragraphs, cells, items, quotations and descriptions longer than people
//     write (thousands of runs, lines or paragraphs): in parts, one after another
//   - [ ] positions of frames, columns, page breaks
//   - [ ] code pages 1361 (Johab), 708 to 869 without those in singlePages
//
// Reading has two steps. The first makes paragraphs and rows with their
// properties of tokens:
//
//   - source.go, lex.go, word.go, word_table.go: a window on the file, tokens
//   - read.go, brace.go: groups, and the words in them
//   - text.go, trail.go, break.go, decode.go: characters, and what ends them
//   - style.go, props.go, color.go, pattern.go, hide.go: properties, what is hidden and lost
//   - dest.go, meta.go, field.go, eq.go, shape.go, math.go: destinations
//   - head.go, listtable.go, pn.go, numeral.go: the tables of the head
//   - story.go, cell.go, state.go, crowd.go, mark.go: paragraphs and rows
//   - held.go, heldread.go, rows.go: how these are held as bytes until all is read
//
// The second makes blocks of them:
//
//   - build.go, furniture.go: the document, its headers and footers
//   - list.go, table.go, tablehead.go, tablerow.go: lists, quotations, code, tables
//   - inline.go: the text of a paragraph
//
// html.go takes the page out of a file that wraps one.
package rtf

import (
	"context"
	"fmt"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

const warnNoHTML = "html-unread"

// New returns the converter for rtf files.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes rtf.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "rtf",
		Title:      "Rich Text Format",
		Version:    20,
		Extensions: []string{"rtf"},
		MediaTypes: []string{"application/rtf", "text/rtf"},
		Limits: []converters.Limit{
			converters.LimitSteps, converters.LimitNodes, converters.LimitDepth, converters.LimitCells,
			converters.LimitColumns, converters.LimitText,
		},
		Warnings: warningTable(),
		Calls:    []string{"html"},
	}
}

// Convert returns the document of a file.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	src, err := load(ctx, in, env)
	if err != nil {
		return nil, err
	}
	if wraps(src.head) {
		doc, err := convertPage(ctx, in.Name, env, src)
		if doc != nil || err != nil {
			return doc, err
		}
	}
	r := newReader(ctx, env, src)
	if err := r.readAll(); err != nil {
		return nil, err
	}
	r.src = nil // what is needed of it was copied
	doc := r.document()
	if r.cut {
		r.lose(lostCut, r.line, 1)
	}
	r.warn(env)
	r.warnEncoding()
	if len(doc.Blocks) == 0 {
		return nil, converters.Corrupt(document.Pos{}, "the document holds no text")
	}
	return doc, nil
}

func newReader(ctx context.Context, env *converters.Env, src *source) *reader {
	r := &reader{lexer: lexer{window: src.open(), line: src.line}, ctx: ctx, env: env, losses: losses{Tally: visible.NewTally(env)}, stale: true}
	r.stepped = r.offset()
	r.head.page, _ = pageOf(1252)
	r.fonts, r.styles = map[int32]font{}, map[int32]style{}
	r.lists.all, r.lists.overrides = map[int32]*listDef{}, map[int32]*listUse{}
	r.listed = map[int32]bool{}
	r.fontAt = -1
	r.story = r.newStory(visible.Shown)
	r.group = group{chars: chars{uc: 1, size: sizeDefault}, pars: plainPars()}
	r.rawUTF8 = src.utf8
	r.setFont(0)
	return r
}

// warnEncoding reports what is not certain of the text.
func (r *reader) warnEncoding() {
	if r.unknownPage != 0 {
		r.env.Warn(document.Warning{
			Code:    converters.WarnEncodingUncertain,
			Message: fmt.Sprintf("code page %d is not known: read as Windows-1252", r.unknownPage),
		})
	}
	if r.bad > 0 {
		r.env.Warn(document.Warning{
			Code: converters.WarnEncodingReplaced, Message: "bytes that are no text in their code page became U+FFFD", Count: r.bad,
		})
	}
}
