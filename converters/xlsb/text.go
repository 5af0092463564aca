package xlsb

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
)

// units reads the length of a text, and returns its code units. A text that is none, of
// length -1, is empty.
func (m *markup) units() []byte {
	n := m.long()
	if n > uint32(len(m.body)/2) {
		if n != 0xFFFFFFFF {
			n = uint32(len(m.body) / 2)
		} else {
			n = 0
		}
	}
	return m.take(2 * int(n))
}

// text reads a text (2.5.168).
func (m *markup) text() string { return cfb.Wide(m.units()) }

// appendText appends code units as text of an element: what XML cannot hold, and what reads
// like that, is written as _xHHHH_ (ECMA-376 part 1, 22.9.2.19).
func appendText(to, units []byte) []byte {
	for i := 0; i+1 < len(units); i += 2 {
		c, next := rune(units[i])|rune(units[i+1])<<8, rune(0)
		if i+3 < len(units) {
			next = rune(units[i+2]) | rune(units[i+3])<<8
		}
		if utf16.IsSurrogate(c) {
			if c = utf16.DecodeRune(c, next); c != utf8.RuneError {
				i += 2
			}
		}
		if c == '_' && next == 'x' || isNoCharacter(c) && c != '\n' && c != '\t' {
			to = fmt.Appendf(to, "_x%04X_", c)
			continue
		}
		to = appendRune(to, c)
	}
	return to
}

// isNoCharacter reports whether XML cannot hold a character, or would change it.
func isNoCharacter(c rune) bool { return c < ' ' || c == 0xFFFE || c == 0xFFFF }

// appendRune appends a character as markup.
func appendRune(to []byte, c rune) []byte {
	switch c {
	case '&':
		return append(to, "&amp;"...)
	case '<':
		return append(to, "&lt;"...)
	case '>':
		return append(to, "&gt;"...)
	case '"':
		return append(to, "&quot;"...)
	}
	return utf8.AppendRune(to, c)
}

// appendEscaped appends a text as the value of an attribute or as text that is not decoded
// further. Characters that XML cannot hold become spaces.
func appendEscaped(to []byte, text string) []byte {
	for _, c := range text {
		switch {
		case c == '\n':
			to = append(to, "&#10;"...)
		case isNoCharacter(c):
			to = append(to, ' ')
		default:
			to = appendRune(to, c)
		}
	}
	return to
}

// attr writes an attribute.
func (m *markup) attr(name, value string) {
	m.raw(" ", name, `="`)
	m.out = appendEscaped(m.out, value)
	m.raw(`"`)
}

// attrInt writes an attribute that is a number.
func (m *markup) attrInt(name string, value int) {
	m.raw(" ", name, `="`)
	m.int(value)
	m.raw(`"`)
}

// rich reads a text that may have runs with fonts of their own (2.5.117), and writes it.
func (m *markup) rich() {
	const hasRuns = 1
	flags := m.byte()
	units := m.units()
	if flags&hasRuns == 0 {
		m.raw("<t>")
		m.out = appendText(m.out, units)
		m.raw("</t>")
		return
	}
	from, font := 0, ""
	for range m.long() {
		if len(m.body) < 4 {
			break
		}
		at, number := 2*m.short(), m.short()
		next := ""
		if number < len(m.fonts) {
			next = m.fonts[number]
		}
		if at < from || at > len(units) {
			break
		}
		if next == font {
			continue // as most are, where only what is bold changes
		}
		m.run(font, units[from:at])
		from, font = at, next
	}
	m.run(font, units[from:])
}

// run writes a run of a text, with the markup of its font.
func (m *markup) run(font string, units []byte) {
	if len(units) == 0 {
		return
	}
	m.raw("<r>")
	if font != "" {
		m.raw("<rPr>", font, "</rPr>")
	}
	m.raw("<t>")
	m.out = appendText(m.out, units)
	m.raw("</t></r>")
}
