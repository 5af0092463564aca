package rtf

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// trimmed returns where the text of a paragraph begins and ends without the
// blanks around it. Those behind a picture that it begins with, and in front of
// one that it ends with, are not around it.
func (p *para) trimmed() (int, int) {
	from, to := trimmed(p.text)
	if from == to {
		return from, to
	}
	for _, r := range p.runs {
		if r.node != 0 && int(r.end) < to {
			from = min(from, int(r.end))
		}
		if r.node != 0 && int(r.end) >= to && from < to {
			to = int(r.end)
			break
		}
	}
	return from, to
}

// trimmed is the same for text wherever it is.
func trimmed[T string | []byte](text T) (int, int) {
	from, to := 0, len(text)
	for {
		switch {
		case from < to && (text[from] == ' ' || text[from] == '\t' || text[from] == '\n'):
			from++
			continue
		case from+1 < to && text[from] == 0xC2 && text[from+1] == 0xA0: // U+00A0
			from += 2
			continue
		}
		break
	}
	for to > from && (text[to-1] == ' ' || text[to-1] == '\t' || text[to-1] == '\n') {
		to--
	}
	return from, to
}

// inlines returns the inlines of a paragraph.
func (f *builder) inlines(p *para) []document.Inline { return f.styled(p, 0) }

// headingInlines returns the inlines of a heading, with the number in front
// that the heading carries, without the styles that all of it has.
func (f *builder) headingInlines(p *para) []document.Inline {
	all := document.Styles(0).With(document.Strong).With(document.Emphasis)
	from := 0
	for _, r := range p.runs {
		if r.node == 0 && strings.TrimSpace(p.text[from:r.end]) != "" {
			all &= r.styles
		}
		from = int(r.end)
	}
	out := f.styled(p, all)
	marker := p.marker
	if !p.listed && p.list > 0 {
		marker, _ = f.reader.lists.count(p.list, p.level)
	}
	if marker != "" && marker != "•" {
		out = append([]document.Inline{&document.Text{Value: marker + " "}}, out...)
	}
	return out
}

// plain reports whether a run is text and nothing else.
func (r run) plain() bool {
	return r.node == 0 && r.link == 0 && r.styles == 0 && !r.mono && !r.hidden
}

// plainText returns the text of a paragraph that is text and nothing else, or
// "".
func (p *para) plainText() string {
	if len(p.runs) != 1 || !p.runs[0].plain() {
		return ""
	}
	first, last := p.trimmed()
	if strings.IndexByte(p.text[first:last], '\n') >= 0 {
		return ""
	}
	return p.text[first:last]
}

// plainParagraph returns a paragraph of text in one piece of memory.
func plainParagraph(pos document.Pos, text string) *document.Paragraph {
	whole := &struct {
		paragraph document.Paragraph
		inlines   [1]document.Inline
		text      document.Text
	}{text: document.Text{Value: text}}
	whole.inlines[0] = &whole.text
	whole.paragraph = document.Paragraph{Pos: pos, Inlines: whole.inlines[:]}
	return &whole.paragraph
}

// styled returns the inlines of a paragraph without some styles.
func (f *builder) styled(p *para, without document.Styles) []document.Inline {
	first, last := p.trimmed()
	out, inner := &f.outer, &f.inner
	w := inlineWriter{builder: f, out: out, bare: without != 0}
	from := 0
	for i := 0; i < len(p.runs); {
		link := p.runs[i].link
		j := i
		for j < len(p.runs) && p.runs[j].link == link {
			j++
		}
		target := ""
		if link > 0 {
			target = f.target(f.links[link-1])
		}
		var around document.Styles
		if target != "" {
			w.out, around = inner, p.around(i, j)&^without
		}
		for ; i < j; i++ {
			r := p.runs[i]
			r.styles &^= without | around
			lo, hi := min(max(from, first), last), min(max(int(r.end), first), last)
			from = int(r.end)
			w.run(p.text[lo:hi], r)
		}
		w.endCode()
		if target != "" {
			if inlines := inner.Inlines(); len(inlines) > 0 {
				out.Inline(&document.Link{URL: target, Inlines: inlines}, around)
			}
			w.out = out
		}
	}
	return out.Inlines()
}

// around returns the styles that all text of the runs from i to j has, and
// that of a neighbour, too: they go over the link that the runs are.
func (p *para) around(i, j int) document.Styles {
	var beside document.Styles
	if i > 0 {
		beside = p.runs[i-1].styles
	}
	if j < len(p.runs) {
		beside |= p.runs[j].styles
	}
	for _, r := range p.runs[i:j] {
		if beside == 0 {
			break
		}
		if r.node == 0 {
			beside &= r.styles
		}
	}
	return beside
}

// target returns where a link leads. A place that no bookmark names may still
// be a heading's name, so that the writer is told.
func (f *builder) target(url string) string {
	if name, ok := strings.CutPrefix(url, "#"); ok {
		if id, ok := f.ids[name]; ok {
			return "#" + id
		}
		return url
	}
	return strings.ReplaceAll(url, `\`, "/") // as browsers read it
}

// inlineWriter adds runs to a builder of inlines.
type inlineWriter struct {
	*builder
	out  *document.Runs
	bare bool   // styles are left out, so that neighbours may be alike
	mono []byte // code that has no node yet
}

// run adds one run.
func (w *inlineWriter) run(text string, r run) {
	if r.node > 0 {
		w.endCode()
		w.node(w.nodes[r.node-1], r)
		return
	}
	if said := strings.TrimSpace(text); r.hidden && said != "" {
		text = labelled(said)
	}
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		switch {
		case line == "":
		case r.mono && w.code:
			w.mono = append(w.mono, line...)
		case w.code && !w.bare:
			w.endCode()
			w.out.Inline(&document.Text{Value: line}, r.styles) // its neighbours differ
		default:
			w.endCode()
			w.out.Share(line, r.styles)
		}
		if more {
			w.endCode()
			w.out.Inline(&document.Break{}, r.styles)
		}
	}
}

// node adds a picture, an equation or the sign of a note. That of a hidden note
// needs no mark: its text has one.
func (w *inlineWriter) node(n document.Inline, r run) {
	if _, isNote := n.(*document.NoteRef); !r.hidden || isNote {
		w.out.Inline(n, r.styles)
		return
	}
	w.out.Text("[hidden: ", 0)
	w.out.Inline(n, r.styles)
	w.out.Text("]", 0)
}

// endCode ends a stretch of code.
func (w *inlineWriter) endCode() {
	if len(w.mono) == 0 {
		return
	}
	text := string(w.mono)
	w.mono = w.mono[:0]
	if strings.TrimSpace(text) == "" {
		w.out.Text(text, 0)
		return
	}
	w.out.Inline(&document.Code{Value: text}, 0)
}
