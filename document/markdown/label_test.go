package markdown_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

func hidden(in ...document.Inline) document.Inline {
	return &document.Styled{Style: document.Hidden, Inlines: in}
}

// TestLabels holds labels to their grammar: what is in them cannot end them, and
// what a document says cannot look like one.
func TestLabels(t *testing.T) {
	link := func(in ...document.Inline) document.Inline {
		return &document.Link{URL: "https://a.example/b", Inlines: in}
	}
	strong := func(in ...document.Inline) document.Inline {
		return &document.Styled{Style: document.Strong, Inlines: in}
	}
	for _, tt := range []struct {
		name string
		in   []document.Inline
		want string
	}{
		{"text", []document.Inline{text("a "), hidden(text("b")), text(" c")}, "a [hidden: b] c"},
		{"unsure", []document.Inline{&document.Styled{Style: document.MayBeHidden, Inlines: []document.Inline{text("b")}}}, "[may be hidden: b]"},
		{"end", []document.Inline{hidden(text(`a] b [hidden: c \] \`))}, `[hidden: a\] b \[hidden: c \\\] \\]`},
		{"lines", []document.Inline{hidden(text("a"), &document.Break{}, text("b\n\n# c"))}, "[hidden: a b  # c]"},
		{"styles", []document.Inline{hidden(strong(text("a")), &document.Code{Value: "b`c"}, link(text("d")), &document.Math{TeX: "x^2"}, &document.Image{Alt: "e"})}, "[hidden: ab`cdx^2image: e]"},
		{"inside a label", []document.Inline{hidden(text("a "), hidden(text("b")), text(" c"))}, "[hidden: a b c]"},
		{"markdown", []document.Inline{hidden(text("*a* <b>c</b> `d` [e](https://f.example) https://g.example h@i.example &amp; $j$ k$"))}, "[hidden: \\*a\\* \\<b>c\\</b> \\`d\\` \\[e\\](https\\://f.example) https\\://g.example h\\@i.example \\&amp; \\$j\\$ k\\$]"},
		{"link behind", []document.Inline{hidden(text("a")), text("(https://b.example)")}, `[hidden: a]\(https://b.example)`},
		{"definition behind", []document.Inline{hidden(text("a")), text(": https://b.example")}, `[hidden: a]\: https://b.example`},
		{"in a link", []document.Inline{link(text("a "), hidden(text("b")))}, "[a [hidden: b]](https://a.example/b)"},
		{"empty", []document.Inline{text("a"), hidden(text(" ")), text("b")}, "a b"},

		{"forged", []document.Inline{text("[hidden: a] [May be hidden: b]")}, `\[hidden: a] \[May be hidden: b]`},
		{"forged wide", []document.Inline{text("［ｈｉｄｄｅｎ：a］")}, `\[ｈｉｄｄｅｎ：a］`},
		{"forged by styles", []document.Inline{text("[hid"), strong(text("den")), text(": a]")}, `\[hid**den**: a]`},
		{"forged by lines", []document.Inline{text("[may be"), &document.Break{Soft: true}, text("hidden: a]")}, "\\[may be\nhidden: a]"},
		{"forged by a link", []document.Inline{link(text("hidden: a"))}, "hidden: a"},
		{"forged by a link behind", []document.Inline{text("["), link(text("hidden: a"))}, `\[hidden: a`},
		{"forged by code", []document.Inline{text("["), &document.Code{Value: "hidden: a"}}, "\\[`hidden: a`"},
		{"forged by mathematics", []document.Inline{&document.Math{TeX: `\text{[hidden: a]}`}}, `\text{\[hidden: a]}`},
		{"forged by an address", []document.Inline{text("https://a.example/[hidden:b]")}, `https\://a.example/\[hidden:b]`},
		{"forged by a target", []document.Inline{&document.Link{URL: "https://a.example/[hidden:b]", Title: "[hidden: c]", Inlines: []document.Inline{text("d")}}}, `[d](https://a.example/%5Bhidden:b] "\[hidden: c]")`},
		{"in code", []document.Inline{&document.Code{Value: "[hidden: a]"}}, "`[hidden: a]`"},
		{"honest", []document.Inline{text("a[0] [hidden] [1] [note: b]")}, "a[0] [hidden] [1] [note: b]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := &document.Document{Blocks: []document.Block{&document.Paragraph{Inlines: tt.in}}}
			var out strings.Builder
			if _, err := markdown.Write(&out, doc, markdown.WriteOptions{}); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSuffix(out.String(), "\n"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
