package rtf

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// codePage is a code page that text can be in.
type codePage struct {
	single *charmap.Charmap  // one byte a character
	double encoding.Encoding // one or two
	utf8   bool
	number int
}

// pageOf returns a code page by its number at Microsoft, and whether it can
// be read. What is unknown is read as Windows-1252.
func pageOf(number int) (codePage, bool) {
	p := codePage{number: number}
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

// charsetPages maps \fcharset to code pages (RTF 1.9.1, font table). 0, 1 and
// 2 are looked at before.
var charsetPages = map[int]int{
	77: 10000, 78: 932, 79: 949, 80: 936, 81: 950, 83: 1255, 84: 1256, 85: 1253, 86: 1254, 87: 874, 88: 1250, 89: 10007,
	128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 179: 1256,
	180: 1256, 181: 1255, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}

// decoder reads the bytes of text.
type decoder struct {
	page    codePage // of the current font
	symbol  bool     // the current font is one of symbols
	rawUTF8 bool     // what is not written as \'hh is UTF-8
	pending []byte   // bytes of a character that is not complete
	scratch []byte
	bad     int // bytes without a meaning
}

// direct reports whether ASCII means itself.
func (d *decoder) direct() bool { return len(d.pending) == 0 && !d.symbol }

// decode appends the text of b. Bytes that wait for others are kept.
func (d *decoder) decode(out, b []byte, hexed bool) []byte {
	page := d.page
	if !hexed && d.rawUTF8 {
		page = codePage{utf8: true}
	}
	for len(b) > 0 {
		c := b[0]
		switch {
		case len(d.pending) == 0 && c < utf8.RuneSelf && !d.symbol:
			n := 1
			for n < len(b) && b[n] < utf8.RuneSelf {
				n++
			}
			out = append(out, b[:n]...)
			b = b[n:]
			continue
		case d.symbol && len(d.pending) == 0 && !page.utf8:
			out = utf8.AppendRune(out, symbolRune(c))
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

// symbolRune returns the character of a font of symbols in the private range
// to which Word moves it; the gate knows what it shows.
func symbolRune(c byte) rune {
	if c < ' ' {
		return rune(c)
	}
	return 0xF000 + rune(c)
}

// one appends a character of one byte.
func (d *decoder) one(out []byte, page *charmap.Charmap, c byte) []byte {
	r := page.DecodeByte(c)
	if r == utf8.RuneError {
		d.bad++
	}
	return utf8.AppendRune(out, r)
}

// two takes a byte of an encoding with one or two bytes a character.
func (d *decoder) two(out []byte, enc encoding.Encoding, c byte) []byte {
	d.pending = append(d.pending, c)
	if len(d.pending) == 1 && isLead(d.page.number, c) {
		return out
	}
	text, err := enc.NewDecoder().Bytes(d.pending)
	d.pending = d.pending[:0]
	if err != nil {
		d.bad++
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
func (d *decoder) many(out []byte, c byte) []byte {
	if len(d.pending) > 0 && c&0xC0 != 0x80 {
		out = d.unfinished(out)
	}
	if c < utf8.RuneSelf {
		return append(out, c)
	}
	d.pending = append(d.pending, c)
	if !utf8.FullRune(d.pending) {
		return out
	}
	if r, _ := utf8.DecodeRune(d.pending); r == utf8.RuneError {
		d.bad++
	}
	out = utf8.AppendRune(out, firstRune(d.pending))
	d.pending = d.pending[:0]
	return out
}

func firstRune(b []byte) rune {
	r, _ := utf8.DecodeRune(b)
	return r
}

// unfinished gives up waiting for the rest of a character.
func (d *decoder) unfinished(out []byte) []byte {
	if len(d.pending) == 0 {
		return out
	}
	d.pending = d.pending[:0]
	d.bad++
	return utf8.AppendRune(out, utf8.RuneError)
}
