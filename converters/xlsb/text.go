package xlsb

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
)

// units reads the length of a text, and returns its code units. A text that is none, of
// length -1, is empty.
func (r *record) units() []byte {
	n := r.long()
	if n > uint32(len(*r)/2) {
		if n != 0xFFFFFFFF {
			n = uint32(len(*r) / 2)
		} else {
			n = 0
		}
	}
	return r.take(2 * int(n))
}

// text reads a text (2.5.168).
func (r *record) text() string { return cfb.Wide(r.units()) }

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
func (w *writer) attr(name, value string) {
	w.raw(" ", name, `="`)
	w.buf = appendEscaped(w.buf, value)
	w.raw(`"`)
}

// attrInt writes an attribute that is a number.
func (w *writer) attrInt(name string, value int) {
	w.raw(" ", name, `="`)
	w.int(value)
	w.raw(`"`)
}

// rich reads a text that may have runs with fonts of their own (2.5.117), and writes it.
func (m *markup) rich() {
	const hasRuns = 1
	flags := m.body.byte()
	units := m.body.units()
	if flags&hasRuns == 0 {
		m.out.raw("<t>")
		m.out.buf = appendText(m.out.buf, units)
		m.out.raw("</t>")
		return
	}
	from, font := 0, ""
	for range m.body.long() {
		if len(m.body) < 4 {
			break
		}
		at, number := 2*m.body.short(), m.body.short()
		next := ""
		if number < len(m.book.fonts) {
			next = m.book.fonts[number]
		}
		if at < from || at > len(units) {
			break
		}
		if next == font {
			continue // as most are, where only what is bold changes
		}
		m.out.run(font, units[from:at])
		from, font = at, next
	}
	m.out.run(font, units[from:])
}

// run writes a run of a text, with the markup of its font.
func (w *writer) run(font string, units []byte) {
	if len(units) == 0 {
		return
	}
	w.raw("<r>")
	if font != "" {
		w.raw("<rPr>", font, "</rPr>")
	}
	w.raw("<t>")
	w.buf = appendText(w.buf, units)
	w.raw("</t></r>")
}
