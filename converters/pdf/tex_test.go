package pdf

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// TestLargeSignsOfTeXHaveMeanings has the letters that stand for signs in cmex,
// and the same ones in a font where they are letters.
func TestLargeSignsOfTeXHaveMeanings(t *testing.T) {
	signs, text := &pdfium.Font{Name: "CMEX10"}, &pdfium.Font{Name: "CMR10"}
	for r, want := range map[rune]rune{'P': '∑', 'X': '∑', 'Q': '∏', 'Y': '∏', 'R': '∫', 'Z': '∫', 'S': '⋃', '[': '⋃', 'T': '⋂', 'p': '√', '\\': '⋂'} {
		if got, ok := texSign(r, signs); !ok || got != want {
			t.Errorf("%q in a font of signs is %q, %v, want %q", r, got, ok, want)
		}
		if got, ok := texSign(r, text); ok {
			t.Errorf("%q in a font of letters is %q", r, got)
		}
	}
	if got, ok := texSign('K', signs); ok {
		t.Errorf("a letter that stands for nothing is %q", got)
	}
}
