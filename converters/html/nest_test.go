package html_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/internal/soak"
)

// nested lists what may be inside itself: every element that the reader
// treats apart, and those that are read only in, or as, something else.
func nested() [][2]string {
	out := [][2]string{
		{"<table><tr><td>", "</td></tr></table>"},
		{"<table><caption>", "</caption></table>"},
		{"<table><thead><tr><th>a<th>", "</table>"},
		{"<table border=1><tr><td><pre>", "</pre></td></tr></table>"},
		{"<dl><dt>", "</dt></dl>"},
		{"<dl><dd>", "</dd></dl>"},
		{"<ul><li>", "</li></ul>"},
		{"<ruby>a<rt>", "</rt></ruby>"},
		{"<select><optgroup label=x><option label=y>", "</option></optgroup></select>"},
		{"<svg><text>", "</text></svg>"},
		{"<svg><foreignobject>", "</foreignobject></svg>"},
		{"<svg><defs><text>", "</text></defs></svg>"},
		{"<math><mtext>", "</mtext></math>"},
		{"<math><mphantom>", "</mphantom></math>"},
		{"<div hidden>", "</div>"},
		{"<span style='color:white'>", "</span>"},
		{"<span class=sr-only>", "</span>"},
		{"<span class=katex>", "</span>"},
		{"<span class=math>", "</span>"},
		{"<math-renderer>", "</math-renderer>"},
		{"<div role=heading>", "</div>"},
		{"<p style='mso-list:l0 level1 lfo1'>", "</p>"},
		{"<p style='text-indent:-9pt'>", "</p>"},
		{"<p style='mso-outline-level:1'>", "</p>"},
		{"<template shadowrootmode=open>", "</template>"},
		{"<ac:structured-macro ac:name=info><ac:rich-text-body>", "</ac:rich-text-body></ac:structured-macro>"},
		{"<ac:structured-macro ac:name=code><ac:plain-text-body>", "</ac:plain-text-body></ac:structured-macro>"},
		{"<ac:structured-macro ac:name=status><ac:parameter ac:name=title>", "</ac:parameter></ac:structured-macro>"},
		{"<ac:task-list><ac:task><ac:task-body>", "</ac:task-body></ac:task></ac:task-list>"},
		{"<ac:link><ac:link-body>", "</ac:link-body></ac:link>"},
		{"<aside role=doc-footnote>", "</aside>"},
	}
	for _, name := range html.Names() {
		out = append(out, [2]string{"<" + name + ">", "</" + name + ">"})
	}
	return out
}

func page(content string) string { return "<p>page" + content }

func nest(t *testing.T) convtest.Nest {
	return convtest.Nest{Registry: registry(t), Name: "page.html", Text: "x", Refused: []error{converters.ErrCorrupt}}
}

func TestNestedElementsAreReadOnce(t *testing.T) {
	nest(t).Pairs(t, nested(), page)
}

func TestSoakNestedElements(t *testing.T) {
	n := nest(t)
	n.Deep = true
	elements := nested()
	elements = elements[:soak.Size(t, len(elements))]
	for _, n.Options = range []converters.Options{{}, {Hidden: "mark"}, {Hidden: "keep"}, {HTML: "article"}} {
		n.Pairs(t, elements, page)
	}
}

// Pages are what elements hold whose markup is text to browsers.
func TestPagesInPagesAreReadAFewTimes(t *testing.T) {
	n := nest(t)
	n.Options = converters.Options{Hidden: "mark"}
	n.Pairs(t, [][2]string{{"<noscript>", ""}, {"<noembed>", ""}, {"<noframes>", ""}, {"<iframe>", ""}}, page)
}

func TestNestedMathematicsIsReadOnce(t *testing.T) {
	n := nest(t)
	n.Deep = true
	var elements [][2]string
	for _, name := range []string{
		"mrow", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mtable", "mtr",
		"mtd", "mfenced", "menclose", "semantics", "mstyle", "mpadded", "maction", "mtext", "mo", "mi", "annotation-xml", "mphantom",
	} {
		elements = append(elements, [2]string{"<" + name + ">", "<mi>k</mi></" + name + ">"})
	}
	n.Pairs(t, elements, func(s string) string { return page("<math>" + s) })
}
