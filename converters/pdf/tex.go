package pdf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// texSign returns the sign that a character of TeX's font of large signs, cmex,
// is: that font says nothing of what its characters mean.
func texSign(r rune, f *pdfium.Font) (rune, bool) {
	if !strings.HasPrefix(f.Name, "CMEX") {
		return 0, false
	}
	switch r {
	case 'P', 'X':
		return '∑', true
	case 'Q', 'Y':
		return '∏', true
	case 'R', 'Z':
		return '∫', true
	case 'S', '[':
		return '⋃', true
	case 'T', '\\':
		return '⋂', true
	}
	return 0, false
}
