package word

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
)

// charsetSymbols is the character set of fonts of symbols.
const charsetSymbols = 2

// read reads the fonts of the document (2.9.286, 2.9.88).
func (t *fonts) read() error {
	b := t.in.part(partFonts)
	if len(b) < 2 {
		return nil
	}
	b = b[2:]
	if !t.in.old {
		b = cut(b, 2, int64(len(b)))
	}
	for len(b) > 6 {
		size := int(b[0]) + 1
		t.all = append(t.all, t.font(cut(b, 0, int64(size))))
		b = b[min(size, len(b)):]
	}
	return t.in.spend(len(t.all))
}

func (t *fonts) font(b []byte) Font {
	out := t.plain()
	name := ""
	switch {
	case t.in.old && len(b) > 6:
		name = string(b[6:])
	case len(b) > 40:
		name = cfb.Wide(b[40:])
	default:
		return out
	}
	name, _, _ = strings.Cut(name, "\x00")
	name = strings.ToLower(name)
	out.Signs = symbolfont.Of(name)
	if charset := int(b[4]); charset == charsetSymbols && !out.Signs.HasSymbols() && (strings.Contains(name, "symbol") || strings.Contains(name, "dings")) {
		out.Signs = symbolfont.Unknown
	} else if number, ok := codepage.OfCharset(charset); ok {
		out.Page, _ = codepage.Of(number)
	}
	const fixed, modern = 1, 3
	out.Mono = (b[1]&3 == fixed || b[1]>>4&7 == modern || prose.IsMonoFont(name)) && !out.Signs.HasSymbols()
	return out
}

// plain returns a font that nothing is known of: its code page is that of the
// document's language.
func (t *fonts) plain() Font {
	language := t.in.short(6)
	if language == 0 || t.in.flags()&flagFarEast != 0 {
		language = t.in.short(0x3C) // that of East Asian text
	}
	page, _ := codepage.Of(pageOf(language))
	return Font{Page: page}
}

// pageOf returns the code page of a language by its number ([MS-LCID]).
func pageOf(language uint16) int {
	switch language & 0x3FF {
	case 0x11:
		return 932
	case 0x12:
		return 949
	case 0x04:
		if language == 0x0404 || language == 0x0C04 {
			return 950
		}
		return 936
	case 0x19, 0x22, 0x23, 0x02, 0x2F:
		return 1251
	case 0x05, 0x0E, 0x15, 0x18, 0x1B, 0x24, 0x1A, 0x1C:
		return 1250
	case 0x08:
		return 1253
	case 0x1F:
		return 1254
	case 0x0D:
		return 1255
	case 0x01, 0x20, 0x29:
		return 1256
	case 0x25, 0x26, 0x27:
		return 1257
	case 0x2A:
		return 1258
	case 0x1E:
		return 874
	}
	return 1252
}

// Of returns a font by its number.
func (t *fonts) Of(n uint16) Font {
	if int(n) < len(t.all) {
		return t.all[n]
	}
	return t.plain()
}
