package all_test

import (
	"maps"
	"slices"
	"strings"
)

// listNumbers are numbers as lists of a document of Word show them in each format (ECMA-376
// part 1, 17.18.59): as LibreOffice shows them where it knows the format, else by the names
// of Unicode's characters and the words of other programs.
var listNumbers = map[string]string{
	"decimal":                      "1=1|3=3|10=10|19=19|21=21|30=30|101=101|345=345|1999=1999",
	"upperRoman":                   "1=I|3=III|10=X|19=XIX|21=XXI|30=XXX|101=CI|345=CCCXLV|1999=MCMXCIX",
	"lowerRoman":                   "1=i|3=iii|10=x|19=xix|21=xxi|30=xxx|101=ci|345=cccxlv|1999=mcmxcix",
	"upperLetter":                  "1=A|3=C|10=J|19=S|21=U|30=DD|101=WWWW",
	"lowerLetter":                  "1=a|3=c|10=j|19=s|21=u|30=dd|101=wwww",
	"ordinal":                      "1=1st|3=3rd|10=10th|19=19th|21=21st|30=30th|101=101st|345=345th|1999=1999th",
	"cardinalText":                 "1=One|3=Three|10=Ten|19=Nineteen|21=Twenty-one|30=Thirty|101=One hundred one|345=Three hundred forty-five|1999=One thousand nine hundred ninety-nine",
	"ordinalText":                  "1=First|3=Third|10=Tenth|19=Nineteenth|21=Twenty-first|30=Thirtieth|101=One hundred first|345=Three hundred forty-fifth|1999=One thousand nine hundred ninety-ninth",
	"hex":                          "1=1|3=3|10=A|19=13|21=15|30=1E|101=65|345=159|1999=7CF",
	"chicago":                      "2=†|3=‡|12=§§§|10=†††",
	"ideographDigital":             "1=一|3=三|10=一〇|19=一九|21=二一|30=三〇|101=一〇一|345=三四五|1999=一九九九",
	"japaneseCounting":             "1=一|3=三|10=十|19=十九|21=二十一|30=三十|345=三百四十五",
	"aiueo":                        "1=ア|3=ウ|10=コ|19=テ|21=ナ|30=ホ",
	"iroha":                        "1=イ|3=ハ|10=ヌ|19=ツ|21=ナ",
	"decimalFullWidth":             "1=１|3=３|10=１０|19=１９|21=２１|30=３０|101=１０１|345=３４５|1999=１９９９",
	"decimalHalfWidth":             "1=1|3=3|10=10|19=19|21=21|30=30|101=101|345=345|1999=1999",
	"japaneseLegal":                "1=壱|3=参|10=壱拾|21=弐拾壱|345=参百四拾伍",
	"japaneseDigitalTenThousand":   "1=一|3=三|10=一〇|19=一九|21=二一|30=三〇|101=一〇一|345=三四五|1999=一九九九",
	"decimalEnclosedCircle":        "1=①|3=③|10=⑩|19=⑲|101=101|345=345|1999=1999",
	"decimalFullWidth2":            "1=１|3=３|10=１０|19=１９|21=２１|30=３０|101=１０１|345=３４５|1999=１９９９",
	"aiueoFullWidth":               "1=ア|3=ウ|10=コ|19=テ|21=ナ|30=ホ|101=ケ|345=ヌ|1999=ナ",
	"irohaFullWidth":               "1=イ|3=ハ|10=ヌ|19=ツ|21=ナ|30=マ|101=ホ|345=リ|1999=ケ",
	"decimalZero":                  "1=01|3=03|10=10|19=19|21=21|30=30|101=101|345=345|1999=1999",
	"ganada":                       "1=가|3=다|10=차|19=마|21=사|30=나|101=다|345=자|1999=카",
	"chosung":                      "1=ㄱ|3=ㄷ|10=ㅊ|19=ㅁ|21=ㅅ|30=ㄴ|101=ㄷ|345=ㅈ|1999=ㅋ",
	"decimalEnclosedFullstop":      "1=⒈|3=⒊|10=⒑|19=⒚",
	"decimalEnclosedParen":         "1=⑴|3=⑶|10=⑽|19=⒆",
	"decimalEnclosedCircleChinese": "1=①|3=③|10=⑩|19=⑲|101=101|345=345|1999=1999",
	"ideographEnclosedCircle":      "1=㊀|3=㊂|10=㊉",
	"ideographTraditional":         "1=甲|3=丙|10=癸|19=壬|21=甲|30=癸|101=甲|345=戊|1999=壬",
	"ideographZodiac":              "1=子|3=寅|10=酉|19=午|21=申|30=巳|101=辰|345=申|1999=午",
	"ideographZodiacTraditional":   "1=甲子|3=丙寅|10=癸酉|19=壬午|21=甲申|30=癸巳|101=甲辰|345=戊申|1999=壬午",
	"taiwaneseCounting":            "1=一|3=三|10=十|19=十九|21=二十一|30=三十",
	"ideographLegalTraditional":    "1=壹|3=參|10=壹拾|19=壹拾玖|21=貳拾壹|30=參拾|101=壹佰零壹|345=參佰肆拾伍|1999=壹仟玖佰玖拾玖",
	"taiwaneseCountingThousand":    "1=一|3=三|10=十|19=十九|21=二十一|30=三十|101=一百零一|345=三百四十五|1999=一千九百九十九",
	"taiwaneseDigital":             "1=一|3=三|10=一〇|19=一九|21=二一|30=三〇|101=一〇一|345=三四五|1999=一九九九",
	"chineseCounting":              "1=一|3=三|10=十|19=十九|21=二十一|30=三十",
	"chineseLegalSimplified":       "1=壹|3=叁|10=壹拾|19=壹拾玖|21=贰拾壹|30=叁拾|101=壹佰零壹|345=叁佰肆拾伍|1999=壹仟玖佰玖拾玖",
	"chineseCountingThousand":      "1=一|3=三|10=十|19=十九|21=二十一|30=三十|101=一百零一|345=三百四十五|1999=一千九百九十九",
	"koreanDigital":                "1=일|3=삼|10=일영|19=일구|21=이일|30=삼영|101=일영일|345=삼사오|1999=일구구구",
	"koreanCounting":               "1=일|3=삼|10=십|19=십구|21=이십일|30=삼십|101=백일|345=삼백사십오|1999=천구백구십구",
	"koreanLegal":                  "1=하나|3=셋|10=열|19=열아홉|21=스물하나|30=서른|101=백일|345=삼백사십오|1999=천구백구십구",
	"koreanDigital2":               "1=一|3=三|10=一零|19=一九|21=二一|30=三零|101=一零一|345=三四五|1999=一九九九",
	"vietnameseCounting":           "1=một|3=ba|10=mười|19=mười chín|21=hai mươi mốt|30=ba mươi",
	"russianLower":                 "1=а|3=в|10=к|19=у|21=х|30=аа",
	"russianUpper":                 "1=А|3=В|10=К|19=У|21=Х",
	"numberInDash":                 "1=- 1 -|3=- 3 -|10=- 10 -|19=- 19 -|21=- 21 -|30=- 30 -|101=- 101 -|345=- 345 -|1999=- 1999 -",
	"hebrew1":                      "1=א|3=ג|10=י|19=יט|21=כא|30=ל|101=קא|345=שמה",
	"hebrew2":                      "1=א|3=ג|10=י|19=ק|21=ש",
	"arabicAlpha":                  "1=أ|3=ت|10=ر|19=غ|21=ق",
	"arabicAbjad":                  "3=ج|10=ي|19=ق|21=ش",
	"hindiVowels":                  "1=क|3=ग|10=ञ|19=ध|21=प|30=श",
	"hindiConsonants":              "1=अ|3=इ|10=ऐ",
	"hindiNumbers":                 "1=१|3=३|10=१०|19=१९|21=२१|30=३०|101=१०१|345=३४५|1999=१९९९",
	"hindiCounting":                "1=एक|3=तीन|10=दस|19=उन्नीस|20=बीस",
	"thaiLetters":                  "1=ก|3=ค|10=ญ|19=ถ|21=ธ|30=ม",
	"thaiNumbers":                  "1=๑|3=๓|10=๑๐|19=๑๙|21=๒๑|30=๓๐|101=๑๐๑|345=๓๔๕|1999=๑๙๙๙",
	"thaiCounting":                 "1=หนึ่ง|3=สาม|10=สิบ|19=สิบเก้า|21=ยี่สิบเอ็ด|30=สามสิบ|101=หนึ่งร้อยเอ็ด|345=สามร้อยสี่สิบห้า",
	"bahtText":                     "1=หนึ่งบาทถ้วน|3=สามบาทถ้วน|10=สิบบาทถ้วน|19=สิบเก้าบาทถ้วน|21=ยี่สิบเอ็ดบาทถ้วน|30=สามสิบบาทถ้วน|101=หนึ่งร้อยเอ็ดบาทถ้วน|345=สามร้อยสี่สิบห้าบาทถ้วน",
	"dollarText":                   "1=One and 00/100|3=Three and 00/100|10=Ten and 00/100|19=Nineteen and 00/100|21=Twenty-one and 00/100|30=Thirty and 00/100|101=One hundred one and 00/100|345=Three hundred forty-five and 00/100|1999=One thousand nine hundred ninety-nine and 00/100",
}

// inLists are the lists of a document of Word in all formats.
func inLists() (list []digit) {
	for _, format := range slices.Sorted(maps.Keys(listNumbers)) {
		pairs := strings.Split(listNumbers[format], "|")
		pair := func(n int) (value, look string) {
			value, look, _ = strings.Cut(pairs[n%len(pairs)], "=")
			return value, "⟦" + look + "⟧"
		}
		d := inList(format, "⟦%1⟧", func(n int) string { _, look := pair(n); return look })
		d.value = func(n int) string { value, _ := pair(n); return value }
		list = append(list, d)
	}
	return list
}
