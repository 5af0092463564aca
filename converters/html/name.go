package html

import "strings"

// class is a set of what an element's tag says of it.
type class uint16

const (
	special    class = 1 << iota // closed only by its own end tag (WHATWG HTML 13.2.4.2)
	scope                        // end tags inside do not reach elements outside
	void                         // without content
	formatting                   // stays open across blocks
	block                        // stands on lines of its own, and ends an open paragraph
	rawContent                   // its text is no markup
	escapable                    // but has character references
)

func (t tag) is(c class) bool { return tags[t].classes&c != 0 }

// rawText returns the tag itself if its text is no markup, else none.
func (t tag) rawText() tag {
	if t.is(rawContent) {
		return t
	}
	return tagNone
}

// String returns the element's name.
func (t tag) String() string { return tags[t].name }

var (
	tagNames  = index(tagCount, tag.String)
	attrNames = index(attrCount, func(a attr) string { return attrs[a] })
)

// index maps the names of a table to their places.
func index[T ~uint8](count T, name func(T) string) map[string]T {
	m := make(map[string]T, count)
	for i := T(1); i < count; i++ {
		m[name(i)] = i
	}
	return m
}

// longestName is the length of the longest name in the tables.
const longestName = 32

// tagOf returns the tag of a name in any case.
func tagOf(name string) tag { return lookup(tagNames, name) }

// attrOf returns the attribute of a name in any case.
func attrOf(name string) attr { return lookup(attrNames, name) }

func lookup[T ~uint8](m map[string]T, name string) T {
	if len(name) > longestName {
		return 0
	}
	if v, ok := m[name]; ok {
		return v
	}
	var lower [longestName]byte
	changed := false
	for i := range len(name) {
		c := name[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
			changed = true
		}
		lower[i] = c
	}
	if !changed {
		return 0
	}
	return m[string(lower[:len(name)])]
}

// squeeze returns a text with its white space collapsed.
func squeeze(s string) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// hasWord reports whether an attribute such as class or role holds a word.
func hasWord(s, word string) bool {
	if word == "" || strings.IndexByte(word, ' ') >= 0 {
		return false
	}
	for {
		i := strings.Index(s, word)
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || isSpace(s[i-1])) && (end == len(s) || isSpace(s[end])) {
			return true
		}
		s = s[end:]
	}
}
