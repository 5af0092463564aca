package document_test

import (
	"slices"
	"testing"

	"github.com/seed353dc258/backstory/document"
)

// TestAPlaceInWords: a box on a page is for programs alone.
func TestAPlaceInWords(t *testing.T) {
	box := document.Rect{X0: 72.1, Y0: 172.6, X1: 504.8, Y1: 226.3}
	p := document.Pos{Page: 1, Box: box}
	if got := p.String(); got != "page 1" {
		t.Errorf("%q", got)
	}
	if got := p.Box.Sides(); !slices.Equal(got, []float32{72.1, 172.6, 504.8, 226.3}) || (document.Rect{}).Sides() != nil {
		t.Errorf("%v", got)
	}
}
