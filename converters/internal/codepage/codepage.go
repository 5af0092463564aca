// Package codepage reads text in the code pages of Windows and of the Macintosh, of one and two
// bytes a character, piece by piece.
package codepage

import (
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Page is a code page that text can be in.
type Page struct {
	single *charmap.Charmap  // one byte a character
	double encoding.Encoding // one or two
	utf8   bool
	number int
}

// Of returns a code page by its number at Microsoft, and whether it can be read.
// One that is unknown is read as Windows-1252.
func Of(number int) (Page, bool) {
	p := Page{number: number}
	switch number {
	case 932, 10001:
		p.double = japanese.ShiftJIS
	case 936, 54936, 10008:
		p.double = simplifiedchinese.GBK
	case 949, 51949, 10003:
		p.double = korean.EUCKR
	case 950, 10002:
		p.double = traditionalchinese.Big5
	case 65001:
		p.utf8 = true
	default:
		p.single = singlePages[number]
	}
	if p.single == nil && p.double == nil && !p.utf8 {
		p.single, p.number = charmap.Windows1252, 1252
		return p, false
	}
	return p, true
}

// IsUTF8 reports whether the page is UTF-8.
func (p Page) IsUTF8() bool { return p.utf8 }

// singlePages are the code pages of one byte a character.
var singlePages = map[int]*charmap.Charmap{
	437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 855: charmap.CodePage855,
	858: charmap.CodePage858, 860: charmap.CodePage860, 862: charmap.CodePage862, 863: charmap.CodePage863,
	865: charmap.CodePage865, 866: charmap.CodePage866, 874: charmap.Windows874, 1250: charmap.Windows1250,
	1251: charmap.Windows1251, 1252: charmap.Windows1252, 1253: charmap.Windows1253, 1254: charmap.Windows1254,
	1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257, 1258: charmap.Windows1258,
	10000: charmap.Macintosh, 10007: charmap.MacintoshCyrillic, 20866: charmap.KOI8R, 21866: charmap.KOI8U,
	28591: charmap.ISO8859_1, 28592: charmap.ISO8859_2, 28593: charmap.ISO8859_3, 28594: charmap.ISO8859_4,
	28595: charmap.ISO8859_5, 28596: charmap.ISO8859_6, 28597: charmap.ISO8859_7, 28598: charmap.ISO8859_8,
	28599: charmap.ISO8859_9, 28605: charmap.ISO8859_15, 0: charmap.Windows1252,
}

// OfCharset returns the number of the code page of a \fcharset, and whether it
// has one: 1 is that of the document, and 2 are symbols.
func OfCharset(charset int) (number int, ok bool) {
	number, ok = charsetPages[charset]
	return number, ok
}

// charsetPages maps \fcharset to code pages (RTF 1.9.1, font table).
var charsetPages = map[int]int{
	0: 1252, 77: 10000, 78: 932, 79: 949, 80: 936, 81: 950, 83: 1255, 84: 1256, 85: 1253, 86: 1254, 87: 874, 88: 1250, 89: 10007,
	128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 179: 1256,
	180: 1256, 181: 1255, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}

// Decoder reads the bytes of text.
type Decoder struct {
	Page Page
	Font symbolfont.Font
	Raw  bool // text that is not written in hexadecimal is UTF-8
	Bad  int  // bytes without a meaning, so far

	pending []byte // bytes of a character that is not complete
}

// Direct reports whether ASCII means itself.
func (d *Decoder) Direct() bool { return len(d.pending) == 0 && !d.Font.IsCode() }

// Waits reports whether a character is not complete.
func (d *Decoder) Waits() bool { return len(d.pending) > 0 }

// Decode appends the text of b, which may be written in hexadecimal. Bytes that
// wait for others are kept.
func (d *Decoder) Decode(out, b []byte, hexed bool) []byte {
	page := d.Page
	if !hexed && d.Raw {
		page = Page{utf8: true}
	}
	for len(b) > 0 {
		c := b[0]
		switch {
		case len(d.pending) == 0 && c < utf8.RuneSelf && !d.Font.IsCode():
			n := 1
			for n < len(b) && b[n] < utf8.RuneSelf {
				n++
			}
			out = append(out, b[:n]...)
			b = b[n:]
			continue
		case d.Font.IsCode() && len(d.pending) == 0 && !page.utf8:
			out = append(out, d.Font.Text(string(rune(c)))...)
		case page.single != nil && len(d.pending) == 0:
			out = d.one(out, page.single, c)
		case page.double != nil:
			out = d.two(out, page.double, c)
		default:
			out = d.many(out, c)
		}
		b = b[1:]
	}
	return out
}

// one appends a character of one byte.
func (d *Decoder) one(out []byte, page *charmap.Charmap, c byte) []byte {
	r := page.DecodeByte(c)
	if r == utf8.RuneError {
		d.Bad++
	}
	return utf8.AppendRune(out, r)
}

// two takes a byte of an encoding with one or two bytes a character.
func (d *Decoder) two(out []byte, enc encoding.Encoding, c byte) []byte {
	d.pending = append(d.pending, c)
	if len(d.pending) == 1 && isLead(d.Page.number, c) {
		return out
	}
	text, err := enc.NewDecoder().Bytes(d.pending)
	d.pending = d.pending[:0]
	if err != nil {
		d.Bad++
		return utf8.AppendRune(out, utf8.RuneError)
	}
	return append(out, text...)
}

// isLead reports whether a byte begins a character of two bytes.
func isLead(page int, c byte) bool {
	if page == 932 || page == 10001 {
		return c >= 0x81 && c <= 0x9F || c >= 0xE0 && c <= 0xFC
	}
	return c >= 0x81 && c <= 0xFE
}

// many takes a byte of UTF-8.
func (d *Decoder) many(out []byte, c byte) []byte {
	if len(d.pending) > 0 && c&0xC0 != 0x80 {
		out = d.Unfinished(out)
	}
	if c < utf8.RuneSelf {
		return append(out, c)
	}
	d.pending = append(d.pending, c)
	if !utf8.FullRune(d.pending) {
		return out
	}
	r, _ := utf8.DecodeRune(d.pending)
	if r == utf8.RuneError {
		d.Bad++
	}
	d.pending = d.pending[:0]
	return utf8.AppendRune(out, r)
}

// Unfinished gives up waiting for the rest of a character.
func (d *Decoder) Unfinished(out []byte) []byte {
	if len(d.pending) == 0 {
		return out
	}
	d.pending = d.pending[:0]
	d.Bad++
	return utf8.AppendRune(out, utf8.RuneError)
}

// Trail completes a character by its second byte, and returns its text, or nil if
// the two are none.
func (d *Decoder) Trail(c byte) []byte {
	if len(d.pending) != 1 || d.Page.double == nil || d.Raw {
		return nil
	}
	text, err := d.Page.double.NewDecoder().Bytes([]byte{d.pending[0], c})
	if err != nil || string(text) == "\uFFFD" {
		return nil
	}
	d.pending = d.pending[:0]
	return text
}
