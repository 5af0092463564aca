package inline

// The classes of bytes that may need an escape. A text without any of them
// is written as it is, so the sets are tested by one load and one OR.
const (
	escStar    uint16 = 1 << iota // *
	escUnder                      // _
	escTilde                      // ~
	escTick                       // `
	escDollar                     // $
	escBack                       // \
	escOpen                       // [
	escShut                       // ]
	escLess                       // <
	escAmp                        // &
	escPipe                       // |
	escAt                         // @
	escParen                      // (
	escControl                    // what text should not hold: line ends, NUL and other C0
	escHigh                       // any byte of a character beyond ASCII
)

// escFlank are the classes that work in pairs, so that only the whole block
// says whether one needs an escape.
const escFlank = escStar | escUnder | escTilde | escTick | escDollar

// escClass is the class of each byte; 0 needs no thought.
var escClass = [256]uint16{
	'*': escStar, '_': escUnder, '~': escTilde, '`': escTick, '$': escDollar,
	'\\': escBack, '[': escOpen, ']': escShut, '<': escLess, '&': escAmp,
	'|': escPipe, '@': escAt, '(': escParen,

	0x00: escControl, 0x01: escControl, 0x02: escControl, 0x03: escControl,
	0x04: escControl, 0x05: escControl, 0x06: escControl, 0x07: escControl,
	0x08: escControl, 0x0a: escControl, 0x0b: escControl, 0x0c: escControl,
	0x0d: escControl, 0x0e: escControl, 0x0f: escControl, 0x10: escControl,
	0x11: escControl, 0x12: escControl, 0x13: escControl, 0x14: escControl,
	0x15: escControl, 0x16: escControl, 0x17: escControl, 0x18: escControl,
	0x19: escControl, 0x1a: escControl, 0x1b: escControl, 0x1c: escControl,
	0x1d: escControl, 0x1e: escControl, 0x1f: escControl,

	0x80: escHigh, 0x81: escHigh, 0x82: escHigh, 0x83: escHigh, 0x84: escHigh, 0x85: escHigh, 0x86: escHigh, 0x87: escHigh,
	0x88: escHigh, 0x89: escHigh, 0x8a: escHigh, 0x8b: escHigh, 0x8c: escHigh, 0x8d: escHigh, 0x8e: escHigh, 0x8f: escHigh,
	0x90: escHigh, 0x91: escHigh, 0x92: escHigh, 0x93: escHigh, 0x94: escHigh, 0x95: escHigh, 0x96: escHigh, 0x97: escHigh,
	0x98: escHigh, 0x99: escHigh, 0x9a: escHigh, 0x9b: escHigh, 0x9c: escHigh, 0x9d: escHigh, 0x9e: escHigh, 0x9f: escHigh,
	0xa0: escHigh, 0xa1: escHigh, 0xa2: escHigh, 0xa3: escHigh, 0xa4: escHigh, 0xa5: escHigh, 0xa6: escHigh, 0xa7: escHigh,
	0xa8: escHigh, 0xa9: escHigh, 0xaa: escHigh, 0xab: escHigh, 0xac: escHigh, 0xad: escHigh, 0xae: escHigh, 0xaf: escHigh,
	0xb0: escHigh, 0xb1: escHigh, 0xb2: escHigh, 0xb3: escHigh, 0xb4: escHigh, 0xb5: escHigh, 0xb6: escHigh, 0xb7: escHigh,
	0xb8: escHigh, 0xb9: escHigh, 0xba: escHigh, 0xbb: escHigh, 0xbc: escHigh, 0xbd: escHigh, 0xbe: escHigh, 0xbf: escHigh,
	0xc0: escHigh, 0xc1: escHigh, 0xc2: escHigh, 0xc3: escHigh, 0xc4: escHigh, 0xc5: escHigh, 0xc6: escHigh, 0xc7: escHigh,
	0xc8: escHigh, 0xc9: escHigh, 0xca: escHigh, 0xcb: escHigh, 0xcc: escHigh, 0xcd: escHigh, 0xce: escHigh, 0xcf: escHigh,
	0xd0: escHigh, 0xd1: escHigh, 0xd2: escHigh, 0xd3: escHigh, 0xd4: escHigh, 0xd5: escHigh, 0xd6: escHigh, 0xd7: escHigh,
	0xd8: escHigh, 0xd9: escHigh, 0xda: escHigh, 0xdb: escHigh, 0xdc: escHigh, 0xdd: escHigh, 0xde: escHigh, 0xdf: escHigh,
	0xe0: escHigh, 0xe1: escHigh, 0xe2: escHigh, 0xe3: escHigh, 0xe4: escHigh, 0xe5: escHigh, 0xe6: escHigh, 0xe7: escHigh,
	0xe8: escHigh, 0xe9: escHigh, 0xea: escHigh, 0xeb: escHigh, 0xec: escHigh, 0xed: escHigh, 0xee: escHigh, 0xef: escHigh,
	0xf0: escHigh, 0xf1: escHigh, 0xf2: escHigh, 0xf3: escHigh, 0xf4: escHigh, 0xf5: escHigh, 0xf6: escHigh, 0xf7: escHigh,
	0xf8: escHigh, 0xf9: escHigh, 0xfa: escHigh, 0xfb: escHigh, 0xfc: escHigh, 0xfd: escHigh, 0xfe: escHigh, 0xff: escHigh,
}

// escSpeakers begin a turn of a completion prompt where they follow a blank
// line.
var escSpeakers = [...]string{"Human:", "Assistant:"}

// escClasses returns the classes of all bytes of a text.
func escClasses(s string) (mask uint16) {
	for ; len(s) >= 8; s = s[8:] {
		mask |= escEight(s)
	}
	for i := range len(s) {
		mask |= escClass[s[i]]
	}
	return mask
}

// escEight returns the classes of the first eight bytes of a text.
func escEight(s string) uint16 {
	_ = s[7]
	return escClass[s[0]] | escClass[s[1]] | escClass[s[2]] | escClass[s[3]] |
		escClass[s[4]] | escClass[s[5]] | escClass[s[6]] | escClass[s[7]]
}
