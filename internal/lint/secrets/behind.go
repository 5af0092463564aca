package secrets

import "strings"

// isGiven reports whether behind a word such as key there may be a sign that gives it a
// value with a digit: the rule for any kind of key matches nothing else.
func isGiven(text string, end int) bool {
	const mostName, mostSigns, shortest = 23, 9, 10
	i := end
	for i < len(text) && i-end < mostName && (isWord(text[i:]) || strings.IndexByte(" \t\n\f\r.-'\"", text[i]) >= 0) {
		i++
	}
	if i == len(text) || strings.IndexByte("=>:|?,", text[i]) < 0 {
		return false
	}
	signs := i
	for i < len(text) && i-signs < mostSigns && strings.IndexByte("=>:|?,`'\" \t\n\f\r", text[i]) >= 0 {
		i++
	}
	for text[i-1] == '=' && i > signs { // a value may begin so
		i--
	}
	n, digit := 0, false
	for ; i < len(text) && (kinds[text[i]] != 0 || isWord(text[i:])) && (n < shortest || !digit); i++ {
		n++
		digit = digit || text[i] >= '0' && text[i] <= '9'
	}
	return n >= shortest && digit
}

// isWord reports whether a text begins with a letter, a digit or what expressions without
// case take for a letter, or is inside of such a one.
func isWord(text string) bool {
	c := text[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' ||
		c >= 0x80 && (strings.HasPrefix(text, "ſ") || strings.HasPrefix(text, "\u212A") || c < 0xC0)
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
