package lid

import (
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// key names a style; the one of a family without a name has its defaults.
type key struct{ family, name string }

// style is what one of them says.
type style struct {
	base   string
	master string
	said   []said
	stops  []paper.Stop
}

// styles are those of a document and of the part that is read.
type styles struct {
	shared, own map[key]style
	looks       map[key]*look
}

// maxChain bounds how many styles one is based on.
const maxChain = 16

// get returns what holds by a style.
func (t *styles) get(family, name string) *look {
	k := key{family, name}
	if l := t.looks[k]; l != nil {
		return l
	}
	l := &look{}
	l[size] = 12
	l.take(t.shared[key{family, ""}])
	t.apply(l, k, maxChain)
	const most = 1 << 10
	if len(t.looks) < most {
		t.looks[k] = l
	}
	return l
}

func (t *styles) find(k key) (style, bool) {
	if st, ok := t.own[k]; ok {
		return st, true
	}
	st, ok := t.shared[k]
	return st, ok
}

// apply takes what a style says, and those that it is based on.
func (t *styles) apply(l *look, k key, chain int) {
	switch k.name {
	case "Frame", "Graphics", "OLE", "Formula", "Marginalia", "Labels", "Watermark":
		l[pooled] = 1
	}
	st, ok := t.find(k)
	if !ok || chain == 0 || k.name == "" {
		return
	}
	t.apply(l, key{k.family, st.base}, chain-1)
	l.take(st)
}

func (l *look) take(st style) {
	for _, s := range st.said {
		switch {
		case s.what == size && s.n < 0:
			l[size] *= -s.n
		case s.what == line:
			l[line], l[exact] = max(s.n, 0), max(-s.n, 0)
		default:
			l[s.what] = s.n
		}
	}
}

// stopsOf returns where the tabs of a paragraph go to.
func (t *styles) stopsOf(name string) []paper.Stop {
	for range maxChain {
		st, _ := t.find(key{"paragraph", name})
		if st.stops != nil || st.base == "" {
			return st.stops
		}
		name = st.base
	}
	return nil
}

// read reads the properties of a style.
func (st *style) read(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if s.Space() != ns.Style {
			return s.Skip()
		}
		if margin, ok := s.Attr(ns.Fo, "margin"); ok {
			if n, ok := readLength(margin); ok {
				st.said = append(st.said, said{before, n}, said{after, n}, said{left, n}, said{right, n})
			}
		}
		for i := range s.Attrs() {
			at := s.AttrName(i)
			p, ok := properties[name{at.Space, at.Local}]
			if !ok {
				continue
			}
			if value, err := s.AttrValue(i); err == nil {
				if n, ok := p.read(value); ok {
					st.said = append(st.said, said{p.what, n})
				}
			}
		}
		return s.Each(func() error {
			if s.Local() != "tab-stops" {
				return s.Skip()
			}
			return s.Each(func() error { return st.readStop(s) })
		})
	})
}

// readStop reads where a tab goes to.
func (st *style) readStop(s *xmlread.Scanner) error {
	const most = 64
	at, ok := readLength(s.Value(ns.Style, "position"))
	if !ok || len(st.stops) >= most {
		return s.Skip()
	}
	stop := paper.Stop{At: at}
	switch s.Value(ns.Style, "type") {
	case "center":
		stop.Align = document.AlignCenter
	case "right":
		stop.Align = document.AlignRight
	}
	st.stops = append(st.stops, stop)
	return s.Skip()
}
