// Package documenttest shows tests what is in a document.
package documenttest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// dumpRows is how many streamed rows a dump shows.
const dumpRows = 1000

// Dump returns a document as indented text, one node a line, for tests and
// for people who look at what a converter understood. The form is stable.
func Dump(d *document.Document) string {
	w := &dumper{}
	w.meta(d.Meta)
	w.blocks(0, d.Blocks)
	return w.b.String()
}

type dumper struct{ b strings.Builder }

// line writes one node: its indent, its words, and its place.
func (w *dumper) line(depth int, pos document.Pos, words ...string) {
	for range depth {
		w.b.WriteString("  ")
	}
	w.b.WriteString(strings.Join(words, " "))
	if pos != (document.Pos{}) {
		w.b.WriteString(" @" + strings.ReplaceAll(place(pos), ", ", ","))
	}
	w.b.WriteByte('\n')
}

// place says all that is known of a place, with its box behind its page.
func place(pos document.Pos) string {
	var parts []string
	add := func(part string) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	add(document.Pos{Part: pos.Part, Page: pos.Page}.String())
	if b := pos.Box; b != (document.Rect{}) {
		add(fmt.Sprintf("box %g %g %g %g", b.X0, b.Y0, b.X1, b.Y1))
	}
	pos.Part, pos.Page = "", 0
	add(pos.String())
	return strings.Join(parts, ",")
}

func (w *dumper) meta(m document.Meta) {
	for _, f := range []struct{ name, value string }{
		{"title", m.Title},
		{"author", m.Author},
		{"subject", m.Subject},
		{"keywords", m.Keywords},
		{"created", m.Created},
		{"modified", m.Modified},
		{"language", m.Language},
	} {
		if f.value != "" {
			w.line(0, document.Pos{}, "meta", f.name, strconv.Quote(f.value))
		}
	}
}

func (w *dumper) blocks(depth int, blocks []document.Block) {
	for _, b := range blocks {
		w.block(depth, b)
	}
}

func (w *dumper) block(depth int, b document.Block) {
	switch b := b.(type) {
	case *document.Heading:
		words := []string{"heading", strconv.Itoa(b.Level)}
		if b.ID != "" {
			words = append(words, "id="+strconv.Quote(b.ID))
		}
		w.line(depth, b.Pos, words...)
		w.inlines(depth+1, b.Inlines)
	case *document.Paragraph:
		w.line(depth, b.Pos, "paragraph")
		w.inlines(depth+1, b.Inlines)
	case *document.List:
		w.list(depth, b)
	case *document.Table:
		w.table(depth, b)
	case *document.CodeBlock:
		w.line(depth, b.Pos, "code", strconv.Quote(b.Lang))
		w.text(depth+1, b.Text)
	case *document.Quote:
		w.line(depth, b.Pos, "quote")
		w.blocks(depth+1, b.Blocks)
	case *document.ThematicBreak:
		w.line(depth, b.Pos, "thematic-break")
	case *document.DefinitionList:
		w.definitions(depth, b)
	case *document.Note:
		kind := [...]string{document.Footnote: "footnote", document.Endnote: "endnote"}[b.Kind]
		w.line(depth, b.Pos, kind, strconv.Quote(b.ID))
		w.blocks(depth+1, b.Blocks)
	case *document.Annotation:
		w.annotation(depth, b)
	case *document.MathBlock:
		w.line(depth, b.Pos, "math", strconv.Quote(b.TeX))
	case *document.Section:
		w.section(depth, b)
	case *document.Verbatim:
		w.line(depth, b.Pos, "verbatim")
		w.text(depth+1, b.Text)
	default:
		panic(fmt.Sprintf("document: unknown block %T", b))
	}
}

func (w *dumper) list(depth int, b *document.List) {
	words := []string{"list"}
	if b.Loose {
		words = append(words, "loose")
	}
	w.line(depth, b.Pos, words...)
	for _, item := range b.Items {
		words := []string{"item", strconv.Quote(item.Marker)}
		switch item.Task {
		case document.TaskOpen:
			words = append(words, "[ ]")
		case document.TaskDone:
			words = append(words, "[x]")
		}
		w.line(depth+1, document.Pos{}, words...)
		w.blocks(depth+2, item.Blocks)
	}
}

