package search

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
)

// magic is of the layout of a table, and of what terms and passages are: another
// one has another magic.
const magic = "BSXC"

// table is all that an index has of chapters but for their texts: the passages
// of all of them, and for each term the places that have it.
type table struct {
	sum      Key    // of the chapters
	stamp    string // of what they were read from, or ""
	groups   []span
	chapters []indexed
	passages []passage
	headings []heading
	paths    []naming
	terms    []term // rising
	// places has the lists of all terms, one behind the other. It is nil where
	// they are read from a file when they are asked for.
	places []byte
	read   func(term, from, to int) []byte
}

// span is a group of chapters: what each has comes one behind the other.
type span struct {
	key                                 Key
	chapters, passages, headings        int // how many
	firstChapter, firstPlace, firstHead int
	has                                 uint32 // its languages, as bits
}

// indexed is a chapter as an index has it.
type indexed struct {
	path, note  string
	text        Key
	language    language
	untold      bool // the text does not tell its language
	first, last int  // its passages; last is behind them
	heads       int  // how many headings it has
}

// naming is a term of the path or the keys of a chapter.
type naming struct {
	term    uint32
	chapter int32
}

// term is a term, with where its list ends and the checksum of it.
type term struct {
	hash uint32
	end  uint32
	sum  uint32
}

// occurrence is where a group has a term.
type occurrence struct {
	group      *span
	in         int // passages, and chapters that have it in headings alone
	own, above int
	places     []byte
}

// list returns the places of a term, by its number.
func (t *table) list(i int) []byte {
	from := 0
	if i > 0 {
		from = int(t.terms[i-1].end)
	}
	to := int(t.terms[i].end)
	if t.read != nil {
		return t.read(i, from, to)
	}
	return t.places[from:to]
}

// find yields where a term is. What a damaged list has is left out.
func (t *table) find(hash uint32) iter.Seq[occurrence] {
	return func(yield func(occurrence) bool) {
		i, ok := slices.BinarySearchFunc(t.terms, hash, func(t term, hash uint32) int { return cmp.Compare(t.hash, hash) })
		if !ok {
			return
		}
		for g, places := range entries(t.list(i)) {
			if g >= len(t.groups) {
				return
			}
			o := occurrence{group: &t.groups[g]}
			var in, own, above uint64
			in, places = uvarint(places)
			own, places = uvarint(places)
			above, o.places = uvarint(places)
			if own > uint64(o.group.passages) || above > uint64(o.group.headings) || in > own+above {
				return
			}
			o.in, o.own, o.above = int(in), int(own), int(above)
			if !yield(o) {
				return
			}
		}
	}
}

// entries yields what a list has, by the number of the group.
func entries(list []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for len(list) > 0 {
			var g, n uint64
			g, list = uvarint(list)
			n, list = uvarint(list)
			if n > uint64(len(list)) || g > maxNumber || !yield(int(g), list[:n:n]) {
				return
			}
			list = list[n:]
		}
	}
}

// maxNumber is more than there are of anything in a table.
const maxNumber = 1<<31 - 1

// each calls own for each passage that has the term, with how often, and above
// for each heading.
func (o *occurrence) each(own func(p, times int), above func(h int)) {
	places, at, v := o.places, 0, uint64(0)
	for range o.own {
		v, places = uvarint(places)
		if at += int(v >> 2); at < 0 || at >= o.group.passages {
			return
		}
		own(o.group.firstPlace+at, int(v&3)+1)
	}
	at = 0
	for range o.above {
		v, places = uvarint(places)
		if at += int(v); at < 0 || at >= o.group.headings {
			return
		}
		above(o.group.firstHead + at)
	}
}

// above yields each heading over a passage, the nearest first.
func (t *table) above(p int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for h := int(t.passages[p].heading); h > 0 && h <= len(t.headings); {
			next := int(t.headings[h-1].parent)
			if !yield(h-1) || next >= h {
				return
			}
			h = next
		}
	}
}

// named returns the chapters with a term in their path.
func (t *table) named(term uint32) []naming {
	from, found := slices.BinarySearchFunc(t.paths, term, func(n naming, term uint32) int { return cmp.Compare(n.term, term) })
	if !found {
		return nil
	}
	to := from
	for to < len(t.paths) && t.paths[to].term == term {
		to++
	}
	return t.paths[from:to]
}

// name makes the terms of all paths and keys.
func (t *table) name(list []Chapter) {
	var analyzers [languages]*analyzer
	number := int32(0)
	for i := range t.chapters {
		l := t.chapters[i].language
		if analyzers[l] == nil {
			analyzers[l] = newAnalyzer(l, func(term uint32) { t.paths = append(t.paths, naming{term, number}) })
		}
		number = int32(i)
		analyzers[l].text(list[i].Path)
		analyzers[l].text(list[i].Keys)
	}
	slices.SortFunc(t.paths, func(a, b naming) int { return cmp.Or(cmp.Compare(a.term, b.term), cmp.Compare(a.chapter, b.chapter)) })
	t.paths = slices.Compact(t.paths)
}

// uvarint takes a number from the first bytes. Of damaged ones it is 0.
func uvarint(b []byte) (uint64, []byte) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), b[1:]
	}
	v, n := binary.Uvarint(b)
	return v, b[max(0, n):]
}
