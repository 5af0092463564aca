package lid

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// styles are how paragraphs look by their style.
type styles struct {
	usual paper.Paragraph // by no style
	byID  map[string]style
	first string
}

// style is one of them.
type style struct {
	base string
	said []func(*paper.Paragraph)
}

// maxChain bounds how many styles one is based on.
const maxChain = 16

// use sets what a style says, "" for the one of paragraphs that name none.
func (t *styles) use(p *paper.Paragraph, id string) {
	if id == "" {
		id = t.first
	}
	*p = paper.Paragraph{Key: p.Key, Size: t.usual.Size, Line: t.usual.Line, Exact: t.usual.Exact, Margin: paper.Rect{Top: t.usual.Margin.Top, Bottom: t.usual.Margin.Bottom}}
	t.apply(p, id, maxChain)
}

func (t *styles) apply(p *paper.Paragraph, id string, chain int) {
	st, ok := t.byID[id]
	if !ok || chain == 0 {
		return
	}
	t.apply(p, st.base, chain-1)
	for _, say := range st.said {
		say(p)
	}
}

// open reads the part with the styles.
func (t *styles) open(s *xmlread.Scanner) error {
	t.byID = map[string]style{}
	return s.Walk(func() error {
		if s.Space() != wordml.NsW {
			return nil
		}
		switch s.Local() {
		case "style":
			return t.readStyle(s)
		case "rPrDefault", "pPrDefault":
			var usual style
			err := s.Each(func() error { return usual.read(s) })
			for _, say := range usual.said {
				say(&t.usual)
			}
			return err
		case "latentStyles":
			return s.Skip()
		}
		return nil
	})
}

func (t *styles) readStyle(s *xmlread.Scanner) error {
	var st style
	id, _ := s.Attr(wordml.NsW, "styleId")
	kind, _ := s.Attr(wordml.NsW, "type")
	usual, _ := s.Attr(wordml.NsW, "default")
	err := s.Each(func() error { return st.read(s) })
	if kind == "paragraph" {
		t.byID[id] = st
		if wordml.IsOn(usual, false) {
			t.first = id
		}
	}
	return err
}

// read reads a part of a style.
func (st *style) read(s *xmlread.Scanner) error {
	switch {
	case wordml.Is(s, "basedOn"):
		st.base = wordml.Value(s)
	case wordml.Is(s, "pPr"), wordml.Is(s, "rPr"):
		return s.Each(func() error {
			if say := said(s); say != nil {
				st.said = append(st.said, say)
			}
			if wordml.Is(s, "tabs") {
				stops, err := readStops(s)
				st.said = append(st.said, func(p *paper.Paragraph) { p.Stops = stops })
				return err
			}
			return s.Skip()
		})
	}
	return s.Skip()
}

// paragraph reads the properties of a paragraph.
func (t *styles) paragraph(s *xmlread.Scanner, p *paper.Paragraph) error {
	return s.Each(func() error {
		switch {
		case wordml.Is(s, "pStyle"):
			t.use(p, wordml.Value(s))
		case wordml.Is(s, "tabs"):
			stops, err := readStops(s)
			p.Stops = stops
			return err
		case wordml.Is(s, "rPr"): // of the mark at its end
			return s.Each(func() error {
				p.Gone = p.Gone || wordml.Is(s, "vanish") && wordml.Toggled(s)
				return s.Skip()
			})
		default:
			if say := said(s); say != nil {
				say(p)
			}
		}
		return s.Skip()
	})
}

// said returns what a property says of a paragraph; nil for one that does not matter.
func said(s *xmlread.Scanner) func(*paper.Paragraph) {
	if s.Space() != wordml.NsW {
		return nil
	}
	switch s.Local() {
	case "sz":
		if n, ok := wordml.Number(wordml.Value(s)); ok && n > 0 {
			return func(p *paper.Paragraph) { p.Size = float64(n) / 2 }
		}
	case "jc":
		align := document.AlignNone
		switch wordml.Value(s) {
		case "center":
			align = document.AlignCenter
		case "right", "end":
			align = document.AlignRight
		}
		return func(p *paper.Paragraph) { p.Align = align }
	case "spacing":
		return spacing(s)
	case "ind":
		return indent(s)
	}
	return nil
}

func spacing(s *xmlread.Scanner) func(*paper.Paragraph) {
	_, before := s.Attr(wordml.NsW, "before")
	_, after := s.Attr(wordml.NsW, "after")
	_, lined := s.Attr(wordml.NsW, "line")
	rule, _ := s.Attr(wordml.NsW, "lineRule")
	over, under, line := twips(s, "before"), twips(s, "after"), twips(s, "line")
	return func(p *paper.Paragraph) {
		if before {
			p.Margin.Top = over
		}
		if after {
			p.Margin.Bottom = under
		}
		switch {
		case !lined || line <= 0:
		case rule == "exact":
			p.Line, p.Exact = line, true
		case rule == "atLeast":
			p.Line, p.Exact, p.Least = 0, false, line
		default:
			p.Line, p.Exact = line/12, false
		}
	}
}

func indent(s *xmlread.Scanner) func(*paper.Paragraph) {
	sides := [...][2]string{{"left", "start"}, {"right", "end"}}
	var is [2]bool
	var to [2]float64
	for i, names := range sides {
		for _, name := range names {
			if _, ok := s.Attr(wordml.NsW, name); ok {
				is[i], to[i] = true, twips(s, name)
			}
		}
	}
	return func(p *paper.Paragraph) {
		if is[0] {
			p.Margin.Left = to[0]
		}
		if is[1] {
			p.Margin.Right = to[1]
		}
	}
}

// readStops reads where tabs go to.
func readStops(s *xmlread.Scanner) (stops []paper.Stop, err error) {
	const most = 64
	err = s.Each(func() error {
		kind := wordml.Value(s)
		if stop := (paper.Stop{At: twips(s, "pos")}); kind != "clear" && len(stops) < most {
			switch kind {
			case "center":
				stop.Align = document.AlignCenter
			case "right", "end":
				stop.Align = document.AlignRight
			}
			stops = append(stops, stop)
		}
		return s.Skip()
	})
	return stops, err
}

// pages returns empty pages as large as the last section says.
func pages(main string) *paper.Sheet {
	sheet := &paper.Sheet{Width: 612, Height: 792, Margin: paper.Rect{Left: 72, Top: 72, Right: 72, Bottom: 72}}
	tag := func(name string) func(name string, to *float64, least float64) {
		at := strings.LastIndex(main, name+" ")
		if at < 0 {
			return func(string, *float64, float64) {}
		}
		tag, _, _ := strings.Cut(main[at:], ">")
		return func(name string, to *float64, least float64) {
			if _, value, ok := strings.Cut(tag, ":"+name+`="`); ok {
				value, _, _ = strings.Cut(value, `"`)
				if n, ok := wordml.Number(value); ok && float64(n)/20 >= least {
					*to = float64(n) / 20
				}
			}
		}
	}
	const leastPage = 72
	size, margin := tag(":pgSz"), tag(":pgMar")
	size("w", &sheet.Width, leastPage)
	size("h", &sheet.Height, leastPage)
	margin("left", &sheet.Margin.Left, 0)
	margin("right", &sheet.Margin.Right, 0)
	margin("top", &sheet.Margin.Top, 0)
	margin("bottom", &sheet.Margin.Bottom, 0)
	return sheet
}

// twips returns a length of an attribute in points.
func twips(s *xmlread.Scanner, name string) float64 {
	text, _ := s.Attr(wordml.NsW, name)
	n, _ := wordml.Number(text)
	return float64(n) / 20
}
