package pdf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// isTexSigns reports whether a font is one of TeX's large signs, which says
// nothing of what its characters mean.
func isTexSigns(f *pdfium.Font) bool {
	return f != nil && (strings.HasPrefix(f.Name, "CMEX") || strings.HasPrefix(f.Name, "LMMathExtension"))
}

// isFormula reports whether a line has large signs of TeX.
func (l *line) isFormula() bool {
	return slices.ContainsFunc(l.words, func(w word) bool { return isTexSigns(w.font) })
}

// texSign returns the sign that a character of TeX's font of large signs is.
func texSign(r rune, f *pdfium.Font) (rune, bool) {
	if !isTexSigns(f) {
		return 0, false
	}
	switch r {
	case 'P', 'X':
		return '∑', true
	case 'Q', 'Y':
		return '∏', true
	case 'R', 'Z':
		return '∫', true
	case 'p', 'q', 'r', 's':
		return '√', true
	case 'S', '[':
		return '⋃', true
	case 'T', '\\':
		return '⋂', true
	}
	return 0, false
}
