// Package glyph makes words of the characters that a page paints. It puts characters
// right that a font or a producer sets in an odd way (textext.go, tex.go, accent.go,
// space.go, copies.go, twice.go), says whether letters are what their font says (ink.go,
// shape.go, claim.go), takes the text that a file gives for what it shows (actual.go),
// makes words (word.go), leaves out or marks what no reader sees (hide.go, scene.go,
// band.go, look.go), and makes the page upright (upright.go, vertical.go, view.go).
// Characters, their fonts and places are font.go and char.go.
package glyph

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/bidi"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// Mend makes the characters of a page upright for its reader, each with its
// meaning and in its place. It returns the view of the page that they are in,
// and whether letters look otherwise than what their font says they are.
func Mend(p *pdfium.Page, ink InkReader, claims *Claims) (v View, misled bool, err error) {
	claims.readCodes(p)
	unsure, err := claims.check(p)
	if err != nil {
		return v, false, err
	}
	joinCopies(p)
	dropTwice(p)
	orderUpended(p)
	v = viewOf(p)
	TurnPage(p, v)
	readTexSigns(p)
	readTexNames(p)
	readTexText(p)
	misled = ink.misled(p) || unsure
	composeAccents(p)
	settleSpaces(p)
	bidi.Order(p)
	settleWeights(p)
	joinColumns(p)
	return v, misled, nil
}

// Seen is the text of a page that a reader sees.
type Seen struct {
	Words  []Word
	Asides []Turned // in other directions than the page's
	View   View     // in which the words are

	Chars, Unknown int              // of them, and those without a meaning
	Hidden         [HidingCount]int // stretches that are left out or marked, by how they are hidden
	Doubtful       bool             // more than half of the page seems to be hidden, and is shown
}

// ReadPage makes words of a page that was mended. What no reader sees is left
// out, or marked, as the policy says.
func ReadPage(p *pdfium.Page, v View, render painter, policy Policy) (*Seen, error) {
	h, err := hideText(p, v, render, policy)
	if err != nil {
		return nil, err
	}
	v = lay(p, v)
	uprightChars(p)
	w := readWords(p, h)
	out := &Seen{
		Asides: w.asides, View: v, Chars: w.chars, Unknown: w.unknown, Hidden: h.counts, Doubtful: h.doubt && policy[shown] == converters.DropHidden,
	}
	words, said := replace(w.out, policy[HiddenActual])
	out.Words, out.Hidden[HiddenActual] = words, out.Hidden[HiddenActual]+said
	return out, nil
}
