package prompt

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// lowest is the lowest level that a heading can have.
const lowest = 6

// prose is a text in Markdown on its way into a prompt. Its blocks are read once, and
// again only after an edit.
type prose struct {
	text   string
	blocks *scan.Tree // of the text; nil until somebody asks
}

// tree returns the blocks of the text.
func (p *prose) tree() *scan.Tree {
	if p.blocks == nil {
		p.blocks = scan.Parse(p.text, scan.Options{Footnotes: true})
	}
	return p.blocks
}

// set replaces the text.
func (p *prose) set(text string) {
	if text != p.text {
		p.text, p.blocks = text, nil
	}
}

// shift lowers every heading by some levels. What looks like one in code stays as
// it is.
func (p *prose) shift(by int) *prose {
	if by > 0 {
		p.rewrite(func(t *scan.Tree, n scan.NodeID) (edit, bool) {
			d := &t.Nodes[n]
			if d.Kind != scan.KindHeading {
				return edit{}, false
			}
			level := min(int(d.Level)+by, lowest)
			if d.Mark == '#' {
				return edit{at: int(d.Start), to: int(d.Start), text: strings.Repeat("#", level-int(d.Level))}, true
			}
			return edit{at: int(d.Start), to: int(d.End), text: strings.Repeat("#", level) + " " + oneHeading(t.Text(n))}, true
		})
	}
	return p
}

// nest lowers the headings until the highest is below a level.
func (p *prose) nest(below int) *prose {
	if highest := p.highest(); highest > 0 {
		return p.shift(below + 1 - highest)
	}
	return p
}

// highest returns the level of the highest heading, or 0.
func (p *prose) highest() int {
	highest := 0
	for _, d := range p.tree().Nodes {
		if d.Kind == scan.KindHeading && (highest == 0 || int(d.Level) < highest) {
			highest = int(d.Level)
		}
	}
	return highest
}

// oneHeading makes the text of an underlined heading, which may have several
// lines, fit a heading of one line.
func oneHeading(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if i+1 < len(lines) {
			line = strings.TrimRight(strings.TrimSuffix(line, `\`), " \t") // a line break has no place here
		}
		lines[i] = line
	}
	line := strings.TrimSpace(strings.Join(lines, " "))
	body := strings.TrimRight(line, "#")
	if body != line && (body == "" || strings.HasSuffix(body, " ") || strings.HasSuffix(body, "\t")) {
		return body + `\` + line[len(body):] // no closing sequence (CommonMark 4.2)
	}
	return line
}

// edit replaces a stretch of a text.
type edit struct {
	at, to int
	text   string
}

// rewrite applies what a function wants done to each block. Edits come in the
// order of the blocks and do not overlap.
func (p *prose) rewrite(want func(*scan.Tree, scan.NodeID) (edit, bool)) {
	tree := p.tree()
	var b strings.Builder
	done := 0
	for n := range tree.Nodes {
		e, ok := want(tree, scan.NodeID(n))
		if !ok || e.at < done {
			continue
		}
		b.WriteString(p.text[done:e.at])
		b.WriteString(e.text)
		done = e.to
	}
	if b.Len() > 0 {
		p.set(b.String() + p.text[done:])
	}
}

// close ends a block that the text leaves open.
func (p *prose) close() *prose {
	p.set(p.text + p.closing())
	return p
}

// closing returns what ends a block that the text leaves open, so that it does
// not swallow what comes after: a fence of code, a comment, an HTML block.
func (p *prose) closing() string {
	tree := p.tree()
	last := lastChild(tree)
	if last == 0 {
		return ""
	}
	d := &tree.Nodes[last]
	switch {
	case d.Closed:
		return ""
	case d.Kind == scan.KindCodeBlock && d.Mark != 0:
		return "\n" + strings.Repeat(string(d.Mark), int(d.Number))
	case d.Kind == scan.KindHTMLBlock:
		// The ends of CommonMark 4.6, by the kind of the block.
		return [...]string{"", "\n</pre>", "\n-->", "\n?>", "\n>", "\n]]>", "", ""}[min(d.Level, 7)]
	}
	return ""
}

// lastChild returns the last block of a document, or 0.
func lastChild(t *scan.Tree) scan.NodeID {
	last := scan.NodeID(0)
	for n := t.Nodes[0].First; n != 0; n = t.Nodes[n].Next {
		last = n
	}
	return last
}
