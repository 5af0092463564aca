// Package numbering makes the markers of list items: by the list table and the
// overrides of a document, by the \pn of Word 6, or of what a program wrote.
package numbering

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

// Table is what the list table and the override table of a document say. Its
// methods take what is read of them, in the order of the file. The zero value is
// empty.
type Table struct {
	lists     map[int32]*list     // by \listid
	overrides map[int32]*override // by \ls

	list  *list // that is being defined
	use   *override
	level *level
}

// list is a list of the list table, whose counters are shared by its overrides.
type list struct {
	levels [wordtext.ListLevels]level
	count  int
	wordtext.Counters
}

// level says how the items of one level are marked.
type level struct {
	wordtext.ListLevel
	set    bool // of an override: kind or text are said
	starts bool // of an override: start is said
}

// override is a list as a paragraph refers to it.
type override struct {
	id     int32
	levels [wordtext.ListLevels]level
	count  int

	of     *list // once it is asked for
	found  wordtext.Levels
	starts []wordtext.ListStart
}

// newLevels returns levels that start anew behind those above.
func newLevels() (levels [wordtext.ListLevels]level) {
	for i := range levels {
		levels[i].Restart = -1
	}
	return levels
}

// List begins a list.
func (t *Table) List() { t.list, t.use, t.level = &list{levels: newLevels()}, nil, nil }

// Override begins an override.
func (t *Table) Override() { t.use, t.list, t.level = &override{levels: newLevels()}, nil, nil }

// Level begins the next level of a list, or the definition of an override's.
func (t *Table) Level() {
	switch {
	case t.list != nil && t.list.count < wordtext.ListLevels:
		t.level = &t.list.levels[t.list.count]
		t.list.count++
	case t.use == nil:
		t.level = nil
	}
}

// OverrideLevel begins the next level of an override.
func (t *Table) OverrideLevel() {
	t.level = nil
	if t.use != nil && t.use.count < wordtext.ListLevels {
		t.level = &t.use.levels[t.use.count]
		t.use.count++
	}
}

// ID sets the \listid of a list, or of that which an override is of.
func (t *Table) ID(id int32) {
	switch {
	case t.list != nil:
		if t.lists == nil {
			t.lists = map[int32]*list{}
		}
		t.lists[id] = t.list
	case t.use != nil:
		t.use.id = id
	}
}

// Kind sets the \levelnfc of a level.
func (t *Table) Kind(kind int) {
	if t.level != nil {
		t.level.Format, t.level.set = numeral.WordFormat(kind), true
	}
}

// Start sets the first number of a level.
func (t *Table) Start(n int32) {
	if t.level != nil {
		t.level.ListLevel.Start, t.level.starts = n, true
	}
}

// Legal says whether all numbers in the markers of a level are decimal (\levellegal).
func (t *Table) Legal(on bool) {
	if t.level != nil {
		t.level.ListLevel.Legal = on
	}
}

// GoOn says whether a level goes on counting behind those above (\levelnorestart).
func (t *Table) GoOn(on bool) {
	if t.level != nil && on {
		t.level.Restart = 0
	}
}

// Text sets the text of a level: its length in one byte, then the text, with the
// bytes 0 to 8 for the numbers of levels.
func (t *Table) Text(text string) {
	if t.level == nil || text == "" {
		return
	}
	text = strings.TrimSuffix(text, ";")
	if text != "" {
		text = text[1:]
	}
	var b strings.Builder
	for _, c := range text {
		if c < wordtext.ListLevels {
			b.WriteByte('%')
			c += '1'
		}
		b.WriteRune(c)
	}
	t.level.ListLevel.Text, t.level.set = b.String(), true
}

// Use ends an override by its \ls.
func (t *Table) Use(ls int32) {
	if t.use == nil {
		return
	}
	if t.overrides == nil {
		t.overrides = map[int32]*override{}
	}
	t.overrides[ls] = t.use
}

// find returns a list that a paragraph refers to, or nil.
func (t *Table) find(ls int32) *override {
	use := t.overrides[ls]
	if use == nil || use.of != nil {
		return use
	}
	if use.of = t.lists[use.id]; use.of == nil {
		return nil
	}
	for i := range use.levels {
		own, shared := &use.levels[i], &use.of.levels[i]
		use.found[i] = &shared.ListLevel
		if own.set {
			own.ListLevel.Text = cmp.Or(own.ListLevel.Text, shared.ListLevel.Text)
			use.found[i] = &own.ListLevel
		}
		if own.starts {
			use.starts = append(use.starts, wordtext.ListStart{Level: int8(i), Start: own.ListLevel.Start})
		} else {
			own.ListLevel.Start = shared.ListLevel.Start
		}
	}
	return use
}

// IsBullet reports whether a level is known to have bullets.
func (t *Table) IsBullet(ls int32, at int8) bool {
	use := t.find(ls)
	return use != nil && use.found[at].Format == "bullet"
}

// Next counts an item that does not carry its marker, and returns that. It
// reports whether the level has one.
func (t *Table) Next(ls int32, at int8) (string, bool) {
	use := t.find(ls)
	if use == nil {
		return "", false
	}
	if d := use.found[at]; d.Format == "none" && (d.Text == "" || len(d.Text) == 2 && d.Text[0] == '%') {
		return "", false
	}
	return use.of.Count(at, &use.found, use.starts), true
}

// MaxMarker is how long a marker is at most, in bytes. A longer one is none.
const MaxMarker = 32

// Clean cleans a marker that a program wrote. A letter that is a bullet in a font
// of its own (Word's "o" in Courier New) is a bullet.
func Clean(marker string) string {
	marker = strings.Join(strings.Fields(marker), " ")
	switch marker {
	case "o", "§", "ü", "Ø", "v":
		return wordtext.Bullet
	}
	for len(marker) > MaxMarker {
		_, size := utf8.DecodeLastRuneInString(marker)
		marker = marker[:len(marker)-size]
	}
	return marker
}

// Word6 is a numbered list of Word 6 (RTF 1.9.1, Word 6.0 and Word 95 bullets and
// numbering).
type Word6 struct {
	Kind          int // as \levelnfc
	Start         int32
	Before, After string
}

// Marker returns the marker of an item by its number.
func (l *Word6) Marker(n int32) string {
	return l.Before + numeral.Format(int(n), numeral.WordFormat(l.Kind)) + l.After
}
