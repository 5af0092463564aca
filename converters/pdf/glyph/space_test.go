package glyph

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// TestSpacesPaintedApartStandInTheirPlaces has the spaces of a line in a run of
// their own, as PDFium gives them: after the first piece of the text.
func TestSpacesPaintedApartStandInTheirPlaces(t *testing.T) {
	p := &pdfium.Page{Runs: []pdfium.Run{{Size: 10}, {Size: 10}, {Size: 10}}}
	add := func(run int32, x float64, text string) {
		for _, r := range text {
			p.Chars = append(p.Chars, pdfium.Char{Rune: r, Run: run, X: x})
			x += 5
		}
	}
	add(0, 0, "the")
	add(0, 20, "la") // the space between is elsewhere
	add(1, 15, " ")
	add(1, 50, " ")
	add(2, 30, "mp")
	add(2, 55, "is")
	settleSpaces(p)
	got := ""
	for _, c := range p.Chars {
		got += string(c.Rune)
	}
	if want := "the lamp is"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSpacesInPlaceStay has a line whose spaces are a run of their own, in
// order, and another line below it.
func TestSpacesInPlaceStay(t *testing.T) {
	p := &pdfium.Page{Runs: []pdfium.Run{{Size: 10}, {Size: 10}, {Size: 10}}}
	p.Chars = []pdfium.Char{
		{Rune: 'a', Run: 0, X: 0},
		{Rune: ' ', Run: 1, X: 5},
		{Rune: 'b', Run: 2, X: 10},
		{Rune: ' ', Run: 1, X: 0, Y: 20},
		{Rune: 'c', Run: 2, X: 5, Y: 20},
	}
	settleSpaces(p)
	got := ""
	for _, c := range p.Chars {
		got += string(c.Rune)
	}
	if want := "a b c"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
