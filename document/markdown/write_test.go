package markdown_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

func heading(level int, s string) *document.Heading {
	return &document.Heading{Level: level, Inlines: plain(s)}
}

func TestHeadingsNestUnderBaseAndSections(t *testing.T) {
	b := blocks(
		heading(1, "A"),
		&document.Section{Kind: document.SectionSlide, Number: 2, Title: "T", Blocks: blocks(
			heading(1, "B"),
			&document.Section{Kind: document.SectionSpeakerNotes, Blocks: blocks(para("n"), heading(2, "C"))},
		)},
		&document.Section{Kind: document.SectionSlide, Number: 3},
		&document.Section{Kind: document.SectionPage, Number: 1, Blocks: blocks(heading(1, "D"))},
		&document.Section{Kind: document.SectionPart, Title: "P", Blocks: blocks(&document.Section{Kind: document.SectionTable, Title: "t"})},
		heading(9, "E"),
		heading(0, "F"),
		heading(1, " "),
	)
	expect(t, b, markdown.WriteOptions{Base: 3}, "#### A\n\n#### Slide 2: T\n\n##### B\n\n##### Speaker Notes\n\nn\n\n###### C\n\n"+
		"#### Slide 3\n\n#### D\n\n#### P\n\n##### Table: t\n\n###### E\n\n#### F")
	expect(t, b[:2], markdown.WriteOptions{}, "# A\n\n# Slide 2: T\n\n## B\n\n## Speaker Notes\n\nn\n\n#### C")
	// With Coqui's layout, too: a heading at a level of ours could stand for a
	// file or for the whole backstory.
	expect(t, b[:2], markdown.WriteOptions{Base: 3, Coqui: true}, "#### A\n\n#### Slide 2: T\n\n##### B\n\n##### Speaker Notes\n\nn\n\n###### C")
}

func TestListsKeepTheirMarkers(t *testing.T) {
	item := func(marker, s string) document.Item { return document.Item{Marker: marker, Blocks: blocks(para(s))} }
	for _, c := range []struct {
		want  string
		items []document.Item
	}{
		{"- a\n- b", []document.Item{item("•", "a"), item("–", "b")}},
		{"3. a\n4. b", []document.Item{item("3.", "a"), item("4.", "b")}},
		{"1) a", []document.Item{item("1)", "a")}},
		{"- a) x\n- 1.1 y\n- Article 1 z", []document.Item{item("a)", "x"), item("1.1", "y"), item("Article 1", "z")}},
		{"- 1234567890. x", []document.Item{item("1234567890.", "x")}},
		{"- # x", nil},
		{"- a\n\n1. b\n\n2) c", []document.Item{item("", "a"), item("1.", "b"), item("2)", "c")}},
		{"- \\- a", []document.Item{item("", "- a")}},
		{"- \\[ ] a", []document.Item{item("", "[ ] a")}},
		{"- a", []document.Item{item("", "a"), {}}},
		{"- [ ] a\n- [x]", []document.Item{{Task: document.TaskOpen, Blocks: blocks(para("a"))}, {Task: document.TaskDone}}},
	} {
		if c.items == nil {
			continue
		}
		expect(t, blocks(&document.List{Items: c.items}), markdown.WriteOptions{}, c.want)
	}
	loose := &document.List{Loose: true, Items: []document.Item{item("", "a"), item("", "b")}}
	expect(t, blocks(loose), markdown.WriteOptions{}, "- a\n\n- b")
	expect(t, blocks(list("", para("a")), list("", para("b")), list("", para("c"))), markdown.WriteOptions{}, "- a\n\n* b\n\n- c")
	expect(t, blocks(list("1.", para("a")), list("1.", para("b"))), markdown.WriteOptions{}, "1. a\n\n1) b")
	expect(t, blocks(list("", para("a"), list("", para("b"), list("10.", para("c"), para("d"))))), markdown.WriteOptions{},
		"- a\n  - b\n\n    10. c\n\n        d")
	expect(t, blocks(list("", list("", para("a")))), markdown.WriteOptions{}, "- * a")
	expect(t, blocks(list("", &document.ThematicBreak{})), markdown.WriteOptions{}, "- ___")
	expect(t, blocks(list("", para("a"), &document.CodeBlock{Text: "x\n\ny\n"})), markdown.WriteOptions{}, "- a\n  ```\n  x\n\n  y\n  ```")
	expect(t, blocks(list("", &document.Quote{Blocks: blocks(para("a"), para("b"))})), markdown.WriteOptions{}, "- > a\n  >\n  > b")
}

