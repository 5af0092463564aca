package tokens

// kind is what a piece is made of. From kindScript on it is a script without
// capitals or with ones that do not matter here, each its own kind.
type kind uint8

const (
	kindNone kind = iota
	kindEnd       // behind the last piece
	kindSpace
	kindNewline
	kindDigits
	kindPunct // and symbols
	kindWord  // Latin
	kindGreek
	kindCyrillic
	kindHebrew
	kindArabic
	kindIndic
	kindThai
	kindHangul
	kindKana
	kindHan
	kindOther // letters of every other script
	kinds
)

// lead is the text before a word and belongs to it.
type lead uint8

const (
	leadSpace lead = iota
	leadBare       // nothing: the start of a line, or behind a number or a run
	leadTab
	leadCamel            // a lower-case letter before a capital, as in fooBar
	leadMark  lead = 128 // and the mark: one without a space before it, as in (word
)

// leads is how many leads there are.
const leads = 1 << 8

// Weights are charged by class. The first of a range is named; what follows is
// reached by adding. Classes below classEnding fit into a byte.
const (
	lengths = 16 // lengths of words that have their own weight; longer ones pay by letter

	classLower      = 0                    // words in lower case, by length
	classTitle      = classLower + lengths // with one capital at the start
	classUpper      = classTitle + lengths // in capitals
	classMixed      = classUpper + lengths // with more capitals at the start
	classLong       = classMixed + lengths // letters beyond, by the four shapes
	classAccent     = classLong + 4        // letters beyond ASCII
	classDigits     = classAccent + 1      // groups of three digits
	classDigitSpace = classDigits + 1      // a space before a number is a token
	classIndent     = classDigitSpace + 1
	classIndentLong = classIndent + 1     // spaces beyond 16
	classNewline    = classIndentLong + 1 // one, two, more; then the same behind punctuation
	classNewlines   = classNewline + 6    // beyond four
	classSame       = classNewlines + 1   // runs of one mark: length 1, 2, 3, 4, to 8, to 16, to 32, more
	classSameLong   = classSame + 8       // marks beyond 32
	classMarks      = classSameLong + 1   // runs of different marks: length 2 to 9
	classMarksLong  = classMarks + 8      // marks beyond 9
	classSymbol     = classMarksLong + 1  // marks beyond ASCII
	classEmoji      = classSymbol + 1     // pictures and what else is beyond the basic plane
	classPiece      = classEmoji + 1      // pieces in other scripts, by kind less kindGreek
	classLetter     = classPiece + int(kinds-kindGreek)
	classEnding     = classLetter + int(kinds-kindGreek) // the last two letters of a word in small letters; see tail
	classLead       = classEnding + endings              // the text before a word, by lead
	classes         = classLead + leads
)

// endings is how many pairs of letters there are, at five bits a letter.
const endings = 1 << 10

// endingFrom is the length from which on the ending of a word says something
// of it: mostly of the language, and most words of one language are tokens
// where those of another are several.
const endingFrom = 3

// sort is what the scanner tells apart in ASCII.
type sort uint8

const (
	sortPunct sort = iota
	sortLower
	sortUpper
	sortDigit
	sortSpace
	sortNewline
)

// runeKind finds the kind of a character beyond ASCII. The ranges are blocks,
// not the tables of a Unicode version, so that a newer toolchain changes
// nothing.
func runeKind(r rune) kind {
	switch {
	case 0x4e00 <= r && r < 0xa000: // the frequent ones first
		return kindHan
	case 0x3041 <= r && r < 0x3100:
		return kindKana
	case 0xac00 <= r && r < 0xd7a4:
		return kindHangul
	case r < 0x370:
		return latinKind(r)
	case r < 0x400:
		return kindGreek
	case r < 0x530:
		return kindCyrillic
	case r < 0x590:
		return kindOther // Armenian
	case r < 0x600:
		return kindHebrew
	case r < 0x780 || 0x8a0 <= r && r < 0x900 || 0xfb50 <= r && r < 0xfe00 || 0xfe70 <= r && r < 0xff00:
		return kindArabic
	case r < 0x900:
		return kindOther
	case r < 0xe00:
		return kindIndic
	case r < 0xe80:
		return kindThai
	case r < 0x2000:
		return midKind(r)
	case r < 0x3040 || r >= 0xd7b0:
		return highKind(r)
	default:
		return eastKind(r)
	}
}

func latinKind(r rune) kind {
	switch {
	case r == 0x85:
		return kindNewline
	case r == 0xa0:
		return kindSpace
	case r < 0xc0 && r != 0xaa && r != 0xb5 && r != 0xba, r == 0xd7, r == 0xf7:
		return kindPunct
	}
	return kindWord
}

// midKind covers U+0E80 to U+1FFF.
func midKind(r rune) kind {
	switch {
	case 0x1100 <= r && r < 0x1200:
		return kindHangul
	case 0x1c80 <= r && r < 0x1c90:
		return kindCyrillic
	case 0x1d00 <= r && r < 0x1f00:
		return kindWord
	case r >= 0x1f00:
		return kindGreek
	}
	return kindOther
}

// eastKind covers U+3040 to U+D7AF.
func eastKind(r rune) kind {
	switch {
	case r < 0x3100 || 0x31f0 <= r && r < 0x3200:
		return kindKana
	case 0x3130 <= r && r < 0x3190 || 0xa960 <= r && r < 0xa980 || r >= 0xac00:
		return kindHangul
	case r < 0x31c0:
		return kindOther // bopomofo
	case r < 0x3400:
		return kindPunct
	case r < 0xa000:
		return kindHan
	}
	return kindOther
}

// highKind covers U+2000 to U+303F and everything from U+D7B0.
func highKind(r rune) kind {
	switch {
	case 0x2000 <= r && r <= 0x200a || r == 0x202f || r == 0x205f || r == 0x3000:
		return kindSpace
	case r == 0x2028 || r == 0x2029:
		return kindNewline
	case 0x2c00 <= r && r < 0x2e00:
		return kindOther
	case r == 0x3005 || r == 0x3007 || 0xf900 <= r && r < 0xfb00 || 0x20000 <= r && r < 0x40000:
		return kindHan
	case 0xfb1d <= r && r < 0xfb50:
		return kindHebrew
	case 0xff66 <= r && r < 0xffa0:
		return kindKana
	case 0xff10 <= r && r < 0xff5b:
		return kindOther
	}
	return kindPunct
}
