package secrets

import "strings"

// isGiven reports whether behind a word such as key there may be a sign that gives it a
// value with a digit: the rule for any kind of key matches nothing else.
func isGiven(text string, end int) bool {
	const mostName, mostSigns, signs, quotes = 23, 9, "=>:|?,", "'\" \t\n\f\r"
	i := end
	for i < len(text) && i-end < mostName && (isWord(text[i:]) || strings.IndexByte(quotes+".-", text[i]) >= 0) {
		i++
	}
	if i == len(text) || strings.IndexByte(signs, text[i]) < 0 {
		return false
	}
	first := i
	for i < len(text) && i-first < mostSigns && strings.IndexByte(signs+quotes+"`", text[i]) >= 0 {
		i++
	}
	for text[i-1] == '=' && i > first { // a value may begin so
		i--
	}
	return isValue(text[i:])
}

// isValue reports whether a text begins with what is as long as a key and has a digit.
func isValue(text string) bool {
	const shortest = 10
	digit := false
	for i := range len(text) {
		if kinds[text[i]] == 0 && !isWord(text[i:]) {
			return false
		}
		if digit = digit || kinds[text[i]]&isDigit != 0; digit && i+1 >= shortest {
			return true
		}
	}
	return false
}

// isWord reports whether a text begins with a letter, a digit or what expressions without
// case take for a letter, or is inside of such a one.
func isWord(text string) bool {
	c := text[0]
	return kinds[c]&(isLower|isUpper|isDigit) != 0 || c == '_' || c >= 0x80 && (c < 0xC0 || strings.HasPrefix(text, "ſ") || strings.HasPrefix(text, "\u212A"))
}

// follow returns what tells whether there are so many characters of keys directly behind
// a keyword.
func follow(n int) func(text string, end int) bool {
	return func(text string, end int) bool {
		i := end
		for i < len(text) && i-end < n && kinds[text[i]] != 0 {
			i++
		}
		return i-end == n
	}
}

// nears returns the quick looks behind keywords that spare most expressions.
func nears() map[string]func(text string, end int) bool {
	return map[string]func(text string, end int) bool{genericRule: isGiven, "jwt": follow(17), "vault-service-token": follow(24)}
}
