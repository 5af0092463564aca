package search

import "encoding/binary"

// The sections of a file that has a table. Their keys are their names.
func sections() []Key {
	var keys []Key
	for _, name := range []string{"head", "groups", "chapters", "names", "passages", "headings", "terms", "paths", "places"} {
		var k Key
		copy(k[:], name)
		keys = append(keys, k)
	}
	return keys
}

// The lengths of what sections have, in bytes.
const (
	groupSize   = len(Key{}) + 3*4
	chapterSize = len(Key{}) + 5*4
	passageSize = 4*4 + 2
	headingSize = 5*4 + 1
	termSize    = 3 * 4
	namingSize  = 2 * 4
)

// put appends numbers, little endian.
func put(b []byte, numbers ...int) []byte {
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// encode writes a table, in sections.
func (t *table) encode() [][]byte {
	head := append([]byte(magic), t.sum[:]...)
	head = append(head, t.stamp...)
	size := 0
	for i := range t.chapters {
		size += len(t.chapters[i].path) + len(t.chapters[i].note)
	}
	groups, chapters, names := make([]byte, 0, len(t.groups)*groupSize), make([]byte, 0, len(t.chapters)*chapterSize), make([]byte, 0, size)
	for i := range t.groups {
		g := &t.groups[i]
		groups = put(append(groups, g.key[:]...), g.chapters, g.passages, g.headings)
	}
	for i := range t.chapters {
		c := &t.chapters[i]
		l := int(c.language) << 1
		if c.untold {
			l++
		}
		chapters = put(append(chapters, c.text[:]...), l, c.last-c.first, c.heads, len(c.path), len(c.note))
		names = append(append(names, c.path...), c.note...)
	}
	passages := make([]byte, 0, len(t.passages)*passageSize)
	for i := range t.passages {
		p := &t.passages[i]
		passages = append(put(passages, int(p.from), int(p.to), int(p.heading), int(p.length)), byte(p.kind), p.marks)
	}
	headings := make([]byte, 0, len(t.headings)*headingSize)
	for i := range t.headings {
		h := &t.headings[i]
		headings = append(put(headings, int(h.from), int(h.to), int(h.parent), int(h.first), int(h.last)), byte(h.kind))
	}
	terms := make([]byte, 0, len(t.terms)*termSize)
	for i := range t.terms {
		terms = put(terms, int(t.terms[i].hash), int(t.terms[i].end), int(t.terms[i].sum))
	}
	paths := make([]byte, 0, len(t.paths)*namingSize)
	for _, n := range t.paths {
		paths = put(paths, int(n.term), int(n.chapter))
	}
	return [][]byte{head, groups, chapters, names, passages, headings, terms, paths, t.places}
}

// fields reads numbers one after the other, and notes where there are none.
type fields struct{ b []byte }

func (f *fields) next() int {
	n := binary.LittleEndian.Uint32(f.b)
	f.b = f.b[4:]
	return int(int32(n))
}

func (f *fields) key() (k Key) {
	copy(k[:], f.b)
	f.b = f.b[len(k):]
	return k
}

func (f *fields) byte() byte {
	c := f.b[0]
	f.b = f.b[1:]
	return c
}

// decode reads a table from its sections, without the places. Nothing in it is
// believed that its bounds do not allow: it may come from a file of somebody else.
func decode(s [][]byte, places int) (*table, bool) {
	head := s[0]
	if len(head) < len(magic)+len(Key{}) || string(head[:len(magic)]) != magic {
		return nil, false
	}
	t := &table{stamp: string(head[len(magic)+len(Key{}):])}
	copy(t.sum[:], head[len(magic):])
	for i, size := range map[int]int{1: groupSize, 2: chapterSize, 4: passageSize, 5: headingSize, 6: termSize, 7: namingSize} {
		if len(s[i])%size != 0 {
			return nil, false
		}
	}
	t.passages, t.headings, t.terms = decodePassages(s[4]), decodeHeadings(s[5]), decodeTerms(s[6])
	ok := t.decodeChapters(s[2], string(s[3])) && t.decodeGroups(s[1])
	for f := (fields{s[7]}); len(f.b) > 0; {
		t.paths = append(t.paths, naming{uint32(f.next()), int32(f.next())})
	}
	return t, ok && t.sound(places)
}

func decodePassages(b []byte) []passage {
	list := make([]passage, len(b)/passageSize)
	for i := range list {
		f := fields{b[i*passageSize:]}
		list[i] = passage{from: int32(f.next()), to: int32(f.next()), heading: int32(f.next()), length: int32(f.next()), kind: kind(f.byte()), marks: f.byte()}
	}
	return list
}

func decodeHeadings(b []byte) []heading {
	list := make([]heading, len(b)/headingSize)
	for i := range list {
		f := fields{b[i*headingSize:]}
		list[i] = heading{from: int32(f.next()), to: int32(f.next()), parent: int32(f.next()), first: int32(f.next()), last: int32(f.next()), kind: kind(f.byte())}
	}
	return list
}

func decodeTerms(b []byte) []term {
	list := make([]term, len(b)/termSize)
	for i := range list {
		f := fields{b[i*termSize:]}
		list[i] = term{uint32(f.next()), uint32(f.next()), uint32(f.next())}
	}
	return list
}

func (t *table) decodeChapters(b []byte, names string) bool {
	t.chapters = make([]indexed, len(b)/chapterSize)
	f, first := fields{b}, 0
	for i := range t.chapters {
		c := &t.chapters[i]
		text, l := f.key(), f.next()
		*c = indexed{text: text, language: language(l >> 1), untold: l&1 != 0, first: first, last: first + f.next(), heads: f.next()}
		path, note := f.next(), f.next()
		if c.language >= languages || c.last < first || c.heads < 0 || path < 0 || note < 0 || path > len(names) || note > len(names)-path {
			return false
		}
		c.path, c.note, names = names[:path], names[path:path+note], names[path+note:]
		first = c.last
	}
	return first == len(t.passages)
}

func (t *table) decodeGroups(b []byte) bool {
	t.groups = make([]span, len(b)/groupSize)
	f, chapter, place, head := fields{b}, 0, 0, 0
	for i := range t.groups {
		g := &t.groups[i]
		*g = span{key: f.key(), chapters: f.next(), passages: f.next(), headings: f.next(), firstChapter: chapter, firstPlace: place, firstHead: head}
		if min(g.chapters, g.passages, g.headings) < 0 || g.chapters > len(t.chapters)-chapter {
			return false
		}
		for _, c := range t.chapters[chapter:][:g.chapters] {
			g.has |= 1 << c.language
			place, head = place+c.last-c.first, head+c.heads
		}
		if chapter += g.chapters; place != g.firstPlace+g.passages || head != g.firstHead+g.headings || !t.within(g) {
			return false
		}
	}
	return chapter == len(t.chapters) && place == len(t.passages) && head == len(t.headings)
}

// within reports whether the passages and headings of a group are of one another.
func (t *table) within(g *span) bool {
	if g.firstPlace+g.passages > len(t.passages) || g.firstHead+g.headings > len(t.headings) {
		return false
	}
	is := func(heading int32) bool {
		return heading == 0 || int(heading) > g.firstHead && int(heading) <= g.firstHead+g.headings
	}
	for i := range t.passages[g.firstPlace:][:g.passages] {
		if p := &t.passages[g.firstPlace+i]; p.from < 0 || p.to < p.from || !is(p.heading) || p.length < 0 {
			return false
		}
	}
	for i := range t.headings[g.firstHead:][:g.headings] {
		h := &t.headings[g.firstHead+i]
		if h.from < 0 || h.to < h.from || !is(h.parent) || int(h.first) < g.firstPlace || h.last < h.first || int(h.last) > g.firstPlace+g.passages {
			return false
		}
	}
	return true
}

// sound reports whether terms and paths are of what is there, where there are so
// many bytes of places.
func (t *table) sound(places int) bool {
	end := uint32(0)
	for i := range t.terms {
		if t.terms[i].end < end {
			return false
		}
		end = t.terms[i].end
	}
	for i := range t.paths {
		if c := t.paths[i].chapter; c < 0 || int(c) >= len(t.chapters) {
			return false
		}
	}
	return int(end) == places
}
