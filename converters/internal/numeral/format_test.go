package numeral

import (
	"strings"
	"testing"
)

func TestNumbersAreWrittenInTheirFormat(t *testing.T) {
	for format, want := range map[string]string{
		"decimal": "0 1 4 9 10 12 21 26 27 53 99 100", "decimalZero": "00 01 04 09 10 12 21 26 27 53 99 100", "unknown": "0 1 4 9 10 12 21 26 27 53 99 100",
		"upperRoman": "0 I IV IX X XII XXI XXVI XXVII LIII XCIX C", "lowerRoman": "0 i iv ix x xii xxi xxvi xxvii liii xcix c",
		"upperLetter": "0 A D I J L U Z AA AAA UUUU VVVV", "lowerLetter": "0 a d i j l u z aa aaa uuuu vvvv",
		"ordinal":      "0th 1st 4th 9th 10th 12th 21st 26th 27th 53rd 99th 100th",
		"cardinalText": "0 One Four Nine Ten Twelve Twenty-one Twenty-six Twenty-seven Fifty-three Ninety-nine 100",
		"ordinalText":  "0 First Fourth Ninth Tenth Twelfth Twenty-first Twenty-sixth Twenty-seventh Fifty-third Ninety-ninth 100",
		"none":         "           ", "hex": "0 1 4 9 A C 15 1A 1B 35 63 64", "numberInDash": "- 0 - - 1 - - 4 - - 9 - - 10 - - 12 - - 21 - - 26 - - 27 - - 53 - - 99 - - 100 -",
		"decimalEnclosedCircle":   "0 ① ④ ⑨ ⑩ ⑫ 21 26 27 53 99 100",
		"decimalEnclosedParen":    "0 ⑴ ⑷ ⑼ ⑽ ⑿ 21 26 27 53 99 100",
		"decimalEnclosedFullstop": "0 ⒈ ⒋ ⒐ ⒑ ⒓ 21 26 27 53 99 100",
		"decimalFullWidth":        "０ １ ４ ９ １０ １２ ２１ ２６ ２７ ５３ ９９ １００",
		"ideographDigital":        "〇 一 四 九 一〇 一二 二一 二六 二七 五三 九九 一〇〇",
		"chineseCounting":         "〇 一 四 九 十 十二 二十一 二十六 二十七 五十三 九十九 一〇〇",
		"ideographTraditional":    "0 甲 丁 壬 癸 乙 甲 己 庚 丙 壬 癸",
		"thaiNumbers":             "๐ ๑ ๔ ๙ ๑๐ ๑๒ ๒๑ ๒๖ ๒๗ ๕๓ ๙๙ ๑๐๐",
		"001, 002, 003, ...":      "000 001 004 009 010 012 021 026 027 053 099 100",
	} {
		var got []string
		for _, n := range []int{0, 1, 4, 9, 10, 12, 21, 26, 27, 53, 99, 100} {
			got = append(got, Format(n, format))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", format, s, want)
		}
	}
}
