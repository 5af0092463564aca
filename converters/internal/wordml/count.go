package wordml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

// maxLinks is how many links from a list to another one are followed.
const maxLinks = 8

// definition returns the definition of a list, and the list; nil if there is none. A
// definition may name a style instead of levels: then the list of that style
// is meant (17.9.21).
func (defs *Definitions) definition(num int32) (*listDef, *listUse) {
	if num == 0 {
		return nil, nil
	}
	defs.lists.loadLists()
	l := &defs.lists
	use := l.uses[num]
	if use == nil {
		return nil, nil
	}
	def := defs.lists.list(use.abstract)
	for range maxLinks {
		if def == nil || def.link == "" {
			break
		}
		st := defs.find(def.link)
		if st == nil || !st.marker.set {
			break
		}
		other := l.uses[st.marker.num]
		if other == nil {
			break
		}
		def = defs.lists.list(other.abstract)
	}
	return def, use
}

// Item counts a paragraph that a list numbers.
func (defs *Definitions) Item(x *Paragraph) wordtext.Item {
	if !x.marker.set || x.marker.num == 0 {
		return wordtext.Item{}
	}
	item := wordtext.Item{List: x.marker.num, Level: max(x.marker.level, 0), Left: x.Left}
	var at *levelDef
	item.Marker, at, item.Counted = defs.count(item.List, item.Level)
	if shown := strings.TrimSpace(x.marker.shown); shown != "" && item.Marker != wordtext.Bullet {
		item.Marker, item.Counted = shown[:min(len(shown), maxShown)], true
	}
	if x.has&givenLeft == 0 && at != nil && at.hasLeft {
		item.Left = at.left
	}
	return item
}

// maxShown is how many bytes of a marker that a document gives are read.
const maxShown = 64

// level returns what a list says of a level.
func (u *listUse) level(def *listDef, level int8) *levelDef {
	if own := u.own[level]; own != nil {
		return own
	}
	return &def.levels[level]
}

// levelOf returns the level of a list that a style is linked to (17.9.23), or
// -1.
func (defs *Definitions) levelOf(num int32, style string) int8 {
	def, use := defs.definition(num)
	if def == nil || style == "" {
		return -1
	}
	for i := range int8(wordtext.ListLevels) {
		if use.level(def, i).style == style {
			return i
		}
	}
	return -1
}

// count counts a paragraph and returns its marker, which is empty for a list
// that shows none, and the indent of the text behind it.
func (defs *Definitions) count(num int32, level int8) (text string, at *levelDef, ok bool) {
	def, use := defs.definition(num)
	if def == nil {
		return "", nil, false
	}
	at = use.level(def, level)
	if use.levels == nil {
		use.levels = &wordtext.Levels{}
		for i := range use.levels {
			use.levels[i] = &use.level(def, int8(i)).ListLevel
		}
	}
	text = def.Count(level, use.levels, use.starts)
	if text == wordtext.Bullet && at.Format == "bullet" && strings.TrimSpace(at.Text) == "" {
		text = ""
	}
	return text, at, true
}
