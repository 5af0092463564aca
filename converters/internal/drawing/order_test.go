package drawing_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/document"
)

// placed is a shape in units of a tenth of an inch.
type placed struct {
	name       string
	x, y, w, h int
}

func order(rtl bool, shapes ...placed) string {
	drawing.Arrange(shapes, rtl, func(p placed) drawing.Frame {
		unit := drawing.Inch / 10
		return drawing.Frame{Known: p.w > 0, X: drawing.EMU(p.x) * unit, Y: drawing.EMU(p.y) * unit, W: drawing.EMU(p.w) * unit, H: drawing.EMU(p.h) * unit}
	})
	var names []string
	for _, p := range shapes {
		names = append(names, p.name)
	}
	return strings.Join(names, " ")
}

func TestShapesAreReadInTheirOrder(t *testing.T) {
	for _, c := range []struct {
		what   string
		rtl    bool
		shapes []placed
		want   string
	}{
		{"a row", false, []placed{{"b", 50, 10, 40, 5}, {"a", 0, 10, 40, 5}}, "a b"},
		{"a row from the right", true, []placed{{"a", 0, 10, 40, 5}, {"b", 50, 10, 40, 5}}, "b a"},
		{"two heads with their boxes", false, []placed{{"title", 0, 0, 90, 8}, {"h1", 0, 10, 40, 6}, {"h2", 50, 10, 40, 6}, {"b1", 0, 16, 40, 40}, {"b2", 50, 16, 40, 40}}, "title h1 b1 h2 b2"},
		{"three columns with numbers and heads", false, []placed{
			{"1", 0, 0, 20, 5},
			{"2", 30, 0, 20, 5},
			{"3", 60, 0, 20, 5},
			{"ha", 0, 6, 20, 5},
			{"hb", 30, 6, 20, 5},
			{"hc", 60, 6, 20, 5},
			{"a", 0, 12, 20, 30},
			{"b", 30, 12, 20, 30},
			{"c", 60, 12, 20, 30},
		}, "1 ha a 2 hb b 3 hc c"},
		{"four cards", false, []placed{
			{"h1", 0, 0, 40, 5},
			{"h2", 50, 0, 40, 5},
			{"b1", 0, 5, 40, 15},
			{"b2", 50, 5, 40, 15},
			{"h3", 0, 25, 40, 5},
			{"h4", 50, 25, 40, 5},
			{"b3", 0, 30, 40, 15},
			{"b4", 50, 30, 40, 15},
		}, "h1 b1 h2 b2 h3 b3 h4 b4"},
		{"a grid of lines", false, []placed{{"a", 0, 0, 20, 5}, {"c", 0, 10, 20, 5}, {"e", 0, 20, 20, 5}, {"b", 30, 0, 20, 5}, {"d", 30, 10, 20, 5}, {"f", 30, 20, 20, 5}}, "a b c d e f"},
		{"a grid with a head", false, []placed{{"h1", 0, 0, 20, 5}, {"h2", 30, 0, 20, 5}, {"a", 0, 6, 20, 10}, {"b", 30, 6, 20, 10}, {"c", 0, 17, 20, 10}, {"d", 30, 17, 20, 10}}, "h1 h2 a b c d"},
		{"four boxes alike", false, []placed{{"a", 0, 0, 40, 20}, {"b", 50, 0, 40, 20}, {"c", 0, 25, 40, 20}, {"d", 50, 25, 40, 20}}, "a b c d"},
		{"columns without rows", false, []placed{{"a1", 0, 0, 40, 10}, {"a2", 0, 12, 40, 30}, {"b1", 50, 2, 40, 20}, {"b2", 50, 24, 40, 18}}, "a1 a2 b1 b2"},
		{"a shape without a place stays behind the one before", false, []placed{{"b", 50, 10, 40, 5}, {"note", 0, 0, 0, 0}, {"a", 0, 10, 40, 5}}, "a b note"},
		{"nothing", false, nil, ""},
	} {
		if got := order(c.rtl, c.shapes...); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestPicturesThatSayNothingAreOne(t *testing.T) {
	picture := func(alt string) document.Block {
		return &document.Paragraph{Inlines: []document.Inline{&document.Image{Alt: alt}}}
	}
	text := document.PlainParagraph(document.Pos{}, "a")
	got := drawing.OneOfMany([]document.Block{picture(""), picture(""), text, picture("boat"), picture("boat"), picture(""), picture("")})
	if len(got) != 5 {
		t.Errorf("%d blocks, want 5", len(got))
	}
}
