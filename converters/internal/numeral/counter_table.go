package numeral

// Counter writes a marker in a counter style of CSS, and reports whether the style is
// one of numbers, letters aside.
func Counter(n int, style string) (string, bool) {
	if format, ok := counters[style]; ok {
		return Format(n, format) + ".", true
	}
	format, ok := ideographs[style]
	return Format(n, format) + "、", ok
}

// counters and ideographs are the names of formats for counter styles of CSS
// (Counter Styles Level 3, 6); a comma is behind ideographs.
var (
	counters = map[string]string{
		"decimal": "decimal", "decimal-leading-zero": "decimalZero", "lower-roman": "lowerRoman", "upper-roman": "upperRoman",
		"lower-greek": "greekLower", "hebrew": "hebrew1", "armenian": "armenian", "upper-armenian": "armenian", "georgian": "georgian",
		"arabic-indic": "arabicIndic", "persian": "persian", "devanagari": "hindiNumbers", "bengali": "bengali", "gujarati": "gujarati",
		"gurmukhi": "gurmukhi", "kannada": "kannada", "khmer": "khmer", "cambodian": "khmer", "lao": "lao", "malayalam": "malayalam",
		"myanmar": "myanmar", "tamil": "tamil", "telugu": "telugu", "thai": "thaiNumbers", "tibetan": "tibetan",
	}
	ideographs = map[string]string{
		"cjk-decimal": "ideographDigital", "cjk-ideographic": "chineseCountingThousand", "trad-chinese-informal": "taiwaneseCountingThousand",
		"simp-chinese-informal": "chineseCountingThousand", "trad-chinese-formal": "ideographLegalTraditional",
		"simp-chinese-formal": "chineseLegalSimplified", "japanese-informal": "japaneseCounting", "japanese-formal": "japaneseLegal",
		"cjk-heavenly-stem": "ideographTraditional", "cjk-earthly-branch": "ideographZodiac", "hiragana": "hiragana",
		"hiragana-iroha": "hiraganaIroha", "katakana": "aiueo", "katakana-iroha": "iroha",
	}
)
