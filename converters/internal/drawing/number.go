package drawing

import (
	"strconv"
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

// inNumerals returns a number in the numerals of a scheme without its ends.
func inNumerals(n int, body string) string {
	switch body {
	case "alphaLc":
		return numeral.Repeated(n, numeral.Latin)
	case "alphaUc":
		return strings.ToUpper(numeral.Repeated(n, numeral.Latin))
	case "romanLc":
		return strings.ToLower(numeral.Roman(n))
	case "romanUc":
		return numeral.Roman(n)
	case "circleNumDb", "circleNumWdWhite", "circleNumWdBlack":
		return circled(n)
	case "ea1Chs", "ea1Cht", "ea1JpnKor", "ea1JpnChsDb":
		return chinese(n)
	case "thaiNum":
		return digits(n, '๐')
	case "hindiNum":
		return digits(n, '०')
	case "thaiAlpha":
		return numeral.Repeated(n, "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ")
	case "hindiAlpha":
		return numeral.Repeated(n, "अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह")
	case "hindiAlpha1":
		return numeral.Repeated(n, "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह")
	case "hebrew2":
		return numeral.Repeated(n, "אבגדהוזחטיכלמנסעפצקרשת")
	case "arabic1":
		return numeral.Repeated(n, "أبتثجحخدذرزسشصضطظعغفقكلمنهوي")
	case "arabic2":
		return numeral.Repeated(n, "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ")
	}
	return strconv.Itoa(n)
}

// circled writes 1 to 20 in circles.
func circled(n int) string {
	if n < 1 || n > 20 {
		return strconv.Itoa(n)
	}
	return string(rune('①' + n - 1))
}

// digits writes a number in the decimal digits that begin with zero.
func digits(n int, zero rune) string {
	return strings.Map(func(r rune) rune { return zero + r - '0' }, strconv.Itoa(n))
}

// chinese writes 1 to 99 in Chinese numerals.
func chinese(n int) string {
	ones := []rune("〇一二三四五六七八九")
	if n < 1 || n > 99 {
		return strconv.Itoa(n)
	}
	text := ""
	if n >= 20 {
		text = string(ones[n/10])
	}
	if n >= 10 {
		text += "十"
	}
	if n%10 > 0 {
		text += string(ones[n%10])
	}
	return text
}
