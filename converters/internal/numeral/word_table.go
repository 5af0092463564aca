package numeral

// wordFormats are the formats of numbers by their numbers, as Word has
// them in all its files (MSONFC of [MS-OSHARED], 2.2.1.3). Those without a name
// are decimal.
var wordFormats = [...]string{
	0: "decimal", 1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter", 5: "ordinal", 6: "cardinalText", 7: "ordinalText",
	8: "hex", 9: "chicago", 10: "ideographDigital", 11: "japaneseCounting", 12: "aiueo", 13: "iroha", 14: "decimalFullWidth",
	17: "japaneseDigitalTenThousand", 18: "decimalEnclosedCircle", 19: "decimalFullWidth2", 20: "aiueoFullWidth", 21: "irohaFullWidth",
	22: "decimalZero", 23: "bullet", 24: "ganada", 25: "chosung", 26: "decimalEnclosedFullstop", 27: "decimalEnclosedParen",
	28: "decimalEnclosedCircleChinese", 30: "ideographTraditional", 31: "ideographZodiac", 33: "taiwaneseCounting",
	35: "taiwaneseCountingThousand", 36: "taiwaneseDigital", 37: "chineseCounting", 39: "chineseCountingThousand", 44: "koreanDigital2",
	46: "arabicAlpha", 47: "hebrew2", 51: "hindiNumbers", 54: "thaiNumbers", 57: "numberInDash", 58: "russianLower", 59: "russianUpper",
	255: "none",
}
