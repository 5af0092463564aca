package html

import "strings"

// filter tells quickly that a selector cannot match, because no element around
// has a name, id or class that it asks for. Each such word of a selector has
// one of 64 bits; the filter of a node has the bits of all around it.
type filter struct {
	words   map[string]uint64
	nodes   []uint64 // of a node and all around it
	formats []uint64
	quirks  bool
	page    uint64 // of html and body
}

// newFilter looks at every element once.
func newFilter(m *matcher) *filter {
	t, words := m.t, m.words
	f := &filter{words: words, quirks: m.quirks, nodes: make([]uint64, t.nodes.len()), formats: make([]uint64, t.formats.len())}
	f.page = words["html"] | words["body"]
	for _, leaf := range []int32{t.html, t.body} {
		if leaf != 0 {
			n := t.node(leaf)
			f.page |= f.bits(t, "", n.data, n.count)
		}
	}
	f.nodes[root] = f.page
	for id := int32(1); id < t.formats.len(); id++ {
		e := t.formats.at(id)
		f.formats[id] = f.formats[e.outer] | f.bits(t, e.tag.String(), e.data, e.count)
	}
	for id := int32(1); id < t.nodes.len(); id++ {
		n := t.node(id)
		f.nodes[id] = f.nodes[n.parent] | f.formats[n.format]
		if !n.isText {
			f.nodes[id] |= f.bits(t, t.name(id), n.data, n.count)
		}
	}
	return f
}

// around returns the filter of what is around an element.
func (f *filter) around(t *tree, e element) uint64 {
	switch {
	case e.isFormat:
		o := t.formats.at(e.id)
		return f.nodes[o.node] | f.formats[o.outer]
	case e.id < 0:
		return f.page
	default:
		n := t.node(e.id)
		return f.nodes[n.parent] | f.formats[n.format]
	}
}

// bits returns the bits of one element.
func (f *filter) bits(t *tree, name string, first int32, count uint8) uint64 {
	b := f.words[name]
	for i := range int32(count) {
		a := t.attrs.at(first + i)
		if a.key != attrId && a.key != attrClass {
			continue
		}
		value := a.value
		if f.quirks {
			value = strings.ToLower(value)
		}
		switch a.key {
		case attrId:
			b |= f.words[value]
		case attrClass:
			for s := value; s != ""; {
				end := 0
				for end < len(s) && !isSpace(s[end]) {
					end++
				}
				if end > 0 {
					b |= f.words[s[:end]]
				}
				s = s[min(end+1, len(s)):]
			}
		}
	}
	return b
}

// asked returns the bits that a selector asks for around what it matches, and
// gives a bit to each word that has none.
func asked(s *selector, words *map[string]uint64) uint64 {
	var b uint64
	need := func(word string) {
		if word == "" {
			return
		}
		if (*words)[word] == 0 {
			put(words, word, 1<<(len(*words)%64))
		}
		b |= (*words)[word]
	}
	for i := 1; i < len(s.parts); i++ {
		if c := s.parts[i-1].combinator; c != ' ' && c != '>' {
			break // what is beside an element is not around it
		}
		p := &s.parts[i]
		need(p.tag)
		need(p.id)
		for _, c := range p.classes {
			need(c)
		}
	}
	return b
}
