package dom

// class is a set of what an element's tag says of it.
type class uint16

const (
	special    class = 1 << iota // closed only by its own end tag (WHATWG HTML 13.2.4.2)
	scope                        // end tags inside do not reach elements outside
	Void                         // without content
	Formatting                   // stays open across blocks
	Block                        // is on lines of its own, and ends an open paragraph
	rawContent                   // its text is not markup
	escapable                    // but has character references
)

// Is reports whether an element is of a class.
func (t Tag) Is(c class) bool { return tags[t].classes&c != 0 }

// rawText returns the tag itself if its text is not markup, else none.
func (t Tag) rawText() Tag {
	if t.Is(rawContent) {
		return t
	}
	return TagNone
}

// String returns the element's name.
func (t Tag) String() string { return tags[t].name }

var (
	tagNames  = newNames(TagCount, Tag.String)
	attrNames = newNames(AttrCount, func(a Attr) string { return Attrs[a] })
)

// names finds the places of a table's names. It is a map with open addressing
// whose hash and comparison know no case: no name is made lower case to be found.
type names[T ~uint8] struct {
	name  func(T) string
	slots [1 << nameBits]T
}

const nameBits = 10 // no table has more than a quarter of as many names

func newNames[T ~uint8](count T, name func(T) string) *names[T] {
	x := &names[T]{name: name}
	for v := T(1); v < count; v++ {
		at := nameHash(name(v))
		for x.slots[at] != 0 {
			at = (at + 1) % (1 << nameBits)
		}
		x.slots[at] = v
	}
	return x
}

// maxNameBytes is the length of the longest name in the tables.
const maxNameBytes = 32

// of returns the place of a name in any case, or 0.
func (x *names[T]) of(name string) T {
	if name == "" || len(name) > maxNameBytes {
		return 0
	}
	for at := nameHash(name); ; at = (at + 1) % (1 << nameBits) {
		v := x.slots[at]
		if v == 0 || sameName(x.name(v), name) {
			return v
		}
	}
}

// nameHash is the hash of a name, the same in any case.
func nameHash(name string) uint32 {
	h := uint32(len(name))
	for i := range len(name) {
		h = h*0x01000193 ^ uint32(name[i]|0x20)
	}
	return (h ^ h>>nameBits) % (1 << nameBits)
}

// sameName reports whether a name is one in lower case, but for its own case.
func sameName(lower, name string) bool {
	if len(lower) != len(name) {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c != lower[i] && (c < 'A' || c > 'Z' || c|0x20 != lower[i]) {
			return false
		}
	}
	return true
}

// tagOf returns the tag of a name in any case.
func tagOf(name string) Tag { return tagNames.of(name) }

// AttrOf returns the attribute of a name in any case.
func AttrOf(name string) Attr { return attrNames.of(name) }

// LeftOut reports whether an element's content is none of the page's text.
func LeftOut(t Tag) bool {
	switch t {
	case TagScript, TagStyle, TagTemplate, TagNoscript, TagHead, TagTitle, TagMeta, TagLink, TagBase,
		TagParam, TagTrack, TagSource, TagArea, TagDatalist, TagCol, TagColgroup, TagNoembed, TagFrame,
		TagNoframes, TagBasefont, TagBgsound, TagKeygen, TagEmbed, TagHtml, TagBody, TagFrameset:
		return true
	}
	return false
}
