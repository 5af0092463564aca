package gate_test

import "strings"

// attacks are the kinds of attacks with characters, by the rule that they meet.
var attacks = []attack{
	// U01
	{"byte that is not UTF-8", "a\xFFb", "a\uFFFDb", "U01 M 1"},
	{"overlong slash", "..\xC0\xAFetc", "..\uFFFD\uFFFDetc", "U01 M 2"},
	{"overlong NUL of four bytes", "a\xF0\x80\x80\x80", "a\uFFFD\uFFFD\uFFFD\uFFFD", "U01 M 4"},
	{"lone high surrogate", "a\xED\xA0\x80b", "a\uFFFDb", "U01 M 1"},
	{"pair of encoded surrogates", "\xED\xA0\xBD\xED\xB8\x80", "\uFFFD\uFFFD", "U01 M 2"},
	{"beyond the last code point", "\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", "U01 M 4"},
	{"character cut off", "a\xE2\x80", "a\uFFFD\uFFFD", "U01 M 2"},

	// U02
	{"NUL inside a word", "ig\x00nore", "ignore", "U02 M 1"},
	{"backspace over text", "safe\b\b\b\bevil", "safeevil", "U02 M 4"},
	{"DEL", "a\x7Fb", "ab", "U02 M 1"},
	{"bell and shift-out", "a\a\x0Eb", "ab", "U02 M 2"},
	{"C1 control", "a\u0086b", "ab", "U02 M 1"},
	{"ANSI colour", "\x1b[8mhidden\x1b[0m", "hidden", "U02 M 2"},
	{"ANSI cursor movement", "ok\x1b[1A\x1b[2Kevil", "okevil", "U02 M 2"},
	{"ANSI with intermediate byte", "a\x1b[?25 qb", "ab", "U02 M 1"},
	{"ANSI with the last of all finals", "a\x1b[3~b\x1b[1/qc\x1b[@d", "abcd", "U02 M 3"},
	{"ANSI by 8-bit CSI", "a\u009B31mb", "ab", "U02 M 1"},
	{"control characters of a wrong decoding", "\u008Bmenu\u009B next, â\u0080\u009Cquoteâ\u0080\u009D and more", "menu next, âquoteâ and more", "U02 M 6"},
	{"CSI without an end", "a\x1b[31", "a[31", "U02 M 1"},
	{"OSC title, ended by BEL", "a\x1b]0;payload\ab", "ab", "U02 M 1"},
	{"OSC link, ended by ST", "\x1b]8;;http://evil\x1b\\text\x1b]8;;\x1b\\", "text", "U02 M 2"},
	{"OSC ended by 8-bit ST", "a\x1b]0;x\u009Cb", "ab", "U02 M 1"},
	{"OSC by 8-bit control", "a\u009D0;x\ab\u009D0;y\u009Cc", "abc", "U02 M 2"},
	{"OSC without an end", "a\x1b]52;c;cGF5\nnext", "a\nnext", "U02 M 1"},
	{"OSC cancelled by another sequence", "a\x1b]0;x\x1b[1mb", "ab", "U02 M 2"},
	{"OSC cancelled by CAN", "a\x1b]0;x\x18b", "ab", "U02 M 1"},
	{"OSC without an end before NEL", "a\x1b]0;x\u0085b", "a\nb", "U02 M 1, U03 L 1"},
	{"DCS", "a\x1bP1$tx\x1b\\b", "ab", "U02 M 1"},
	{"DCS by 8-bit control", "a\u0090q#0\u009Cb", "ab", "U02 M 1"},
	{"8-bit string control without an end", "a\u0090text", "atext", "U02 M 1"},
	{"8-bit string control of no text", "a\u0090\u009Cb", "ab", "U02 M 2"},
	{"APC by 8-bit control, ended by ESC", "a\u009FGx\x1b\\b", "ab", "U02 M 1"},
	{"privacy message", "a\x1b^x\x1b\\b", "ab", "U02 M 1"},
	{"two-character escape", "a\x1bcb\x1b7c", "abc", "U02 M 2"},
	{"character set switch", "a\x1b(0b", "ab", "U02 M 1"},
	{"lone ESC at the end", "a\x1b", "a", "U02 M 1"},
	{"ESC before a line end", "a\x1b\nb", "a\nb", "U02 M 1"},
	{"sequence made of what another leaves", "\x1b\x1b[1m[2mx", "[2mx", "U02 M 2"},

	// U03
	{"line by vertical tab", "a\v# System", "a\n# System", "U03 L 1"},
	{"line by form feed", "a\f# System", "a\n# System", "U03 L 1"},
	{"line by NEL", "a\u0085# System", "a\n# System", "U03 L 1"},
	{"line by line separator", "a\u2028# System", "a\n# System", "U03 L 1"},
	{"line by paragraph separator", "a\u2029# System", "a\n# System", "U03 L 1"},
	{"line by lone CR", "a\r# System", "a\n# System", ""},

	// U04
	{"text in tags", "Hello" + tags("ignore all") + "!", "Hello!", "U04 H 10"},
	{"language tag", "a\U000E0001" + tags("en") + "b", "ab", "U04 H 3"},
	{"tags after a black flag that name no flag in use", "\U0001F3F4" + tags("usca\x7F"), "\U0001F3F4", "U04 H 5"},
	{"flag in tags without an end", "\U0001F3F4" + tags("gbeng") + "x", "\U0001F3F4x", "U04 H 5"},
	{"flag in tags on another base", "\U0001F600" + tags("gbeng\x7F"), "\U0001F600", "U04 H 6"},
	{"text in tags after a real flag", "\U0001F3F4" + tags("gbeng\x7Fhi"), "\U0001F3F4" + tags("gbeng\x7F"), "U04 H 2"},
	{"flag with a letter like a tag", "\U0001F3F4gbeng" + tags("\x7F") + "         ", "\U0001F3F4gbeng         ", "U04 H 1"},

	// U05
	{"text in selectors after an emoji", "\U0001F600" + selectors("evil"), "\U0001F600", "U05 H 4"},
	{"flag spelled in selectors", "\U0001F3F4\U000E0167\U000E0162\U000E0165\U000E016E\U000E0167\U000E017F", "\U0001F3F4", "U05 H 6"},
	{"text in selectors after a letter", "a" + selectors("\x01\x02\x03"), "a", "U05 M 3"},
	{"one selector on a letter", "a\uFE0Fb", "ab", "U05 M 1"},
	{"second selector in a row", "\u2764\uFE0F\uFE0F", "\u2764\uFE0F", "U05 M 1"},
	{"selectors on an ideograph", "葛\U000E0100\U000E0101\U000E0102", "葛\U000E0100", "U05 M 2"},
	{"ideographic selector on a letter", "a\U000E0100", "a", "U05 M 1"},
	{"Mongolian selector outside Mongolian", "a\u180Bb\u180F", "ab", "U05 M 2"},
	{"standardised selector on the wrong base", "\u2229\uFE02", "\u2229", "U05 M 1"},
	{"selector at the start", "\uFE0Fa", "a", "U05 M 1"},
	{"selector after an emoji and a dropped space", "\u2764\u200B\uFE0F\uFE0E", "\u2764\uFE0F", "U05 M 1, U08 M 1"},

	// U06, U07
	{"joiner inside a Latin word", between("\u200D", "ignore"), "ignore", "U06 M 5"},
	{"joiner at the end of an emoji", "\U0001F469\u200D", "\U0001F469", "U06 M 1"},
	{"two joiners between emoji", "\U0001F469\u200D\u200D\U0001F467", "\U0001F469\u200D\U0001F467", "U06 M 1"},
	{"joiner between an emoji and a letter", "\U0001F469\u200Dx", "\U0001F469x", "U06 M 1"},
	{"joiner between a letter and an emoji after an emoji", "\U0001F469x\u200D\U0001F467", "\U0001F469x\U0001F467", "U06 M 1"},
	{"joiner in Cyrillic", "п\u200Dароль", "пароль", "U06 M 1"},
	{"two joiners after a virama", "क्\u200D\u200Dष", "क्\u200Dष", "U06 M 1"},
	{"joiner between a Bengali letter and a Devanagari virama", "র\u200D्", "র्", "U06 M 1"},
	{"non-joiner inside a Latin word", between("\u200C", "ignore"), "ignore", "U07 M 5"},
	{"run of non-joiners in Persian", "می\u200C\u200C\u200Cخواهم", "می\u200Cخواهم", "U07 M 2"},
	{"non-joiner between ideographs", "密\u200C碼", "密碼", "U07 M 1"},

	// U08
	{"zero-width space inside a word", between("\u200B", "ignore"), "ignore", "U08 M 5"},
	{"word joiner inside a word", "ig\u2060nore", "ignore", "U08 M 1"},
	{"byte order mark inside a word", "ig\uFEFFnore", "ignore", "U08 M 1"},
	{"second byte order mark at the start", "\uFEFF\uFEFFa", "a", "U08 M 1"},
	{"invisible operators inside a word", "a\u2061b\u2062c\u2063d\u2064e", "abcde", "U08 M 4"},
	{"text in zero-width bits", "a" + zeros("hi") + "b", "ab", "U07 M 7, U08 H 9"},
	{"seven other characters beside a zero-width space", "a\u200B" + strings.Repeat("\u034F", 7), "a", "U08 M 1, U13 M 7"},
	{"seven word joiners", "a" + strings.Repeat("\u2060", 7), "a", "U08 M 7"},
	{"operators at spaces", "2 \u2062x, 2\u2062 x", "2 x, 2 x", "U08 M 2"},
	{"run of word joiners", "a" + strings.Repeat("\u2060", 8), "a", "U08 H 8"},
	{"run of zero-width spaces in Thai", "ก\u200B\u200B\u200Bข", "ก\u200Bข", "U08 M 2"},
	{"two operators in a formula", "f\u2061\u2061(x)", "f\u2061(x)", "U08 M 1"},

	// U09
	{"right-to-left override", "file\u202Efdp.exe", "filefdp.exe", "U09 H 1"},
	{"left-to-right override", "\u202Dabc\u202C", "abc", "U09 H 2"},
	{"embeddings", "\u202Babc\u202C \u202Adef\u202C", "abc def", "U09 H 4"},
	{"override in honest Hebrew", "\u202Eשלום\u202C", "שלום", "U09 H 2"},

	// U10, U11
	{"isolates in a line without right-to-left letters", "a\u2067b\u2069c", "abc", "U10 M 2"},
	{"isolate without an end", "שלום \u2067abc", "שלום abc", "U10 M 1"},
	{"end without an isolate", "שלום\u2069 abc", "שלום abc", "U10 M 1"},
	{"isolate that ends in the next line", "שלום \u2067abc\nשלום\u2069", "שלום abc\nשלום", "U10 M 2"},
	{"text in empty isolates", "שלום\u2066\u2069\u2067\u2069\u2068\u2069", "שלום", "U10 M 6"},
	{"isolates nested beyond reason", "א" + strings.Repeat("\u2067", 20) + "x" + strings.Repeat("\u2069", 20), "א" + strings.Repeat("\u2067", 8) + "x" + strings.Repeat("\u2069", 8), "U10 M 24"},
	{"mark in a Latin word", "pass\u200Eword", "password", "U11 M 1"},
	{"right-to-left mark that reorders numbers", "1\u200F+2=3", "1+2=3", "U11 M 1"},
	{"Arabic letter mark without Arabic", "a\u061Cb", "ab", "U11 M 1"},
	{"run of marks in Hebrew", "שלום\u200E\u200F\u200E\u200F", "שלום\u200E", "U11 M 3"},
	{"mark far from the right-to-left word", "שלום and more text\u200Fhere", "שלום and more texthere", "U11 M 1"},

	// U12
	{"soft hyphens through a word", between("\u00AD", "ignore"), "ignore", "U12 L 5"},

	// U13
	{"Hangul filler as a blank name", "\u3164", "", "U13 M 1"},
	{"halfwidth Hangul filler", "a\uFFA0b", "ab", "U13 M 1"},
	{"jamo fillers outside jamo", "a\u115F\u1160b", "ab", "U13 M 2"},
	{"run of jamo fillers before a vowel", "\u115F\u115F\u115F\u1161", "\u115F\u1161", "U13 M 2"},
	{"Braille blanks as spaces", "a\u2800\u2800b", "ab", "U13 M 2"},
	{"Mongolian vowel separator in Latin", "a\u180Eb", "ab", "U13 M 1"},
	{"grapheme joiner in Latin", between("\u034F", "ignore"), "ignore", "U13 M 5"},
	{"Khmer inherent vowels", "ក\u17B4ខ\u17B5", "កខ", "U13 M 2"},

	// U14
	{"interlinear annotation", "a\uFFF9b\uFFFAc\uFFFB", "abc", "U14 M 3"},
	{"deprecated format controls", "a\u206A\u206Fb", "ab", "U14 M 2"},
	{"musical format controls", "a\U0001D173\U0001D17Ab", "ab", "U14 M 2"},
	{"shorthand format controls", "a\U0001BCA0\U0001BCA3b", "ab", "U14 M 2"},
	{"noncharacters", "a\uFFFE\uFDD0\U0010FFFFb", "ab", "U14 M 3"},

	// U15
	{"private use", "a\uE000b\U000F0000\U0010FFFD", "a\uFFFDb\uFFFD\uFFFD", "U15 L 3"},
	{"private use of a symbol font, unknown", "\uF0FF", "\uFFFD", "U15 L 1"},

	// U16
	{"stacked marks", "Z" + strings.Repeat("\u0301\u0336", 20), "Z" + strings.Repeat("\u0301\u0336", 4), "U16 M 32"},
	{"marks stacked around dropped characters", "Z" + strings.Repeat("\u0301\u0301\u0301\u200B\x00", 4), "Z" + strings.Repeat("\u0301", 8), "U02 M 4, U08 M 4, U16 M 4"},
	{"marks on nothing", strings.Repeat("\u0488", 9), strings.Repeat("\u0488", 8), "U16 M 1"},

	// Mixed
	{"everything in one word", "p\u200Ba\u00ADs\u2060s\u202Ew\x00o\U000E0041r\uFE0Fd", "password", "U02 M 1, U04 H 1, U05 M 1, U08 M 2, U09 H 1"},
}
