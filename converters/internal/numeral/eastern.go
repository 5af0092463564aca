package numeral

import (
	"strings"
	"unicode/utf8"
)

// alphabets are the formats that count by the signs of a list, which begins again
// behind its last one (17.18.59). Hindi vowels and consonants have each other's names
// there and in Word.
var alphabets = map[string]string{
	"ideographTraditional": stems,
	"ideographZodiac":      branches,
	"aiueo":                "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
	"aiueoFullWidth":       "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
	"iroha":                "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
	"irohaFullWidth":       "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
	"ganada":               "가나다라마바사아자차카타파하",
	"chosung":              "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
	"hebrew2":              "אבגדהוזחטיכלמנסעפצקרשת",
	"arabicAlpha":          "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
	"arabicAbjad":          "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
	"hindiVowels":          "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
	"hindiConsonants":      "अआइईउऊऋऌएऐओऔ",
	"armenian":             "ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ",
	"georgian":             "აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰ",
	"hiragana":             "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
	"hiraganaIroha":        "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす",
	"thaiLetters":          "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
}

const (
	stems    = "甲乙丙丁戊己庚辛壬癸"
	branches = "子丑寅卯辰巳午未申酉戌亥"
)

// numerals are the formats that write a number with digits of their own.
var numerals = map[string]string{
	"decimalFullWidth":           "０１２３４５６７８９",
	"decimalFullWidth2":          "０１２３４５６７８９",
	"ideographDigital":           "〇一二三四五六七八九",
	"japaneseDigitalTenThousand": "〇一二三四五六七八九",
	"taiwaneseDigital":           "〇一二三四五六七八九",
	"koreanDigital":              "영일이삼사오육칠팔구",
	"koreanDigital2":             "零一二三四五六七八九",
	"thaiNumbers":                "๐๑๒๓๔๕๖๗๘๙",
	"hindiNumbers":               "०१२३४५६७८९",
	"arabicIndic":                "٠١٢٣٤٥٦٧٨٩",
	"persian":                    "۰۱۲۳۴۵۶۷۸۹",
	"bengali":                    "০১২৩৪৫৬৭৮৯",
	"gujarati":                   "૦૧૨૩૪૫૬૭૮૯",
	"gurmukhi":                   "੦੧੨੩੪੫੬੭੮੯",
	"kannada":                    "೦೧೨೩೪೫೬೭೮೯",
	"khmer":                      "០១២៣៤៥៦៧៨៩",
	"lao":                        "໐໑໒໓໔໕໖໗໘໙",
	"malayalam":                  "൦൧൨൩൪൫൬൭൮൯",
	"myanmar":                    "၀၁၂၃၄၅၆၇၈၉",
	"tamil":                      "௦௧௨௩௪௫௬௭௮௯",
	"telugu":                     "౦౧౨౩౪౫౬౭౮౯",
	"tibetan":                    "༠༡༢༣༤༥༦༧༨༩",
}

// counted are the formats that write a number as it is said in Chinese, Japanese and
// Korean.
var counted = map[string]counting{
	"chineseCounting":           {digits: "〇一二三四五六七八九", units: "十百千万", most: 99},
	"taiwaneseCounting":         {digits: "〇一二三四五六七八九", units: "十百千萬", most: 99},
	"chineseCountingThousand":   {digits: "零一二三四五六七八九", units: "十百千万", zero: true},
	"taiwaneseCountingThousand": {digits: "零一二三四五六七八九", units: "十百千萬", zero: true},
	"japaneseCounting":          {digits: "〇一二三四五六七八九", units: "十百千万", bare: true},
	"koreanCounting":            {digits: "영일이삼사오육칠팔구", units: "십백천만", bare: true},
	"japaneseLegal":             {digits: "零壱弐参四伍六七八九", units: "拾百阡萬", full: true},
	"chineseLegalSimplified":    {digits: "零壹贰叁肆伍陆柒捌玖", units: "拾佰仟萬", full: true, zero: true},
	"ideographLegalTraditional": {digits: "零壹貳參肆伍陸柒捌玖", units: "拾佰仟萬", full: true, zero: true},
}

// counting is how numbers are said: digits, each with its unit.
type counting struct {
	digits, units string
	most          int  // above it the digits alone; 0 is 99,999
	zero          bool // a gap between units is said
	bare          bool // no unit has a one before it
	full          bool // ten has a one before it, too
}

// write says a number.
func (c counting) write(n int) string {
	if n < 1 || n > 99999 || c.most > 0 && n > c.most {
		return digits(n, c.digits)
	}
	text, gap := "", false
	for unit, size := 4, 10000; size > 0; unit, size = unit-1, size/10 {
		d := n / size % 10
		if d > 0 && gap && c.zero {
			text += nth(c.digits, 0)
		}
		if gap = d == 0 && text != ""; d > 0 {
			text += c.unit(d, unit, text == "")
		}
	}
	return text
}

// unit says a digit with its unit: ten is the first, and 0 is none.
func (c counting) unit(d, unit int, first bool) string {
	if unit == 0 {
		return nth(c.digits, d)
	}
	text := nth(c.units, unit-1)
	if d == 1 && (c.bare || unit == 1 && first && !c.full) {
		return text
	}
	return nth(c.digits, d) + text
}

