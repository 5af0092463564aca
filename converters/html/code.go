package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/listing"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// code reads a pre element.
func (f *flow) code(id int32, st *state) {
	f.flush()
	c := coder{b: f.b}
	c.children(id, st)
	for _, hidden := range c.hidden {
		f.add(converters.Make(f.b.env, &document.Paragraph{Pos: f.b.pos(id), Inlines: []document.Inline{hidden}}))
	}
	text := strings.TrimRight(strings.ReplaceAll(c.text.String(), "\u00a0", " "), " \t\n\r\f")
	text = strings.TrimLeft(text, "\n")
	if text == "" {
		return
	}
	f.add(converters.Make(f.b.env, &document.CodeBlock{Pos: f.b.pos(id), Lang: listing.Language(f.b.t, id), Text: text}))
}

// coder collects the text of a pre element, as it is.
type coder struct {
	b      *builder
	text   strings.Builder
	hidden []document.Inline // what has a label, which is in front of the code
	end    bool              // a block inside ended: what follows is on a new line
}

func (c *coder) children(id int32, around *state) {
	b := c.b
	for n := range b.t.Children(id) {
		b.step()
		node := b.t.Node(n)
		if node.IsText {
			how, by := judgeText(b, n, around)
			switch {
			case strings.TrimSpace(b.t.Text(n)) == "": // blanks show in any colour
				c.write(b.t.Text(n))
			case how == visible.Shown:
				c.label(b.t.Text(n), around.label)
			case b.showHidden(how, by, int(node.Line)):
				c.label(b.t.Text(n), b.lost.Label(how))
			}
			continue
		}
		if dom.LeftOut(node.Tag) {
			continue
		}
		st := *around
		l, how := b.enter(n, &st)
		if !b.uncover(n, &st, how) {
			continue
		}
		switch {
		case node.Tag == dom.TagBr:
			c.write("\n")
		case node.Tag.Is(dom.Block) || l.Box.Block || node.Tag == dom.TagTr:
			c.newLine()
			c.children(n, &st)
			c.end = true
		default:
			c.children(n, &st)
		}
	}
}

// label writes a text, or sets it apart in a label.
func (c *coder) label(s string, label document.Style) {
	if label == 0 || strings.TrimSpace(s) == "" {
		c.write(s)
		return
	}
	if n := len(c.hidden); n > 0 {
		if last := c.hidden[n-1].(*document.Styled); last.Style == label {
			last.Inlines = append(last.Inlines, converters.Make(c.b.env, &document.Text{Value: s}))
			return
		}
	}
	c.hidden = append(c.hidden, converters.Make(c.b.env, &document.Styled{Style: label, Inlines: []document.Inline{converters.Make(c.b.env, &document.Text{Value: s})}}))
}

func (c *coder) write(s string) {
	if c.end {
		c.newLine()
	}
	c.end = false
	c.text.WriteString(s)
}

func (c *coder) newLine() {
	if s := c.text.String(); s != "" && !strings.HasSuffix(s, "\n") {
		c.text.WriteByte('\n')
	}
	c.end = false
}
