package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/judge"
)

// expectText writes one paragraph of plain text.
func expectText(t *testing.T, in, want string) {
	t.Helper()
	expect(t, blocks(para(in)), markdown.WriteOptions{}, want)
}

// expect writes blocks.
func expect(t *testing.T, b []document.Block, opts markdown.WriteOptions, want string) {
	t.Helper()
	got, _ := write(t, &document.Document{Blocks: b}, opts)
	if diff := cmp.Diff(want, strings.TrimSuffix(got, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestNothingIsEscapedThatReadsAsText(t *testing.T) {
	for _, s := range []string{
		"snake_case", "3 * 4", "C#", "a * b * c", "a ~ b", "~5 or ~6", "1986", "1.5", "x 1. y", "-5 degrees", "+1",
		"--flag", "a - b", "a | b", "#hashtag", "#!/bin/sh", "####### seven", "x # y", "a > b", "x < y", "a<b", "1 <2> 3", "<3", "a <= b", "if a<b && c>d",
		"AT&T", "R&D;", "&foo;", "&", "&copy", "a[0]", "[a]", "[a][b]", "[a] (b)", "[TODO]", "]", "[^a-z]", "x]: y", `C:\Users\ann`, `\n`, `a\b`, `x \ y`,
		"$5", "$5 and $6", "US$ 5", "$", "a$b", "100%", "{{x}}", "${x}", "a@b.example", "https://a.example/b_c?d=e&f=g#h", "www.a.example/b_c", "http://a.example/(b)",
		"it's", `"x"`, "a_b_c", "_a", "a_", "a*b", "footnote*", "2**8", "a`b", "key ` x", "=", "== x", "=>", ":-)", ":", "!", "!x", "x!", "(c)", "...", "—", "日本語", "x^2", "~/bin", "a~b",
		"Ann: hello", "The Human: a study", "é", "100 €", "a\tb", "=== x", "12345678901. x", "1.x", "a)", "(1)", "§ 1", "[image: x]", "<|x", "<|>", "x |> y",
	} {
		expectText(t, s, s)
	}
}

func TestWhatReadsOtherwiseIsEscaped(t *testing.T) {
	for in, want := range map[string]string{
		"*stars*":                     `\*stars\*`,
		"**bold**":                    `\*\*bold\*\*`,
		"__init__":                    `\_\_init\_\_`,
		"_a_ b":                       `\_a\_ b`,
		"~~x~~":                       `\~\~x\~\~`,
		"`x`":                         "\\`x\\`",
		"x </a@b.example> y":          `x \</a@b.example> y`,
		"x <!1@b.example> y":          `x \<!1@b.example> y`,
		"# x":                         `\# x`,
		"#":                           `\#`,
		"> x":                         `\> x`,
		"- x":                         `\- x`,
		"-":                           `\-`,
		"+ x":                         `\+ x`,
		"* x":                         `\* x`,
		"1. x":                        `1\. x`,
		"12) x":                       `12\) x`,
		"---":                         `\---`,
		"***":                         `\*\*\*`,
		"* * *":                       `\* * *`,
		"___":                         `\_\_\_`,
		"- - -":                       `\- - -`,
		"```x":                        "\\`\\`\\`x",
		"~~~":                         `\~\~\~`,
		"<b>x</b>":                    `\<b>x\</b>`,
		"a <!-- b":                    `a \<!-- b`,
		"<http://a.example>":          `\<http://a.example>`,
		"&amp; &#35;":                 `\&amp; \&#35;`,
		"[a](b)":                      `[a\](b)`,
		"[a]: b":                      `\[a]: b`,
		"[^1]":                        `\[^1]`,
		"[^a]: b":                     `\[^a]: b`,
		`\*`:                          `\\*`,
		`\*a*`:                        `\\\*a\*`,
		"1.":                          `1\.`,
		"*":                           `\*`,
		`\\`:                          `\\\`,
		"$x$ y":                       `\$x\$ y`,
		"$$x$$":                       `\$\$x\$\$`,
		"<|im_start|>":                `<|im_start|\>`,
		"[INST] x":                    `[INST\] x`,
		"<<SYS>>":                     `<\<SYS>\>`,
		"</s>":                        `</s\>`,
		"Human: x":                    `Human\: x`,
		"https://a.example/*b*":       "<https://a.example/*b>\\*",
		"www.a.example/*b*":           `www\.a.example/\*b\*`,
		"https://a.example/*b*[c](d)": `https\://a.example/\*b\*[c\](d)`,
	} {
		expectText(t, in, want)
	}
}

func TestEscapesDependOnTheLine(t *testing.T) {
	soft := &document.Break{Soft: true}
	for _, c := range []struct{ a, b, want string }{
		{"a", "===", "a\n\\==="},
		{"a", "=", "a\n\\="},
		{"a", "---", "a\n\\---"},
		{"a", "-", "a\n\\-"},
		{"a|b", "-|-", "a|b\n\\-|-"},
		{"a", ":-:", "a\n\\:-:"},
		{"a", "|-|", "a\n\\|-|"},
		{"a", "1986. A year", "a\n1986. A year"},
		{"a", "1. x", "a\n1\\. x"},
		{"a", "    - x", "a\n    \\- x"},
		{"a ", "b", "a\nb"},
		{"a", "[b]: c", "a\n[b]: c"},
		{"a", "[^b]: c", "a\n\\[^b]: c"},
	} {
		expect(t, blocks(&document.Paragraph{Inlines: []document.Inline{text(c.a), soft, text(c.b)}}), markdown.WriteOptions{}, c.want)
	}
	expectText(t, "===", "===")
	expectText(t, ":-:", ":-:")
	expectText(t, "+++", `\+++`)
	expect(t, blocks(para("x"), para("+++")), markdown.WriteOptions{}, "x\n\n+++")
}

// styled is a run in a style.
func styled(style document.Style, s string) document.Inline {
	return &document.Styled{Style: style, Inlines: plain(s)}
}

func TestStylesAreReadOrLeftOut(t *testing.T) {
	strong, emphasis, strike := document.Strong, document.Emphasis, document.Strike
	for _, c := range []struct {
		want string
		in   []document.Inline
	}{
		{"a **b** c", []document.Inline{text("a "), styled(strong, "b"), text(" c")}},
		{"a **b** c", []document.Inline{text("a"), styled(strong, " b "), text("c")}},
		{"a*b*c", []document.Inline{text("a"), styled(emphasis, "b"), text("c")}},
		{"a ~~b~~", []document.Inline{text("a "), styled(strike, "b")}},
		{"H<sub>2</sub>O", []document.Inline{text("H"), styled(document.Subscript, "2"), text("O")}},
		{"x<sup>2</sup>", []document.Inline{text("x"), styled(document.Superscript, "2")}},
		{"「**重要**」です", []document.Inline{styled(strong, "「重要」"), text("です")}},
		{"これは**重要**です", []document.Inline{text("これは"), styled(strong, "重要"), text("です")}},
		{"a(*b*)c", []document.Inline{text("a"), styled(emphasis, "(b)"), text("c")}},
		{"**ab**c", []document.Inline{styled(strong, "a"), styled(strong, "b"), text("c")}},
		{"a b", []document.Inline{text("a"), styled(strong, " "), text("b")}},
		{"a", []document.Inline{styled(strong, ""), text("a")}},
		{"***a** b*", []document.Inline{&document.Styled{Style: emphasis, Inlines: []document.Inline{styled(strong, "a"), text(" b")}}}},
		{"**a b**", []document.Inline{&document.Styled{Style: strong, Inlines: []document.Inline{styled(strong, "a"), text(" b")}}}},
		{"**\\*a\\***", []document.Inline{styled(strong, "*a*")}},
		{"a\"*x*\"b", []document.Inline{text("a"), styled(emphasis, `"x"`), text("b")}},
		{"**a***b*", []document.Inline{styled(strong, "a"), styled(emphasis, "b")}},
		{"a`b`c", []document.Inline{text("a"), &document.Styled{Style: strong, Inlines: []document.Inline{&document.Code{Value: "b"}}}, text("c")}},
	} {
		expect(t, blocks(&document.Paragraph{Inlines: c.in}), markdown.WriteOptions{}, c.want)
	}
}

func TestCodeSpansHoldBackTicks(t *testing.T) {
	for in, want := range map[string]string{
		"x":     "`x`",
		"a`b":   "``a`b``",
		"`":     "`` ` ``",
		"``a`":  "``` ``a` ```",
		" x ":   "`  x  `",
		" x":    "` x`",
		"a\nb":  "`a b`",
		"a|b":   "`a|b`",
		"<b>":   "`<b>`",
		"&amp;": "`&amp;`",
	} {
		expect(t, inline(&document.Code{Value: in}), markdown.WriteOptions{}, want)
	}
	expect(t, inline(&document.Code{Value: " "}), markdown.WriteOptions{}, "")
}

func TestLinksKeepSafeTargetsOnly(t *testing.T) {
	link := func(url, title, s string) document.Inline {
		return &document.Link{URL: url, Title: title, Inlines: plain(s)}
	}
	for _, c := range []struct {
		want string
		in   document.Inline
	}{
		{"[a](https://b.example/c)", link("https://b.example/c", "", "a")},
		{`[a](https://b.example "t")`, link("https://b.example", "t", "a")},
		{`[a](https://b.example "\"t\"")`, link("https://b.example", `"t" \ `, "a")},
		{"[a](mailto:x@b.example)", link("mailto:x@b.example", "", "a")},
		{"<https://b.example>", link("https://b.example", "", "https://b.example")},
		{"<x@b.example>", link("mailto:x@b.example", "", "x@b.example")},
		{"<https://b.example>", link("https://b.example", "", "")},
		{"[a](https://b.example/c%20d)", link("https://b.example/c d", "", "a")},
		{"[a](https://b.example/(c))", link("https://b.example/(c)", "", "a")},
		{`[a](https://b.example/\(c)`, link("https://b.example/(c", "", "a")},
		{"[a](https://b.example/%3Cc%3E)", link("https://b.example/<c>", "", "a")},
		{"[a](https://b.example/?x=1&amp;copy;=2)", link("https://b.example/?x=1&copy;=2", "", "a")},
		{"[[a]](https://b.example)", link("https://b.example", "", "[a]")},
		{`[\[a](https://b.example)`, link("https://b.example", "", "[a")},
		{"a", link("javascript:alert(1)", "", "a")},
		{"a", link("data:text/html,x", "", "a")},
		{"a", link("file:///etc/passwd", "", "a")},
		{"a", link(`\\host\share`, "", "a")},
		{"a", link("//host/x", "", "a")},
		{"a", link("https://user:pass@b.example", "", "a")},
		{"a", link("https:///x", "", "a")},
		{"a", link("http:b.example", "", "a")},
		{"a", link("java\nscript:x", "", "a")},
		{"a", link("https://b.example/\x00", "", "a")},
		{"[a](https://b.example/)", link("https://b.example/\n", "", "a")},
		{"a", link("mailto:", "", "a")},
		{"a", link("#x", "", "a")},
		{"a", link("", "", "a")},
	} {
		expect(t, inline(c.in), markdown.WriteOptions{}, c.want)
	}
}

// TestNoTokenizersTokenIsWritten is about the tokens of real tokenizers.
func TestNoTokenizersTokenIsWritten(t *testing.T) {
	for _, token := range judge.ChatTokens() {
		if token == "｜DSML｜" {
			continue // no backslash of Markdown breaks it: the prompt does
		}
		doc := &document.Document{Blocks: blocks(para("a "+token+" b"), para(token), table(1, token))}
		for _, opts := range []markdown.WriteOptions{{}, {HTMLTables: true}} {
			if md, _ := write(t, doc, opts); strings.Contains(md, token) {
				t.Errorf("%q is written whole:\n%s", token, md)
			}
			checkRead(t, token, doc, markdown.WriteOptions{})
		}
	}
}