func TestDeepNestingStaysReadable(t *testing.T) {
	var b document.Block = para("x")
	for range 200 {
		b = &document.Quote{Blocks: blocks(list("a)", b))}
	}
	md, _ := write(t, &document.Document{Blocks: blocks(b)}, markdown.WriteOptions{})
	for line := range strings.Lines(md) {
		if n := len(line); n > 40*4 {
			t.Fatalf("a line of %d bytes", n)
		}
	}
	if !strings.Contains(md, "a) x") {
		t.Errorf("the text is lost: %q", md)
	}
	for _, task := range []document.Task{document.TaskOpen, document.TaskDone} {
		b = &document.List{Items: []document.Item{{Task: task, Blocks: blocks(para("y"))}}}
		for range 50 {
			b = list("", b)
		}
		md, _ = write(t, &document.Document{Blocks: blocks(b)}, markdown.WriteOptions{})
		if !strings.HasSuffix(md, "] y\n") {
			t.Errorf("task is %q", md)
		}
	}
}

func TestFencesAreLongerThanWhatIsInside(t *testing.T) {
	for in, want := range map[string]string{
		"x":                           "```\nx\n```",
		"":                            "```\n```",
		"```\nx":                      "````\n```\nx\n````",
		"a ````` b":                   "``````\na ````` b\n``````",
		"x\n\n":                       "```\nx\n\n```",
		strings.Repeat("`", 300):      "~~~\n" + strings.Repeat("`", 300) + "\n~~~",
		strings.Repeat("`~", 1) + "x": "```\n`~x\n```",
		strings.Repeat("`", 300) + "\n" + strings.Repeat("~", 300): "    " + strings.Repeat("`", 300) + "\n    " + strings.Repeat("~", 300),
	} {
		expect(t, blocks(&document.CodeBlock{Text: in}), markdown.WriteOptions{}, want)
	}
	long := strings.Repeat("`", 300) + "\n" + strings.Repeat("~", 300)
	checkRead(t, "indented in an item", &document.Document{Blocks: blocks(list("", &document.CodeBlock{Text: long}), para("x"))}, markdown.WriteOptions{})
	checkRead(t, "indented behind text", &document.Document{Blocks: blocks(list("", para("a"), &document.CodeBlock{Text: long}))}, markdown.WriteOptions{})
	for lang, want := range map[string]string{
		"go": "go", "c++": "c++", "objective-c": "objective-c", "": "", "a b": "", "`": "", strings.Repeat("x", 33): "", "é": "", "a\nb": "",
	} {
		expect(t, blocks(&document.CodeBlock{Lang: lang, Text: "x"}), markdown.WriteOptions{}, "```"+want+"\nx\n```")
	}
}

