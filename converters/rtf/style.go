package rtf

import (
	"bytes"
	"strings"
	"unicode"
)

// styleName takes a part of a style's name, which a semicolon ends.
func (r *reader) styleName(b []byte) {
	i := bytes.IndexByte(b, ';')
	if i < 0 {
		if len(r.styleText) < nameMost {
			r.styleText = append(r.styleText, b...)
		}
		return
	}
	r.styleText = append(r.styleText, b[:i]...)
	if !r.styleOther {
		r.styles[r.styleAt] = r.styleDef.named(string(r.styleText))
		r.hold(1)
	}
	r.resetStyle()
}

// resetStyle begins the definition of a style.
func (r *reader) resetStyle() {
	r.styleAt, r.styleOther, r.styleText = 0, false, r.styleText[:0]
	r.styleDef = style{outline: noOutline}
}

// styleWord acts upon a word inside the style sheet. It reports whether it
// meant something.
func (r *reader) styleWord(t token) {
	switch t.word {
	case wStyle:
		r.styleAt = clip(t.num)
	case wCharStyle, wOtherStyle:
		r.styleOther = true
	case wOutline:
		r.styleDef.outline = outlineOf(t)
	}
}

// outlineOf returns the level that \outlinelevel says: 0 to 8, or noOutline.
func outlineOf(t token) int8 {
	if t.num < 0 || t.num > 8 {
		return noOutline
	}
	return int8(t.num)
}

// named adds what the name of a style says.
func (s style) named(name string) style {
	name = strings.ToLower(strings.TrimSpace(name))
	name, _, _ = strings.Cut(name, ",") // Word's aliases
	if s.outline == noOutline {
		s.outline = headingNamed(name)
	}
	switch name {
	case "quote", "intense quote", "block text", "block quotation", "quotations", "blockquote", "block quote", "zitat", "citation", "cita":
		s.kind = styleQuote
	case "html preformatted", "source code", "code", "preformatted text", "code block", "plain code":
		s.kind = styleCode
	}
	return s
}

// headingNamed returns the outline level of a style by its name, such as
// "heading 1", or noOutline.
func headingNamed(name string) int8 {
	if name == "title" {
		return 0
	}
	word := strings.TrimRightFunc(name, unicode.IsDigit)
	digits := name[len(word):]
	if len(digits) != 1 || digits[0] < '1' || digits[0] > '9' {
		return noOutline
	}
	switch strings.TrimSpace(word) {
	case "heading", "überschrift", "titre", "título", "titolo", "kop", "rubrik", "overskrift", "otsikko", "nagłówek",
		"nadpis", "címsor", "заголовок", "见出し", "見出し", "标题", "標題", "제목", "başlık", "titlu", "επικεφαλίδα", "naslov":
		return int8(digits[0] - '1')
	}
	return noOutline
}

// charWord acts upon a word that formats characters.
func (r *reader) charWord(t token) {
	if r.group.dest == destFonts {
		r.fontWord(t)
		return
	}
	r.flush()
	c := &r.group.chars
	on := !t.hasNum || t.num != 0
	switch t.word {
	case wPlain:
		r.group.inkShade = pattern{}
		*c = chars{font: r.defaultFont, uc: c.uc, size: sizeDefault, link: c.link, rtfOnly: c.rtfOnly}
	case wFont:
		c.font = clip(t.num)
	case wSize:
		if t.num >= 0 {
			c.size = clip(t.num)
		}
	case wInk:
		c.ink = clip(t.num)
	case wGround, wHighlight:
		c.ground = known(clip(t.num))
	case wInkPattern, wInkShare, wInkGround:
		r.group.inkShade.set(t.word, wInkPattern, clip(t.num))
		c.ground = r.ground(r.group.inkShade)
	case wScale:
		c.scale = clip(t.num)
	case wSpacing:
		c.spacing = clip(t.num)
	case wSpacingQuarter:
		c.spacing = clip(t.num) * 5
	case wUc:
		c.uc = uint8(min(max(t.num, 0), 255))
	case wHidden:
		c.hidden = on
	case wDeleted:
		c.deleted = on
	case wUpDownSize: // it has a group of its own in front of the text
		r.around(1).chars.shrunk = on
	default:
		c.style(t, on)
	}
	r.setFont(c.font)
	r.stale = true
}

// indent returns an indent; word processors take one that is no number of 32
// bits for none.
func indent(t token) int32 {
	if n := clip(t.num); int(n) == t.num {
		return n
	}
	return 0
}

// sizeDefault is the size of text that says none, in half points.
const sizeDefault = 24

// parWord acts upon a word that formats paragraphs.
func (r *reader) parWord(t token) {
	if r.group.dest == destStyles {
		r.styleWord(t)
		return
	}
	p := &r.group.pars
	n := clip(t.num)
	if t.word == wListNumber && r.group.dest == destOverrides {
		r.useList(n)
		return
	}
	switch t.word {
	case wPard:
		*p, r.group.parShade = plainPars(), pattern{}
		r.stale = true
	case wStyle:
		p.style = n
	case wLeft:
		p.left, r.stale = indent(t), true
	case wFirst:
		p.first, r.stale = indent(t), true
	case wListNumber:
		p.list = n
	case wListLevel:
		p.level = int8(min(max(n, 0), 8))
	case wOutline:
		p.outline = outlineOf(t)
	case wInTable:
		p.inTable = !t.hasNum || n != 0
	case wNestLevel:
		p.itap = int16(min(max(n, 0), 1<<14))
	case wParPattern, wParShare, wParGround:
		r.group.parShade.set(t.word, wParPattern, n)
		p.ground = r.ground(r.group.parShade)
		r.stale = true
	case wLineHeight:
		p.pressed, r.stale = n < 0 && n > -minHeight, true
	case wParBorder:
		p.border = true
	case wFrameX:
		p.frame.x, r.stale = n, true
	case wFrameY:
		p.frame.y, r.stale = n, true
	case wFrameWide:
		p.frame.wide, r.stale = n, true
	default:
		p.setAlign(t.word)
	}
}
