package rtf

import (
	"strings"
	"unicode/utf8"
)

// levelCount is how many levels a list has.
const levelCount = 9

// lists is what the list table and the override table say.
type lists struct {
	all       map[int32]*listDef // by \listid
	overrides map[int32]*listUse // by \ls
	list      *listDef           // that is being defined
	use       *listUse
	level     *levelDef
}

// listDef is a list of the list table.
type listDef struct {
	levels [levelCount]levelDef
	count  int
	// counters are shared by all overrides that do not start anew.
	counters [levelCount]int
	counting [levelCount]bool
}

// levelDef says how the items of one level are marked.
type levelDef struct {
	kind  int    // \levelnfc: 0 decimal … 23 bullet, 255 none
	start int    // the first number
	text  string // with the bytes 0 to 8 for the numbers of levels
	set   bool   // of an override: kind and text are said
	begin bool   // of an override: start is said
}

// listUse is a list as a paragraph refers to it.
type listUse struct {
	id     int32
	levels [levelCount]levelDef
	began  [levelCount]bool // the level's own start has been used
	count  int
}

// The kinds of numbers that lists know by name (RTF 1.9.1, \levelnfc).
const (
	kindDecimal    = 0
	kindUpperRoman = 1
	kindLowerRoman = 2
	kindUpper      = 3
	kindLower      = 4
	kindOrdinal    = 5
	kindZero       = 22
	kindBullet     = 23
	kindNone       = 255
)

// listWord acts upon a word of the list tables.
func (r *reader) listWord(t token) {
	l := &r.lists
	if d := r.group.dest; d != destLists && d != destOverrides {
		return
	}
	switch t.word {
	case wList:
		l.list, l.use, l.level = &listDef{}, nil, nil
		r.hold(listCost)
	case wOverride:
		l.use, l.list, l.level = &listUse{}, nil, nil
		r.hold(listCost)
	case wListLevelDef:
		l.beginLevel()
	case wOverrideLevel:
		l.beginOverride()
	case wListID:
		if l.list != nil {
			l.all[clip(t.num)] = l.list
		} else if l.use != nil {
			l.use.id = clip(t.num)
		}
	case wLevelKind:
		if l.level != nil {
			l.level.kind, l.level.set = t.num, true
		}
	case wLevelStart:
		if l.level != nil {
			l.level.start, l.level.begin = int(clip(t.num)), true
		}
	}
}

// beginLevel begins the next level of a list, or of an override.
func (l *lists) beginLevel() {
	switch {
	case l.list != nil && l.list.count < levelCount:
		l.level = &l.list.levels[l.list.count]
		l.list.count++
	case l.use == nil:
		l.level = nil
	}
}

func (l *lists) beginOverride() {
	l.level = nil
	if l.use != nil && l.use.count < levelCount {
		l.level = &l.use.levels[l.use.count]
		l.use.count++
	}
}

// levelText takes the text of a level: its length in one byte, then the text.
func (r *reader) levelText(text string) {
	if r.lists.level == nil || text == "" {
		return
	}
	text = strings.TrimSuffix(text, ";")
	if text != "" {
		text = text[1:]
	}
	r.lists.level.text, r.lists.level.set = text, true
}

// useList enters the override that ends, by its \ls.
func (r *reader) useList(n int32) {
	if r.lists.use != nil {
		r.lists.overrides[n] = r.lists.use
	}
}

// levelOf returns the level of a list that a paragraph refers to, or nil.
func (l *lists) levelOf(ls int32, level int8) (*listDef, *listUse, levelDef, bool) {
	use := l.overrides[ls]
	if use == nil {
		return nil, nil, levelDef{}, false
	}
	list := l.all[use.id]
	if list == nil {
		return nil, nil, levelDef{}, false
	}
	d, o := list.levels[level], use.levels[level]
	if o.set {
		if o.text != "" {
			d.text = o.text
		}
		d.kind = o.kind
	}
	if o.begin {
		d.start, d.begin = o.start, true
	}
	return list, use, d, true
}

// isBullet reports whether a level is known to have bullets.
func (l *lists) isBullet(ls int32, level int8) bool {
	_, _, d, ok := l.levelOf(ls, level)
	return ok && d.kind == kindBullet
}

// count makes the marker of the next item of a level, for paragraphs that
// do not carry theirs.
func (l *lists) count(ls int32, level int8) (string, bool) {
	list, use, d, ok := l.levelOf(ls, level)
	if !ok || d.kind == kindNone && strings.TrimFunc(d.text, isControl) == "" {
		return "", false
	}
	if use.levels[level].begin && !use.began[level] {
		use.began[level], list.counting[level] = true, false
	}
	if list.counters[level]++; !list.counting[level] {
		list.counters[level], list.counting[level] = d.start, true
	}
	clear(list.counting[level+1:])
	if d.kind == kindBullet {
		return "•", true
	}
	var b strings.Builder
	for _, c := range d.text {
		if c >= levelCount {
			b.WriteRune(c)
			continue
		}
		_, _, above, _ := l.levelOf(ls, int8(c))
		n := list.counters[c]
		if !list.counting[c] {
			n = above.start
		}
		b.WriteString(inNumerals(n, above.kind))
	}
	return strings.TrimSpace(b.String()), true
}

func isControl(c rune) bool { return c < ' ' }

// maxMarker is how many bytes a marker has. What is longer is none.
const maxMarker = 32

// markerOf cleans the text of \listtext. A letter that is a bullet in a font
// of its own (Word's "o" in Courier New) is a bullet.
func markerOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "o" || utf8.RuneCountInString(text) == 1 && (text == "§" || text == "ü" || text == "Ø" || text == "v") {
		return "•"
	}
	for len(text) > maxMarker {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}