func (w *dumper) table(depth int, b *document.Table) {
	words := []string{"table", "columns=" + strconv.Itoa(b.Columns), "header=" + strconv.Itoa(b.Header)}
	if len(b.Align) > 0 {
		var a strings.Builder
		for _, align := range b.Align {
			a.WriteByte("-<^>"[align])
		}
		words = append(words, "align="+a.String())
	}
	if b.Source != nil {
		words = append(words, "streamed")
	}
	w.line(depth, b.Pos, words...)
	if len(b.Caption) > 0 {
		w.line(depth+1, document.Pos{}, "caption")
		w.inlines(depth+2, b.Caption)
	}
	for _, row := range b.Rows {
		w.row(depth+1, row)
	}
	if b.Source != nil {
		w.stream(depth+1, b.Source)
	}
}

func (w *dumper) stream(depth int, source document.RowSource) {
	n := 0
	for row, err := range source.Rows() {
		if err != nil {
			w.line(depth, document.Pos{}, "error", strconv.Quote(err.Error()))
			return
		}
		if n++; n > dumpRows {
			w.line(depth, document.Pos{}, "…")
			return
		}
		w.row(depth, row)
	}
}

func (w *dumper) row(depth int, row document.Row) {
	w.line(depth, row.Pos, "row")
	for _, c := range row.Cells {
		words := []string{"cell"}
		if c.ColSpan > 1 {
			words = append(words, "colspan="+strconv.Itoa(c.ColSpan))
		}
		if c.RowSpan > 1 {
			words = append(words, "rowspan="+strconv.Itoa(c.RowSpan))
		}
		if c.Blocks == nil {
			words = append(words, strconv.Quote(c.Text))
		}
		w.line(depth+1, document.Pos{}, words...)
		w.blocks(depth+2, c.Blocks)
	}
}

func (w *dumper) definitions(depth int, b *document.DefinitionList) {
	w.line(depth, b.Pos, "definitions")
	for _, d := range b.Definitions {
		for _, term := range d.Terms {
			w.line(depth+1, document.Pos{}, "term")
			w.inlines(depth+2, term)
		}
		for _, detail := range d.Details {
			w.line(depth+1, document.Pos{}, "detail")
			w.blocks(depth+2, detail)
		}
	}
}

func (w *dumper) annotation(depth int, b *document.Annotation) {
	words := []string{"annotation", strconv.Quote(b.Author)}
	if b.Date != "" {
		words = append(words, strconv.Quote(b.Date))
	}
	if b.Resolved {
		words = append(words, "resolved")
	}
	w.line(depth, b.Pos, words...)
	w.blocks(depth+1, b.Blocks)
}

func (w *dumper) section(depth int, b *document.Section) {
	kind := [...]string{
		document.SectionPart: "part", document.SectionSheet: "sheet", document.SectionSlide: "slide", document.SectionTable: "table",
		document.SectionSpeakerNotes: "speaker-notes", document.SectionPage: "page",
	}[b.Kind]
	words := []string{"section", kind}
	if b.Number > 0 {
		words = append(words, strconv.Itoa(b.Number))
	}
	if b.Title != "" {
		words = append(words, strconv.Quote(b.Title))
	}
	if b.Label != 0 {
		words = append(words, "labelled")
	}
	w.line(depth, b.Pos, words...)
	w.blocks(depth+1, b.Blocks)
}

// text writes literal text line by line, so that a golden can be read.
func (w *dumper) text(depth int, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		w.line(depth, document.Pos{}, "|"+line)
	}
}

func (w *dumper) inlines(depth int, inlines []document.Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Text:
			w.line(depth, document.Pos{}, "text", strconv.Quote(in.Value))
		case *document.Styled:
			style := [...]string{
				document.Emphasis: "emphasis", document.Strong: "strong", document.Strike: "strike",
				document.Subscript: "subscript", document.Superscript: "superscript",
				document.Hidden: "hidden", document.MayBeHidden: "may-be-hidden",
			}[in.Style]
			w.line(depth, document.Pos{}, style)
			w.inlines(depth+1, in.Inlines)
		case *document.Code:
			w.line(depth, document.Pos{}, "code", strconv.Quote(in.Value))
		case *document.Link:
			words := []string{"link", strconv.Quote(in.URL)}
			if in.Title != "" {
				words = append(words, strconv.Quote(in.Title))
			}
			w.line(depth, document.Pos{}, words...)
			w.inlines(depth+1, in.Inlines)
		case *document.Image:
			w.line(depth, document.Pos{}, "image", strconv.Quote(in.Alt))
		case *document.Break:
			kind := "hard"
			if in.Soft {
				kind = "soft"
			}
			w.line(depth, document.Pos{}, "break", kind)
		case *document.NoteRef:
			w.line(depth, document.Pos{}, "note-ref", strconv.Quote(in.ID))
		case *document.Math:
			w.line(depth, document.Pos{}, "math", strconv.Quote(in.TeX))
		default:
			panic(fmt.Sprintf("document: unknown inline %T", in))
		}
	}
}
