package wordtext

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// Bullet is the marker of items without numbers.
const Bullet = "•"

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
	clear(p.content.nodes)
	clear(p.content.links)
	*p = Paragraph{content: content{text: p.content.text[:0], runs: p.content.runs[:0], nodes: p.content.nodes[:0], links: p.content.links[:0]}, Level: -1}
}

// Done gives a paragraph back.
func (b *Builder) Done(p *Paragraph) { b.free = append(b.free, p) }

// Text adds text to a paragraph.
func (b *Builder) Text(p *Paragraph, text string, r Run) {
	b.kept.alone = alone{}
	if b.Lasts && len(p.content.text) == 0 {
		b.kept.alone = alone{p, text}
	}
	p.content.text = append(p.content.text, text...)
	b.said(p, len(text), strings.Count(text, "\n"), r)
}

// Bytes adds text to a paragraph, of which it takes a copy.
func (b *Builder) Bytes(p *Paragraph, text []byte, r Run) {
	b.kept.alone = alone{}
	p.content.text = append(p.content.text, text...)
	b.said(p, len(text), bytes.Count(text, []byte{'\n'}), r)
}

// said counts text that was added, charges its line ends, and says how it looks.
func (b *Builder) said(p *Paragraph, n, breaks int, r Run) {
	b.mono.all += int64(n)
	if breaks > 0 {
		b.charge(nodesBreak*breaks, p.Pos)
	}
	if r.Mono && b.Mono {
		r.Code, r.Mono = false, false
	}
	if r.Mono {
		b.mono.fixed += int64(n)
	}
	b.extend(p, r, 0)
}

// Node adds what is not text to a paragraph.
func (b *Builder) Node(p *Paragraph, node document.Inline, r Run) {
	p.content.nodes = append(p.content.nodes, node)
	b.extend(p, r, int32(len(p.content.nodes)))
}

// extend makes the text so far end with a run.
func (b *Builder) extend(p *Paragraph, look Run, node int32) {
	r := run{end: int32(len(p.content.text)), node: node, styles: look.Styles, code: look.Code, mono: look.Mono, display: look.Display}
	r.label(look.Label)
	if look.Link != nil {
		if n := len(p.content.links); n == 0 || p.content.links[n-1] != look.Link {
			p.content.links = append(p.content.links, look.Link)
		}
		r.link = int32(len(p.content.links))
	}
	if n := len(p.content.runs); n > 0 {
		last := p.content.runs[n-1]
		last.end = r.end
		if last == r {
			p.content.runs[n-1].end = r.end
			return
		}
	}
	p.content.runs = append(p.content.runs, r)
	if len(p.content.runs)-p.content.charged >= chargeEvery {
		b.chargeRuns(p)
	}
}

// chargeEvery is how many runs of a paragraph that is read may wait to be charged.
const chargeEvery = 1 << 8

// chargeRuns charges the runs that were added since it was called last.
func (b *Builder) chargeRuns(p *Paragraph) {
	b.charge(nodesRun*(len(p.content.runs)-p.content.charged), p.Pos)
	p.content.charged = len(p.content.runs)
}

// Len returns how many bytes of text there are.
func (p *Paragraph) Len() int { return len(p.content.text) }

// Bytes returns the text, until the paragraph is changed.
func (p *Paragraph) Bytes() []byte { return p.content.text }

// Trimmed returns the text without blanks around it, until the paragraph is
// changed.
func (p *Paragraph) Trimmed() []byte {
	from, to := p.trimmed()
	return p.content.text[from:to]
}

// IsPlain reports whether there is text and nothing else, in no styles but some.
func (p *Paragraph) IsPlain(but document.Styles) bool {
	for _, r := range p.content.runs {
		if r.styles &^= but; !r.plain() {
			return false
		}
	}
	return true
}

// Label sets all of the paragraph in a label; 0 is none.
func (p *Paragraph) Label(label document.Style) {
	for i := range p.content.runs {
		p.content.runs[i].label(label)
	}
}

// label sets a run in a label, which holds text alone; 0 is none.
func (r *run) label(label document.Style) {
	if label != 0 && !r.isLabelled() {
		r.styles, r.code = r.styles.With(label), false
	}
}

func (r *run) isLabelled() bool {
	return r.styles.Has(document.Hidden) || r.styles.Has(document.MayBeHidden)
}

// isLabelled reports whether a part of a paragraph is in a label.
func (p *Paragraph) isLabelled() bool {
	return slices.ContainsFunc(p.content.runs, func(r run) bool { return r.isLabelled() })
}

// IsEmpty reports whether nothing was added.
func (p *Paragraph) IsEmpty() bool { return len(p.content.text) == 0 && len(p.content.nodes) == 0 }

// IsBlank reports whether there is nothing to be seen in a paragraph.
func (p *Paragraph) IsBlank() bool {
	return len(p.content.nodes) == 0 && len(bytes.Trim(p.content.text, blankSpace)) == 0
}
