package word

import (
	"encoding/binary"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

// The kinds of styles, and the number of no style (2.9.260).
const (
	kindParas = 1
	kindChars = 2
	noStyle   = 0xFFF
)

// maxStyles is how many styles a document has at most.
const maxStyles = 0xFFE

// read reads the styles of the document (2.9.271).
func (sheet *styles) read() error {
	b := sheet.in.part(partStyles)
	if len(b) < 6 {
		return nil
	}
	head := cut(b, 2, int64(binary.LittleEndian.Uint16(b)))
	if len(head) < 4 {
		return nil
	}
	n, base := min(int(binary.LittleEndian.Uint16(head)), maxStyles), int(binary.LittleEndian.Uint16(head[2:]))
	b = b[2+len(head):]
	for i := 0; i < n && len(b) >= 2; i++ {
		size := int(binary.LittleEndian.Uint16(b))
		def := cut(b, 2, int64(size))
		b = b[2+len(def):]
		sheet.all = append(sheet.all, sheet.readStyle(def, base))
	}
	return sheet.in.spend(4 * len(sheet.all))
}

// readStyle reads a style whose fixed part has some length (2.9.260).
func (sheet *styles) readStyle(b []byte, fixed int) style {
	s := style{base: noStyle}
	if len(b) < 8 || fixed < 8 || fixed >= len(b) {
		return s
	}
	s.builtIn = binary.LittleEndian.Uint16(b) & 0xFFF
	kind := binary.LittleEndian.Uint16(b[2:]) & 15
	s.base = binary.LittleEndian.Uint16(b[2:]) >> 4
	at := fixed
	if sheet.in.old {
		n := min(int(b[at]), len(b)-at-1)
		s.name = string(b[at+1 : at+1+n])
		at += 1 + n + 1
	} else {
		if at+2 > len(b) {
			return s
		}
		n := min(2*int(binary.LittleEndian.Uint16(b[at:])), len(b)-at-2)
		s.name = cfb.Wide(b[at+2 : at+2+n])
		at += 2 + n + 2
	}
	s.name = strings.ToLower(strings.TrimSpace(s.name))
	next := func() []byte {
		at += at & 1
		if at+2 > len(b) {
			return nil
		}
		d := cut(b, int64(at+2), int64(binary.LittleEndian.Uint16(b[at:])))
		at += 2 + int(binary.LittleEndian.Uint16(b[at:]))
		return d
	}
	switch kind {
	case kindParas:
		if d := next(); len(d) > 2 {
			s.paras = d[2:]
		}
		s.chars = next()
	case kindChars:
		s.chars = next()
	}
	return s
}

// of returns a style with its properties, which are those of the one that it is based
// on with changes; nil for none.
func (sheet *styles) of(n uint16) *style {
	if int(n) >= len(sheet.all) {
		return nil
	}
	var open []uint16
	for at := n; int(at) < len(sheet.all) && sheet.all[at].made == notMade; at = sheet.all[at].base {
		sheet.all[at].made = inMaking
		open = append(open, at)
	}
	for i := len(open) - 1; i >= 0; i-- {
		s := &sheet.all[open[i]]
		s.para, s.letter = plainPara(), plainChars()
		if int(s.base) < len(sheet.all) && sheet.all[s.base].made == isMade {
			base := &sheet.all[s.base]
			s.para, s.letter = base.para, base.letter
		}
		s.para.Style = open[i]
		if s.builtIn >= 1 && s.builtIn <= noOutline {
			s.para.Outline = int8(s.builtIn - 1)
		} else if level := wordtext.HeadingNamed(s.firstName()); level >= 0 {
			s.para.Outline = level
		}
		sheet.in.each(s.paras, func(x change) {
			if x.op != opParaStyle {
				sheet.setPara(&s.para, x)
			}
		})
		base := s.letter
		sheet.in.each(s.chars, func(x change) { s.letter.set(x, &base) })
		s.made = isMade
	}
	if s := &sheet.all[n]; s.made == isMade {
		return s
	}
	return nil
}

// plainPara returns the properties of a paragraph that nothing says.
func plainPara() Para { return Para{Outline: noOutline} }

// defaultSize is the size of text that says none, in half points.
const defaultSize = 20

func plainChars() Chars { return Chars{Letters: Letters{Size: defaultSize}} }

// firstName returns the name without its aliases.
func (s *style) firstName() string {
	name, _, _ := strings.Cut(s.name, ",")
	return name
}

// Name returns the name of a style in small letters, or "".
func (sheet *styles) Name(n uint16) string {
	if int(n) >= len(sheet.all) {
		return ""
	}
	return sheet.all[n].firstName()
}

// ofParas returns the properties of paragraphs of a style.
func (sheet *styles) ofParas(n uint16) Para {
	if s := sheet.of(n); s != nil {
		return s.para
	}
	p := plainPara()
	p.Style = n
	return p
}

// ofChars returns the properties of characters in paragraphs of a style.
func (sheet *styles) ofChars(n uint16) Chars {
	if s := sheet.of(n); s != nil {
		return s.letter
	}
	return plainChars()
}

// addStyle applies a style of characters.
func (sheet *styles) addStyle(c *Chars, n uint16) {
	for _, s := range sheet.basesOf(n) {
		base := *c
		sheet.in.each(s.chars, func(x change) { c.set(x, &base) })
	}
}

// maxBases is how many styles may be based on one another.
const maxBases = 16

// basesOf returns a style and what it is based on, the last one first.
func (sheet *styles) basesOf(n uint16) []*style {
	var out []*style
	for int(n) < len(sheet.all) && len(out) < maxBases && len(sheet.all[n].paras) == 0 {
		out = append([]*style{&sheet.all[n]}, out...)
		n = sheet.all[n].base
	}
	return out
}

// UsualFont returns the font of paragraphs without a style.
func (sheet *styles) UsualFont() uint16 { return sheet.ofChars(0).Font }