func TestNotesAreNumberedByFirstMark(t *testing.T) {
	ref := func(id string) document.Inline { return &document.NoteRef{ID: id} }
	b := blocks(
		&document.Note{ID: "a", Blocks: blocks(para("A"), ref2(ref("c")))},
		&document.Note{ID: "b", Blocks: blocks(list("", para("B")))},
		&document.Note{ID: "c", Blocks: blocks(heading(1, "C"))},
		&document.Note{ID: "d", Kind: document.Endnote, Blocks: blocks(para("D"), ref2(ref("d")))},
		&document.Note{ID: "a", Blocks: blocks(para("again"))},
		&document.Paragraph{Inlines: []document.Inline{text("x"), ref("b"), text(" y"), ref("a"), ref("b"), ref("none")}},
	)
	expect(t, b, markdown.WriteOptions{NotePrefix: "k"}, "x[^k-1] y[^k-2][^k-1]\n\n[^k-1]:\n    - B\n\n[^k-2]: A\n\n    [^k-3]\n\n[^k-3]:\n    **C**\n\n"+
		"- Endnote: D\n\n* Footnote: again")
	_, c := write(t, &document.Document{Blocks: b}, markdown.WriteOptions{})
	if c.Notes != 3 {
		t.Errorf("%d notes, want 3", c.Notes)
	}
	want := []document.Warning{{Code: "note-without-body", Message: "the mark of a note that has no text was left out", Count: 1}}
	if diff := cmp.Diff(want, c.Warnings); diff != "" {
		t.Error(diff)
	}
	expect(t, blocks(ref2(ref("e")), &document.Note{ID: "e"}), markdown.WriteOptions{}, "[^1]\n\n[^1]: (empty)")
}

func ref2(in ...document.Inline) *document.Paragraph { return &document.Paragraph{Inlines: in} }

func TestCommentsAreNumberedQuotations(t *testing.T) {
	b := blocks(para("x"),
		&document.Annotation{Author: "Ann", Date: "2024-05-01", Resolved: true, Blocks: blocks(para("Is it?"), para("Yes."))},
		&document.Annotation{Blocks: blocks(list("", para("a")))},
		&document.Annotation{Author: "B"})
	expect(t, b, markdown.WriteOptions{}, "x\n\n> Comment 1 (Ann, 2024-05-01, resolved): Is it?\n>\n> Yes.\n\n> Comment 2:\n>\n> - a\n\n> Comment 3 (B):")
	expect(t, b, markdown.WriteOptions{NoComments: true}, "x")
}

func TestDefinitionsAreItems(t *testing.T) {
	d := &document.DefinitionList{Definitions: []document.Definition{
		{Terms: [][]document.Inline{plain("a"), plain("b")}, Details: [][]document.Block{blocks(para("x"), para("y"))}},
		{Terms: [][]document.Inline{plain("c")}, Details: [][]document.Block{blocks(para("z")), blocks(para("w"))}},
		{Terms: [][]document.Inline{plain("d")}},
	}}
	expect(t, blocks(d), markdown.WriteOptions{}, "- **a**, **b**: x\n\n  y\n- **c**:\n  - z\n  - w\n- **d**:")
}

func TestMathematicsStandsWhereItIsSafe(t *testing.T) {
	for in, want := range map[string]string{
		"x^2": "$x^2$", "a_i": "$a_i$", `\frac{a}{b}`: `$\frac{a}{b}$`, "a < b": "$a < b$", "a & b": "$a & b$",
		"a*b*c": "$`a*b*c`$", "a<b>c": "$`a<b>c`$", "{a}_{b}": "$`{a}_{b}`$", "a`b": "``a`b``", "a$b": "`a$b`", " ": "",
	} {
		expect(t, inline(&document.Math{TeX: in}), markdown.WriteOptions{}, want)
	}
	for in, want := range map[string]string{
		"x^2": "$$x^2$$", "a\nb": "```math\na\nb\n```", "a*b*c": "```math\na*b*c\n```", " ": "",
	} {
		expect(t, blocks(&document.MathBlock{TeX: in}), markdown.WriteOptions{}, want)
	}
}

func TestThematicBreaksAreNothingElse(t *testing.T) {
	rule := &document.ThematicBreak{}
	expect(t, blocks(para("a"), rule, para("b")), markdown.WriteOptions{}, "a\n\n---\n\nb")
	expect(t, blocks(rule, para("b")), markdown.WriteOptions{}, "***\n\nb")
}

