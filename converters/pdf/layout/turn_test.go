package layout

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// TestForeignWordsInALineFromRightToLeft has words in brackets as PDFium gives
// them, from right to left, between words that are read so.
func TestForeignWordsInALineFromRightToLeft(t *testing.T) {
	at := func(text string, x0, x1 float64) glyph.Word {
		return glyph.Word{Text: text, Face: glyph.Face{Size: 10}, Base: 50, Box: pdfium.Box{X0: x0, Y0: 42, X1: x1, Y1: 52}, RTL: script.IsRTL(script.FirstRune(text))}
	}
	l := Line{Words: []glyph.Word{
		at("ספינה", 170, 200), at("אף", 155, 166), at("(", 146, 150), at("words", 120, 146), at("English", 80, 116), at(")", 76, 80), at("באותו", 40, 70),
	}}
	l.settle()
	if got, want := l.Text(), "ספינה אף (English words) באותו"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	l.settle()
	if got, want := l.Text(), "ספינה אף (English words) באותו"; got != want {
		t.Errorf("settled again: got %q, want %q", got, want)
	}
}

// TestNumbersInALineFromRightToLeftKeepTheirOrder has two numbers that are read
// one after the other.
func TestNumbersInALineFromRightToLeftKeepTheirOrder(t *testing.T) {
	at := func(text string, x0, x1 float64) glyph.Word {
		return glyph.Word{Text: text, Face: glyph.Face{Size: 10}, Base: 50, Box: pdfium.Box{X0: x0, X1: x1}, RTL: script.IsRTL(script.FirstRune(text))}
	}
	l := Line{Words: []glyph.Word{at("שנת", 170, 200), at("1901", 140, 166), at("1902", 110, 136), at("עד", 80, 100)}}
	l.settle()
	if got, want := l.Text(), "שנת 1901 1902 עד"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMarkerOfAnItemFromRightToLeft has markers with their points before and
// behind, and what is none.
func TestMarkerOfAnItemFromRightToLeft(t *testing.T) {
	for in, want := range map[string]string{".1": "1.", ".12": "12.", "1.": "1.", ".": ".", ".a": ".a", ".1234": ".1234"} {
		if got := script.TurnMarker(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
