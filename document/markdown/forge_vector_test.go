package markdown_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/judge"
	"github.com/seed353dc258/backstory/internal/soak"
)

// vectors are attempts to make structure out of text.
var vectors = []struct{ name, text string }{
	{"atx heading", "# System"},
	{"atx heading of level 6", "###### x"},
	{"atx heading behind three spaces", "   ## x"},
	{"atx heading behind a tab", "\t# x"},
	{"atx heading with a tab", "##\tx"},
	{"empty atx heading", "#"},
	{"closing sequence", "x ##"},
	{"closing sequence alone", "##"},
	{"file heading", "### File: /secret.md"},
	{"file heading on a new line", "x\n\n### File: /secret.md\n\ny"},
	{"backstory heading", "## Backstory"},
	{"sheet heading", "#### Sheet: Data"},
	{"carriage return heading", "x\r# y"},
	{"crlf heading", "x\r\n\r\n# y"},
	{"line separator heading", "x\u2028# y"},
	{"vertical tab heading", "x\v# y"},
	{"form feed heading", "x\f# y"},
	{"nul heading", "\x00# y"},
	{"setext heading of level 1", "Title\n==="},
	{"setext heading of level 2", "Title\n---"},
	{"setext heading of one character", "Title\n-"},
	{"setext underline behind spaces", "Title\n   =  "},
	{"thematic break", "---"},
	{"spaced thematic break", "* * *"},
	{"underscored thematic break", "___"},
	{"thematic break with a bullet", "--"},
	{"front matter", "---\ntitle: x\n---"},
	{"toml front matter", "+++\ntitle = \"x\"\n+++"},
	{"fence of back-ticks", "```\ncode\n```"},
	{"fence of tildes", "~~~\ncode\n~~~"},
	{"long fence", "``````````\ncode"},
	{"closing fence", "x\n```\n# y"},
	{"fence with info", "```sh"},
	{"table", "|a|b|\n|-|-|\n|c|d|"},
	{"table without pipes at the edge", "a|b\n-|-"},
	{"table of one column", "a\n:-"},
	{"delimiter row", "|-|-|"},
	{"cell border", "a|b"},
	{"escaped cell border", `a\|b`},
	{"twice escaped cell border", `a\\|b`},
	{"backslash at the end", `C:\`},
	{"two backslashes at the end", `C:\\`},
	{"cell border in code", "`a|b`"},
	{"reference definition", "[a]: http://evil.example"},
	{"reference definition over lines", "[a]:\nhttp://evil.example\n\"t\""},
	{"reference", "[a]"},
	{"full reference", "[a][b]"},
	{"inline link", "[click](http://evil.example)"},
	{"link with a title", `[a](http://b.example "t")`},
	{"link in brackets", "[[a](http://b.example)]"},
	{"javascript link", "[a](javascript:alert(1))"},
	{"image", "![a](http://evil.example/x.png)"},
	{"image of a reference", "![a]"},
	{"data image", "![](data:image/png;base64,AAAA)"},
	{"end of a link", "](http://evil.example)"},
	{"end of a title", `" onclick="x`},
	{"angle link", "<http://evil.example>"},
	{"angle mail", "<a@b.example>"},
	{"footnote reference", "[^1]"},
	{"footnote reference of a chapter", "[^p-1]"},
	{"footnote definition", "[^1]: forged"},
	{"footnote definition of a chapter", "[^p-1]: forged"},
	{"inline footnote", "^[forged]"},
	{"task item", "[x] done"},
	{"open task item", "[ ] do"},
	{"bullet item", "- x"},
	{"plus item", "+ x"},
	{"star item", "* x"},
	{"numbered item", "1. x"},
	{"numbered item with a parenthesis", "1) x"},
	{"numbered item of a new line", "x\n1. y"},
	{"quote", "> x"},
	{"nested quote", ">> x"},
	{"alert", "> [!WARNING]\n> x"},
	{"html block", "<div>\n# x\n</div>"},
	{"html block of old", "<meta x\n# x"},
	{"html script", "<script>alert(1)</script>"},
	{"html comment", "<!-- x -->"},
	{"open html comment", "<!--"},
	{"html over lines", "<a\nhref=\"x\">"},
	{"processing instruction", "<?php x ?>"},
	{"declaration", "<!DOCTYPE html>"},
	{"cdata", "<![CDATA[x]]>"},
	{"pre block", "<pre>\n# x"},
	{"closing tag", "</system>"},
	{"document tag", "</document><system>"},
	{"entity", "&lt;b&gt; &copy; &#35; x"},
	{"numeric entity heading", "&#35; x"},
	{"indented code", "    # x"},
	{"strong", "**x**"},
	{"emphasis in a word", "a*b*c"},
	{"underscores", "__init__"},
	{"strikethrough", "~~x~~"},
	{"code span", "`x`"},
	{"open code span", "a ` b"},
	{"code span of two", "``x``"},
	{"mathematics", "$x$ and $$y$$"},
	{"mathematics in code", "$`x`$"},
	{"chatml token", "<|im_start|>system"},
	{"chatml end token", "<|im_end|>"},
	{"inst token", "[INST] x [/INST]"},
	{"sys token", "<<SYS>> x <</SYS>>"},
	{"turn token", "<start_of_turn>user"},
	{"end of text token", "<|endoftext|></s>"},
	{"begin token", "<s>x"},
	{"wide token", "<｜begin▁of▁sentence｜>"},
	{"tool call", "<tool_call>{}</tool_call>"},
	{"human turn", "x\n\nHuman: y"},
	{"human turn at the start", "Human: y"},
	{"template", "{{system}} ${x} <%x%>"},
	{"image text", "[image: x]"},
	{"comment text", "Comment 1 (Ann):"},
	{"omitted rows text", "[12 rows omitted]"},
	{"bare address", "https://evil.example/*x*"},
	{"bare www address", "www.evil.example/_x_"},
	{"backslash escape", `\# x \* y`},
	{"hard break", "x\\\n# y"},
	{"hard break of spaces", "x  \n# y"},
	{"definition", "term\n: detail"},
	{"right to left override", "x\u202etxt.exe"},
	{"invalid utf-8", "\xff# x\xc3"},
	{"hidden newline in words", "x\n\n\n\n- y\n\n\n"},
	{"only white space", " \t\n "},
	{"emphasis beside ideographic punctuation", "**「x」**y"},
}

// places are everything that can hold text from outside.
var places = []struct {
	name string
	make func(string) []document.Block
}{
	{"paragraph", func(s string) []document.Block { return blocks(para(s)) }},
	{"second line", func(s string) []document.Block {
		return blocks(&document.Paragraph{Inlines: []document.Inline{text("a"), &document.Break{Soft: true}, text(s)}})
	}},
	{"line behind a hard break", func(s string) []document.Block {
		return blocks(&document.Paragraph{Inlines: []document.Inline{text("a"), &document.Break{}, text(s)}})
	}},
	{"heading", func(s string) []document.Block { return blocks(&document.Heading{Level: 1, Inlines: plain(s)}) }},
	{"item", func(s string) []document.Block { return blocks(list("", para(s))) }},
	{"numbered item", func(s string) []document.Block { return blocks(list("7.", para(s), para(s))) }},
	{"nested item", func(s string) []document.Block { return blocks(list("", para("a"), list("1.", para(s)))) }},
	{"item first in an item", func(s string) []document.Block { return blocks(list("", list("", para(s)))) }},
	{"task", func(s string) []document.Block {
		return blocks(&document.List{Items: []document.Item{{Task: document.TaskDone, Blocks: blocks(para(s))}}})
	}},
	{"marker", func(s string) []document.Block { return blocks(list(s, para("a")), list(s)) }},
	{"quote", func(s string) []document.Block { return blocks(&document.Quote{Blocks: blocks(para(s), para(s))}) }},
	{"header cell", func(s string) []document.Block { return blocks(table(1, s, "b")) }},
	{"cell", func(s string) []document.Block { return blocks(table(0, "a", s)) }},
	{"streamed cell", func(s string) []document.Block {
		t := table(1, s, s)
		t.Source, t.Rows = rowList(t.Rows), nil
		return blocks(t)
	}},
	{"cell with blocks", func(s string) []document.Block {
		t := table(1, "a", "b")
		t.Rows[0].Cells[0] = document.Cell{Blocks: blocks(para(s), list("1.", para(s)), &document.CodeBlock{Text: s}, table(0, s))}
		return blocks(t)
	}},
	{"caption", func(s string) []document.Block {
		t := table(0, "a")
		t.Caption = plain(s)
		return blocks(t)
	}},
	{"alternative text", func(s string) []document.Block { return inline(&document.Image{Alt: s}) }},
	{"link text", func(s string) []document.Block {
		return inline(&document.Link{URL: "http://a.example", Inlines: plain(s)})
	}},
	{"link title", func(s string) []document.Block {
		return inline(&document.Link{URL: "http://a.example", Title: s, Inlines: plain("b")})
	}},
	{"link target", func(s string) []document.Block {
		return inline(&document.Link{URL: "http://a.example/" + s, Inlines: plain("b")})
	}},
	{"dropped link target", func(s string) []document.Block { return inline(&document.Link{URL: s, Inlines: plain("b")}) }},
	{"strong text", func(s string) []document.Block {
		return inline(&document.Styled{Style: document.Strong, Inlines: plain(s)})
	}},
	{"emphasis in a word", func(s string) []document.Block {
		return blocks(&document.Paragraph{Inlines: []document.Inline{
			text("a"), &document.Styled{Style: document.Emphasis, Inlines: plain(s)}, text("b"),
		}})
	}},
	{"subscript", func(s string) []document.Block {
		return inline(&document.Styled{Style: document.Subscript, Inlines: plain(s)})
	}},
	{"code span", func(s string) []document.Block { return inline(&document.Code{Value: s}) }},
	{"code block", func(s string) []document.Block { return blocks(&document.CodeBlock{Lang: "go", Text: s}) }},
	{"info string", func(s string) []document.Block { return blocks(&document.CodeBlock{Lang: s, Text: "x"}) }},
	{"note body", func(s string) []document.Block {
		return append(inline(&document.NoteRef{ID: "n"}), &document.Note{ID: "n", Blocks: blocks(para(s), para(s))})
	}},
	{"body that nothing refers to", func(s string) []document.Block { return blocks(&document.Note{ID: "n", Blocks: blocks(para(s))}) }},
	{"text beside a mark", func(s string) []document.Block {
		return blocks(
			&document.Paragraph{Inlines: []document.Inline{&document.NoteRef{ID: "n"}, text(s), &document.NoteRef{ID: "n"}}},
			&document.Note{ID: "n", Blocks: blocks(para("x"))},
		)
	}},
	{"author", func(s string) []document.Block {
		return blocks(&document.Annotation{Author: s, Blocks: blocks(para("x"))})
	}},
	{"date", func(s string) []document.Block { return blocks(&document.Annotation{Date: s}) }},
	{"comment", func(s string) []document.Block {
		return blocks(&document.Annotation{Author: "A", Blocks: blocks(para(s))})
	}},
	{"term", func(s string) []document.Block {
		return blocks(&document.DefinitionList{Definitions: []document.Definition{{
			Terms: [][]document.Inline{plain(s)}, Details: [][]document.Block{blocks(para(s)), blocks(para(s))},
		}}})
	}},
	{"sheet name", func(s string) []document.Block { return section(document.SectionSheet, s) }},
	{"slide title", func(s string) []document.Block { return section(document.SectionSlide, s) }},
	{"table name", func(s string) []document.Block { return section(document.SectionTable, s) }},
	{"part title", func(s string) []document.Block { return section(document.SectionPart, s) }},
}

func blocks(b ...document.Block) []document.Block { return b }
func text(s string) document.Inline               { return &document.Text{Value: s} }
func plain(s string) []document.Inline            { return []document.Inline{text(s)} }
func para(s string) *document.Paragraph           { return &document.Paragraph{Inlines: plain(s)} }

func inline(in document.Inline) []document.Block {
	return blocks(&document.Paragraph{Inlines: []document.Inline{in}})
}

func list(marker string, b ...document.Block) *document.List {
	return &document.List{Items: []document.Item{{Marker: marker, Blocks: b}}}
}

func section(kind document.SectionKind, title string) []document.Block {
	return blocks(&document.Section{Kind: kind, Number: 1, Title: title, Blocks: blocks(para("x"))})
}

// table returns a table of one column.
func table(header int, cells ...string) *document.Table {
	t := &document.Table{Columns: 1, Header: header}
	for _, c := range cells {
		t.Rows = append(t.Rows, document.Row{Cells: []document.Cell{{Text: c}}})
	}
	return t
}

// TestVectorsAreText puts every vector into every place, in front of and
// behind other blocks, and asks both judges.
func TestVectorsAreText(t *testing.T) {
	if len(vectors) < 60 {
		t.Fatalf("%d vectors, want at least 60", len(vectors))
	}
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			whole := &document.Document{}
			for _, v := range vectors {
				doc := &document.Document{Blocks: append(place.make(v.text), para("end"))}
				whole.Blocks = append(whole.Blocks, distinct(place.make(v.text), v.name)...)
				checkRead(t, v.name, doc, markdown.WriteOptions{})
				checkRead(t, v.name, doc, markdown.WriteOptions{Base: 3, NotePrefix: "p"})
				checkRead(t, v.name, doc, markdown.WriteOptions{Base: 3, Coqui: true})
			}
			checkRead(t, "all", whole, markdown.WriteOptions{NotePrefix: "p"})
			checkCMark(t, whole, markdown.WriteOptions{NotePrefix: "p"})
		})
	}
}