func TestVerbatimDoesNotRunOn(t *testing.T) {
	v := func(s string) document.Block { return &document.Verbatim{Text: s} }
	for _, c := range []struct {
		b    []document.Block
		want string
	}{
		{blocks(v("*a*  b"), v("c")), "*a*  b\n\nc"},
		{blocks(v("- a"), list("", para("b"))), "- a\n\n* b"},
		{blocks(list("", para("a")), v("- b")), "* a\n\n- b"},
		{blocks(v("1. a\n   b"), list("1.", para("b"))), "1. a\n   b\n\n1) b"},
		{blocks(list("", para("a")), v("    # x\n\n    y\n\nz")), "- a\n\n```\n# x\n\ny\n```\n\nz"},
		{blocks(list("", para("a")), v("  b")), "- a\n\nb"},
		{blocks(list("", para("a")), v("\t# x")), "- a\n\n```\n# x\n```"},
		{blocks(v("- a\n\nb"), v("    c")), "- a\n\nb\n\n    c"},
		{blocks(para("a"), v("    c")), "a\n\n    c"},
		{blocks(v("- a\nb"), list("", para("c"))), "- a\nb\n\n* c"},
		{blocks(v("- a\n  c"), list("", para("c"))), "- a\n  c\n\n* c"},
		{blocks(v("   \n")), ""},
		{blocks(&document.Quote{Blocks: blocks(v("a\nb"))}), "> a\n> b"},
	} {
		expect(t, c.b, markdown.WriteOptions{}, c.want)
	}
}

func TestAnchorsNameTheHeading(t *testing.T) {
	h := func(id, s string) *document.Heading { return &document.Heading{Level: 1, ID: id, Inlines: plain(s)} }
	link := func(id string) *document.Paragraph {
		return ref2(&document.Link{URL: "#" + id, Inlines: plain("go")})
	}
	b := blocks(h("a", "Ünder Snow_drift, 2!"), h("b", "Twice"), h("c", "Twice"), h("d", "!"), h("a", "Other"),
		link("a"), link("b"), link("c"), link("d"), link("e"))
	head := "# Ünder Snow_drift, 2!\n\n# Twice\n\n# Twice\n\n# !\n\n# Other\n\n"
	expect(t, b, markdown.WriteOptions{Anchors: true}, head+"[go](#ünder-snow_drift-2)\n\n[go](#twice)\n\n[go](#twice-1)\n\ngo\n\ngo")
	_, c := write(t, &document.Document{Blocks: b}, markdown.WriteOptions{Anchors: true})
	if len(c.Warnings) > 0 {
		t.Errorf("warnings %v", c.Warnings)
	}
	expect(t, b, markdown.WriteOptions{}, head+"go\n\ngo\n\ngo\n\ngo\n\ngo")
}

func TestAnchorsKnowAHeadingByItsName(t *testing.T) {
	h := func(id, s string) *document.Heading { return &document.Heading{Level: 1, ID: id, Inlines: plain(s)} }
	link := func(id string) *document.Paragraph {
		return ref2(&document.Link{URL: "#" + id, Inlines: plain("go")})
	}
	b := blocks(h("", "One more"), h("", "Two"), h("two", "Three"), link("one-more"), link("two"), link("three"), link("four"))
	expect(t, b, markdown.WriteOptions{Anchors: true},
		"# One more\n\n# Two\n\n# Three\n\n[go](#one-more)\n\n[go](#three)\n\n[go](#three)\n\ngo")
}

func TestHostsAreHosts(t *testing.T) {
	for url, kept := range map[string]bool{
		"http://a.example": true, "http://a.example:80/": true, "http://a.example:/": true, "http://[::1]:80/x": true, "http://[2001:db8::1]": true, "http://ü.example/": true,
		"http://K::1]/": false, "http://a:b/": false, "http://[::1": false, "http://[x]/": false, "http://[:1]/": false, "http://[1.2.3.4]/": false, "http://:80/": false, "http://a]b/": false, "http://u@h/": false, "http://": false,
	} {
		want := "x"
		if kept {
			want = "[x](" + url + ")"
		}
		expect(t, inline(&document.Link{URL: url, Inlines: plain("x")}), markdown.WriteOptions{}, want)
	}
}

