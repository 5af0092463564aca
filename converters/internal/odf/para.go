package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/style"

	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/document"
)

// look is how a piece of text differs from the text around it.
type look struct {
	styles document.Styles
	mono   bool
	hidden bool // shown although it is hidden, with a label
}

// run is a piece of a paragraph's text with one look, or a node in it.
type run struct {
	end  int32 // where it ends in the text
	node int32 // index of a node plus one; 0 for text
	link int32 // index of a link plus one
	look look
}

// para collects what is in one paragraph. Its buffers are used again.
type para struct {
	text    []byte
	runs    []run
	nodes   []document.Inline
	links   []string
	before  []document.Block // frames that are above
	extras  []document.Block // what is beside it: comments, text boxes
	marks   []string         // bookmarks in it
	lines   int              // line breaks in it
	counted int              // runs and lines that are counted as nodes
	space   bool             // a blank that follows joins the one before
	veiled  bool             // a field hides the whole paragraph
	rule    bool             // a line is drawn in it
}

func (p *para) reset() {
	clear := p.nodes[:cap(p.nodes)]
	for i := range clear {
		clear[i] = nil
	}
	*p = para{text: p.text[:0], runs: p.runs[:0], nodes: p.nodes[:0], links: p.links[:0], space: true}
}

// add adds text as it is in the source: white space collapses to one
// blank (ODF 1.3 part 3, 6.1.2).
func (p *para) add(text string, l look, link int32) {
	from := len(p.text)
	start := 0
	for i := 0; i < len(text); i++ {
		if text[i] > ' ' {
			p.space = false
			continue
		}
		if c := text[i]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			p.space = false
			continue
		}
		if text[i] == ' ' && !p.space {
			p.space = true
			continue
		}
		p.text = append(p.text, text[start:i]...)
		if !p.space {
			p.text = append(p.text, ' ')
			p.space = true
		}
		start = i + 1
	}
	p.text = append(p.text, text[start:]...)
	p.end(from, l, link)
}

// put adds characters that are no white space to collapse.
func (p *para) put(text string, l look, link int32) {
	from := len(p.text)
	p.text = append(p.text, text...)
	p.space = false
	p.end(from, l, link)
}

// end ends a run that began at an offset.
func (p *para) end(from int, l look, link int32) {
	if len(p.text) == from {
		return
	}
	if n := len(p.runs); n > 0 {
		if last := &p.runs[n-1]; last.node == 0 && last.look == l && last.link == link {
			last.end = int32(len(p.text))
			return
		}
	}
	p.runs = append(p.runs, run{end: int32(len(p.text)), look: l, link: link})
}

// node adds a node.
func (p *para) node(n document.Inline, l look, link int32) {
	if _, ok := n.(*document.NoteRef); ok {
		l.styles = l.styles.Without(document.Superscript)
	}
	p.nodes = append(p.nodes, n)
	p.space = false
	p.runs = append(p.runs, run{end: int32(len(p.text)), node: int32(len(p.nodes)), look: l, link: link})
}

// empty reports whether nothing can be seen of the paragraph.
func (p *para) empty() bool {
	return len(p.nodes) == 0 && style.Blank(string(p.text))
}

// onlyMath returns the formula that is all of a paragraph, or nil.
func (p *para) onlyMath() *document.Math {
	if len(p.nodes) != 1 || !style.Blank(string(p.text)) {
		return nil
	}
	m, _ := p.nodes[0].(*document.Math)
	return m
}

// trimmed returns where the text begins and ends without blanks around it.
func (p *para) trimmed() (int, int) {
	from := 0
	if len(p.runs) > 0 && p.runs[0].node == 0 {
		for from < len(p.text) && isBlank(p.text[from]) {
			from++
		}
	}
	to := len(p.text)
	if n := len(p.runs); n > 0 && p.runs[n-1].node == 0 {
		for to > from && isBlank(p.text[to-1]) {
			to--
		}
	}
	return from, to
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }

