package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

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
	f := &filter{words: words, quirks: m.quirks, nodes: make([]uint64, t.Nodes.Len()), formats: make([]uint64, t.Formats.Len())}
	f.page = words["html"] | words["body"]
	for _, leaf := range []int32{t.HTML, t.Body} {
		if leaf != 0 {
			n := t.Node(leaf)
			f.page |= f.bits(t, "", n.Data, n.Count)
		}
	}
	f.nodes[dom.Root] = f.page
	for id := int32(1); id < t.Formats.Len(); id++ {
		e := t.Formats.At(id)
		f.formats[id] = f.formats[e.Outer] | f.bits(t, e.Tag.String(), e.Data, e.Count)
	}
	for id := int32(1); id < t.Nodes.Len(); id++ {
		n := t.Node(id)
		f.nodes[id] = f.nodes[n.Parent] | f.formats[n.Format]
		if !n.IsText {
			f.nodes[id] |= f.bits(t, t.Name(id), n.Data, n.Count)
		}
	}
	return f
}

// around returns the filter of what is around an element.
func (f *filter) around(t *dom.Tree, e Element) uint64 {
	switch {
	case e.IsFormat:
		o := t.Formats.At(e.ID)
		return f.nodes[o.Node] | f.formats[o.Outer]
	case e.ID < 0:
		return f.page
	default:
		n := t.Node(e.ID)
		return f.nodes[n.Parent] | f.formats[n.Format]
	}
}

// bits returns the bits of one element.
func (f *filter) bits(t *dom.Tree, name string, first int32, count uint8) uint64 {
	b := f.words[name]
	for i := range int32(count) {
		a := t.Attrs.At(first + i)
		if a.Key != dom.AttrId && a.Key != dom.AttrClass {
			continue
		}
		value := a.Value
		if f.quirks {
			value = strings.ToLower(value)
		}
		switch a.Key {
		case dom.AttrId:
			b |= f.words[value]
		case dom.AttrClass:
			for s := value; s != ""; {
				end := 0
				for end < len(s) && !dom.IsSpace(s[end]) {
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
			dom.Put(words, word, 1<<(len(*words)%64))
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
