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
		"cardinalText": "0 One Four Nine Ten Twelve Twenty-one Twenty-six Twenty-seven Fifty-three Ninety-nine One hundred",
		"ordinalText":  "0 First Fourth Ninth Tenth Twelfth Twenty-first Twenty-sixth Twenty-seventh Fifty-third Ninety-ninth One hundredth",
		"none":         "           ", "hex": "0 1 4 9 A C 15 1A 1B 35 63 64", "numberInDash": "- 0 - - 1 - - 4 - - 9 - - 10 - - 12 - - 21 - - 26 - - 27 - - 53 - - 99 - - 100 -",
		"decimalEnclosedCircle":   "0 ① ④ ⑨ ⑩ ⑫ 21 26 27 53 99 100",
		"decimalEnclosedParen":    "0 ⑴ ⑷ ⑼ ⑽ ⑿ 21 26 27 53 99 100",
		"decimalEnclosedFullstop": "0 ⒈ ⒋ ⒐ ⒑ ⒓ 21 26 27 53 99 100",
		"decimalFullWidth":        "０ １ ４ ９ １０ １２ ２１ ２６ ２７ ５３ ９９ １００",
		"ideographDigital":        "〇 一 四 九 一〇 一二 二一 二六 二七 五三 九九 一〇〇",
		"chineseCounting":         "〇 一 四 九 十 十二 二十一 二十六 二十七 五十三 九十九 一〇〇",
		"ideographTraditional":    "0 甲 丁 壬 癸 乙 甲 己 庚 丙 壬 癸",
		"hebrew1":                 "0 א ד ט י יב כא כו כז נג צט ק",
		"thaiLetters":             "0 ก ง ฌ ญ ฏ ธ ฝ พ ฏ ด ต",
		"koreanCounting":          "영 일 사 구 십 십이 이십일 이십육 이십칠 오십삼 구십구 백",
		"koreanLegal":             "0 하나 넷 아홉 열 열둘 스물하나 스물여섯 스물일곱 쉰셋 아흔아홉 백",
		"japaneseLegal":           "零 壱 四 九 壱拾 壱拾弐 弐拾壱 弐拾六 弐拾七 伍拾参 九拾九 壱百",
		"chineseCountingThousand": "零 一 四 九 十 十二 二十一 二十六 二十七 五十三 九十九 一百",
		"chineseLegalSimplified":  "零 壹 肆 玖 壹拾 壹拾贰 贰拾壹 贰拾陆 贰拾柒 伍拾叁 玖拾玖 壹佰",
		"hindiVowels":             "0 क घ झ ञ ठ प य र न ह क",
		"thaiCounting":            "0 หนึ่ง สี่ เก้า สิบ สิบสอง ยี่สิบเอ็ด ยี่สิบหก ยี่สิบเจ็ด ห้าสิบสาม เก้าสิบเก้า หนึ่งร้อย",
		"vietnameseCounting":      "0 một bốn chín mười mười hai hai mươi mốt hai mươi sáu hai mươi bảy năm mươi ba chín mươi chín 100",
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

func TestCountedNumbersAboveAHundred(t *testing.T) {
	for _, c := range []struct {
		n            int
		format, want string
	}{
		{101, "chineseCountingThousand", "一百零一"},
		{110, "chineseCountingThousand", "一百一十"},
		{2026, "chineseCountingThousand", "二千零二十六"},
		{101, "japaneseCounting", "百一"},
		{1000, "japaneseCounting", "千"},
		{15, "hebrew1", "טו"},
		{416, "hebrew1", "תטז"},
	} {
		if got := Format(c.n, c.format); got != c.want {
			t.Errorf("%d as %s: %s, want %s", c.n, c.format, got, c.want)
		}
	}
}

func TestSeriesOfSignsNameAFormat(t *testing.T) {
	for series, want := range map[string]string{
		"一, 二, 三, ...": "chineseCountingThousand", "א, י, ק, ...": "hebrew1", "א, ב, ג, ...": "hebrew2", "α, β, γ, ...": "greekLower",
		"ก, ข, ค, ...": "thaiLetters", "x, y, z": "", "1": "",
	} {
		if got := InSeries(series); got != want {
			t.Errorf("%s is %q, want %q", series, got, want)
		}
	}
}