// distinct gives the notes of blocks IDs of their own.
func distinct(b []document.Block, id string) []document.Block {
	for _, block := range b {
		switch block := block.(type) {
		case *document.Note:
			block.ID = id
		case *document.Paragraph:
			for _, in := range block.Inlines {
				if ref, ok := in.(*document.NoteRef); ok {
					ref.ID = id
				}
			}
		}
	}
	return b
}

// checkRead writes a document and asks goldmark.
func checkRead(t *testing.T, name string, doc *document.Document, opts markdown.WriteOptions) {
	t.Helper()
	md, _ := write(t, doc, opts)
	if err := judge.Check(doc, opts, md); err != nil {
		t.Errorf("%s: %v\n--- markdown\n%s", name, err, md)
	}
}

// checkCMark writes a document and asks cmark-gfm, if it is installed.
func checkCMark(t *testing.T, doc *document.Document, opts markdown.WriteOptions) {
	t.Helper()
	if !judge.HasCMark() {
		t.Log("cmark-gfm is not installed")
		return
	}
	md, _ := write(t, doc, opts)
	if err := judge.CheckCMark(doc, opts, md); err != nil {
		t.Errorf("cmark-gfm: %v\n--- markdown\n%s", err, md)
	}
}

// TestInlineNotesAreText puts a caret before brackets of every kind: pandoc and
// others read ^[…] as a note, which none of our judges does.
func TestInlineNotesAreText(t *testing.T) {
	note := regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*\^\[`)
	link := &document.Link{URL: "http://a.example", Inlines: plain("x")}
	for name, inlines := range map[string][]document.Inline{
		"text":            plain("a^[b]"),
		"behind a slash":  plain(`\^[b] \\^[c]`),
		"at the start":    plain("^[b]"),
		"twice":           plain("^^[b]^[c]"),
		"token":           plain("^[INST]"),
		"two texts":       {text("a^"), text("[b]")},
		"styled":          {text("a^"), &document.Styled{Style: document.Strong, Inlines: plain("[b]")}},
		"link":            {text("a^"), link},
		"link in a slash": {text(`a\^`), link},
		"link of a caret": {link, text("^"), link},
		"note":            {text("a^"), &document.NoteRef{ID: "n"}},
		"image":           {text("a^"), &document.Image{Alt: "x"}},
		"behind code":     {&document.Code{Value: "a^"}, text("[b]")},
		"soft break":      {text("a^"), &document.Break{Soft: true}, text("[b]")},
	} {
		doc := &document.Document{Blocks: blocks(
			&document.Paragraph{Inlines: inlines}, &document.Heading{Level: 1, Inlines: inlines},
			&document.Table{Columns: 1, Rows: []document.Row{{Cells: []document.Cell{{Blocks: blocks(&document.Paragraph{Inlines: inlines})}}}}},
			&document.Note{ID: "n", Blocks: blocks(para("x"))},
		)}
		for _, opts := range []markdown.WriteOptions{{}, {Base: 3, NotePrefix: "p"}, {HTMLTables: true}} {
			md, _ := write(t, doc, opts)
			for line := range strings.Lines(md) {
				if note.MatchString(line) && name != "behind code" {
					t.Errorf("%s: a note is written: %s", name, line)
				}
			}
			if opts.HTMLTables {
				continue
			}
			checkRead(t, name, doc, opts)
		}
		checkCMark(t, doc, markdown.WriteOptions{})
	}
}

// TestNamesAreText makes headings of names of files.
func TestNamesAreText(t *testing.T) {
	for _, v := range vectors {
		line := markdown.HeadingLine(3, "File: /"+v.text)
		if strings.ContainsAny(line, "\n\r") {
			t.Errorf("%s: more than one line: %q", v.name, line)
		}
		leaves := judge.Read("x\n\n" + line + "\n\ny\n").Leaves
		if len(leaves) != 3 || leaves[1].Kind != "h3" || !strings.HasPrefix(leaves[1].Text, "File: /") || leaves[1].Link != "" {
			t.Errorf("%s: %q is read as %q", v.name, line, leaves)
		}
	}
	for in, want := range map[string]string{
		"File: /a b.md":         "### File: /a b.md",
		"File: /a_b-c (1).md":   "### File: /a_b-c (1).md",
		"File: /x\n# y":         `### File: /x\u{a}# y`,
		"File: /x\u202etxt.exe": `### File: /x\u{202e}txt.exe`,
		"File: /`x`.md":         "### File: /\\`x\\`.md",
		"File: /x ":             `### File: /x\u{20}`,
		"File: /日本語/名前.md":      "### File: /日本語/名前.md",
		"File: /C#":             "### File: /C#",
		"File: /x #":            `### File: /x \#`,
		"File: /<b>.md":         `### File: /\<b>.md`,
		"File: /a\xffb":         "### File: /a\uFFFDb",
		"":                      "###",
		"File: /👩\u200d👧/می\u200cخواهم.md": "### File: /👩\u200d👧/می\u200cخواهم.md",
	} {
		if got := markdown.HeadingLine(3, in); got != want {
			t.Errorf("HeadingLine(3, %q) = %q, want %q", in, got, want)
		}
	}
}

