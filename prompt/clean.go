package prompt

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// own prepares a text of the owner's: characters that nobody sees go, special
// tokens of chat templates are broken, and a block that is left open is
// closed.
func (c *cleaner) own(source, text string) *prose {
	return (&prose{text: c.characters(source, strings.TrimSpace(text))}).close()
}

// material prepares a text that anybody may have written. Besides what is done
// to the owner's, its front matter and its comments go, which a reader of the
// text would not see, and it defines no links for others.
func (c *cleaner) material(source, text string) *prose {
	text = c.characters(source, strings.TrimSpace(text))
	if strings.HasPrefix(text, "---") || strings.HasPrefix(text, "+++") {
		tree := scan.Parse(text, scan.Options{FrontMatter: true})
		if n := tree.Nodes[0].First; n != 0 && tree.Nodes[n].Kind == scan.KindFrontMatter {
			text = strings.TrimSpace(text[tree.Nodes[n].End:])
			c.fact(source, "its front matter is left out")
		}
	}
	p := &prose{text: text}
	if strings.Contains(text, "<!--") {
		if p.set(p.withoutComments()); p.text != text {
			c.fact(source, "its HTML comments are left out")
		}
	}
	p.rewrite(func(t *scan.Tree, n scan.NodeID) (edit, bool) {
		d := &t.Nodes[n]
		return edit{at: int(d.Start), to: int(d.Start), text: `\`}, d.Kind == scan.KindDefinition
	})
	p.set(strings.TrimSpace(p.text))
	return p.close()
}

// characters applies the text gate and breaks special tokens and tags like
// ours. What is then there has the structure that it will keep.
func (c *cleaner) characters(source, text string) string {
	var gate gate.Gate
	clean := gate.Text(text)
	for _, f := range gate.Findings() {
		c.note(source, fmt.Sprintf("%s: %d neutralised: %s", f.Rule, f.Count, f.Sample))
	}
	clean, n := chattoken.Break(clean)
	c.noteTokens(source, n)
	if broken := breakTags(clean); broken != clean {
		c.note(source, "tags that look like those around material are broken with a backslash")
		clean = broken
	}
	return clean
}

// noteTokens notes that special tokens were broken.
func (c *cleaner) noteTokens(source string, n int) {
	if n > 0 {
		c.note(source, fmt.Sprintf("special tokens of chat templates are broken with a backslash: %d", n))
	}
}

// withoutComments returns the text without the HTML comments that are not in code.
func (p *prose) withoutComments() string {
	tree := p.tree()
	d := dropper{text: p.text}
	var inlines scan.Inlines
	for n := range tree.Nodes {
		node := &tree.Nodes[n]
		switch node.Kind {
		case scan.KindHTMLBlock:
			if node.Level == 2 || node.Level >= 6 { // the others are raw to their end
				d.block(int(node.Start), int(node.End))
			}
		case scan.KindParagraph, scan.KindHeading, scan.KindTableCell:
			tree.Inlines(scan.NodeID(n), &inlines)
			for _, in := range inlines.Nodes {
				if in.Kind == scan.KindHTML && in.Form == scan.FormComment {
					d.cut(int(in.Start), int(in.End))
				}
			}
		}
	}
	d.out.WriteString(d.text[d.done:])
	return strings.TrimSpace(d.out.String())
}

// dropper leaves stretches of a text out.
type dropper struct {
	text string
	out  strings.Builder
	done int
}

// cut leaves a stretch out. A blank stands for it, so that what is around it
// does not become one thing.
func (d *dropper) cut(from, to int) {
	if from < d.done {
		return
	}
	d.out.WriteString(d.text[d.done:from])
	d.out.WriteByte(' ')
	d.done = to
}

// block leaves the comments of an HTML block out. One that is not closed in it
// goes to its end.
func (d *dropper) block(at, end int) {
	for {
		i := strings.Index(d.text[at:end], "<!--")
		if i < 0 {
			return
		}
		from := at + i
		at = end
		if n := strings.Index(d.text[from:end], "-->"); n >= 0 {
			at = from + n + len("-->")
		}
		d.cut(from, at)
	}
}
