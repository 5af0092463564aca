package word

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// levelCount is how many levels a list has.
const levelCount = 9

// The formats of numbers (w:nfc) that are not decimal.
const (
	upperRoman = 1
	lowerRoman = 2
	upper      = 3
	lower      = 4
	ordinal    = 5
	zero       = 22
	bullet     = 23
	none       = 255
)

// level is how a level of a list is numbered.
type level struct {
	known  bool
	start  int
	format int
	text   string // with %1 to %9 for the numbers of the levels
	left   int    // how far its paragraphs are set in
}

// listDef is a definition of lists, which share its counts.
type listDef struct {
	levels [levelCount]level
	counts [levelCount]int
	begun  [levelCount]bool
	link   string // a style that has the definition
}

// list is a list that paragraphs name.
type list struct {
	def     *listDef
	restart [levelCount]int // what the first item of a level gets instead, or -1
	level   [levelCount]level
}

// lists are the lists of a document.
type lists struct{ all map[string]*list }

// readLists reads the definitions of lists.
func (w *word) readLists() error {
	defs := map[string]*listDef{}
	w.lists.all = map[string]*list{}
	return w.Elements(w.Child(xmlread.Root, vocab.NsWord, "lists"), func(n xmlread.NodeID) error {
		switch name := w.Name(n); {
		case name.Is(vocab.NsWord, "listDef"):
			def := &listDef{link: w.val(w.Child(n, vocab.NsWord, "listStyleLink"))}
			defs[w.Attr(n, vocab.NsWord, "listDefId")] = def
			return w.Elements(n, func(c xmlread.NodeID) error {
				if w.Name(c).Is(vocab.NsWord, "lvl") {
					w.readLevel(&def.levels, c)
				}
				return nil
			})
		case name.Is(vocab.NsWord, "list"):
			if def := defs[w.val(w.Child(n, vocab.NsWord, "ilst"))]; def != nil {
				return w.readList(n, def)
			}
		}
		return nil
	})
}

// readList reads a list with what it changes of its definition.
func (w *word) readList(n xmlread.NodeID, def *listDef) error {
	l := &list{def: def}
	for i := range l.restart {
		l.restart[i] = -1
	}
	w.lists.all[w.Attr(n, vocab.NsWord, "ilfo")] = l
	return w.Elements(n, func(c xmlread.NodeID) error {
		if !w.Name(c).Is(vocab.NsWord, "lvlOverride") {
			return nil
		}
		at := whole(w.Attr(c, vocab.NsWord, "ilvl"), -1)
		if at < 0 || at >= levelCount {
			return nil
		}
		if s := w.Child(c, vocab.NsWord, "startOverride"); s != 0 {
			l.restart[at] = whole(w.val(s), 1)
		}
		if s := w.Child(c, vocab.NsWord, "lvl"); s != 0 {
			w.readLevel(&l.level, s)
		}
		return nil
	})
}

// readLevel reads a level of a list.
func (w *word) readLevel(levels *[levelCount]level, n xmlread.NodeID) {
	at := whole(w.Attr(n, vocab.NsWord, "ilvl"), -1)
	if at < 0 || at >= levelCount {
		return
	}
	text := w.val(w.Child(n, vocab.NsWord, "lvlText"))
	levels[at] = level{
		known:  true,
		start:  whole(w.val(w.Child(n, vocab.NsWord, "start")), 1),
		format: whole(w.val(w.Child(n, vocab.NsWord, "nfc")), 0),
		text:   strings.ToValidUTF8(text[:min(len(text), 64)], ""),
		left:   whole(w.Attr(w.Child(w.Child(n, vocab.NsWord, "pPr"), vocab.NsWord, "ind"), vocab.NsWord, "left"), 0),
	}
}

// list returns the list of a number, by way of a style where it says so.
func (w *word) list(number string) (*list, error) {
	l := w.lists.all[number]
	if l == nil || l.def.link == "" {
		return l, nil
	}
	p, err := w.style(l.def.link)
	if other := w.lists.all[p.list]; other != nil {
		return other, err
	}
	return l, err
}

// marker counts an item and returns its marker, "" where it has none.
func (l *list) marker(level int) string {
	d := l.def
	switch {
	case l.restart[level] >= 0:
		d.counts[level], l.restart[level] = l.restart[level], -1
	case d.begun[level]:
		d.counts[level]++
	default:
		d.counts[level] = l.at(level).start
	}
	d.begun[level] = true
	for i := level + 1; i < levelCount; i++ {
		d.begun[i] = false
	}
	at := l.at(level)
	switch at.format {
	case bullet:
		return "•"
	case none:
		return ""
	}
	return strings.TrimSpace(l.written(at.text))
}

// at returns how a level is numbered.
func (l *list) at(level int) level {
	if own := l.level[level]; own.known {
		return own
	}
	return l.def.levels[level]
}

// written returns the text of a marker with its numbers.
func (l *list) written(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) || text[i+1] < '1' || text[i+1] > '9' {
			b.WriteByte(text[i])
			continue
		}
		i++
		k := int(text[i] - '1')
		n, at := l.def.counts[k], l.at(k)
		if !l.def.begun[k] {
			n = at.start
		}
		b.WriteString(inNumerals(n, at.format))
	}
	return b.String()
}

// inNumerals writes a number as a level does.
func inNumerals(n, format int) string {
	switch format {
	case upperRoman:
		return numeral.Roman(n)
	case lowerRoman:
		return strings.ToLower(numeral.Roman(n))
	case upper:
		return strings.ToUpper(numeral.Repeated(n, numeral.Latin))
	case lower:
		return numeral.Repeated(n, numeral.Latin)
	case ordinal:
		return numeral.Ordinal(n)
	case zero:
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case bullet, none:
		return ""
	}
	return strconv.Itoa(n)
}
