package charset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// codecs lists every encoding that can be read. Among readings that give the same text the first one names it, so that
// the commoner of two encodings is before the rarer. ISO-8859-1, -9 and -11 are not here: their bytes 80–9F are
// controls that no text uses, and windows-1252, -1254 and -874 agree with them elsewhere (WHATWG Encoding, 4.2).
var codecs = []codec{
	{name: "UTF-8"},
	{name: "UTF-16LE", wide: wide{width: 2}},
	{name: "UTF-16BE", wide: wide{width: 2, big: true}},
	{name: "UTF-32LE", wide: wide{width: 4}},
	{name: "UTF-32BE", wide: wide{width: 4, big: true}},
	{name: "ISO-2022-JP", enc: japanese.ISO2022JP},

	{name: "windows-1252", enc: charmap.Windows1252, guessed: true, english: true},
	{name: "windows-1250", enc: charmap.Windows1250, guessed: true, prior: 2 * bit},
	{name: "windows-1251", enc: charmap.Windows1251, guessed: true, prior: 2 * bit},
	{name: "windows-1253", enc: charmap.Windows1253, guessed: true, prior: 3 * bit},
	{name: "windows-1254", enc: charmap.Windows1254, guessed: true, prior: 3 * bit},
	{name: "windows-1255", enc: charmap.Windows1255, guessed: true, prior: 3 * bit},
	{name: "windows-1256", enc: charmap.Windows1256, guessed: true, prior: 3 * bit},
	{name: "windows-1257", enc: charmap.Windows1257, guessed: true, prior: 4 * bit},
	{name: "windows-1258", enc: charmap.Windows1258, guessed: true, prior: 4 * bit},
	{name: "windows-874", enc: charmap.Windows874, guessed: true, prior: 3 * bit},
	{name: "ISO-8859-2", enc: charmap.ISO8859_2, guessed: true, prior: 3 * bit},
	{name: "ISO-8859-15", enc: charmap.ISO8859_15, guessed: true, prior: 3 * bit},
	{name: "ISO-8859-5", enc: charmap.ISO8859_5, guessed: true, prior: 5 * bit},
	{name: "ISO-8859-7", enc: charmap.ISO8859_7, guessed: true, prior: 3 * bit},
	{name: "ISO-8859-6", enc: charmap.ISO8859_6, guessed: true, prior: 5 * bit},
	{name: "ISO-8859-8", enc: charmap.ISO8859_8, guessed: true, prior: 5 * bit},
	{name: "ISO-8859-13", enc: charmap.ISO8859_13, guessed: true, prior: 6 * bit},
	{name: "ISO-8859-4", enc: charmap.ISO8859_4, guessed: true, prior: 6 * bit},
	{name: "ISO-8859-3", enc: charmap.ISO8859_3, guessed: true, prior: 6 * bit},
	{name: "ISO-8859-16", enc: charmap.ISO8859_16, guessed: true, prior: 4 * bit},
	{name: "ISO-8859-10", enc: charmap.ISO8859_10, guessed: true, prior: 7 * bit},
	{name: "ISO-8859-14", enc: charmap.ISO8859_14, guessed: true, prior: 7 * bit},
	{name: "KOI8-R", enc: charmap.KOI8R, guessed: true, prior: 4 * bit},
	{name: "KOI8-U", enc: charmap.KOI8U, guessed: true, prior: 5 * bit},
	{name: "IBM850", enc: charmap.CodePage850, guessed: true, english: true, prior: 4 * bit},
	{name: "IBM437", enc: charmap.CodePage437, guessed: true, english: true, prior: 4 * bit},
	{name: "IBM852", enc: charmap.CodePage852, guessed: true, prior: 5 * bit},
	{name: "IBM855", enc: charmap.CodePage855, guessed: true, prior: 7 * bit},
	{name: "IBM866", enc: charmap.CodePage866, guessed: true, prior: 6 * bit},
	{name: "macintosh", enc: charmap.Macintosh, guessed: true, english: true, prior: 4 * bit},
	{name: "x-mac-cyrillic", enc: charmap.MacintoshCyrillic, guessed: true, prior: 7 * bit},
	{name: "Shift_JIS", enc: japanese.ShiftJIS, pairs: decode.PairsOf(japanese.ShiftJIS), guessed: true, prior: 2 * bit},
	{name: "EUC-JP", enc: japanese.EUCJP, pairs: decode.PairsOf(japanese.EUCJP), guessed: true, prior: 3 * bit},
	{name: "GB18030", enc: simplifiedchinese.GB18030, pairs: decode.PairsOf(simplifiedchinese.GB18030), guessed: true, prior: 2 * bit},
	{name: "Big5", enc: traditionalchinese.Big5, pairs: decode.PairsOf(traditionalchinese.Big5), guessed: true, prior: 3 * bit},
	{name: "EUC-KR", enc: korean.EUCKR, pairs: decode.PairsOf(korean.EUCKR), guessed: true, prior: 3 * bit},

	// Recognised, to be refused by name.
	{name: "Johab", enc: decode.Johab{}, pairs: decode.PairsOf(decode.Johab{}), guessed: true, prior: 8 * bit},

	// Read only where they are declared.
	{name: "IBM858", enc: charmap.CodePage858, prior: 8 * bit},
	{name: "IBM860", enc: charmap.CodePage860, prior: 8 * bit},
	{name: "IBM862", enc: charmap.CodePage862, prior: 8 * bit},
	{name: "IBM863", enc: charmap.CodePage863, prior: 8 * bit},
	{name: "IBM865", enc: charmap.CodePage865, prior: 8 * bit},
	{name: "HZ-GB-2312", enc: simplifiedchinese.HZGB2312, prior: 8 * bit},
}

// A codec is one encoding that can be read.
type codec struct {
	name    string
	enc     encoding.Encoding        // nil for UTF-8, UTF-16 and UTF-32
	guessed bool                     // whether it is a candidate without being named by a hint
	prior   price                    // what it costs before the text is seen: how rare it is among files
	english bool                     // whether English is written in it
	pairs   func() *decode.PairTable // for encodings of one and two bytes
	wide    wide                     // for UTF-16 and UTF-32
}
