// Package numbering makes the markers of list items: by the list table and the
// overrides of a document, by the \pn of Word 6, or of what a program wrote.
package numbering

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
)

// The kinds of numbers that mean something besides (RTF 1.9.1, \levelnfc).
const (
	kindBullet = 23
	kindNone   = 255
)

// Levels is how many levels a list has.
const Levels = 9

// Bullet is the marker of an item without a number.
const Bullet = "•"

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

// list is a list of the list table.
type list struct {
	levels [Levels]level
	count  int
	// counters are shared by all overrides that do not start anew.
	counters [Levels]int
	counting [Levels]bool
}

// level says how the items of one level are marked.
type level struct {
	kind   int    // \levelnfc
	start  int    // the first number
	text   string // with the bytes 0 to 8 for the numbers of levels
	set    bool   // of an override: kind or text are said
	starts bool   // of an override: start is said
}

// override is a list as a paragraph refers to it.
type override struct {
	id      int32
	levels  [Levels]level
	started [Levels]bool // the level's own start has been used
	count   int
}

// List begins a list.
func (t *Table) List() { t.list, t.use, t.level = &list{}, nil, nil }

// Override begins an override.
func (t *Table) Override() { t.use, t.list, t.level = &override{}, nil, nil }

// Level begins the next level of a list, or the definition of an override's.
func (t *Table) Level() {
	switch {
	case t.list != nil && t.list.count < Levels:
		t.level = &t.list.levels[t.list.count]
		t.list.count++
	case t.use == nil:
		t.level = nil
	}
}

// OverrideLevel begins the next level of an override.
func (t *Table) OverrideLevel() {
	t.level = nil
	if t.use != nil && t.use.count < Levels {
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
		t.level.kind, t.level.set = kind, true
	}
}

// Start sets the first number of a level.
func (t *Table) Start(n int32) {
	if t.level != nil {
		t.level.start, t.level.starts = int(n), true
	}
}

// Text sets the text of a level: its length in one byte, then the text.
func (t *Table) Text(text string) {
	if t.level == nil || text == "" {
		return
	}
	text = strings.TrimSuffix(text, ";")
	if text != "" {
		text = text[1:]
	}
	t.level.text, t.level.set = text, true
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

// find returns the level of a list that a paragraph refers to.
func (t *Table) find(ls int32, at int8) (*list, *override, level, bool) {
	use := t.overrides[ls]
	if use == nil {
		return nil, nil, level{}, false
	}
	of := t.lists[use.id]
	if of == nil {
		return nil, nil, level{}, false
	}
	d, o := of.levels[at], use.levels[at]
	if o.set {
		if o.text != "" {
			d.text = o.text
		}
		d.kind = o.kind
	}
	if o.starts {
		d.start, d.starts = o.start, true
	}
	return of, use, d, true
}

// IsBullet reports whether a level is known to have bullets.
func (t *Table) IsBullet(ls int32, at int8) bool {
	_, _, d, ok := t.find(ls, at)
	return ok && d.kind == kindBullet
}

// Next counts an item that does not carry its marker, and returns that. It
// reports whether the level has one.
func (t *Table) Next(ls int32, at int8) (string, bool) {
	of, use, d, ok := t.find(ls, at)
	if !ok || d.kind == kindNone && strings.TrimFunc(d.text, func(c rune) bool { return c < ' ' }) == "" {
		return "", false
	}
	if use.levels[at].starts && !use.started[at] {
		use.started[at], of.counting[at] = true, false
	}
	if of.counters[at]++; !of.counting[at] {
		of.counters[at], of.counting[at] = d.start, true
	}
	clear(of.counting[at+1:])
	if d.kind == kindBullet {
		return Bullet, true
	}
	var b strings.Builder
	for _, c := range d.text {
		if c >= Levels {
			b.WriteRune(c)
			continue
		}
		_, _, above, _ := t.find(ls, int8(c))
		n := of.counters[c]
		if !of.counting[c] {
			n = above.start
		}
		b.WriteString(numeral.Format(n, numeral.WordFormat(above.kind)))
	}
	return strings.TrimSpace(b.String()), true
}

// MaxMarker is how long a marker is at most, in bytes. A longer one is none.
const MaxMarker = 32

// Clean cleans a marker that a program wrote. A letter that is a bullet in a font
// of its own (Word's "o" in Courier New) is a bullet.
func Clean(marker string) string {
	marker = strings.Join(strings.Fields(marker), " ")
	switch marker {
	case "o", "§", "ü", "Ø", "v":
		return Bullet
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
