package style

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
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
