package compose_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/judge"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/soak"
)

// forging is what the text of hostile sources is made of.
var forging = []string{
	"word", "a b", " ", "x", "é", "日本", "1",
	"### File: /soul.md", "## Backstory", "# System", "\n### File: /x\n", "\n\n## Backstory\n\n", "Backstory\n---", "Backstory\n===\n", "\n---\n", "\n===\n", "***", "\r# y\r",
	"\u2028# H", "\u2029## Backstory", "\v- x", "\f### File: /x", "\u0085> y", "|x\u2028|-|", "\u2028\u2028### File: /z",
	"^[note]", "^[a](http://b.example)", "[^1]", "[^1]: note", "\n[^a]: b\n", "[a]: http://b.example", "[a](http://b.example)", "![a](http://b.example/c.png)", "[x] ", "[a][b]",
	"|a|b|", "\n|a|b|\n|-|-|\n", "|", `\|`, "`", "``", "```", "\n```\n", "\n~~~\n", "~~~~", "    code", "\t", "$$", "$x$", "*", "**a**", "_", "~~", "<", ">", "&", `\`,
	"<h2>Backstory</h2>", "</table>", "<table>", "<!--", "-->", "<script>", "<div>", "\n\n<div>\n\n", "</div>", "<pre>", "<br>", "<details>", "&lt;h2&gt;", "&#35; x", "&NewLine;# y", "&#10;## z", "&#x2028;# q",
	"<|im_end|>", "[INST]", "</s>", "<think>", "Human:", "- ", "1. ", "> ", "* * *", "+ x", "\n- a\n  # b\n", "\n> # c\n", "\n1) d\n", "\u200b", "\u202e", "\u00ad", "#", "# ", "##",
	"\n\n", "\n", "\r\n", "{{x}}", "<%", "www.a.example", "https://a.example/*b*", "a@b.example", "+++\nx\n+++", "---\ntitle: x\n---\n",
}

// forger makes hostile sources in the grammars of formats.
type forger struct{ *rand.Rand }

func (g forger) one(of ...string) string { return of[g.IntN(len(of))] }

func (g forger) text() string {
	var b strings.Builder
	for range 1 + g.IntN(5) {
		b.WriteString(forging[g.IntN(len(forging))])
	}
	return b.String()
}

// line is text on one line of a format's grammar.
func (g forger) line() string {
	return strings.NewReplacer("\n", " ", "\r", " ").Replace(g.text())
}

func (g forger) many(n int, part func() string) string {
	var b strings.Builder
	for range 1 + g.IntN(n) {
		b.WriteString(part())
	}
	return b.String()
}

// source returns a source and the ending of its name.
func (g forger) source() (ext, content string) {
	switch g.IntN(13) {
	case 0, 1, 2:
		return g.one("md", "md", "mdx"), g.many(6, g.markdown)
	case 3, 4:
		return "html", g.one("", "<!DOC*judge.MarkdownIt html><title>"+g.line()+"</title>") + g.many(6, func() string { return g.html(0) })
	case 5, 6:
		return "docx", g.docx()
	case 7:
		return "ipynb", g.notebook()
	case 8:
		sep := g.one(",", "\t")
		row := func() string {
			cells := make([]string, 3)
			for i := range cells {
				cells[i] = `"` + strings.ReplaceAll(g.text(), `"`, `""`) + `"`
			}
			return strings.Join(cells, sep) + "\n"
		}
		return map[string]string{",": "csv", "\t": "tsv"}[sep], row() + g.many(4, row)
	case 9:
		return g.one("txt", "log"), g.many(6, func() string { return g.text() + g.one("\n", "\n\n", "\f", "\u2028") })
	case 10:
		return g.one("go", "py", "yaml", "json", "tex"), g.code()
	case 11:
		return "rtf", g.rtf()
	default:
		cue := func() string { return "1\n00:00:01,000 --> 00:00:02,000\n" + g.line() + "\n\n" }
		return "srt", g.many(4, cue)
	}
}

func (g forger) code() string { return g.many(5, func() string { return g.text() + "\n" }) }

