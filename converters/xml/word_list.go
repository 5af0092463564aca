package xml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// wordLevels is how many levels a list has.
const wordLevels = 9

// The formats of numbers (w:nfc) that are not decimal.
const (
	wordUpperRoman = 1
	wordLowerRoman = 2
	wordUpper      = 3
	wordLower      = 4
	wordOrdinal    = 5
	wordZero       = 22
	wordBullet     = 23
	wordNone       = 255
)

// wordLevel is how a level of a list is numbered.
type wordLevel struct {
	known  bool
	start  int
	format int
	text   string // with %1 to %9 for the numbers of the levels
	left   int    // how far its paragraphs are set in
}

// wordListDef is a definition of lists, which share its counts.
type wordListDef struct {
	levels [wordLevels]wordLevel
	counts [wordLevels]int
	begun  [wordLevels]bool
	link   string // a style that has the definition
}

// wordList is a list that paragraphs name.
type wordList struct {
	def     *wordListDef
	restart [wordLevels]int // what the first item of a level gets instead, or -1
	level   [wordLevels]wordLevel
}

// wordLists are the lists of a document.
type wordLists struct{ all map[string]*wordList }

// readLists reads the definitions of lists.
func (w *word) readLists() error {
	defs := map[string]*wordListDef{}
	w.lists.all = map[string]*wordList{}
	return w.elements(w.Child(xmlread.Root, nsWord, "lists"), func(n xmlread.NodeID) error {
		switch name := w.Name(n); {
		case name.Is(nsWord, "listDef"):
			def := &wordListDef{link: w.val(w.Child(n, nsWord, "listStyleLink"))}
			defs[w.Attr(n, nsWord, "listDefId")] = def
			return w.elements(n, func(c xmlread.NodeID) error {
				if w.Name(c).Is(nsWord, "lvl") {
					w.readLevel(&def.levels, c)
				}
				return nil
			})
		case name.Is(nsWord, "list"):
			if def := defs[w.val(w.Child(n, nsWord, "ilst"))]; def != nil {
				return w.readList(n, def)
			}
		}
		return nil
	})
}

// readList reads a list with what it changes of its definition.
func (w *word) readList(n xmlread.NodeID, def *wordListDef) error {
	l := &wordList{def: def}
	for i := range l.restart {
		l.restart[i] = -1
	}
	w.lists.all[w.Attr(n, nsWord, "ilfo")] = l
	return w.elements(n, func(c xmlread.NodeID) error {
		if !w.Name(c).Is(nsWord, "lvlOverride") {
			return nil
		}
		at := wordInt(w.Attr(c, nsWord, "ilvl"), -1)
		if at < 0 || at >= wordLevels {
			return nil
		}
		if s := w.Child(c, nsWord, "startOverride"); s != 0 {
			l.restart[at] = wordInt(w.val(s), 1)
		}
		if s := w.Child(c, nsWord, "lvl"); s != 0 {
			w.readLevel(&l.level, s)
		}
		return nil
	})
}

// readLevel reads a level of a list.
func (w *word) readLevel(levels *[wordLevels]wordLevel, n xmlread.NodeID) {
	at := wordInt(w.Attr(n, nsWord, "ilvl"), -1)
	if at < 0 || at >= wordLevels {
		return
	}
	text := w.val(w.Child(n, nsWord, "lvlText"))
	levels[at] = wordLevel{
		known:  true,
		start:  wordInt(w.val(w.Child(n, nsWord, "start")), 1),
		format: wordInt(w.val(w.Child(n, nsWord, "nfc")), 0),
		text:   strings.ToValidUTF8(text[:min(len(text), 64)], ""),
		left:   wordInt(w.Attr(w.Child(w.Child(n, nsWord, "pPr"), nsWord, "ind"), nsWord, "left"), 0),
	}
}

// list returns the list of a number, by way of a style where it says so.
func (w *word) list(number string) (*wordList, error) {
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
func (l *wordList) marker(level int) string {
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
	for i := level + 1; i < wordLevels; i++ {
		d.begun[i] = false
	}
	at := l.at(level)
	switch at.format {
	case wordBullet:
		return "•"
	case wordNone:
		return ""
	}
	return strings.TrimSpace(l.written(at.text))
}

// at returns how a level is numbered.
func (l *wordList) at(level int) wordLevel {
	if own := l.level[level]; own.known {
		return own
	}
	return l.def.levels[level]
}

// written returns the text of a marker with its numbers.
func (l *wordList) written(text string) string {
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
		b.WriteString(wordNumeral(n, at.format))
	}
	return b.String()
}

// wordNumeral writes a number as a level does.
func wordNumeral(n, format int) string {
	switch format {
	case wordUpperRoman:
		return numeral.Roman(n)
	case wordLowerRoman:
		return strings.ToLower(numeral.Roman(n))
	case wordUpper:
		return strings.ToUpper(numeral.Repeated(n, numeral.Latin))
	case wordLower:
		return numeral.Repeated(n, numeral.Latin)
	case wordOrdinal:
		return numeral.Ordinal(n)
	case wordZero:
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case wordBullet, wordNone:
		return ""
	}
	return strconv.Itoa(n)
}
