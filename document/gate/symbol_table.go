package gate

// symbol returns what a character of the private range U+F020 to U+F0FF shows,
// to which Word moves the characters of its symbol fonts, or 0 if that cannot
// be said. Where Symbol and Wingdings differ, the one that documents use for
// that code point decides: Wingdings for bullets, boxes, arrows and ticks,
// Symbol for letters and operators.
func symbol(r rune) rune {
	if r < symbolFirst || r > symbolLast {
		return 0
	}
	return symbols[r-symbolFirst]
}

const symbolFirst, symbolLast = 0xF020, 0xF0FF

// symbols is indexed by the code point minus U+F020; 0 where unknown.
var symbols = [symbolLast - symbolFirst + 1]rune{
	// Symbol: punctuation and digits.
	0xF020 - symbolFirst: ' ', 0xF021 - symbolFirst: '!', 0xF022 - symbolFirst: '∀',
	0xF023 - symbolFirst: '#', 0xF024 - symbolFirst: '∃', 0xF025 - symbolFirst: '%',
	0xF026 - symbolFirst: '&', 0xF028 - symbolFirst: '(', 0xF029 - symbolFirst: ')',
	0xF02A - symbolFirst: '∗', 0xF02B - symbolFirst: '+', 0xF02C - symbolFirst: ',',
	0xF02D - symbolFirst: '−', 0xF02E - symbolFirst: '.', 0xF02F - symbolFirst: '/',
	0xF030 - symbolFirst: '0', 0xF031 - symbolFirst: '1', 0xF032 - symbolFirst: '2',
	0xF033 - symbolFirst: '3', 0xF034 - symbolFirst: '4', 0xF035 - symbolFirst: '5',
	0xF036 - symbolFirst: '6', 0xF037 - symbolFirst: '7', 0xF038 - symbolFirst: '8',
	0xF039 - symbolFirst: '9', 0xF03A - symbolFirst: ':', 0xF03B - symbolFirst: ';',
	0xF03C - symbolFirst: '<', 0xF03D - symbolFirst: '=', 0xF03E - symbolFirst: '>',
	0xF03F - symbolFirst: '?', 0xF05B - symbolFirst: '[', 0xF05D - symbolFirst: ']',
	0xF07B - symbolFirst: '{', 0xF07C - symbolFirst: '|', 0xF07D - symbolFirst: '}',

	// Symbol: Greek.
	0xF044 - symbolFirst: 'Δ', 0xF046 - symbolFirst: 'Φ', 0xF047 - symbolFirst: 'Γ',
	0xF050 - symbolFirst: 'Π', 0xF051 - symbolFirst: 'Θ', 0xF053 - symbolFirst: 'Σ',
	0xF057 - symbolFirst: 'Ω', 0xF059 - symbolFirst: 'Ψ',
	0xF061 - symbolFirst: 'α', 0xF062 - symbolFirst: 'β', 0xF063 - symbolFirst: 'χ',
	0xF064 - symbolFirst: 'δ', 0xF065 - symbolFirst: 'ε', 0xF066 - symbolFirst: 'φ',
	0xF067 - symbolFirst: 'γ', 0xF068 - symbolFirst: 'η', 0xF06B - symbolFirst: 'κ',
	0xF06D - symbolFirst: 'μ', 0xF070 - symbolFirst: 'π', 0xF072 - symbolFirst: 'ρ',
	0xF073 - symbolFirst: 'σ', 0xF074 - symbolFirst: 'τ', 0xF077 - symbolFirst: 'ω',
	0xF079 - symbolFirst: 'ψ', 0xF07A - symbolFirst: 'ζ',

	// Wingdings: bullets and boxes.
	0xF06C - symbolFirst: '●', 0xF06E - symbolFirst: '■', 0xF06F - symbolFirst: '□',
	0xF071 - symbolFirst: '❑', 0xF075 - symbolFirst: '◆', 0xF076 - symbolFirst: '❖',
	0xF09F - symbolFirst: '•', 0xF0A7 - symbolFirst: '▪', 0xF0A8 - symbolFirst: '◻',
	0xF0B7 - symbolFirst: '•',

	// Wingdings: arrows, ticks and faces.
	0xF04A - symbolFirst: '☺', 0xF0D8 - symbolFirst: '➢', 0xF0E0 - symbolFirst: '→',
	0xF0E8 - symbolFirst: '➔', 0xF0F0 - symbolFirst: '⇨', 0xF0FB - symbolFirst: '✗',
	0xF0FC - symbolFirst: '✓', 0xF0FD - symbolFirst: '☒', 0xF0FE - symbolFirst: '☑',

	// Symbol: operators.
	0xF0A3 - symbolFirst: '≤', 0xF0A5 - symbolFirst: '∞', 0xF0AE - symbolFirst: '→',
	0xF0B0 - symbolFirst: '°', 0xF0B1 - symbolFirst: '±', 0xF0B3 - symbolFirst: '≥',
	0xF0B4 - symbolFirst: '×', 0xF0B6 - symbolFirst: '∂', 0xF0B8 - symbolFirst: '÷',
	0xF0B9 - symbolFirst: '≠', 0xF0BA - symbolFirst: '≡', 0xF0BB - symbolFirst: '≈',
	0xF0BC - symbolFirst: '…', 0xF0C5 - symbolFirst: '⊕', 0xF0CE - symbolFirst: '∈',
	0xF0D6 - symbolFirst: '√', 0xF0D7 - symbolFirst: '⋅', 0xF0DE - symbolFirst: '⇒',
	0xF0E5 - symbolFirst: '∑', 0xF0F2 - symbolFirst: '∫',
}
