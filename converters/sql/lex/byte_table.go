package lex

// plainByte has the bytes that words and numbers are made of and that mean
// nothing else: letters and digits of ASCII, the underscore, the dot, + and :.
var plainByte = [256]bool{
	'+': true, '.': true, '_': true, ':': true,
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'E': true, 'F': true, 'G': true, 'H': true, 'I': true, 'J': true,
	'K': true, 'L': true, 'M': true, 'N': true, 'O': true, 'P': true, 'Q': true, 'R': true, 'S': true, 'T': true,
	'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true,
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true, 'j': true,
	'k': true, 'l': true, 'm': true, 'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true,
	'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true,
}

// wordByte has the bytes that bare names are made of: letters, digits, _, $, @
// and all that is not ASCII.
var wordByte = wordBytes()

func wordBytes() (table [256]bool) {
	for i := range table {
		c := byte(i)
		table[i] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '@' || c >= 0x80
	}
	return table
}
