package tokens

// sorts is the sort of every byte; what is not named in ASCII is
// punctuation. It is never written to.
var sorts = [256]sort{
	'\t': sortSpace, '\n': sortNewline, '\v': sortSpace, '\f': sortSpace, '\r': sortNewline, ' ': sortSpace,
	'0': sortDigit, '1': sortDigit, '2': sortDigit, '3': sortDigit, '4': sortDigit,
	'5': sortDigit, '6': sortDigit, '7': sortDigit, '8': sortDigit, '9': sortDigit,
	'A': sortUpper, 'B': sortUpper, 'C': sortUpper, 'D': sortUpper, 'E': sortUpper, 'F': sortUpper, 'G': sortUpper,
	'H': sortUpper, 'I': sortUpper, 'J': sortUpper, 'K': sortUpper, 'L': sortUpper, 'M': sortUpper, 'N': sortUpper,
	'O': sortUpper, 'P': sortUpper, 'Q': sortUpper, 'R': sortUpper, 'S': sortUpper, 'T': sortUpper, 'U': sortUpper,
	'V': sortUpper, 'W': sortUpper, 'X': sortUpper, 'Y': sortUpper, 'Z': sortUpper,
	'a': sortLower, 'b': sortLower, 'c': sortLower, 'd': sortLower, 'e': sortLower, 'f': sortLower, 'g': sortLower,
	'h': sortLower, 'i': sortLower, 'j': sortLower, 'k': sortLower, 'l': sortLower, 'm': sortLower, 'n': sortLower,
	'o': sortLower, 'p': sortLower, 'q': sortLower, 'r': sortLower, 's': sortLower, 't': sortLower, 'u': sortLower,
	'v': sortLower, 'w': sortLower, 'x': sortLower, 'y': sortLower, 'z': sortLower,
}
