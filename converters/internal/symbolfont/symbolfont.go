// Package symbolfont says what the fonts of symbols show: Symbol, Wingdings 1 to 3,
// Webdings and Zapf Dingbats. Their code points are those of letters, or are moved to
// the private range at U+F000 (ISO/IEC 29500-1, 17.3.3.30), and each font has another
// sign there.
package symbolfont

import (
	"strings"
	"unicode/utf8"
)

// Font is a font of symbols, or says that a font has letters.
type Font uint8

// The fonts. Unset is the zero value: nothing says which font a text has.
const (
	Unset Font = iota
	Letters
	symbol
	wingdings
	wingdings2
	wingdings3
	webdings
	zapf
	icons   // its private characters are signs that nobody knows
	Unknown // a font of symbols whose signs nobody knows
)

// longest is how long the names are that are looked at.
const longest = 64

// first is the first code point that has a sign, and moved is where these
// fonts have their signs in the private range.
const (
	first, last = 0x20, 0xFF
	moved       = 0xF000
)

// Of returns the font with a name, in any case, with quotation marks or without; of the
// first of some names with commas between.
func Of(name string) Font {
	name, _, _ = strings.Cut(name, ",")
	if name = strings.Trim(name, `"' `); len(name) < len("symbol") || len(name) > longest {
		return Letters
	}
	name = strings.ToLower(name)
	switch name {
	case "symbol", "symbol mt", "symbolmt":
		return symbol
	case "wingdings", "wingdings 1", "wingdings-regular":
		return wingdings
	case "wingdings 2", "wingdings2":
		return wingdings2
	case "wingdings 3", "wingdings3":
		return wingdings3
	case "webdings":
		return webdings
	case "zapfdingbats", "zapf dingbats", "itc zapf dingbats", "monotype sorts":
		return zapf
	case "marlett", "mt extra":
		return icons
	}
	for _, family := range [...]string{"awesome", "icons", "fontello", "glyphicons"} {
		if strings.Contains(name, family) {
			return icons
		}
	}
	return Letters
}

// HasSymbols reports whether the characters of the font are signs.
func (f Font) HasSymbols() bool { return f > Letters }

// IsCode reports whether bytes in the font are its signs, whatever their encoding.
func (f Font) IsCode() bool { return f > Letters && f != icons }

// unknown is what the gate reports as a private character, and writes as U+FFFD.
const unknown = '\uE000'

// Text returns what a text shows in the font. A place where the font has no sign
// becomes a private character, which the gate reports. Other characters stay: a
// program shows them in another font.
func (f Font) Text(text string) string {
	if !f.HasSymbols() || !strings.ContainsFunc(text, func(r rune) bool { return place(r) >= first }) {
		return text
	}
	signs := []rune(signsOf(f))
	out := make([]byte, 0, len(text)+8)
	for _, r := range text {
		if at := place(r); at >= first && (f != icons || r > moved) {
			if r = unknown; int(at-first) < len(signs) {
				r = signs[at-first]
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// signsOf returns the table of a font of symbols.
func signsOf(f Font) string {
	switch f {
	case symbol:
		return symbolSigns
	case wingdings:
		return wingdingsSigns
	case wingdings2:
		return wingdings2Signs
	case wingdings3:
		return wingdings3Signs
	case webdings:
		return webdingsSigns
	case zapf:
		return zapfSigns
	}
	return ""
}

// Sign returns what the font shows at a code point, or "" where there can be nothing.
func (f Font) Sign(code int64) string {
	if code < first || code > utf8.MaxRune || !utf8.ValidRune(rune(code)) {
		return ""
	}
	if f == Letters && code > moved && place(rune(code)) >= first {
		f = icons
	}
	return f.Text(string(rune(code)))
}

// Moved returns what a text shows whose private characters alone are in the font.
func (f Font) Moved(text string) string {
	if !f.HasSymbols() {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r > moved && place(r) >= first {
			r, _ = utf8.DecodeRuneInString(f.Text(string(r)))
		}
		return r
	}, text)
}

// place returns the place of a character in a font of symbols, or less than first.
func place(r rune) rune {
	if r > last {
		r -= moved
	}
	if r < first || r > last {
		return 0
	}
	return r
}
