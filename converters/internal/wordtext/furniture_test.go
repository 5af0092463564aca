package wordtext_test

import (
	"slices"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

func TestHeadersAreShownOnceAndNotForTheirPageAlone(t *testing.T) {
	text := func(s string) []document.Block { return []document.Block{document.PlainParagraph(document.Pos{}, s)} }
	picture := func(alt string) []document.Block {
		return []document.Block{&document.Paragraph{Inlines: []document.Inline{&document.Image{Alt: alt}}}}
	}
	var f wordtext.Furniture
	for _, c := range []struct {
		name          string
		footer, paged bool
		blocks        []document.Block
		lost          bool
	}{
		{"a text", false, false, text("Annual report"), false},
		{"the same, with other blanks", false, true, text("Annual  report "), true},
		{"the same in a footer", true, false, text("Annual report"), false},
		{"a number", false, false, text("- 3 -"), true},
		{"words around a number that was left out", true, true, text("Page of"), true},
		{"a number alone that was left out", true, true, nil, true},
		{"nothing", true, false, nil, false},
		{"a picture", false, false, picture("the arms"), false},
		{"another picture", false, false, picture("the seal"), false},
		{"a picture without a description", true, false, picture(""), false},
	} {
		if lost := f.Add(c.footer, c.paged, c.blocks); lost != c.lost {
			t.Errorf("%s: lost %t", c.name, lost)
		}
	}
	var got []string
	for _, b := range f.Sections(converters.NewEnv(nil, converters.Limits{}, converters.Options{})) {
		s := b.(*document.Section)
		got = append(got, s.Title)
		for _, b := range s.Blocks {
			got = append(got, document.InlineText(b.(*document.Paragraph).Inlines))
		}
	}
	if want := []string{"Header", "Annual report", "the arms", "the seal", "Footer", "Annual report", ""}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
