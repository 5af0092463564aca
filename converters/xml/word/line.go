package word

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// line collects the text of one paragraph.
type line struct {
	out    document.Runs
	inner  document.Runs // of the open link
	link   *document.Link
	mono   []byte // code that has no node yet
	plain  []byte // all text, as code wants it
	any    bool   // there is text
	nodes  bool   // there is something else: an image, a note
	loose  bool   // some text is in no font of fixed width
	styled bool   // some text has a style or is in a link
	rule   bool   // a line across the page is drawn in it
	isNote bool   // it begins with the mark of its note
	blank  bool   // the last text ends with a blank
	pieces int    // of text, and nodes
}

// runs returns where text goes.
func (l *line) runs() *document.Runs {
	if l.link != nil {
		return &l.inner
	}
	return &l.out
}

// say adds text. Blanks at the begin of a paragraph show nothing.
func (l *line) say(text string, styles document.Styles, mono bool) {
	l.pieces++
	l.blank = strings.HasSuffix(text, " ")
	l.plain = append(l.plain, text...)
	if !l.any && !l.nodes {
		text = strings.TrimLeft(text, " \t")
	}
	blank := strings.TrimSpace(text) == ""
	if blank && !l.any && !l.nodes {
		return
	}
	if !blank {
		l.any = true
		l.loose = l.loose || !mono
		l.styled = l.styled || styles != 0 || l.link != nil
	}
	if mono && styles == 0 {
		l.mono = append(l.mono, text...)
		return
	}
	l.endMono()
	l.runs().Text(text, styles)
}

// add adds a node.
func (l *line) add(node document.Inline, styles document.Styles) {
	l.endMono()
	l.pieces++
	l.nodes = true
	l.runs().Inline(node, styles)
}

// lineEnd adds a line end inside the paragraph.
func (l *line) lineEnd() {
	l.pieces++
	l.plain = append(l.plain, '\n')
	if !l.any && !l.nodes {
		return
	}
	l.endMono()
	l.runs().Inline(&document.Break{}, 0)
}

// endMono ends a stretch of code.
func (l *line) endMono() {
	if len(l.mono) == 0 {
		return
	}
	text := string(l.mono)
	l.mono = l.mono[:0]
	if strings.TrimSpace(text) == "" {
		l.runs().Text(text, 0)
		return
	}
	l.runs().Inline(&document.Code{Value: text}, 0)
}

// lead makes what comes next lead to a target, "" for none. It returns the
// link that it ends, if there is text in it.
func (l *line) lead(target string) *document.Link {
	l.endMono()
	ended := l.link
	if ended != nil {
		l.link = nil
		if ended.Inlines = l.inner.Inlines(); len(ended.Inlines) > 0 {
			l.out.Inline(ended, 0)
		} else {
			ended = nil
		}
	}
	if target != "" {
		l.link = &document.Link{URL: target}
	}
	return ended
}

// partIfLong makes what was read of a very long paragraph a paragraph, and goes on
// with another one.
func (w *word) partIfLong(n xmlread.NodeID) {
	l := w.line
	if l.pieces < vocab.MaxPieces || !l.blank && l.pieces < 2*vocab.MaxPieces {
		return
	}
	w.keep(l.lead(""))
	w.flow.put(&document.Paragraph{Pos: w.Pos(n), Inlines: l.inlines()})
	l.plain, l.pieces = l.plain[:0], 0
	w.lead()
}

// inlines returns what was collected.
func (l *line) inlines() []document.Inline {
	l.endMono()
	return l.out.Inlines()
}
