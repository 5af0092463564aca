package glyph

import (
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// What the codes below the letters show in TeX's fonts of text, in the encoding of
// 1978 (OT1) and in that of Cork (T1).
const (
	texOldText  = "ΓΔΘΛΞΠΣΥΦΨΩﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ"
	texCorkText = "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—␀␀ıȷﬀﬁﬂﬃﬄ"

	// The first and the last ligature of f.
	oldFirst, oldLast   = 0x0b, 0x0f
	corkFirst, corkLast = 0x1b, 0x1f
)

// readTexText gives characters of TeX's fonts of text their meanings where the file
// has them as drawings (Type 3), without names: there a letter is its code, and a
// ligature a control character. Which encoding a font has is seen by the ligatures
// inside its words.
func readTexText(p *pdfium.Page) {
	const most, least = .2, 8 // of the letters of a font, ligatures inside words; letters
	type votes struct{ letters, old, cork int }
	fonts := map[*pdfium.Font]*votes{}
	small := func(i, run int) bool {
		return i >= 0 && i < len(p.Chars) && int(p.Chars[i].Run) == run && p.Chars[i].Rune >= 'a' && p.Chars[i].Rune <= 'z'
	}
	for i := range p.Chars {
		c := &p.Chars[i]
		if !isUnnamed(p, c) {
			continue
		}
		run := int(c.Run)
		v := fonts[p.Runs[run].Font]
		if v == nil {
			v = &votes{}
			fonts[p.Runs[run].Font] = v
		}
		inside := small(i-1, run) && small(i+1, run)
		switch {
		case small(i, run):
			v.letters++
		case inside && c.Rune >= oldFirst && c.Rune <= oldLast:
			v.old++
		case inside && c.Rune >= corkFirst && c.Rune <= corkLast:
			v.cork++
		}
	}
	for i := range p.Chars {
		c := &p.Chars[i]
		if !isUnnamed(p, c) || c.Rune >= ' ' {
			continue
		}
		v := fonts[p.Runs[c.Run].Font]
		if n := v.old + v.cork; n == 0 || v.letters < least || float64(n) > most*float64(v.letters) {
			continue
		}
		signs := texOldText
		if v.cork > v.old {
			signs = texCorkText
		}
		if sign := []rune(signs)[c.Rune]; sign != texNothing {
			c.Rune, c.Unmapped = sign, false
		}
	}
}

// isUnnamed reports whether a character has no meaning but its code, in a font
// without a name.
func isUnnamed(p *pdfium.Page, c *pdfium.Char) bool {
	return c.Run >= 0 && c.Unmapped && p.Runs[c.Run].Font.Name == "" && c.Rune >= 0
}
