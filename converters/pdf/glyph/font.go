package glyph

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
)

// stylesOf returns the styles that a run's font and paint say.
func stylesOf(run *pdfium.Run) document.Styles {
	var s document.Styles
	if isBold(run.Font) || run.Mode == 2 {
		s = s.With(document.Strong)
	}
	if run.Font.Italic || hasWord(run.Font.Name, "italic", "oblique", "-it", "kursiv") {
		s = s.With(document.Emphasis)
	}
	return s
}

// isFixed reports whether all characters of a font have one width.
func isFixed(f *pdfium.Font) bool {
	return f.Fixed || hasWord(f.Name, "mono", "courier", "consolas", "cmtt", "menlo", "typewriter")
}

// isCode reports whether a run is of a font of fixed width, or of a style for
// code.
func isCode(run *pdfium.Run) bool { return run.Around.Style == pdfium.StyleCode || isFixed(run.Font) }

func hasWord(name string, words ...string) bool {
	name = strings.ToLower(name)
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// isBold reports whether a font is bold by its name or its weight.
func isBold(f *pdfium.Font) bool { return isNamedBold(f) || isWeighedBold(f) }

func isNamedBold(f *pdfium.Font) bool {
	return hasWord(f.Name, "bold", "black", "heavy", "cmbx", "sfbx", "demi", "-bd")
}

// isWeighedBold reports whether a font is bold by its weight, which is often
// guessed from the width of a stem, which is often made up.
func isWeighedBold(f *pdfium.Font) bool {
	return f.Weight >= 600 && f.Weight <= 1000 && !hasWord(f.Name, "roman", "regular", "book", "light", "medium")
}

// regular is the weight of text that nothing makes bold.
const regular = 400

// settleWeights takes the weight from fonts that are not bold, though their
// stems say so: one that most of a page is set in, and one beside which the page
// has the bold font of the same family. Ghostscript makes such stems up. A font
// is of the whole document.
func settleWeights(p *pdfium.Page) {
	const page = 400 // characters, from which most of them are the body of the text
	chars, all := map[*pdfium.Font]int{}, 0
	for i := range p.Chars {
		if c := &p.Chars[i]; c.Run >= 0 && c.Rune != ' ' {
			chars[p.Runs[c.Run].Font]++
			all++
		}
	}
	for f, n := range chars {
		if !isNamedBold(f) && isWeighedBold(f) && (all >= page && n*2 > all || hasBolder(chars, f)) {
			f.Weight = regular
		}
	}
}

// hasBolder reports whether one of some fonts is the bold one of the family of
// another.
func hasBolder(fonts map[*pdfium.Font]int, f *pdfium.Font) bool {
	if f.Name == "" {
		return false
	}
	for o := range fonts {
		if rest, ok := strings.CutPrefix(o.Name, f.Name); ok && rest != "" && isNamedBold(o) {
			return true
		}
	}
	return false
}