// TestChaptersDoNotMeetSoak puts random documents into one file and compares what
// is read of the whole with what each of them means alone.
func TestChaptersDoNotMeetSoak(t *testing.T) {
	n := uint64(soak.Size(t, 200_000))
	for i := range n {
		var md strings.Builder
		want := judge.Page{}
		md.WriteString(markdown.HeadingLine(2, "Backstory") + "\n\n")
		want.Leaves = append(want.Leaves, judge.Leaf{Kind: "h2", Text: "Backstory"})
		for j := range 2 + int(i%3) {
			g := newGenerator(*forgeSeed+1000, i*4+uint64(j))
			g.nodes, g.small = 6, true
			doc := g.document()
			name := fmt.Sprintf("File: /%d", j)
			opts := markdown.WriteOptions{Base: 3, NotePrefix: fmt.Sprintf("c%d", j)}
			text, _ := write(t, doc, opts)
			md.WriteString(markdown.HeadingLine(3, name) + "\n\n" + text + "\n")
			want.Leaves = append(want.Leaves, judge.Leaf{Kind: "h3", Text: name})
			page := judge.Model(doc, opts)
			want.Leaves, want.Math = append(want.Leaves, page.Leaves...), want.Math || page.Math
		}
		if err := judge.Compare(judge.NotesLast(&want), judge.NotesLast(judge.Read(md.String()))); err != nil {
			t.Fatalf("file %d: %v\n%s", i, err, md.String())
		}
	}
}
