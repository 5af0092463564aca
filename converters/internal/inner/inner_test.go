package inner_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/document"
)

func TestFitPlacesBlocksAndKeepsNotesApart(t *testing.T) {
	at := document.LineSpan(1, 1)
	ref := &document.NoteRef{ID: "1"}
	blocks := []document.Block{
		&document.Paragraph{Pos: at, Inlines: []document.Inline{&document.Styled{Style: document.Strong, Inlines: []document.Inline{
			&document.Link{URL: "https://a", Inlines: []document.Inline{ref}},
		}}}},
		&document.Note{Pos: at, ID: "1", Blocks: []document.Block{document.PlainParagraph(at, "x")}},
	}
	blocks = append(blocks, &document.Heading{}, &document.List{}, &document.Table{}, &document.CodeBlock{}, &document.Quote{},
		&document.ThematicBreak{}, &document.DefinitionList{}, &document.Annotation{}, &document.MathBlock{}, &document.Section{}, &document.Verbatim{})
	pos := document.LineSpan(7, 9)
	for i, b := range inner.Fit(blocks, "p-", pos) {
		if d := cmp.Diff(pos, b.At()); d != "" {
			t.Errorf("block %d (%T): %s", i, b, d)
		}
	}
	if note := blocks[1].(*document.Note); note.ID != "p-1" || ref.ID != "p-1" {
		t.Errorf("note %q, mark %q", note.ID, ref.ID)
	}
}

func TestFitNamesMarksInCaptionsAndTerms(t *testing.T) {
	caption, term := &document.NoteRef{ID: "1"}, &document.NoteRef{ID: "2"}
	inner.Fit([]document.Block{
		&document.Table{Caption: []document.Inline{caption}},
		&document.DefinitionList{Definitions: []document.Definition{{Terms: [][]document.Inline{{term}}}}},
	}, "p-", document.Pos{})
	if caption.ID != "p-1" || term.ID != "p-2" {
		t.Errorf("%q, %q", caption.ID, term.ID)
	}
}

// Links of an attachment lead to its own headings, those of a cell to headings
// of other cells.
func TestHeadingsOfDocumentsAreKeptApart(t *testing.T) {
	for _, c := range []struct {
		name                   string
		fit                    func([]document.Block, string, document.Pos) []document.Block
		heading, known, beyond string
	}{
		{"document", inner.FitDocument, "p-h", "#p-h", "#other"},
		{"part", inner.Fit, "h", "#h", "#other"},
	} {
		known, beyond := &document.Link{URL: "#h"}, &document.Link{URL: "#other"}
		heading := &document.Heading{ID: "h", Inlines: document.Plain("H")}
		c.fit([]document.Block{
			&document.Paragraph{Inlines: []document.Inline{known, beyond}},
			&document.Quote{Blocks: []document.Block{heading}},
		}, "p-", document.Pos{})
		if heading.ID != c.heading || known.URL != c.known || beyond.URL != c.beyond {
			t.Errorf("%s: heading %q, links %q and %q", c.name, heading.ID, known.URL, beyond.URL)
		}
	}
}

// A document that others link to says where each of its links leads, also those to
// its own headings.
func TestLinksOfAChapterLeadWhereItSays(t *testing.T) {
	outer, in := &document.Link{URL: "b.html#h"}, &document.Link{URL: "#h"}
	outer.Inlines = []document.Inline{in}
	heading := &document.Heading{ID: "h", Inlines: []document.Inline{outer}}
	inner.FitLinked([]document.Block{heading, &document.Heading{}}, "p-", document.Pos{}, func(url string) string { return url + "!" })
	if heading.ID != "p-h" || outer.URL != "b.html#h!" || in.URL != "#h!" {
		t.Errorf("heading %q, links %q and %q", heading.ID, outer.URL, in.URL)
	}
}
