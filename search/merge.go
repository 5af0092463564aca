package search

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
	"slices"

	"github.com/seed353dc258/backstory/search/vocabulary"
)

// merge makes the table of chapters: of what one had before, and of what is made
// for the groups that it has not. before may be nil.
func merge(before *table, list []Chapter, g groups) *table {
	m := &merger{before: before, made: map[Key]*part{}, t: &table{sum: g.sum}}
	old := map[Key]int{}
	if before != nil {
		m.kept = make([][]int, len(before.groups))
		for i := range before.groups {
			old[before.groups[i].key] = i
		}
	}
	in := m.languages(list, g, old)
	b := &builder{}
	for i, key := range g.keys {
		from, known := old[key]
		switch {
		case known && !m.turned[from]:
			m.kept[from] = append(m.kept[from], i)
			m.keep(key, from)
		case m.made[key] == nil:
			var texts []string
			for _, one := range list[g.first[i]:g.first[i+1]] {
				texts = append(texts, one.Text)
			}
			made := b.build(texts, in[g.first[i]:g.first[i+1]])
			m.made[key], m.order = &made, append(m.order, key)
			fallthrough
		default:
			m.into(key, i)
		}
	}
	for i := range m.t.chapters {
		c := &m.t.chapters[i]
		c.path, c.note, c.text = list[i].Path, list[i].Note, g.texts[i]
	}
	m.t.name(list)
	m.join()
	return m.t
}

// merger puts a table together.
type merger struct {
	t      *table
	before *table
	kept   [][]int // by group of before: the groups that it is now
	turned []bool  // by group of before: a chapter of it is taken to be in another language now
	made   map[Key]*part
	order  []Key // of those that were made
}

// languages returns the language of each chapter, and marks which groups of before
// have one that is taken to be in another now.
func (m *merger) languages(list []Chapter, g groups, old map[Key]int) []member {
	in := make([]member, len(list))
	for i, key := range g.keys {
		from, known := old[key]
		for n := g.first[i]; n < g.first[i+1]; n++ {
			if known {
				in[n] = m.before.chapters[m.before.groups[from].firstChapter+n-g.first[i]].member()
				continue
			}
			l, told := tell(list[n].Text)
			in[n] = member{language: l, untold: !told}
		}
	}
	main := mainOf(in)
	for i := range in {
		if in[i].untold {
			in[i].language = main
		}
	}
	if m.before != nil {
		m.turned = make([]bool, len(m.before.groups))
		for i := range m.turned {
			was := &m.before.groups[i]
			m.turned[i] = slices.ContainsFunc(m.before.chapters[was.firstChapter:][:was.chapters], func(c indexed) bool { return c.untold && c.language != main })
		}
	}
	return in
}

// member returns the chapter as the index of its group has it.
func (c *indexed) member() member { return member{c.language, c.untold, c.last - c.first, c.heads} }

// keep takes the next group from before.
func (m *merger) keep(key Key, from int) {
	was := &m.before.groups[from]
	one := part{
		passages: slices.Clone(m.before.passages[was.firstPlace:][:was.passages]),
		headings: slices.Clone(m.before.headings[was.firstHead:][:was.headings]),
	}
	for _, c := range m.before.chapters[was.firstChapter:][:was.chapters] {
		one.chapters = append(one.chapters, c.member())
	}
	m.add(key, &one, was.firstPlace, was.firstHead)
}

// into takes the next group from what was made.
func (m *merger) into(key Key, number int) {
	one := m.made[key]
	one.groups = append(one.groups, number)
	clone := part{chapters: one.chapters, passages: slices.Clone(one.passages), headings: slices.Clone(one.headings)}
	m.add(key, &clone, 0, 0)
}

// add adds a group, whose passages and headings are numbered from somewhere.
func (m *merger) add(key Key, one *part, passage, head int) {
	t := m.t
	s := span{
		key: key, chapters: len(one.chapters), passages: len(one.passages), headings: len(one.headings),
		firstChapter: len(t.chapters), firstPlace: len(t.passages), firstHead: len(t.headings),
	}
	at := s.firstPlace
	for _, c := range one.chapters {
		s.has |= 1 << c.language
		t.chapters = append(t.chapters, indexed{language: c.language, untold: c.untold, first: at, last: at + c.passages, heads: c.headings})
		at += c.passages
	}
	up := func(h int32) int32 {
		if h > 0 {
			h += int32(s.firstHead - head)
		}
		return h
	}
	for i := range one.passages {
		one.passages[i].heading = up(one.passages[i].heading)
	}
	for i := range one.headings {
		h := &one.headings[i]
		h.parent, h.first, h.last = up(h.parent), h.first+int32(s.firstPlace-passage), h.last+int32(s.firstPlace-passage)
	}
	t.passages, t.headings = append(t.passages, one.passages...), append(t.headings, one.headings...)
	t.groups = append(t.groups, s)
}

// join makes the lists of all terms. Each place is copied once.
func (m *merger) join() {
	var all []uint32
	var known vocabulary.Numbering
	add := func(term uint32, _ []byte) {
		if _, isNew := known.Of(term); isNew {
			all = append(all, term)
		}
	}
	if m.before != nil {
		for i := range m.before.terms {
			add(m.before.terms[i].hash, nil)
		}
	}
	for _, key := range m.order {
		m.made[key].each(add)
	}
	slices.Sort(all)
	ends := make([]uint32, len(all))
	m.each(all, func(at, group int, places []byte) {
		ends[at] += uint32(width(group) + width(len(places)) + len(places))
	})
	from, end := make([]uint32, len(all)), uint32(0)
	for i, size := range ends {
		from[i] = end
		end += size
		ends[i] = end
	}
	t := m.t
	t.places = make([]byte, end)
	m.each(all, func(at, group int, places []byte) {
		from[at] += uint32(len(entry(t.places[from[at]:from[at]], group, places)))
	})
	begin := uint32(0)
	for i, hash := range all {
		if ends[i] > begin {
			t.terms = append(t.terms, term{hash, ends[i], crc32.Checksum(t.places[begin:ends[i]], castagnoli)})
		}
		begin = ends[i]
	}
}

// entry appends what a list has of a group.
func entry(list []byte, group int, places []byte) []byte {
	list = binary.AppendUvarint(list, uint64(group))
	return append(binary.AppendUvarint(list, uint64(len(places))), places...)
}

// width returns how many bytes a number takes.
func width(n int) int { return (max(1, bits.Len(uint(n))) + 6) / 7 }

// each calls f for all places that groups have of terms, with the number of the
// term among all.
func (m *merger) each(all []uint32, f func(at, group int, places []byte)) {
	if m.before != nil {
		at := 0
		for i := range m.before.terms {
			for all[at] < m.before.terms[i].hash {
				at++
			}
			for was, places := range entries(m.before.list(i)) {
				for _, group := range m.kept[was] {
					f(at, group, places)
				}
			}
		}
	}
	for _, key := range m.order {
		one, at := m.made[key], 0
		one.each(func(hash uint32, places []byte) {
			for all[at] < hash {
				at++
			}
			for _, group := range one.groups {
				f(at, group, places)
			}
		})
	}
}

// mainOf returns the language that most chapters tell, and English where none does. It
// is that of the others: a table has often none of the commonest words. A language that
// its letters tell is not one of theirs.
func mainOf(chapters []member) language {
	var counts [languages]int
	for i := range chapters {
		if c := &chapters[i]; !c.untold && c.language != inRussian && c.language != inArabic {
			counts[c.language]++
		}
	}
	best := inEnglish
	for l, n := range counts {
		if n > counts[best] {
			best = language(l)
		}
	}
	return best
}
