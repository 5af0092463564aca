package markdown_test

import (
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// pieces are what hostile text is made of: every character and every form
// that some reader of Markdown takes for more than text.
var pieces = [...]string{
	"word", "a", "B", "1", "42", " ", "  ", "\t", "é", "日本", "「", "」", "、", "。", "“", "”", "—", "€", "😀", "\u00a0",
	"*", "**", "***", "_", "__", "___", "~", "~~", "~~~", "`", "``", "```", "````", "~~~~",
	"#", "# ", "## x", "###### ", "####### ", "#x", "C#", "#\t", "### File: /x", "## Backstory",
	"-", "- ", "--", "---", "- - -", "+ ", "+", "+++", "* ", "* * *", "=", "==", "===", "=== x",
	"1. ", "1)", "1) ", "2. ", "01. ", "123456789. ", "1234567890. ", "1.",
	">", "> ", ">>", "|", "||", "|-|", "|-|-|", "|a|b|", "| - |", ":-", ":-:", "-:", "-|-", "|:-|",
	"[", "]", "(", ")", "[]", "[a]", "[a](", "](", "](b)", "[a](b)", "[a](http://b.cd)", "][", "[a][b]", "]:", "[a]: b", "[^1]", "[^1]:", "[^p-1]", "[^p-1]: x",
	"[ ]", "[x]", "[ ] ", "[x] ", "[X] y", "![", "!", "![a](b)", "![a]", "![" + "](data:x)", "[^", "[^a]",
	"<", ">", "<b>", "</b>", "<b", "<br>", "<br/>", "<div>", "<div", "</div>", "<!--", "-->", "<!-- x -->", "<?php", "?>", "<!DOCTYPE", "<![CDATA[", "]]>",
	"<script>", "</script>", "<pre>", "<style>", "<textarea>", "<a href=\"x\">", "<a href='", "\">", "'>", "<sub>", "</sub>", "<x-y z=1>", "<http://a.bc>", "<a@b.cd>", "<table>", "</table>",
	"&", "&amp;", "&lt;", "&copy;", "&copy", "&#35;", "&#x23;", "&#", "&;", "&nbsp;", "&foo;", ";",
	"\\", "\\\\", "\\*", "\\_", "\\|", "\\[", "\\n", "\\", "C:\\Users",
	"http://", "https://a.bc", "https://a.bc/d_e_f", "https://a.bc/*x*", "https://a.bc/~u", "www.a.bc", "www.", "http://a.bc/(d)", "ftp://a.bc", "a@b.cd", "mailto:a@b.cd", "https://a.bc?x=1&copy=2", "https://a.bc/&copy;", "@",
	"$", "$$", "$x$", "$ ", "$5", "\\(", "{{x}}", "${x}", "<%x%>", "{", "}", "%", "^", "^x^", ":", ".", ",", "\"", "'",
	"<|im_start|>", "<|im_end|>", "[INST]", "[/INST]", "<<SYS>>", "<start_of_turn>", "</s>", "<s>", "Human:", "Assistant:", "<｜User｜>", "<tool_call>",
	"snake_case", "3 * 4", "a*b*c", "_a_", "*a*", "__init__", "foo_bar_", "    code", "     # x", "\u200b", "...", "(c)",
	"[image: x]", "Comment 1 (A):", "TODO", "term\n: def", "---\ntitle: x\n---", "===\n", "\n# x", "\n- x", "\n> x", "\n```\n", "\n\n# y", "\n|-|\n", "\n[a]: b", "\n[^1]: x", "\n===", "\n---", "\n    x", "\n<div>", "\r# z", "\r\n- z", "\x00", "\x0b", "\u2028# u", "\xff",
}

// generator makes random documents. Everything that can hold text holds
// hostile text.
type generator struct {
	*rand.Rand
	depth int
	nodes int
	notes int
	calm  bool // texts are mostly words
	small bool
}

func newGenerator(seed, n uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, n)), nodes: 40}
	g.calm = g.IntN(3) == 0
	return g
}

