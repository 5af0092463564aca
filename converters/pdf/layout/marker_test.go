package layout

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// TestSignWithoutMeaningIsABullet has what PDFium says of the bullets of fonts
// that do not tell: a control character, and one for private use.
func TestSignWithoutMeaningIsABullet(t *testing.T) {
	for text, want := range map[string]bool{"\u0088": true, "\uf0b7": true, "\ue001": true, "•": true, "x": false, "é": false, "\u0088\u0088": false, "": false} {
		if got := script.IsBullet(text); got != want {
			t.Errorf("isBullet(%q) = %v, want %v", text, got, want)
		}
	}
}
