package glyph

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// texFonts are TeX's fonts of signs, which do not say what their characters
// mean, by how their names begin.
var texFonts = []struct {
	name  string
	signs []rune
}{
	{"CMSY", []rune(texSymbols)},
	{"CMBSY", []rune(texSymbols)},
	{"LMMathSymbols", []rune(texSymbols)},
	{"txsy", []rune(texSymbols)},
	{"pxsy", []rune(texSymbols)},
	{"CMMI", []rune(texLetters)},
	{"LMMathItalic", []rune(texLetters)},
	{"CMEX", []rune(texLarge)},
	{"LMMathExtension", []rune(texLarge)},
}

// IsTexSigns reports whether a font is one of TeX's large signs.
func IsTexSigns(f *pdfium.Font) bool {
	return f != nil && (strings.HasPrefix(f.Name, "CMEX") || strings.HasPrefix(f.Name, "LMMathExtension"))
}

// texSign returns the sign that a character of TeX's fonts of signs is, which
// has no meaning but its code. A letter for a large sign is one in any case.
func texSign(c *pdfium.Char, f *pdfium.Font) (rune, bool) {
	if !c.Unmapped && (!unicode.IsLetter(c.Rune) || !IsTexSigns(f)) {
		return 0, false
	}
	for i := range texFonts {
		if t := &texFonts[i]; strings.HasPrefix(f.Name, t.name) && int(c.Rune) < len(t.signs) && t.signs[c.Rune] != ' ' {
			return t.signs[c.Rune], true
		}
	}
	return 0, false
}

// Signs of TeX that are painted as a part of another one.
const (
	texNothing = '␀'
	texSlash   = '\u0338'
)

// readTexSigns gives the signs of TeX's fonts the meaning that their codes have,
// and makes one of those that are painted as two.
func readTexSigns(p *pdfium.Page) {
	gone := make([]bool, len(p.Chars))
	any := false
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Run < 0 {
			continue
		}
		sign, ok := texSign(c, p.Runs[c.Run].Font)
		if !ok {
			continue
		}
		c.Rune, c.Unmapped, any = sign, false, true
		gone[i] = sign == texNothing
	}
	if !any {
		return
	}
	for i := range p.Chars {
		if next := i + 1; p.Chars[i].Run >= 0 && next < len(p.Chars) && p.Chars[next].Run >= 0 {
			gone[i] = gone[i] || texPair(&p.Chars[i], &p.Chars[next])
		}
	}
	k := 0
	p.Chars = slices.DeleteFunc(p.Chars, func(pdfium.Char) bool { k++; return gone[k-1] })
}

// texPair reports whether a sign and the next one are painted as one, which the
// second becomes.
func texPair(c, next *pdfium.Char) bool {
	switch {
	case c.Rune == texSlash:
		whole := []rune(norm.NFC.String(string([]rune{next.Rune, texSlash})))
		if len(whole) != 1 {
			return false
		}
		next.Rune = whole[0]
	case c.Rune == '↦' && next.Rune == '→', c.Rune == '↪' && next.Rune == '→':
		next.Rune = c.Rune
	case c.Rune == '←' && next.Rune == '↩':
	default:
		return false
	}
	return true
}
