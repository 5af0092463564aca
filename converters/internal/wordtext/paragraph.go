package wordtext

import (
	"bytes"
	"slices"

	"github.com/seed353dc258/backstory/document"
)

// Paragraph is a paragraph while it is read. It is used again and again.
type Paragraph struct {
	Pos    document.Pos
	Kind   Kind
	Level  int8 // of its outline, from 0; below 0 or [NoLevel] for text
	Item   Item
	Align  document.Align
	Left   int32 // indents in twips: of all lines, and of the first one beside it
	First  int32
	Border bool             // a line is drawn below it
	Box    bool             // it begins with a check box
	Marks  []string         // the names of bookmarks in it
	Before []document.Block // pictures above its text

	content
}

// content is the text of a paragraph and what else is in it.
type content struct {
	text    []byte
	runs    []run
	nodes   []document.Inline
	links   []*Link
	charged int // how many runs are charged
}

// Kind is what a paragraph is by its style.
type Kind uint8

// The kinds of paragraphs.
const (
	PlainText Kind = iota
	Quote
	Code
	Listing // code, of which a paragraph is all
	Term
	Detail
	Inset // a quotation, unless it goes on in an item
)

// NoLevel is the outline level of what is not a heading.
const NoLevel = 9

// Item says which list a paragraph is an item of, once the list has counted it.
type Item struct {
	Counted bool
	Marker  string // [Bullet], a number as it is shown, or "" where none is
	List    int32  // number of the list
	Level   int8   // in that list
	Left    int32  // indent of its text in twips
	Number  int    // that the marker says, 0 where it is not known
}

// Bullet is the marker of items without numbers.
const Bullet = "•"

// Run is how text looks.
type Run struct {
	Styles  document.Styles
	Code    bool // it is code
	Mono    bool // it is code by its font alone
	Hidden  bool // it is hidden, and is marked so
	Display bool // it is mathematics on a line of its own
	Link    *Link
}

// Link is where text leads. Neighbours with the same link are one.
type Link struct{ URL string }

// run is a stretch of a paragraph's text, or a node in it.
type run struct {
	end     int32 // in the text
	node    int32 // index of a node from 1, 0 for text
	link    int32 // index of a link from 1, 0 for none
	styles  document.Styles
	code    bool
	mono    bool
	hidden  bool
	display bool
}

// NewParagraph returns an empty paragraph, which [Builder.Done] takes back.
func (b *Builder) NewParagraph() *Paragraph {
	n := len(b.free)
	if n == 0 {
		return &Paragraph{Level: -1}
	}
	p := b.free[n-1]
	b.free = b.free[:n-1]
	p.Reset()
	return p
}

// Reset empties a paragraph.
func (p *Paragraph) Reset() {
	clear(p.nodes)
	clear(p.links)
	*p = Paragraph{content: content{text: p.text[:0], runs: p.runs[:0], nodes: p.nodes[:0], links: p.links[:0]}, Level: -1}
}

// Done gives a paragraph back.
func (b *Builder) Done(p *Paragraph) { b.free = append(b.free, p) }

// Text adds text to a paragraph.
func (b *Builder) Text(p *Paragraph, text string, r Run) {
	p.text = append(p.text, text...)
	b.said(p, len(text), r)
}

// Bytes adds text to a paragraph, of which it takes a copy.
func (b *Builder) Bytes(p *Paragraph, text []byte, r Run) {
	p.text = append(p.text, text...)
	b.said(p, len(text), r)
}

// said counts text that was added, and says how it looks.
func (b *Builder) said(p *Paragraph, n int, r Run) {
	b.inText += int64(n)
	if r.Mono && b.Mono {
		r.Code, r.Mono = false, false
	}
	if r.Mono {
		b.inMono += int64(n)
	}
	b.extend(p, r, 0)
}

// Node adds what is not text to a paragraph.
func (b *Builder) Node(p *Paragraph, node document.Inline, r Run) {
	p.nodes = append(p.nodes, node)
	b.extend(p, r, int32(len(p.nodes)))
}

// extend makes the text so far end with a run.
func (b *Builder) extend(p *Paragraph, look Run, node int32) {
	r := run{end: int32(len(p.text)), node: node, styles: look.Styles, code: look.Code, mono: look.Mono, hidden: look.Hidden, display: look.Display}
	if look.Link != nil {
		if n := len(p.links); n == 0 || p.links[n-1] != look.Link {
			p.links = append(p.links, look.Link)
		}
		r.link = int32(len(p.links))
	}
	if n := len(p.runs); n > 0 {
		last := p.runs[n-1]
		last.end = r.end
		if last == r {
			p.runs[n-1].end = r.end
			return
		}
	}
	p.runs = append(p.runs, r)
	if len(p.runs)-p.charged >= chargeEvery {
		b.chargeRuns(p)
	}
}

// chargeEvery is how many runs of a paragraph that is read may wait to be charged.
const chargeEvery = 1 << 8

// chargeRuns charges the runs that were added since it was called last.
func (b *Builder) chargeRuns(p *Paragraph) {
	b.charge(nodesRun*(len(p.runs)-p.charged), p.Pos)
	p.charged = len(p.runs)
}

// Len returns how many bytes of text there are.
func (p *Paragraph) Len() int { return len(p.text) }

// Bytes returns the text, until the paragraph is changed.
func (p *Paragraph) Bytes() []byte { return p.text }

// Trimmed returns the text without blanks around it, until the paragraph is
// changed.
func (p *Paragraph) Trimmed() []byte {
	from, to := p.trimmed()
	return p.text[from:to]
}

// IsPlain reports whether there is text and nothing else, in no styles but some.
func (p *Paragraph) IsPlain(but document.Styles) bool {
	for _, r := range p.runs {
		if r.styles &^= but; !r.plain() {
			return false
		}
	}
	return true
}

// Hide marks all text as hidden.
func (p *Paragraph) Hide() {
	for i := range p.runs {
		p.runs[i].hidden = p.runs[i].node == 0
	}
}

// hides reports whether a part of a paragraph is marked as hidden.
func (p *Paragraph) hides() bool {
	return slices.ContainsFunc(p.runs, func(r run) bool { return r.hidden })
}

// IsEmpty reports whether nothing was added.
func (p *Paragraph) IsEmpty() bool { return len(p.text) == 0 && len(p.nodes) == 0 }

// IsBlank reports whether there is nothing to be seen in a paragraph.
func (p *Paragraph) IsBlank() bool {
	return len(p.nodes) == 0 && len(bytes.Trim(p.text, blankSpace)) == 0
}