// eastern writes a number as lists in Asia have it, and whether the format is
// one of these.
func eastern(n int, format string) (string, bool) {
	if alphabet, ok := alphabets[format]; ok {
		return single(n, alphabet), true
	}
	if zeroToNine, ok := numerals[format]; ok {
		return digits(n, zeroToNine), true
	}
	if c, ok := counted[format]; ok {
		return c.write(n), true
	}
	switch format {
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
		return enclosed(n, '①', 20), true
	case "decimalEnclosedParen":
		return enclosed(n, '⑴', 20), true
	case "decimalEnclosedFullstop":
		return enclosed(n, '⒈', 20), true
	case "ideographEnclosedCircle":
		return enclosed(n, '㊀', 10), true
	case "ideographZodiacTraditional":
		if n > 0 {
			return single(n, stems) + single(n, branches), true
		}
	case "hebrew1":
		return hebrew(n), true
	case "koreanLegal":
		return korean(n), true
	case "hindiCounting":
		return said(n, "एक दो तीन चार पाँच छः सात आठ नौ दस ग्यारह बारह तेरह चौदह पन्द्रह सोलह सत्रह अठारह उन्नीस बीस"), true
	case "thaiCounting":
		return thai(n), true
	case "bahtText":
		return thai(n) + "บาทถ้วน", true
	case "vietnameseCounting":
		return vietnamese(n), true
	}
	return "", false
}

// InSeries returns the name of the format that writes the first numbers as a series of
// signs does, such as "一, 二, 三, ...", which is how OpenDocument names formats (1.3 part 3,
// 19.500); "" for none.
func InSeries(series string) string {
	signs := strings.Split(series, ", ")
	if len(signs) < 3 {
		return ""
	}
	if signs[0] == "א" && signs[1] == "י" { // 1, 10, 100
		return "hebrew1"
	}
	for _, format := range [...]string{
		"chineseCountingThousand", "ideographLegalTraditional", "chineseLegalSimplified", "japaneseLegal", "koreanCounting", "koreanLegal",
		"ideographTraditional", "ideographZodiac", "aiueo", "iroha", "hiragana", "hiraganaIroha", "ganada", "chosung", "hebrew2",
		"arabicAlpha", "arabicAbjad", "hindiVowels", "hindiConsonants", "thaiLetters", "decimalFullWidth", "decimalEnclosedCircle",
		"thaiNumbers", "hindiNumbers", "arabicIndic", "persian", "greekLower", "greekUpper", "russianLower", "russianUpper",
	} {
		if Format(1, format) == signs[0] && Format(2, format) == signs[1] && (Format(3, format) == signs[2] || strings.HasPrefix(signs[2], "..")) {
			return format
		}
	}
	return ""
}

// single writes 1 as the first character of an alphabet, once around.
func single(n int, alphabet string) string {
	size := utf8.RuneCountInString(alphabet)
	if n < 1 {
		return decimal(n)
	}
	return nth(alphabet, (n-1)%size)
}

// said writes a number by its word in a list.
func said(n int, list string) string {
	words := strings.Fields(list)
	if n < 1 || n > len(words) {
		return decimal(n)
	}
	return words[n-1]
}

// hebrew writes a number by the values of the letters, up to 999; 15 and 16 are
// 9 and 6 or 7, so as not to write a name of God.
func hebrew(n int) string {
	if n < 1 || n > 999 {
		return decimal(n)
	}
	text := ""
	for ; n >= 400; n -= 400 {
		text += "ת"
	}
	if n >= 100 {
		text += nth("קרש", n/100-1)
	}
	switch n %= 100; {
	case n == 15 || n == 16:
		return text + "ט" + nth("וז", n-15)
	case n >= 10:
		text += nth("יכלמנסעפצ", n/10-1)
	}
	if n%10 > 0 {
		text += nth("אבגדהוזחט", n%10-1)
	}
	return text
}

// korean writes a number up to 99 in the words of the language itself, and others in
// those of Chinese.
func korean(n int) string {
	switch {
	case n < 1:
		return decimal(n)
	case n > 99:
		return counted["koreanCounting"].write(n)
	}
	text := ""
	if n >= 10 {
		text = said(n/10, "열 스물 서른 마흔 쉰 예순 일흔 여든 아흔")
	}
	if n%10 > 0 {
		text += said(n%10, "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉")
	}
	return text
}

// thai writes a number up to 999 in Thai.
func thai(n int) string {
	const ones = "หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า"
	if n < 1 || n > 999 {
		return decimal(n)
	}
	text := ""
	if n >= 100 {
		text = said(n/100, ones) + "ร้อย"
	}
	switch ten := n / 10 % 10; ten {
	case 0:
	case 1:
		text += "สิบ"
	case 2:
		text += "ยี่สิบ"
	default:
		text += said(ten, ones) + "สิบ"
	}
	switch one := n % 10; {
	case one == 1 && n > 1:
		text += "เอ็ด"
	case one > 0:
		text += said(one, ones)
	}
	return text
}

// vietnamese writes a number up to 99 in Vietnamese.
func vietnamese(n int) string {
	const ones = "một hai ba bốn năm sáu bảy tám chín"
	if n < 1 || n > 99 {
		return decimal(n)
	}
	text, one := "", said(max(n%10, 1), ones)
	switch ten := n / 10; {
	case ten == 0:
		return one
	case ten == 1:
		text = "mười"
	default:
		text = said(ten, ones) + " mươi"
	}
	switch n % 10 {
	case 0:
		return text
	case 1:
		if n > 20 {
			one = "mốt"
		}
	case 5:
		one = "lăm"
	}
	return text + " " + one
}
