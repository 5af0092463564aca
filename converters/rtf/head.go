package rtf

import (
	"bytes"
	"strings"
)

// head is what the head of a file defines.
type head struct {
	page        codePage // of the document
	defaultFont int32
	fonts       map[int32]font
	fontAt      int32 // the font that is being defined
	fontDef     font
	fontText    []byte
	colors      []color
	colorDef    color
	colorSet    bool
	styles      map[int32]style
	styleAt     int32
	styleDef    style
	styleText   []byte
	styleOther  bool // the style is not one of paragraphs
	lists       lists
	meta        metaText
}

// metaText is what the file says of itself.
type metaText struct{ title, author, subject, keywords, created, revised string }

// font is a font of the font table.
type font struct {
	page   codePage
	symbol bool
	mono   bool
	set    bool // its code page is known
}

type color struct{ red, green, blue int32 }

// style is a style of paragraphs.
type style struct {
	outline int8 // of headings, noOutline for others
	kind    styleKind
}

// styleKind is what the name of a style says of its paragraphs.
type styleKind uint8

const (
	styleText styleKind = iota
	styleQuote
	styleCode
)

// font returns a font by its number, the document's code page where it is
// unknown.
func (r *reader) font(n int32) font {
	f, ok := r.fonts[n]
	if !ok || !f.set {
		f.page = r.head.page
	}
	return f
}

// setFont makes a font the one that bytes are decoded by.
func (r *reader) setFont(n int32) {
	f := r.font(n)
	r.decoder.page, r.symbol = f.page, f.symbol
}

// fontWord acts upon a word inside the font table.
func (r *reader) fontWord(t token) {
	switch t.word {
	case wFont:
		r.endFont()
		r.fontAt, r.fontDef = clip(t.num), font{}
	case wCharset:
		r.setCharset(t.num)
	case wFontCodePage:
		if page, ok := pageOf(t.num); ok && t.num != 0 {
			r.fontDef.page, r.fontDef.set = page, true
		}
	case wPitch:
		r.fontDef.mono = r.fontDef.mono || t.num == 1
	case wModern:
		r.fontDef.mono = true
	}
}

// setCharset gives the font that is being defined the code page of a
// character set.
func (r *reader) setCharset(n int) {
	switch n {
	case 0:
		r.fontDef.page, _ = pageOf(1252)
		r.fontDef.set = true
	case 1:
	case 2:
		r.fontDef.symbol = true
	default:
		if number, ok := charsetPages[n]; ok {
			r.fontDef.page, r.fontDef.set = r.pageKnown(number), true
		}
	}
}

// pageKnown returns a code page; one that cannot be read is noted.
func (r *reader) pageKnown(number int) codePage {
	page, ok := pageOf(number)
	if !ok {
		r.unknownPage = number
	}
	return page
}

// fontName takes a part of a font's name, which a semicolon ends.
func (r *reader) fontName(b []byte) {
	if i := bytes.IndexByte(b, ';'); i >= 0 {
		r.fontText = append(r.fontText, b[:i]...)
		r.endFont()
		return
	}
	if len(r.fontText) < nameMost {
		r.fontText = append(r.fontText, b...)
	}
}

// nameMost is how long a name or a marker is that nothing more is added to, in
// bytes.
const nameMost = 256

// endFont enters the font that is being defined into the table.
func (r *reader) endFont() {
	if r.fontAt < 0 {
		return
	}
	name := strings.ToLower(strings.TrimSpace(string(r.fontText)))
	f := r.fontDef
	f.symbol = f.symbol && isSymbolFont(name)
	f.mono = (f.mono || isMonoFont(name)) && !f.symbol
	r.fonts[r.fontAt] = f
	r.hold(fontCost)
	r.fontAt, r.fontText = -1, r.fontText[:0]
}

// isSymbolFont reports whether the characters of a font are pictures. Other
// fonts with the character set of symbols are text.
func isSymbolFont(name string) bool {
	return strings.Contains(name, "symbol") || strings.Contains(name, "dings") || strings.Contains(name, "zapf")
}

// isMonoFont knows the fonts of fixed width by name.
func isMonoFont(name string) bool {
	for _, part := range []string{"courier", "consol", "mono", "menlo", "monaco", "andale", "typewriter", "fixed", "terminal", "source code", "fira code", "cascadia"} {
		if strings.Contains(name, part) {
			return !strings.Contains(name, "monotype")
		}
	}
	return false
}

// clip makes a number of the source fit.
func clip(n int) int32 { return int32(min(max(n, -1<<30), 1<<30)) }

// headWord acts upon the words of the head and of its tables.
func (r *reader) headWord(t token) {
	switch t.word {
	case wRed, wGreen, wBlue:
		r.colorWord(t)
	case wCharset, wFontCodePage, wPitch, wModern:
		if r.group.dest == destFonts {
			r.fontWord(t)
		}
	case wMac:
		r.head.page, _ = pageOf(10000)
	case wPc:
		r.head.page, _ = pageOf(437)
	case wPca:
		r.head.page, _ = pageOf(850)
	case wCodePage:
		r.head.page = r.pageKnown(t.num)
	case wDefaultFont:
		r.defaultFont = clip(t.num)
		r.group.chars.font = r.defaultFont
	case wHTMLSkip:
		r.group.chars.rtfOnly = !t.hasNum || t.num != 0
	case wEndnote:
		if r.group.of == wFootnote && len(r.notes) > 0 {
			r.notes[r.group.from].endnote = true
		}
	case wShapeLeft, wShapeTop, wShapeRight, wShapeBottom:
		if n := len(r.shapes); n > 0 {
			r.shapes[n-1].box[t.word-wShapeLeft] = t.num
			r.shapes[n-1].placed = r.shapes[n-1].placed || t.word == wShapeBottom
		}
	case wYear, wMonth, wDay, wHour, wMinute:
		r.timeWord(t)
	case wPnBullet, wPnNumber, wPnStart, wPnUpperRoman, wPnLowerRoman, wPnUpper, wPnLower, wPnOrdinal:
		r.pnWord(t)
	case wFormType, wFormResult, wFormDefault:
		r.formWord(t)
	default:
		r.listWord(t)
	}
	r.setFont(r.group.chars.font)
	r.stale = true
}

func (r *reader) colorWord(t token) {
	v := clip(t.num)
	switch t.word {
	case wRed:
		r.colorDef.red = v
	case wGreen:
		r.colorDef.green = v
	case wBlue:
		r.colorDef.blue = v
	}
	r.colorSet = true
}
