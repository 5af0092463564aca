package parse

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/rtf/token"
)

func newHead(src *source) head {
	h := head{src: src, fonts: map[int32]font{}, styles: map[int32]style{}, fontDef: fontDef{number: noFont}}
	h.docPage, _ = codepage.Of(1252)
	return h
}

// noFont is the number of a font where none is being defined.
const noFont = -1

// font returns a font by its number, with the document's code page where its own
// is unknown.
func (h *head) font(n int32) font {
	f, ok := h.fonts[n]
	if !ok || !f.set {
		f.page = h.docPage
	}
	return f
}

// setFont makes a font the one that bytes are decoded by.
func (in *input) setFont(f font) {
	in.decoder.Page, in.decoder.Font = f.page, f.signs
}

// beginFont begins the definition of a font.
func (h *head) beginFont(n int) {
	h.endFont()
	h.fontDef.number, h.fontDef.font = clip(n), font{}
}

// ofFont returns an act for a word that says something of a font.
func ofFont(set func(*head, *font, int)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		if r.at.sink == toFonts {
			set(&r.head, &r.head.fontDef.font, t.Num)
		}
	}
}

// setCharset gives a font the code page of a character set: that of the document
// has the number 1, symbols have the number 2.
func (h *head) setCharset(f *font, n int) {
	if n == 2 {
		f.signs = symbolfont.Unknown
	} else if number, ok := codepage.OfCharset(n); ok {
		f.page, f.set = h.pageKnown(number), true
	}
}

// setPage gives a font a code page by its number.
func (h *head) setPage(f *font, n int) {
	if page, ok := codepage.Of(n); ok && n != 0 {
		f.page, f.set = page, true
	}
}

// pageKnown returns a code page; one that cannot be read is noted.
func (h *head) pageKnown(number int) codepage.Page {
	page, ok := codepage.Of(number)
	if !ok {
		h.unknownPage = number
	}
	return page
}

// setDocPage returns an act for a word that names the code page of the document.
func setDocPage(number int) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) { r.head.docPage, _ = codepage.Of(number) }
}

// fontName takes a part of a font's name, which a semicolon ends.
func (h *head) fontName(b []byte) {
	d := &h.fontDef
	if i := bytes.IndexByte(b, ';'); i >= 0 {
		d.name = append(d.name, b[:i]...)
		h.endFont()
		return
	}
	if len(d.name) < maxName {
		d.name = append(d.name, b...)
	}
}

// endFont enters the font that is being defined into the table.
func (h *head) endFont() {
	d := &h.fontDef
	if d.number < 0 {
		return
	}
	name := strings.ToLower(strings.TrimSpace(string(d.name)))
	f := d.font
	if known := symbolfont.Of(name); known.HasSymbols() || !isSymbolFont(name) {
		f.signs = known
	}
	f.mono = (f.mono || prose.IsMonoFont(name)) && !f.signs.HasSymbols()
	h.fonts[d.number] = f
	h.src.hold(costFont)
	d.number, d.name = noFont, d.name[:0]
}

// isSymbolFont reports whether the characters of a font are pictures. Other
// fonts with the character set of symbols are text.
func isSymbolFont(name string) bool {
	return strings.Contains(name, "symbol") || strings.Contains(name, "dings") || strings.Contains(name, "zapf")
}
