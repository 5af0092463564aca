package glyph

import (
	"sync"
	"unicode"

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
// inside its words, or else in those of the other fonts of the page.
func readTexText(p *pdfium.Page) {
	const most, least = .2, 8 // of the letters of a font, ligatures inside words; letters
	fonts, page := ligaturesOf(p)
	for i := range p.Chars {
		c := &p.Chars[i]
		if !isUnnamed(p, c) || c.Rune >= ' ' {
			continue
		}
		v := fonts[p.Runs[c.Run].Font]
		switch n := v.old + v.cork; {
		case n == 0:
			v = page
		case v.letters < least || float64(n) > most*float64(v.letters):
			continue
		}
		if sign := v.sign(c.Rune); sign != texNothing {
			c.Rune, c.Unmapped = sign, false
		}
	}
}

// ligatures is how many small letters a font has, and ligatures of f inside its
// words if it is in either encoding.
type ligatures struct{ letters, old, cork int }

// sign returns what a code below the letters shows; ␀ where that is not known.
func (v *ligatures) sign(code rune) rune {
	switch {
	case v.old+v.cork == 0:
		return texNothing
	case v.cork > v.old:
		return []rune(texCorkText)[code]
	}
	return []rune(texOldText)[code]
}

// ligaturesOf counts the ligatures of each font without a name, and of the page.
func ligaturesOf(p *pdfium.Page) (map[*pdfium.Font]*ligatures, *ligatures) {
	fonts, page := map[*pdfium.Font]*ligatures{}, &ligatures{}
	for i := range p.Chars {
		c := &p.Chars[i]
		if !isUnnamed(p, c) {
			continue
		}
		v := fonts[p.Runs[c.Run].Font]
		if v == nil {
			v = &ligatures{}
			fonts[p.Runs[c.Run].Font] = v
		}
		switch inside := isSmall(p, i+1, c.Run) && (isSmall(p, i-1, c.Run) || isSmall(p, i+2, c.Run)); {
		case isSmall(p, i, c.Run):
			v.letters++
		case inside && c.Rune >= oldFirst && c.Rune <= oldLast:
			v.old, page.old = v.old+1, page.old+1
		case inside && c.Rune >= corkFirst && c.Rune <= corkLast:
			v.cork, page.cork = v.cork+1, page.cork+1
		}
	}
	return fonts, page
}

// isSmall reports whether a character is a small letter of a run.
func isSmall(p *pdfium.Page, i int, run int32) bool {
	return i >= 0 && i < len(p.Chars) && p.Chars[i].Run == run && p.Chars[i].Rune >= 'a' && p.Chars[i].Rune <= 'z'
}

// texNames are the signs of Adobe's font Zapf Dingbats by the numbers of their names, a1
// and so on; a space for none.
const texNames = " ✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ ◗❘❙❚" +
	"❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥"

const texBullet = '•'

var texNameCodes = sync.OnceValue(func() map[rune]rune {
	out := map[rune]rune{}
	for code, sign := range []rune(texNames) {
		if sign != ' ' {
			out[sign] = rune(code)
		}
	}
	return out
})

// readTexNames gives back their codes to characters of fonts that are drawings and
// call each of them by its code (a97), which programs take for the name of a sign.
func readTexNames(p *pdfium.Page) {
	const least = 8 // small letters that differ: the suits of cards are four of them
	sign := func(c *pdfium.Char) (code rune, ok bool) {
		if c.Run < 0 || c.Rune <= unicode.MaxLatin1 || p.Runs[c.Run].Font.Name != "" {
			return 0, false
		}
		if c.Rune == '❼' { // a136, of TeX's fonts of other signs
			return texBullet, true
		}
		code, ok = texNameCodes()[c.Rune]
		return code, ok
	}
	letters := map[rune]bool{}
	for i := range p.Chars {
		if code, _ := sign(&p.Chars[i]); code >= 'a' && code <= 'z' {
			letters[code] = true
		}
	}
	if len(letters) < least {
		return
	}
	for i := range p.Chars {
		if code, ok := sign(&p.Chars[i]); ok {
			p.Chars[i].Rune, p.Chars[i].Unmapped = code, code != texBullet
		}
	}
}

// isUnnamed reports whether a character has no meaning but its code, in a font
// without a name.
func isUnnamed(p *pdfium.Page, c *pdfium.Char) bool {
	return c.Run >= 0 && c.Unmapped && p.Runs[c.Run].Font.Name == "" && c.Rune >= 0
}
