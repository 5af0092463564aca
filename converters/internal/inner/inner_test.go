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