// markdown returns a block with a hostile text in it.
func (g forger) markdown() string {
	text := g.text()
	line := g.line()
	return g.one(
		text+"\n\n", strings.Repeat("#", 1+g.IntN(6))+" "+line+"\n", line+"\n"+g.one("===", "---")+"\n\n",
		"- "+line+"\n  "+line+"\n", "1. "+line+"\n\n   "+text+"\n", "> "+line+"\n> # "+line+"\n\n", "|"+line+"|b|\n|-|-|\n|c|"+line+"|\n\n",
		"```"+g.one("", "go", line)+"\n"+text+"\n```\n\n", "    "+line+"\n\n", "[^n]: "+line+"\n\n", "x[^n] ^["+line+"]\n\n", g.html(0)+"\n\n", "[r]: http://a.example \""+line+"\"\n\n[r]\n\n",
		"*"+line+"* **"+line+"** `"+line+"` ["+line+"](http://a.example)\n\n", "$$\n"+line+"\n$$\n\n", "<!-- "+text+" -->\n\n", "- [ ] "+line+"\n\n",
	)
}

// html returns an element with hostile text and elements in it.
func (g forger) html(depth int) string {
	text := g.text()
	if g.IntN(3) > 0 {
		text = html.EscapeString(text)
	}
	if depth < 3 && g.IntN(2) == 0 {
		text += g.html(depth + 1)
	}
	tag := g.one("p", "div", "h1", "h2", "h3", "h6", "li", "ul", "ol", "blockquote", "pre", "code", "b", "em", "span", "a", "summary", "details", "dl", "dt", "dd", "select", "option", "textarea", "section", "table")
	switch tag {
	case "table":
		cell := func() string { return g.one("<td>", "<th>", `<td colspan="2">`, `<td rowspan="2">`) + text + "</td>" }
		return "<table><caption>" + html.EscapeString(g.text()) + "</caption><tr>" + g.many(3, cell) + "</tr><tr>" + g.many(3, cell) + "</tr></table>"
	case "a":
		return `<a href="http://a.example/` + html.EscapeString(g.line()) + `" title="` + html.EscapeString(g.text()) + `">` + text + "</a>"
	}
	style := g.one("", "", "", ` hidden`, ` style="display:none"`, ` style="color:#fff;background:#fff"`)
	return "<" + tag + style + ">" + text + "</" + tag + ">"
}

func (g forger) notebook() string {
	cell := func() map[string]any {
		kind := g.one("markdown", "code", "raw")
		c := map[string]any{"cell_type": kind, "metadata": map[string]any{}, "source": []string{g.markdown(), g.text()}}
		if kind == "code" {
			c["outputs"] = []any{map[string]any{"output_type": "stream", "name": "stdout", "text": g.text()}}
			c["execution_count"] = 1
		}
		return c
	}
	b, _ := json.Marshal(map[string]any{"cells": []any{cell(), cell()}, "metadata": map[string]any{}, "nbformat": 4, "nbformat_minor": 5})
	return string(b)
}

// xmlText is text as XML may hold it.
func xmlText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return ' '
		}
		return r
	}, s)
	return html.EscapeString(s)
}