func TestRelativeLinksStandBesideTheirSource(t *testing.T) {
	for url, want := range map[string]string{
		"a.md": "[x](a.md)", "../a/b.md#c": "[x](../a/b.md#c)", "/a?b=1&copy;=2": "[x](/a?b=1&amp;copy;=2)", "?p=2": "[x](?p=2)",
		`..\a b\c.doc`: "[x](../a%20b/c.doc)", "./a:b": "[x](./a:b)", "a/b:c": "[x](a/b:c)", "a(b": `[x](a\(b)`, "a|b": "[x](a%7Cb)",
		"//host/a": "x", `\\host\a`: "x", `/\host/a`: "x", `\/host`: "x", "c:a.doc": "x", `C:\a.doc`: "x", "file:///a": "x", "javascript:a": "x",
		"vscode:a": "x", "a b:c": "x", "": "x", "a\x01": "x", "a\tb": "x", "a<|im_start|>": "x", "../a\uFFFD": "x",
	} {
		one := inline(&document.Link{URL: url, Inlines: plain("x")})
		expect(t, one, markdown.WriteOptions{Anchors: true}, want)
		expect(t, one, markdown.WriteOptions{}, "x")
	}
	expect(t, inline(&document.Link{URL: "a@b.cd", Inlines: plain("a@b.cd")}), markdown.WriteOptions{Anchors: true}, "[a@b.cd](a@b.cd)")
	expect(t, inline(&document.Link{URL: "/a", Inlines: nil}), markdown.WriteOptions{Anchors: true}, "")
	expect(t, inline(&document.Link{URL: "a", Title: "b", Inlines: plain("a")}), markdown.WriteOptions{Anchors: true}, `[a](a "b")`)
}

