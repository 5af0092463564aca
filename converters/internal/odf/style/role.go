package style

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/internal/pattern"
)

// roleOf returns what a style of a family is by its name, and the level of a
// heading that the name says, or 0.
func roleOf(f Family, name string) (Role, int) {
	if strings.Contains(name, "_") {
		name = unescapeName(name)
	}
	name = strings.ToLower(strings.TrimSpace(name))
	word := strings.TrimSpace(strings.TrimRight(name, "0123456789"))
	if level := wordtext.HeadingNamed(name); level >= 0 && name != "title" {
		return roleLook, int(level) + 1
	}
	if role, ok := rolesByName[word]; ok {
		return role, 0
	}
	switch kind := wordtext.KindNamed(word); {
	case kind == wordtext.Code && f == FamilyText:
		return RoleMono, 0
	default:
		return roleOfKind[kind], 0
	}
}

// roleOfKind are the roles of kinds of paragraphs.
var roleOfKind = map[wordtext.Kind]Role{
	wordtext.Quote: RoleQuote, wordtext.Code: RoleCode, wordtext.Term: RoleTerm, wordtext.Detail: RoleDetail,
}

// escaped is a character of a style's name by its number.
var escaped = pattern.Lazy(`_[0-9A-Fa-f]{1,5}_`)

// unescapeName turns the escapes in a style's name into what they mean:
// "Heading_20_1" is "Heading 1" (ODF 1.3 part 3, 19.502).
func unescapeName(name string) string {
	return escaped().ReplaceAllStringFunc(name, func(part string) string {
		v, _ := strconv.ParseUint(strings.Trim(part, "_"), 16, 32) // it is a number
		return string(rune(v))
	})
}
