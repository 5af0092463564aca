package prompt

import "strings"

// tagName begins the name of every tag that fences material.
const tagName = "material-"

// fence puts material between two lines that it cannot contain: their name
// carries a digest of what is between them, so that whoever writes the text
// would have to know its digest before it is written. The head comes before.
// That nothing in it looks like such a line is for those who prepare it
// ([breakTags]), before they look at its structure.
func fence(section, head, content string) string {
	content = strings.Trim(content, "\n")
	tag := tagName + fenceID(section, content)
	return head + "\n\n<" + tag + ">\n\n" + content + "\n\n</" + tag + ">"
}

// idLength is how many digits of a digest the name of a tag carries.
const idLength = 16

func fenceID(section, content string) string {
	return digestOf("material\x00", section, "\x00", content)[:idLength]
}

// breakTags takes the look of our own tags from what a text has of it. Words
// that are like their name stay as they are where no bracket opens a tag.
func breakTags(text string) string {
	for _, name := range []string{"material-", "Material-", "MATERIAL-"} {
		if strings.Contains(text, name) {
			text = breakTag(text, name)
		}
	}
	return text
}

func breakTag(text, name string) string {
	var b strings.Builder
	done := 0
	for {
		i := strings.Index(text[done:], name)
		if i < 0 {
			b.WriteString(text[done:])
			return b.String()
		}
		at := done + i + len(name) - 1
		b.WriteString(text[done:at])
		if named(text[at+1:]) && opensTag(text[max(0, done+i-tagReach):done+i]) {
			b.WriteByte('\\')
		}
		done = at
	}
}

// named reports whether a tag's name goes on, as those of ours do. The rules
// that speak of the tags leave that open.
func named(rest string) bool {
	return rest != "" && (rest[0] >= '0' && rest[0] <= '9' || rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z')
}

// tagReach is how far before a name its bracket is looked for, in bytes.
const tagReach = 16

// opensTag reports whether a text ends in a bracket, or what looks like one,
// that opens a tag.
func opensTag(before string) bool {
	before = strings.TrimRight(before, " \t\\/\u2215\u2044\uff0f")
	for _, bracket := range []string{"<", "&lt;", "\u2039", "\u2329", "\u27e8", "\u3008", "\ufe64", "\uff1c"} {
		if strings.HasSuffix(before, bracket) {
			return true
		}
	}
	return false
}
