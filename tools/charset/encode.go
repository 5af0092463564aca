package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/unicode/norm"

	xunicode "golang.org/x/text/encoding/unicode"
)

var encodings = map[string]encoding.Encoding{
	"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1252": charmap.Windows1252,
	"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1255": charmap.Windows1255,
	"windows-1256": charmap.Windows1256, "windows-1257": charmap.Windows1257, "windows-1258": charmap.Windows1258,
	"windows-874": charmap.Windows874, "ISO-8859-2": charmap.ISO8859_2, "ISO-8859-3": charmap.ISO8859_3,
	"ISO-8859-4": charmap.ISO8859_4, "ISO-8859-5": charmap.ISO8859_5, "ISO-8859-6": charmap.ISO8859_6,
	"ISO-8859-7": charmap.ISO8859_7, "ISO-8859-8": charmap.ISO8859_8, "ISO-8859-10": charmap.ISO8859_10,
	"ISO-8859-13": charmap.ISO8859_13, "ISO-8859-14": charmap.ISO8859_14, "ISO-8859-15": charmap.ISO8859_15,
	"ISO-8859-16": charmap.ISO8859_16, "KOI8-R": charmap.KOI8R, "KOI8-U": charmap.KOI8U, "IBM437": charmap.CodePage437,
	"IBM850": charmap.CodePage850, "IBM852": charmap.CodePage852, "IBM855": charmap.CodePage855, "IBM866": charmap.CodePage866,
	"macintosh": charmap.Macintosh, "x-mac-cyrillic": charmap.MacintoshCyrillic, "Shift_JIS": japanese.ShiftJIS,
	"EUC-JP": japanese.EUCJP, "ISO-2022-JP": japanese.ISO2022JP, "GB18030": simplifiedchinese.GBK,
	"Big5": traditionalchinese.Big5, "EUC-KR": korean.EUCKR,
	"UTF-8":    encoding.Nop,
	"UTF-16LE": xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM),
	"UTF-16BE": xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM),
	"UTF-32LE": utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM),
	"UTF-32BE": utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM),
}

// plainer are the characters that old texts wrote another way, tried in turn where an encoding has no such character.
var plainer = map[rune][]string{
	'’': {"'"}, '‘': {"'"}, '“': {`"`}, '”': {`"`}, '„': {`"`}, '‚': {"'"}, '«': {`"`}, '»': {`"`}, '–': {"-"}, '—': {"-"},
	'…': {"..."}, '\u00A0': {" "}, '\u202F': {"\u00A0", " "}, '\u2009': {" "}, '\u2011': {"-"}, '\u2010': {"-"}, '•': {"*"},
	'ș': {"ş"}, 'ț': {"ţ"}, 'Ș': {"Ş"}, 'Ț': {"Ţ"}, 'ş': {"ș"}, 'ţ': {"ț"}, 'Ş': {"Ș"}, 'Ţ': {"Ț"}, 'ʼ': {"'"}, '′': {"'"}, '″': {`"`}, '−': {"-"}, '\u00AD': {""}, '\u200B': {""},
	'→': {"->"}, '›': {">"}, '‹': {"<"}, '×': {"x"}, 'ĳ': {"ij"}, '\u200E': {""}, '\u200F': {""}, '©': {"(C)"}, '®': {"(R)"}, '€': {"EUR"},
	'～': {"〜"}, '〜': {"～"}, '\u2060': {""},
	'ی': {"ي"}, 'ک': {"ك"},
}

// encode writes s in an encoding, or says that it cannot.
func encode(name, s string) ([]byte, bool) {
	enc := encodings[name]
	if name == "windows-1258" {
		s = splitTones(s, false)
	} else {
		s = norm.NFC.String(s)
	}
	var out strings.Builder
	for _, r := range s {
		c, ok := encodeRune(enc, r)
		if !ok {
			return nil, false
		}
		out.WriteString(c)
	}
	b, err := enc.NewEncoder().String(out.String())
	return []byte(b), err == nil
}

// encodeRune is r, or what stands for it in the encoding.
func encodeRune(enc encoding.Encoding, r rune) (string, bool) {
	if r < 0x80 {
		return string(r), true
	}
	for _, c := range append([]string{string(r)}, plainer[r]...) {
		if _, err := enc.NewEncoder().String(c); err == nil {
			return c, true
		}
	}
	return "", false
}

// splitTones writes Vietnamese as windows-1258 does: a letter with its circumflex, breve or horn, then the tone as a
// combining mark. The letters that the code page has with a tone stay whole unless all is set.
func splitTones(s string, all bool) string {
	var out strings.Builder
	for _, r := range norm.NFC.String(s) {
		if _, whole := charmap.Windows1258.EncodeRune(r); r < 0x80 || whole && !all || !unicode.IsLetter(r) {
			out.WriteRune(r)
			continue
		}
		var base, tone []rune
		for _, d := range norm.NFD.String(string(r)) {
			switch d {
			case 0x300, 0x301, 0x303, 0x309, 0x323:
				tone = append(tone, d)
			default:
				base = append(base, d)
			}
		}
		out.WriteString(norm.NFC.String(string(base)) + string(tone))
	}
	return out.String()
}
