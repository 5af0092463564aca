package prompt

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// Note is something that was done to a text, or found in it, on its way into
// a prompt.
type Note struct {
	Source  string `json:"source"`
	Message string `json:"message"`
}

// own prepares a text of the owner's: characters that nobody sees go, special
// tokens of chat templates are broken, and a block that is left open is
// closed.
func (c *composer) own(source, text string) string {
	return c.closed(c.characters(source, strings.TrimSpace(text)))
}

// material prepares a text that anybody may have written. Besides what is done
// to the owner's, its front matter and its comments go, which a reader of the
// text would not see, and it defines no links for others.
func (c *composer) material(source, text string) string {
	text = c.characters(source, strings.TrimSpace(text))
	if strings.HasPrefix(text, "---") || strings.HasPrefix(text, "+++") {
		tree := markdown.Scan(text, markdown.ScanOptions{FrontMatter: true})
		if n := tree.Nodes[0].First; n != 0 && tree.Nodes[n].Kind == markdown.KindFrontMatter {
			text = strings.TrimSpace(text[tree.Nodes[n].End:])
			c.note(source, "its front matter is left out")
		}
	}
	if strings.Contains(text, "<!--") {
		before := text
		if text = dropComments(text); text != before {
			c.note(source, "its HTML comments are left out")
		}
	}
	text = rewrite(text, func(t *markdown.Tree, n markdown.NodeID) (edit, bool) {
		d := &t.Nodes[n]
		return edit{at: int(d.Start), to: int(d.Start), text: `\`}, d.Kind == markdown.KindDefinition
	})
	return c.closed(strings.TrimSpace(text))
}

func (c *composer) closed(text string) string { return text + closing(text) }

// characters applies the text gate and breaks special tokens.
func (c *composer) characters(source, text string) string {
	var gate document.Gate
	clean := gate.Text(text)
	for _, f := range gate.Findings() {
		c.note(source, fmt.Sprintf("%s: %d neutralised: %s", f.Rule, f.Count, f.Sample))
	}
	if markdown.HasChatToken(clean) {
		c.note(source, "special tokens of chat templates are broken with a backslash")
		clean = markdown.BreakChatTokens(clean)
	}
	return clean
}

// dropComments takes the HTML comments out of a text that is not code.
func dropComments(text string) string {
	tree := scan(text)
	var b strings.Builder
	var inlines markdown.Inlines
	done := 0
	cut := func(from, to int) {
		b.WriteString(text[done:from])
		b.WriteByte(' ') // so that what stands around it does not become one thing
		done = to
	}
	for n := range tree.Nodes {
		d := &tree.Nodes[n]
		switch d.Kind {
		case markdown.KindHTMLBlock:
			if d.Level == 2 {
				inside := text[d.Start:d.End]
				end := len(inside)
				if i := strings.Index(inside, "-->"); i >= 0 {
					end = i + len("-->")
				}
				cut(int(d.Start), int(d.Start)+end)
			}
		case markdown.KindParagraph, markdown.KindHeading, markdown.KindTableCell:
			tree.Inlines(markdown.NodeID(n), &inlines)
			for _, in := range inlines.Nodes {
				if in.Kind == markdown.KindHTML && in.Form == markdown.FormComment && int(in.Start) >= done {
					cut(int(in.Start), int(in.End))
				}
			}
		}
	}
	b.WriteString(text[done:])
	return strings.TrimSpace(b.String())
}
