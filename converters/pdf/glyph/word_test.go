package glyph

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// TestRoomBetweenScriptsIsNoSpace has kana, letters and a comma as wide as
// kana, with what a program sets between scripts, and a space of a writer.
func TestRoomBetweenScriptsIsNoSpace(t *testing.T) {
	p := &pdfium.Page{Width: 400, Height: 400}
	for range 5 {
		p.Runs = append(p.Runs, pdfium.Run{Size: 10, MCID: -1, Font: &pdfium.Font{Name: "Serif"}})
	}
	x := 10.0
	add := func(run int32, text string, width float64) {
		for _, r := range text {
			p.Chars = append(p.Chars, pdfium.Char{Rune: r, Run: run, X: x, Y: 50, Box: pdfium.Box{X0: x + 1, Y0: 42, X1: x + width - 1, Y1: 50}})
			x += width
		}
		p.Chars[len(p.Chars)-1].End = x
	}
	guess := func() { p.Chars = append(p.Chars, pdfium.Char{Rune: ' ', Run: -1, Generated: true}) }
	add(0, "Lamp", 6)
	guess()
	x += 2
	add(1, "のあかり、", 10)
	p.Chars[len(p.Chars)-1].Box.X1 -= 7 // its ink is at the left
	add(2, "lit", 6)
	guess()
	x += 3.2
	add(3, "です", 10)
	h := &hider{page: p, how: make([]Hiding, len(p.Chars))}
	got := ""
	for _, w := range readWords(p, h).out {
		if !w.Glued && got != "" {
			got += " "
		}
		got += w.Text
	}
	if want := "Lampのあかり、lit です"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
