package wordml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
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
	defs.loadLists()
	l := &defs.lists
	use := l.uses[num]
	if use == nil {
		return nil, nil
	}
	def := defs.list(use.abstract)
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
		def = defs.list(other.abstract)
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
	if !x.hasLeft && at != nil && at.hasLeft {
		item.Left = at.left
	}
	return item
}

// maxShown is how many bytes of a marker that a document gives are read.
const maxShown = 64

// level returns what a list says of a level.
func (u *listUse) level(def *listDef, level int8) *levelDef {
	for i := range u.overrides {
		if o := &u.overrides[i]; o.level == level && o.def != nil {
			return o.def
		}
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
	for i := range int8(levelCount) {
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
	def.step(use, num, level)
	switch at.format {
	case "bullet":
		if strings.TrimSpace(at.text) == "" {
			return "", at, true
		}
		return wordtext.Bullet, at, true
	}
	return use.marker(def, level), at, true
}

// step counts a paragraph (17.9.10, 17.9.25, 17.9.26). Lists with the same
// definition go on counting where another one stopped, unless they say where
// they start.
func (d *listDef) step(use *listUse, num int32, level int8) {
	fresh := !d.counting[level]
	if fresh {
		d.counts[level], d.counting[level] = use.level(d, level).start, true
	} else {
		d.counts[level] = min(d.counts[level], 1<<30) + 1
	}
	for i := range use.overrides {
		o := &use.overrides[i]
		if o.level != level || !o.hasStart {
			continue
		}
		if !o.used || fresh {
			d.counts[level] = o.start
		}
		o.used = true
	}
	for i := range level {
		if !d.counting[i] {
			d.counts[i], d.counting[i] = use.level(d, i).start, true
		}
	}
	for i := level + 1; i < levelCount; i++ {
		if restart := use.level(d, i).restart; restart < 0 || restart > level {
			d.counting[i] = false
		}
	}
	d.last = num
}

// marker returns the marker of a level as its counters stand.
func (u *listUse) marker(def *listDef, level int8) string {
	at := u.level(def, level)
	if !at.given {
		return ""
	}
	text := at.text
	if len(text) == 3 && text[0] == '%' && text[1] == '1'+byte(level) && at.format == "decimal" {
		return strconv.Itoa(int(def.counts[level])) + text[2:]
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) || text[i+1] < '1' || text[i+1] > '9' {
			b.WriteByte(text[i])
			continue
		}
		i++
		n := int8(text[i] - '1')
		format := u.level(def, n).format
		if at.legal && format != "decimalZero" {
			format = "decimal"
		}
		b.WriteString(numeral.Format(int(def.counts[n]), format))
	}
	return strings.TrimSpace(b.String())
}