func TestWarningsAreCounted(t *testing.T) {
	at := document.LineSpan(3, 4)
	doc := &document.Document{Blocks: blocks(
		para("x"),
		&document.Paragraph{Pos: at, Inlines: []document.Inline{
			&document.Link{URL: "javascript:x", Inlines: plain("a")}, &document.Link{URL: "file:x", Inlines: plain("b")},
			&document.Image{}, text("<|im_start|> [INST]"), &document.Code{Value: "<|im_end|> </s>"},
		}},
		&document.CodeBlock{Text: "<|eot_id|>"},
		table(1, "a", "b"),
		&document.Table{Columns: 2, Rows: []document.Row{{Cells: []document.Cell{{Text: "a", ColSpan: 2}}}, {Cells: []document.Cell{{Blocks: blocks(list("", para("x")))}}}}},
	)}
	_, c := write(t, doc, markdown.WriteOptions{})
	got := map[string]int{}
	for _, w := range c.Warnings {
		got[w.Code] = w.Count
		if w.Message == "" || (w.Code == "link-dropped" && w.Pos != at) {
			t.Errorf("warning %+v", w)
		}
	}
	want := map[string]int{"link-dropped": 2, "image-without-alt": 1, "chat-token": 4, "spans-flattened": 1, "blocks-flattened": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	known := map[string]bool{}
	for _, w := range markdown.Warnings() {
		known[w.Code] = true
	}
	for code := range got {
		if !known[code] {
			t.Errorf("%s is not declared", code)
		}
	}
}

// failing fails at the second write.
type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n++; f.n > 1 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func TestErrorsOfTheWriterArrive(t *testing.T) {
	doc := &document.Document{}
	for range 20 {
		doc.Blocks = append(doc.Blocks, para(strings.Repeat("word ", 5000)))
	}
	if _, err := markdown.Write(&failing{}, doc, markdown.WriteOptions{}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
	doc.Blocks = blocks(&document.Table{Columns: 8, Source: endless{benchRow(), 5000}})
	if _, err := markdown.Write(&failing{}, doc, markdown.WriteOptions{}); err == nil {
		t.Error("no error")
	}
}

func benchRow() document.Row {
	rows, _ := benchRows(1)
	return rows[0]
}

func TestEmptyDocumentIsEmpty(t *testing.T) {
	md, c := write(t, &document.Document{Blocks: blocks(para(" "), &document.Quote{}, list("", para("")))}, markdown.WriteOptions{})
	if md != "" || c.Length != 0 || len(c.Segments) != 0 || c.Tokens != 0 {
		t.Errorf("%q %+v", md, c)
	}
}

func TestWritingTwiceGivesTheSame(t *testing.T) {
	for i := range uint64(300) {
		g := newGenerator(7, i)
		doc, opts := g.document(), forgeOptions(g)
		a, c := write(t, doc, opts)
		b, d := write(t, doc, opts)
		if a != b {
			t.Fatalf("document %d differs", i)
		}
		if diff := cmp.Diff(c, d); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestMarksOfNeighboursDiffer(t *testing.T) {
	v := func(s string) document.Block { return &document.Verbatim{Text: s} }
	for _, c := range []struct {
		b    []document.Block
		want string
	}{
		{blocks(v("- a"), list("", para("b")), v("* c")), "- a\n\n+ b\n\n* c"},
		{blocks(v("1. a"), list("1.", para("b")), v("1) c")), "1. a\n\n1) b\n\n1) c"},
		{blocks(list("1)", para("b")), v("1) c")), "1. b\n\n1) c"},
		{blocks(list("", para("a")), v("-x")), "- a\n\n-x"},
		{blocks(list("", para("a")), v("1x")), "- a\n\n1x"},
		{blocks(list("", para("a")), v("12345678901. x")), "- a\n\n12345678901. x"},
	} {
		expect(t, c.b, markdown.WriteOptions{}, c.want)
	}
}

func TestCodeBesideCodeIsOneSpan(t *testing.T) {
	code := func(s string) document.Inline { return &document.Code{Value: s} }
	expect(t, blocks(ref2(code("a"), code("`b"), code("c"))), markdown.WriteOptions{}, "``a`bc``")
	expect(t, blocks(ref2(code("a"), styled(document.Strong, ""), code("b"), text("c"))), markdown.WriteOptions{}, "`ab`c")
	var low, high []string
	for n := range 59 {
		run := strings.Repeat("`", n+1)
		if n < 30 {
			low = append(low, run)
		} else {
			high = append(high, run)
		}
	}
	a, b := "x"+strings.Join(low, " ")+"x", "x"+strings.Join(high, " ")+"x"
	// What no span can hold is text.
	whole, _ := write(t, &document.Document{Blocks: blocks(ref2(code(a + b)))}, markdown.WriteOptions{})
	md, _ := write(t, &document.Document{Blocks: blocks(ref2(code(a), code(b)))}, markdown.WriteOptions{})
	if md != whole || !strings.HasPrefix(md, "x\\`") {
		t.Errorf("%q, and together %q", md, whole)
	}
	cell := &document.Table{Columns: 1, Rows: []document.Row{{Cells: []document.Cell{{Blocks: blocks(ref2(code(`a\`), code("|b")))}}}}}
	expect(t, blocks(cell), markdown.WriteOptions{}, "||\n|-|\n|a&#92;\\|b|")
}

func TestDeepCommentsKeepTheirText(t *testing.T) {
	var b document.Block = &document.Annotation{Author: "A", Blocks: blocks(para("deep"))}
	for range 60 {
		b = &document.Quote{Blocks: blocks(b)}
	}
	md, _ := write(t, &document.Document{Blocks: blocks(b)}, markdown.WriteOptions{})
	if !strings.HasSuffix(md, "> Comment 1 (A): deep\n") {
		t.Errorf("%q", md)
	}
}
