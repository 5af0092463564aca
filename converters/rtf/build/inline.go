package build

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
	"github.com/seed353dc258/backstory/document"
)

// trimmed returns where the text of a paragraph begins and ends without the
// blanks around it. Those behind a picture that it begins with, and in front of
// one that it ends with, are not around it.
func trimmed(p *model.Paragraph) (int, int) {
	from, to := blanks(p.Text)
	if from == to {
		return from, to
	}
	for _, r := range p.Runs {
		if r.Node != 0 && int(r.End) < to {
			from = min(from, int(r.End))
		}
		if r.Node != 0 && int(r.End) >= to && from < to {
			to = int(r.End)
			break
		}
	}
	return from, to
}

// trimBlanks returns a text without the blanks around it.
func trimBlanks(text string) string {
	from, to := blanks(text)
	return text[from:to]
}

// blanks returns where a text begins and ends without blanks.
func blanks(text string) (int, int) {
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
func (f *builder) inlines(p *model.Paragraph) []document.Inline { return f.styled(p, 0) }

// headingInlines returns the inlines of a heading, with the number in front
// that the heading carries, without the styles that all of it has.
func (f *builder) headingInlines(p *model.Paragraph) []document.Inline {
	all := document.Styles(0).With(document.Strong).With(document.Emphasis)
	from := 0
	for _, r := range p.Runs {
		if r.Node == 0 && strings.TrimSpace(p.Text[from:r.End]) != "" {
			all &= r.Styles
		}
		from = int(r.End)
	}
	out := f.styled(p, all)
	marker := p.Marker
	if !p.Listed && p.List > 0 {
		marker, _ = f.Lists.Next(p.List, p.Level)
	}
	if marker != "" && marker != numbering.Bullet {
		out = append([]document.Inline{&document.Text{Value: marker + " "}}, out...)
	}
	return out
}

// plainText returns the text of a paragraph that is text and nothing else, or
// "".
func plainText(p *model.Paragraph) string {
	if len(p.Runs) != 1 || !p.Runs[0].IsPlain() {
		return ""
	}
	first, last := trimmed(p)
	if strings.IndexByte(p.Text[first:last], '\n') >= 0 {
		return ""
	}
	return p.Text[first:last]
}

// styled returns the inlines of a paragraph without some styles.
func (f *builder) styled(p *model.Paragraph, without document.Styles) []document.Inline {
	first, last := trimmed(p)
	out, inner := &f.outer, &f.inner
	w := inlineWriter{builder: f, out: out, bare: without != 0}
	from := 0
	for i := 0; i < len(p.Runs); {
		link := p.Runs[i].Link
		j := i
		for j < len(p.Runs) && p.Runs[j].Link == link {
			j++
		}
		target := ""
		if link > 0 {
			target = f.target(f.Links[link-1])
		}
		var over document.Styles
		if target != "" {
			w.out, over = inner, around(p, i, j)&^without
		}
		for ; i < j; i++ {
			r := p.Runs[i]
			r.Styles &^= without | over
			lo, hi := min(max(from, first), last), min(max(int(r.End), first), last)
			from = int(r.End)
			w.run(p.Text[lo:hi], r)
		}
		w.endCode()
		if target != "" {
			if inlines := inner.Inlines(); len(inlines) > 0 {
				out.Inline(&document.Link{URL: target, Inlines: inlines}, over)
			}
			w.out = out
		}
	}
	return out.Inlines()
}

// around returns the styles that all text of the runs from i to j has, and
// that of a neighbour, too: they go over the link that the runs are.
func around(p *model.Paragraph, i, j int) document.Styles {
	var beside document.Styles
	if i > 0 {
		beside = p.Runs[i-1].Styles
	}
	if j < len(p.Runs) {
		beside |= p.Runs[j].Styles
	}
	for _, r := range p.Runs[i:j] {
		if beside == 0 {
			break
		}
		if r.Node == 0 {
			beside &= r.Styles
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
func (w *inlineWriter) run(text string, r model.Run) {
	if r.Node > 0 {
		w.endCode()
		w.node(w.Nodes[r.Node-1], r)
		return
	}
	if said := strings.TrimSpace(text); r.Hidden && said != "" {
		text = "[hidden: " + said + "]"
	}
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		switch {
		case line == "":
		case r.Mono && w.MonoIsCode:
			w.mono = append(w.mono, line...)
		case w.MonoIsCode && !w.bare:
			w.endCode()
			w.out.Inline(&document.Text{Value: line}, r.Styles) // its neighbours differ
		default:
			w.endCode()
			w.out.Share(line, r.Styles)
		}
		if more {
			w.endCode()
			w.out.Inline(&document.Break{}, r.Styles)
		}
	}
}

// node adds a picture, an equation or the sign of a note. That of a hidden note
// needs no mark: its text has one.
func (w *inlineWriter) node(n document.Inline, r model.Run) {
	if _, isNote := n.(*document.NoteRef); !r.Hidden || isNote {
		w.out.Inline(n, r.Styles)
		return
	}
	w.out.Text("[hidden: ", 0)
	w.out.Inline(n, r.Styles)
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
