package glyph

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// TestSignsOfTeXHaveMeanings has the codes of signs in TeX's fonts,
// and the same ones in a font where they are letters, or where the file says what they are.
func TestSignsOfTeXHaveMeanings(t *testing.T) {
	for _, c := range []struct {
		font     string
		unmapped bool
		code     rune
		want     rune // 0 for the code itself
	}{
		{"CMEX10", false, 'P', '∑'},
		{"CMEX10", true, 'X', '∑'},
		{"CMEX10", false, 'p', '√'},
		{"CMEX10", true, '(', '{'},
		{"CMEX10", false, '(', 0},
		{"CMSY10", true, 'h', '⟨'},
		{"CMSY10", false, 'h', 0},
		{"LMMathSymbols10-Regular", true, 'i', '⟩'},
		{"CMMI10", true, '\x0f', 'ϵ'},
		{"CMMI10", true, '\x7f', 0},
		{"CMR10", true, 'P', 0},
	} {
		got, ok := texSign(&pdfium.Char{Rune: c.code, Unmapped: c.unmapped}, &pdfium.Font{Name: c.font})
		if ok != (c.want != 0) || got != c.want {
			t.Errorf("%q in %s, unmapped %v, is %q, %v, want %q", c.code, c.font, c.unmapped, got, ok, c.want)
		}
	}
}

// TestSignsOfTwoPiecesAreOne has signs that TeX paints one over the other, or
// one right before the other.
func TestSignsOfTwoPiecesAreOne(t *testing.T) {
	for _, c := range []struct{ codes, want string }{
		{"x62y", "x∉y"},
		{"67!", "\u0338↦"},
		{"7!y", "↦y"},
		{"!x", "→x"},
	} {
		p := &pdfium.Page{Runs: []pdfium.Run{{Font: &pdfium.Font{Name: "CMSY10"}}, {Font: &pdfium.Font{Name: "CMMI10"}}}}
		for _, r := range c.codes {
			ch := pdfium.Char{Rune: r, Unmapped: true}
			if r == 'x' || r == 'y' {
				ch = pdfium.Char{Rune: r, Run: 1}
			}
			p.Chars = append(p.Chars, ch)
		}
		readTexSigns(p)
		got := ""
		for i := range p.Chars {
			got += string(p.Chars[i].Rune)
		}
		if got != c.want {
			t.Errorf("%q is %q, want %q", c.codes, got, c.want)
		}
	}
}