// few returns n, or less for small documents.
func (g *generator) few(n int) int {
	if g.small {
		return (n + 1) / 2
	}
	return n
}

func (g *generator) one(of ...string) string { return of[g.IntN(len(of))] }

// text returns hostile text.
func (g *generator) text() string {
	var b strings.Builder
	for range 1 + g.IntN(g.few(6)) {
		switch {
		case g.calm && g.IntN(4) > 0:
			b.WriteString(g.one("word", "and", "x", "B", " ", "no_t", "a.b", "(c)"))
		default:
			b.WriteString(pieces[g.IntN(len(pieces))])
		}
		if g.IntN(3) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// line returns hostile text without line ends, as a name or a label is.
func (g *generator) line() string { return g.text() }

func (g *generator) document() *document.Document {
	d := &document.Document{Meta: document.Meta{Title: g.line()}}
	g.notes = g.IntN(4)
	d.Blocks = g.blocks(1 + g.IntN(g.few(6)))
	for i := range g.notes {
		n := &document.Note{ID: noteID(i), Kind: document.NoteKind(g.IntN(2)), Blocks: g.inner(2)}
		at := g.IntN(len(d.Blocks) + 1)
		d.Blocks = append(d.Blocks[:at:at], append([]document.Block{n}, d.Blocks[at:]...)...)
	}
	return d
}

func noteID(i int) string { return string(rune('a' + i)) }

func (g *generator) blocks(n int) []document.Block {
	var out []document.Block
	for range n {
		out = append(out, g.block())
	}
	return out
}

// inner returns the blocks of a container.
func (g *generator) inner(n int) []document.Block {
	g.depth++
	defer func() { g.depth-- }()
	return g.blocks(g.IntN(n + 1))
}

func (g *generator) block() document.Block {
	g.nodes--
	kind := g.IntN(20)
	if g.depth > 4 || g.nodes < 0 {
		kind = g.IntN(6)
	}
	switch kind {
	default:
		return &document.Paragraph{Inlines: g.inlines()}
	case 4:
		return &document.CodeBlock{Lang: g.one("", "go", "c++", g.line()), Text: g.code()}
	case 5:
		return &document.ThematicBreak{}
	case 8, 9:
		return &document.Heading{Level: g.IntN(8), ID: g.one("", "h1", "h2"), Inlines: g.inlines()}
	case 10, 11, 12:
		return g.list()
	case 13:
		return &document.Quote{Blocks: g.inner(3)}
	case 14, 15:
		return g.table()
	case 16:
		return g.definitions()
	case 17:
		return &document.Annotation{Author: g.line(), Date: g.one("", g.line()), Resolved: g.IntN(4) == 0, Blocks: g.inner(2)}
	case 18:
		if g.IntN(4) > 0 {
			return &document.Paragraph{Inlines: g.inlines()}
		}
		return &document.MathBlock{TeX: g.tex()}
	case 19:
		return &document.Section{
			Kind: document.SectionKind(g.IntN(6)), Number: g.IntN(3), Title: g.one("", g.line()), Blocks: g.inner(3),
		}
	}
}

func (g *generator) code() string {
	var b strings.Builder
	for range g.IntN(4) {
		b.WriteString(g.text())
		b.WriteString(g.one("\n", "\n\n", "", "\n```\n", "\n~~~\n"))
	}
	return b.String()
}

func (g *generator) tex() string {
	return g.one(`x`, `x^2`, `a_i + b_i`, `\frac{a}{b}`, `\{a\}_{b}`, `a < b`, `a & b \\ c`, `a*b*c`, "a\nb", `x|y`, `\|x\|`, `[a](b)`, g.text())
}

func (g *generator) list() document.Block {
	l := &document.List{Loose: g.IntN(3) == 0}
	marker := g.one("", "-", "•", "1.", "3)", "a)", "iv.", "Article 1", g.line())
	for i := range g.IntN(4) {
		item := document.Item{Marker: marker, Blocks: g.inner(3)}
		switch {
		case g.IntN(8) == 0:
			item.Marker = g.one("", "1.", "2)", "b)", g.line())
		case marker == "1.":
			item.Marker = g.one("1.", "2.", "007.", "123456789.", "1234567890.") + ""
		}
		if g.IntN(6) == 0 {
			item.Task = document.Task(g.IntN(3))
		}
		_ = i
		l.Items = append(l.Items, item)
	}
	return l
}

func (g *generator) definitions() document.Block {
	d := &document.DefinitionList{}
	for range g.IntN(3) {
		var def document.Definition
		for range 1 + g.IntN(2) {
			def.Terms = append(def.Terms, g.inlines())
		}
		for range g.IntN(3) {
			def.Details = append(def.Details, g.inner(2))
		}
		d.Definitions = append(d.Definitions, def)
	}
	return d
}

func (g *generator) table() document.Block {
	t := &document.Table{Columns: g.IntN(4), Header: g.IntN(3)}
	if g.IntN(4) == 0 {
		t.Caption = g.inlines()
	}
	for range g.IntN(4) {
		t.Align = append(t.Align, document.Align(g.IntN(4)))
	}
	for range g.IntN(4) {
		var row document.Row
		for range g.IntN(4) {
			row.Cells = append(row.Cells, g.cell())
		}
		t.Rows = append(t.Rows, row)
	}
	if g.IntN(3) == 0 && t.Columns > 0 {
		t.Source, t.Rows = rowList(t.Rows), nil
	}
	return t
}

func (g *generator) cell() document.Cell {
	var c document.Cell
	if g.IntN(3) == 0 {
		g.depth++
		c.Blocks = g.inner(2)
		g.depth--
	} else {
		c.Text = g.text()
	}
	if g.IntN(5) == 0 {
		c.ColSpan, c.RowSpan = g.IntN(4), g.IntN(4)
	}
	return c
}

// rowList is rows that stream.
type rowList []document.Row

func (l rowList) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		for _, r := range l {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func (g *generator) inlines() []document.Inline {
	g.depth++
	defer func() { g.depth-- }()
	var out []document.Inline
	for range 1 + g.IntN(g.few(4)) {
		out = append(out, g.inline())
	}
	return out
}

func (g *generator) inline() document.Inline {
	kind := g.IntN(16)
	if g.depth > 8 {
		kind = 0
	}
	switch kind {
	default:
		return &document.Text{Value: g.text()}
	case 7, 8, 9:
		return &document.Styled{Style: document.Style(1 + g.IntN(5)), Inlines: g.inlines()}
	case 10:
		return &document.Code{Value: g.text()}
	case 11, 12:
		return &document.Link{URL: g.url(), Title: g.one("", "", g.line()), Inlines: g.inlines()}
	case 13:
		return &document.Break{Soft: g.IntN(2) == 0}
	case 14:
		return &document.NoteRef{ID: noteID(g.IntN(5))}
	case 15:
		if g.IntN(4) == 0 {
			return &document.Math{TeX: g.tex()}
		}
		return &document.Image{Alt: g.one("", g.line())}
	}
}

func (g *generator) url() string {
	return g.one("http://a.bc", "https://a.bc/d(e)f", "https://a.bc/d)e", "mailto:a@b.cd", "javascript:x", "data:text/html,x",
		"https://u:p@a.bc", "#h1", "#no", "", "file:///etc", `\\host\x`, "https://a.bc/"+g.text(), "http:"+g.text(), "https://a"+g.text()+"b.c/d", "mailto:"+g.text(), "https://a.bc/?a=1&copy;=2", "HTTPS://A.BC/|x",
		"/a", `..\b c`, "//host/x", "a@b.cd", "./"+g.text(), "?"+g.text())
}