func (g forger) docx() string {
	run := func() string {
		style := g.one("", "", "<w:rPr><w:b/></w:rPr>", "<w:rPr><w:i/></w:rPr>", "<w:rPr><w:vanish/></w:rPr>", "<w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr>")
		return "<w:r>" + style + `<w:t xml:space="preserve">` + xmlText(g.text()) + "</w:t>" + g.one("", "", "<w:br/>", "<w:tab/>") + "</w:r>"
	}
	paragraph := func() string {
		style := g.one("", "", "Heading1", "Heading2", "Heading3", "Title", "ListBullet", "Quote")
		if style != "" {
			style = `<w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>`
		}
		return "<w:p>" + style + g.many(3, run) + "</w:p>"
	}
	cell := func() string {
		return "<w:tc>" + g.one("", `<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>`) + g.many(2, paragraph) + "</w:tc>"
	}
	block := func() string {
		if g.IntN(4) == 0 {
			row := func() string { return "<w:tr>" + cell() + cell() + "</w:tr>" }
			return "<w:tbl>" + g.many(3, row) + "</w:tbl>"
		}
		return paragraph()
	}
	const main = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	styles := ""
	for i, name := range []string{"heading 1", "heading 2", "heading 3"} {
		styles += fmt.Sprintf(`<w:style w:type="paragraph" w:styleId="Heading%d"><w:name w:val="%s"/></w:style>`, i+1, name)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`},
		{"word/styles.xml", "<w:styles " + main + ">" + styles + "</w:styles>"},
		{"word/document.xml", "<w:document " + main + "><w:body>" + g.many(6, block) + "</w:body></w:document>"},
	} {
		w, _ := z.Create(part[0])
		_, _ = io.WriteString(w, part[1])
	}
	_ = z.Close()
	return out.String()
}

func (g forger) rtf() string {
	text := func() string {
		var b strings.Builder
		for _, r := range g.text() {
			switch {
			case r == '\\' || r == '{' || r == '}':
				b.WriteString(`\` + string(r))
			case r == '\n':
				b.WriteString(g.one(`\line `, `\par `))
			case r > 0x7e || r < ' ':
				fmt.Fprintf(&b, `\u%d?`, int16(r))
			default:
				b.WriteRune(r)
			}
		}
		return b.String()
	}
	return `{\rtf1\ansi{\stylesheet{\s1\outlinelevel0 heading 1;}{\s2\outlinelevel1 heading 2;}}` + g.many(6, func() string {
		return g.one(`\pard `, `\pard\s1\outlinelevel0 `, `\pard\s2\outlinelevel1 `, `\pard\b `, `\pard\v `) + text() + `\b0\v0\par `
	}) + "}"
}

// name returns a name of a file, often one that looks like another or like
// Markdown.
func (g forger) name(ext string) string {
	name := fmt.Sprint(g.IntN(1000))
	for range g.IntN(4) {
		name += g.one("a", " ", "#", "`", "\n# x", "\u202e", "\u200b", "\ufe0f", "\u00ad", "\xff", `\xff`, `\u{200b}`, "[a](b)", "^[a]", "<b>", "*", "_", "|", "\u2028", "é", "日", "\r", "&amp;", "://a.example", "www.b.example")
	}
	return strings.ReplaceAll(name, "/", "") + "." + ext
}

// modes are the options under which nothing may be forged.
var modes = []struct {
	name    string
	options converters.Options
}{
	{"default", converters.Options{}},
	{"compat=coqui", converters.Options{Compat: "coqui"}},
	{"tables=html", converters.Options{Tables: "html"}},
	{"hidden=keep", converters.Options{Hidden: "keep"}},
}

// readers returns what reads sources, and the third reader of what is composed, or
// nil where it is not installed.
func readers(t *testing.T) (*converters.Registry, *judge.MarkdownIt) {
	registry, err := converters.NewRegistry(all.Converters()...)
	if err != nil {
		t.Fatal(err)
	}
	third, err := judge.StartMarkdownIt()
	if err != nil {
		t.Log(err)
		return registry, nil
	}
	t.Cleanup(func() { third.Close() })
	return registry, third
}

// TestNothingIsForgedSoak composes backstories of random hostile sources of
// many formats, and asks three readers of Markdown whether what they see is
// what the sources mean: the headings, the tables, and for goldmark every text.
func TestNothingIsForgedSoak(t *testing.T) {
	registry, third := readers(t)
	seed := soak.Seed(t, 18)
	for m, mode := range modes {
		t.Run(mode.name, func(t *testing.T) {
			size, read, files := soak.Size(t, 100_000), 0, 0
			for i := uint64(0); read < size; i++ {
				g := forger{rand.New(rand.NewPCG(seed+uint64(m), i))}
				f := &composed{registry: registry, options: mode.options}
				for range 1 + g.IntN(5) {
					ext, content := g.source()
					f.add(t, g.name(ext), ext, content)
				}
				if err := f.check(third); err != nil {
					t.Fatalf("file %d: %v\n--- backstory.md\n%s\n--- sources\n%s", i, err, f.text, f.sources)
				}
				read += len(f.chapters)
				files++
			}
			t.Logf("%d documents in %d files, cmark-gfm %t, markdown-it %t", read, files, judge.HasCMark(), third != nil)
		})
	}
}

// Each of these was read in another way by one of the readers.
func TestReadersAgree(t *testing.T) {
	registry, third := readers(t)
	for _, source := range []string{
		"- a\n  a\n|b|c|\n|-|-|\n|d|e|\n",
		"> a\n|b|c|\n|-|-|\n",
		"> - a\n> |b|c|\n> |-|-|\n",
		"1. a\n   - b\n   |c|d|\n   |-|-|\n",
		"a\n\n|a|b|\n|-|-|\nc\n===\nd\n",
		"* * *\\| \n---\n",
		"a\n+++b\n|- \n",
		"-   \n    \n    # a\n",
		">1)\n>    \n>     # a\n",
		"1. [x] \n\n   a\nb\n---\n",
		"- [ ] \n\n  a\nb\n---\n",
		"<ul><li><input type=\"checkbox\" checked><blockquote>a<h2>b</h2></blockquote><h2>c</h2></ul>",
		"<h2>a <a href=\"http://a.example/&lt;```&lt;/b&gt;\">\u202e</a></h2>",
	} {
		f := &composed{registry: registry}
		f.add(t, "a.md", "md", source)
		f.add(t, "b.html", "html", source)
		if err := f.check(third); err != nil {
			t.Errorf("%q: %v\n--- backstory.md\n%s", source, err, f.text)
		}
	}
}

// composed is a backstory of hostile sources.
type composed struct {
	registry *converters.Registry
	options  converters.Options
	chapters []compose.Chapter
	want     judge.Page
	sources  string
	text     string
}

// add adds a source, unless it fails.
func (f *composed) add(t *testing.T, name, ext, content string) {
	env := converters.NewEnv(f.registry, converters.Limits{}, f.options)
	in := converters.Input{Name: "x." + ext, SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
	doc, err := f.registry.Convert(t.Context(), in, env)
	if err != nil {
		if strings.Contains(err.Error(), "panic") {
			t.Fatal(err, content)
		}
		return
	}
	opts := markdown.WriteOptions{
		Base: compose.Base, NotePrefix: fmt.Sprintf("c%d", len(f.chapters)), Coqui: f.options.Compat == "coqui", HTMLTables: f.options.Tables == "html",
	}
	var text strings.Builder
	chapter, err := markdown.Write(&text, doc, opts)
	if err != nil {
		t.Fatal(err)
	}
	f.chapters = append(f.chapters, compose.Chapter{Path: name, Text: text.String(), NotePrefix: opts.NotePrefix, Notes: chapter.Notes})
	f.sources += fmt.Sprintf("%q: %q\n", name, content)
	page := judge.Model(doc, opts)
	f.want.Leaves = append(f.want.Leaves, judge.Leaf{Kind: "h3", Text: "File: /" + names.Show(name)})
	f.want.Leaves = append(f.want.Leaves, page.Leaves...)
	f.want.Math = f.want.Math || page.Math
}

// check asks the readers.
func (f *composed) check(third *judge.MarkdownIt) error {
	var all strings.Builder
	w := compose.NewWriter(&all, "Backstory")
	for _, c := range f.chapters {
		if _, err := w.Add(c); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	f.text = all.String()
	want := &judge.Page{Leaves: append([]judge.Leaf{{Kind: "h2", Text: "Backstory"}}, f.want.Leaves...), Math: f.want.Math}
	got := judge.Read(f.text)
	if f.options.Tables == "html" {
		want = judge.WithoutUnread(want, got)
		want, got = judge.WithoutTables(want), judge.WithoutTables(got)
	}
	if err := judge.Compare(judge.NotesLast(want), judge.NotesLast(got)); err != nil {
		return fmt.Errorf("goldmark: %w", err)
	}
	outline := want.Outlined()
	if judge.HasCMark() {
		page, err := judge.CMark(f.text)
		if err != nil {
			return err
		}
		if err := f.same(outline, page.Outlined()); err != nil {
			return fmt.Errorf("cmark-gfm: %w", err)
		}
	}
	if third == nil {
		return nil
	}
	other, err := third.Read(f.text)
	if err != nil {
		return err
	}
	if err := f.same(outline, other); err != nil {
		return fmt.Errorf("markdown-it: %w", err)
	}
	return nil
}

// same compares outlines and, where tables are not HTML, the cells of rows.
func (f *composed) same(want, got *judge.Outlined) error {
	for i := 0; i < len(want.Headings) || i < len(got.Headings); i++ {
		if i >= len(want.Headings) || i >= len(got.Headings) || want.Headings[i].Level != got.Headings[i].Level ||
			!f.want.Math && want.Headings[i].Text != got.Headings[i].Text {
			return fmt.Errorf("heading %d: meant %+v\nread %+v", i, want.Headings[min(i, len(want.Headings)):], got.Headings[min(i, len(got.Headings)):])
		}
	}
	if f.options.Tables != "html" && !slices.Equal(want.Rows, got.Rows) {
		return fmt.Errorf("cells of rows: meant %d, read %d", want.Rows, got.Rows)
	}
	return nil
}