// common returns the styles that all text of the paragraph has.
func (p *para) common() document.Styles {
	all := document.Styles(0).With(document.Strong).With(document.Emphasis)
	from := int32(0)
	for _, r := range p.runs {
		if r.node == 0 && !style.Blank(string(p.text[from:r.end])) {
			all &= r.look.styles
		}
		from = r.end
	}
	return all
}

// allMono reports whether all text of the paragraph has fixed width.
func (p *para) allMono() bool {
	from := int32(0)
	any := false
	for _, r := range p.runs {
		if r.node == 0 && !style.Blank(string(p.text[from:r.end])) {
			if !r.look.mono {
				return false
			}
			any = true
		}
		from = r.end
	}
	return any
}

// plain returns the text of a paragraph that is text and nothing else.
func (p *para) plain() (string, bool) {
	if len(p.runs) != 1 {
		return "", len(p.runs) == 0
	}
	r := &p.runs[0]
	if r.node != 0 || r.link != 0 || r.look != (look{}) {
		return "", false
	}
	from, to := p.trimmed()
	text := string(p.text[from:to])
	return text, strings.IndexByte(text, '\n') < 0
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

// inlines returns the inlines of the paragraph without some styles.
func (p *para) inlines(d *doc, without document.Styles, mono bool) []document.Inline {
	first, last := p.trimmed()
	prose.Bridge(p.runs, (*run).prose)
	var out document.Runs
	w := inlineWriter{out: &out, mono: mono}
	from := 0
	for i := 0; i < len(p.runs); {
		link := p.runs[i].link
		j := i
		for j < len(p.runs) && p.runs[j].link == link {
			j++
		}
		var inner document.Runs
		around := document.Styles(0)
		if link > 0 {
			w.out = &inner
			around = prose.Common(p.runs[i:j], p.text, from, (*run).prose) &^ without
		}
		w.without = without | around
		for ; i < j; i++ {
			r := p.runs[i]
			lo, hi := min(max(from, first), last), min(max(int(r.end), first), last)
			from = int(r.end)
			w.run(p, string(p.text[lo:hi]), r)
		}
		w.endCode()
		w.out = &out
		if link > 0 {
			if inlines := inner.Inlines(); len(inlines) > 0 {
				l := &document.Link{URL: p.links[link-1], Inlines: inlines}
				d.links = append(d.links, l)
				out.Inline(l, around)
			}
		}
	}
	return out.Inlines()
}

// prose is what a run is to functions that formats share.
func (r *run) prose() prose.Run {
	kind := prose.Text
	switch {
	case r.node > 0:
		kind = prose.Node
	case r.look.mono:
		kind = prose.Code
	}
	return prose.Run{Kind: kind, End: int(r.end), Styles: &r.look.styles}
}

// inlineWriter adds runs to a builder of inlines.
type inlineWriter struct {
	out     *document.Runs
	mono    bool // characters of fixed width are code
	without document.Styles
	code    []byte          // code that has no node yet
	styles  document.Styles // of that
}

func (w *inlineWriter) run(p *para, text string, r run) {
	styles := r.look.styles &^ w.without
	if r.node > 0 {
		w.endCode()
		w.out.Inline(p.nodes[r.node-1], styles)
		return
	}
	if r.look.hidden && !style.Blank(text) {
		text = "[hidden: " + strings.TrimSpace(text) + "]"
	}
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		switch {
		case line == "":
		case r.look.mono && w.mono:
			if w.styles != styles {
				w.endCode()
			}
			w.styles = styles
			w.code = append(w.code, line...)
		default:
			w.endCode()
			w.out.Text(line, styles)
		}
		if more {
			w.endCode()
			w.out.Inline(&document.Break{}, styles)
		}
	}
}

// endCode ends a stretch of code.
func (w *inlineWriter) endCode() {
	if len(w.code) == 0 {
		return
	}
	text := string(w.code)
	w.code = w.code[:0]
	if style.Blank(text) {
		w.out.Text(text, 0)
		return
	}
	w.out.Inline(&document.Code{Value: text}, w.styles)
}
