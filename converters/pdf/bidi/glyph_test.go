package bidi

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// TestLigaturesFromRightToLeftAreInOrder has lam and alef of one glyph between
// letters of their own.
func TestLigaturesFromRightToLeftAreInOrder(t *testing.T) {
	p := &pdfium.Page{Runs: []pdfium.Run{{Size: 10}}}
	at := func(r rune, x float64) {
		p.Chars = append(p.Chars, pdfium.Char{Rune: r, X: x, Box: pdfium.Box{X0: x, X1: x + 4}})
	}
	at('ا', 40)
	at('إ', 30)
	at('ل', 30)
	at('ن', 25)
	turnGlyphs(p)
	got := ""
	for _, c := range p.Chars {
		got += string(c.Rune)
	}
	if want := "الإن"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
