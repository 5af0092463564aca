package parse

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/token"
)

// maxName is how long a name or a marker is that nothing more is added to, in
// bytes.
const maxName = 256

// styleName takes a part of a style's name, which a semicolon ends.
func (h *head) styleName(b []byte) {
	d := &h.styleDef
	i := bytes.IndexByte(b, ';')
	if i < 0 {
		if len(d.name) < maxName {
			d.name = append(d.name, b...)
		}
		return
	}
	d.name = append(d.name, b[:i]...)
	if !d.other {
		h.styles[d.number] = d.named(string(d.name))
		h.src.hold(1)
	}
	h.resetStyle()
}

// resetStyle begins the definition of a style.
func (h *head) resetStyle() {
	h.styleDef = styleDef{style: style{outline: noOutline}, name: h.styleDef.name[:0]}
}

// styleWord acts upon a word inside the style sheet.
func (h *head) styleWord(c *command, t token.Token) {
	switch c.names {
	case "s":
		h.styleDef.number = clip(t.Num)
	case "cs ds ts tsrowd":
		h.styleDef.other = true
	case "outlinelevel":
		h.styleDef.outline = outlineOf(t)
	}
}

// outlineOf returns the level that \outlinelevel says: 0 to 8, or noOutline.
func outlineOf(t token.Token) int8 {
	if t.Num < 0 || t.Num > 8 {
		return noOutline
	}
	return int8(t.Num)
}

// named adds what the name of a style says.
func (s style) named(name string) style {
	name, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(name)), ",") // Word's aliases
	if s.outline == noOutline {
		s.outline = wordtext.HeadingNamed(name)
	}
	s.kind = wordtext.KindNamed(name)
	return s
}
