package secrets

import "strings"

const (
	maxGap    = 40  // between the parts of a secret: the end of a line, quotes, an indent
	maxPart   = 300 // of a secret
	minBroken = 16  // of a secret that is broken, in characters
)

// gapBehind returns where the next part of a secret may begin whose first part ends there;
// the same place for none.
func gapBehind(text string, end int) int {
	blank := false
	for i := end; i < len(text) && i-end < maxGap; i++ {
		switch c := text[i]; {
		case c == ' ' || c == '\n':
			blank = true
		case strings.IndexByte("\r\t\"'`\\>+|", c) < 0:
			if blank {
				return i
			}
			return end
		}
	}
	return end
}

// isPart reports whether characters may be the end of a secret, and are no word.
func isPart(text string) bool {
	lower, upper, digit := false, false, false
	for i := range len(text) {
		c := text[i]
		lower, upper, digit = lower || c >= 'a' && c <= 'z', upper || i > 0 && c >= 'A' && c <= 'Z', digit || c >= '0' && c <= '9'
	}
	return digit || lower && upper
}
