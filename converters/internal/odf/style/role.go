package style

import (
	"strconv"
	"strings"
)

// roleOf returns what a style is by its name, and the level of a heading that
// the name says, or 0.
func roleOf(name string) (Role, int) {
	if strings.Contains(name, "_") {
		name = unescapeName(name)
	}
	name = strings.ToLower(strings.TrimSpace(name))
	word := strings.TrimRight(name, "0123456789")
	digits := name[len(word):]
	word = strings.TrimSpace(word)
	if word == "heading" && len(digits) == 1 {
		level, _ := strconv.Atoi(digits)
		return roleLook, level
	}
	return rolesByName[word], 0
}

// unescapeName turns the escapes in a style's name into what they stand for:
// "Heading_20_1" is "Heading 1" (ODF 1.3 part 3, 19.502).
func unescapeName(name string) string {
	var b strings.Builder
	for name != "" {
		i := strings.IndexByte(name, '_')
		if i < 0 {
			break
		}
		b.WriteString(name[:i])
		name = name[i:]
		n := strings.IndexByte(name[1:], '_')
		v, err := uint64(0), error(strconv.ErrSyntax)
		if n > 0 && n <= 5 {
			v, err = strconv.ParseUint(name[1:1+n], 16, 32)
		}
		if err != nil {
			b.WriteByte('_')
			name = name[1:]
			continue
		}
		b.WriteRune(rune(v))
		name = name[n+2:]
	}
	return b.String() + name
}
