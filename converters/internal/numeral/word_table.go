package numeral

// wordFormats are the formats of numbers by their numbers, as Word has
// them in all its files (MSONFC of [MS-OSHARED], 2.2.1.3). Those without a name
// are decimal.
var wordFormats = [...]string{
	0: "decimal", 1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter", 5: "ordinal", 6: "cardinalText", 7: "ordinalText",
	8: "hex", 9: "chicago", 10: "ideographDigital", 11: "japaneseCounting", 12: "aiueo", 13: "iroha", 14: "decimalFullWidth",
	15: "decimalHalfWidth", 16: "japaneseLegal",
	17: "japaneseDigitalTenThousand", 18: "decimalEnclosedCircle", 19: "decimalFullWidth2", 20: "aiueoFullWidth", 21: "irohaFullWidth",
	22: "decimalZero", 23: "bullet", 24: "ganada", 25: "chosung", 26: "decimalEnclosedFullstop", 27: "decimalEnclosedParen",
	28: "decimalEnclosedCircleChinese", 29: "ideographEnclosedCircle", 30: "ideographTraditional", 31: "ideographZodiac",
	32: "ideographZodiacTraditional", 33: "taiwaneseCounting", 34: "ideographLegalTraditional", 35: "taiwaneseCountingThousand",
	36: "taiwaneseDigital", 37: "chineseCounting", 38: "chineseLegalSimplified", 39: "chineseCountingThousand", 41: "koreanDigital",
	42: "koreanCounting", 43: "koreanLegal", 44: "koreanDigital2", 45: "hebrew1", 46: "arabicAlpha", 47: "hebrew2", 48: "arabicAbjad",
	49: "hindiVowels", 50: "hindiConsonants", 51: "hindiNumbers", 52: "hindiCounting", 53: "thaiLetters", 54: "thaiNumbers",
	55: "thaiCounting", 56: "vietnameseCounting", 57: "numberInDash", 58: "russianLower", 59: "russianUpper",
	255: "none",
}
