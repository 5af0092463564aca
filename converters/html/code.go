package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// code reads a pre element.
func (f *flow) code(id int32, st *state) {
	f.flush()
	c := coder{b: f.b}
	c.children(id, st)
	text := strings.TrimRight(strings.ReplaceAll(c.text.String(), "\u00a0", " "), " \t\n\r\f")
	text = strings.TrimLeft(text, "\n")
	if text == "" {
		return
	}
	f.add(&document.CodeBlock{Pos: f.b.pos(id), Lang: f.b.language(id), Text: text})
}

// coder collects the text of a pre element, as it stands.
type coder struct {
	b    *builder
	text strings.Builder
	end  bool // a block inside ended: what follows is on a new line
}

func (c *coder) children(id int32, around *state) {
	b := c.b
	for n := range b.t.Children(id) {
		b.step()
		node := b.t.Node(n)
		if node.IsText {
			how, by := b.hides(around, node.Format)
			switch {
			case how == visible.Shown:
				c.label(b.t.Text(n), around.label)
			case !b.showHidden(how, by, int(node.Line)):
			case b.hidden.When(how) == converters.MarkHidden:
				c.label(b.t.Text(n), labelOf(how))
			default:
				c.write(b.t.Text(n))
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
		case node.Tag.Is(dom.Block) || l.Block || node.Tag == dom.TagTr:
			c.newLine()
			c.children(n, &st)
			c.end = true
		default:
			c.children(n, &st)
		}
	}
}

// label writes a text with a label, if there is one.
func (c *coder) label(s, label string) {
	if label != "" && strings.TrimSpace(s) != "" {
		s = "[" + label + ": " + s + "]"
	}
	c.write(s)
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

// language returns what a pre element says of its language: by an attribute or
// a class of its own, of the code in it, or of the two elements around it.
func (b *builder) language(id int32) string {
	n := b.t.Node(id)
	if lang := b.languageOf(func(key dom.Attr) string { return b.t.Value(id, key) }); lang != "" {
		return lang
	}
	for c := id + 1; c < min(n.End, id+4); c++ {
		for f := b.t.Node(c).Format; f != 0 && f != n.Format; f = b.t.Formats.At(f).Outer {
			value := func(key dom.Attr) string { v, _ := b.t.FormatAttr(f, key); return v }
			if b.t.Formats.At(f).Tag == dom.TagCode {
				if lang := b.languageOf(value); lang != "" {
					return lang
				}
			}
		}
	}
	parent := n.Parent
	for range 2 {
		if parent == dom.Root {
			break
		}
		p := parent
		if lang := b.languageOf(func(key dom.Attr) string { return b.t.Value(p, key) }); lang != "" && lang != "default" {
			return lang
		}
		parent = b.t.Node(parent).Parent
	}
	return ""
}

// languageOf reads the attributes by which highlighters name a language.
func (b *builder) languageOf(value func(dom.Attr) string) string {
	for _, key := range []dom.Attr{dom.AttrDataLang, dom.AttrDataLanguage} {
		if v := value(key); v != "" {
			return strings.ToLower(v)
		}
	}
	for _, v := range []string{value(dom.AttrDataSyntaxhighlighterParams), value(dom.AttrClass)} {
		if _, brush, ok := strings.Cut(v, "brush:"); ok {
			brush, _, _ = strings.Cut(strings.TrimSpace(brush), ";")
			brush, _, _ = strings.Cut(brush, " ")
			return strings.ToLower(brush)
		}
	}
	class := value(dom.AttrClass)
	list := strings.Fields(class[:min(len(class), longestClass)])
	for i, w := range list {
		for _, prefix := range []string{"language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush-"} {
			if lang, ok := strings.CutPrefix(w, prefix); ok && lang != "" {
				return strings.ToLower(lang)
			}
		}
		if w == "hljs" && len(list) == 2 {
			return strings.ToLower(list[1-i])
		}
		if w == "sourceCode" && i+1 < len(list) && list[i+1] != "numberSource" && list[i+1] != "literate" {
			return strings.ToLower(list[i+1])
		}
	}
	return ""
}
