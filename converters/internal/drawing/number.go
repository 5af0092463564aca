package drawing

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
)

// numbering counts the numbered paragraphs of one text body, level by level.
type numbering struct {
	levels [levelCount]struct {
		on     bool
		scheme string
		start  int
		n      int
		left   EMU // where the text of the last one stands
	}
}

// next returns the marker of a numbered paragraph. It goes on from the
// paragraph before it on its level, unless one without number stood between
// them or the scheme or the start is another one.
func (c *numbering) next(n int, b bullet, left EMU) string {
	l := &c.levels[n]
	if l.on && l.scheme == b.scheme && l.start == b.start {
		l.n++
	} else {
		l.on, l.scheme, l.start, l.n = true, b.scheme, b.start, b.start
	}
	l.left = left
	c.stop(n + 1)
	return marker(l.n, b.scheme)
}

// within reports whether a paragraph without number, whose text is at left,
// belongs to the numbered one before it on its level.
func (c *numbering) within(n int, left EMU) bool {
	return c.levels[n].on && left > 0 && left >= c.levels[n].left
}

// stop ends the numbering of a level and of those below it.
func (c *numbering) stop(n int) {
	for ; n < levelCount; n++ {
		c.levels[n].on = false
	}
}

// marker returns a number in a scheme (ISO/IEC 29500-1, 20.1.10.61).
func marker(n int, scheme string) string {
	body := scheme
	before, after := "", ""
	for _, end := range [...]struct{ name, before, after string }{
		{"ParenBoth", "(", ")"}, {"ParenR", "", ")"}, {"Period", "", "."}, {"Plain", "", ""}, {"Minus", "", "-"},
	} {
		if rest, ok := strings.CutSuffix(scheme, end.name); ok {
			body, before, after = rest, end.before, end.after
			break
		}
	}
	if scheme == "" {
		after = "."
	}
	if body == "ea1JpnChsDb" {
		after = "."
	}
	return before + inNumerals(n, body) + after
}

// numerals are the names that numeral has for the numerals of schemes.
var numerals = map[string]string{
	"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman",
	"circleNumDb": "decimalEnclosedCircle", "circleNumWdWhite": "decimalEnclosedCircle", "circleNumWdBlack": "decimalEnclosedCircle",
	"ea1Chs": "chineseCounting", "ea1Cht": "chineseCounting", "ea1JpnKor": "japaneseCounting", "ea1JpnChsDb": "japaneseCounting",
	"thaiNum": "thaiNumbers", "hindiNum": "hindiNumbers",
}

// alphabets are the letters that schemes count with, which are repeated behind the
// last one.
var alphabets = map[string]string{
	"thaiAlpha":   "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
	"hindiAlpha":  "अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
	"hindiAlpha1": "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
	"hebrew2":     "אבגדהוזחטיכלמנסעפצקרשת",
	"arabic1":     "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
	"arabic2":     "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
}

// inNumerals returns a number in the numerals of a scheme without its ends.
func inNumerals(n int, body string) string {
	if letters := alphabets[body]; letters != "" {
		return numeral.Repeated(n, letters)
	}
	return numeral.Format(n, numerals[body])
}
