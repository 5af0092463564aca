package html_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// shapes are pages made to cost more than their size: each is a function of
// about how many bytes it shall have.
func shapes() []shape { return slices.Concat(markupShapes(), nestedShapes(), styleShapes()) }

func markupShapes() []shape {
	return []shape{
		{"div", func(n int) string { return strings.Repeat("<div>", n/5) + "x" }},
		{"divx", func(n int) string { return strings.Repeat("<div>x", n/6) }},
		{"bold", func(n int) string { return strings.Repeat("<b>", n/3) + "x" }},
		{"bold with ids", func(n int) string { return rep(n, func(i int) string { return "<b id=" + strconv.Itoa(i) + "><p>x" }) }},
		{"bold and italic", func(n int) string { return strings.Repeat("<b><i>x</b>y</i>", n/16) }},
		{"span", func(n int) string { return strings.Repeat("<span>", n/6) + strings.Repeat("</x>", n/20) }},
		{"spanclose", func(n int) string { return "<x><div>" + strings.Repeat("<span>", n/12) + strings.Repeat("</x>", n/8) }},
		{"less than", func(n int) string { return strings.Repeat("<", n) }},
		{"comment", func(n int) string { return strings.Repeat("<!--", n/4) }},
		{"commentd", func(n int) string { return "<!--" + strings.Repeat("-!", n/2) }},
		{"title", func(n int) string { return strings.Repeat("<title>", n/7) }},
		{"textarea", func(n int) string { return strings.Repeat("<textarea>x", n/11) }},
		{"script", func(n int) string { return "<script><!--" + strings.Repeat("<script>", n/8) }},
		{"quote", func(n int) string { return strings.Repeat("<a href=\"x>", n/11) }},
		{"quote1", func(n int) string { return strings.Repeat("<a href='x'>x", n/13) }},
		{"amp", func(n int) string { return strings.Repeat("&amp", n/4) }},
		{"ampattr", func(n int) string { return "<p title=\"" + strings.Repeat("&amp", n/4) + "\">x" }},
		{"items", func(n int) string { return strings.Repeat("<li>", n/4) + "x" }},
		{"ulli", func(n int) string { return strings.Repeat("<ul><li>x", n/9) }},
		{"quote2", func(n int) string { return strings.Repeat("<blockquote>x", n/13) }},
		{"table", func(n int) string { return strings.Repeat("<table><tr><td>x", n/16) }},
		{"tables", func(n int) string { return strings.Repeat("<table>", n/7) + "x" }},
		{"cells", func(n int) string { return "<table><tr>" + strings.Repeat("<td>x", n/5) }},
		{"rows", func(n int) string { return "<table>" + strings.Repeat("<tr><td>x<td>y", n/14) }},
		{"colspan", func(n int) string { return "<table>" + strings.Repeat("<tr><td colspan=1000>x<td colspan=999>", n/40) }},
		{"rowspan", func(n int) string { return "<table>" + strings.Repeat("<tr><td rowspan=65000>x", n/24) }},
		{"math", func(n int) string { return "<math>" + strings.Repeat("<mrow>", n/6) + "<mi>x" }},
		{"mathflat", func(n int) string { return "<math>" + strings.Repeat("<mo>(</mo>", n/10) }},
		{"mathsub", func(n int) string { return "<math>" + strings.Repeat("<msup><mi>x</mi>", n/16) }},
		{"svg", func(n int) string { return "<svg>" + strings.Repeat("<g>", n/3) + "<text>x" }},
		{"svgs", func(n int) string { return strings.Repeat("<svg>", n/5) + "<text>x" }},
		{"hidden", func(n int) string { return strings.Repeat("<div hidden>x", n/13) }},
		{"hiddenspan", func(n int) string { return strings.Repeat("<span hidden>x</span>", n/21) }},
		{"pre", func(n int) string { return "<pre>" + strings.Repeat("a<br>", n/5) }},
		{"br", func(n int) string { return strings.Repeat("a<br>", n/5) }},
		{"paragraphs", func(n int) string { return strings.Repeat("<p>a", n/4) }},
		{"text", func(n int) string { return strings.Repeat("word ", n/5) }},
		{"spaces", func(n int) string { return strings.Repeat(" ", n) + "x" }},
		{"nbsp", func(n int) string { return strings.Repeat("&nbsp;", n/6) + "x" }},
		{"nbsps", func(n int) string { return strings.Repeat("\u00a0", n/2) + "x" + strings.Repeat("\u00a0", n/2) }},
		{"slides", func(n int) string {
			return "<div style=overflow:hidden>" + rep(n, func(i int) string {
				return "<div class=a" + strconv.Itoa(i) + " style=position:relative;left:100%>x</div>"
			})
		}},
		{"boxes out of one", func(n int) string {
			return "<div style=overflow:hidden>" + strings.Repeat("<div style=transform:translateY(-100%)></div>", n/88) + strings.Repeat("<div style=transform:translateY(-100%)>x</div>", n/90)
		}},
		{"uses", func(n int) string {
			return "<svg width=9 height=9><g id=g>" + strings.Repeat("<path fill=none />", n/36) + "</g>" + strings.Repeat("<use href=#g />", n/30) + "<text y=5>x"
		}},
		{"select", func(n int) string { return "<select>" + strings.Repeat("<option>x", n/9) }},
		{"terms", func(n int) string { return "<dl>" + strings.Repeat("<dt>x", n/5) }},
		{"definitions nested", func(n int) string { return strings.Repeat("<dl><dd>x", n/9) }},
		{"ruby", func(n int) string { return "<ruby>" + strings.Repeat("a<rt>x", n/6) }},
		{"rubyruby", func(n int) string { return strings.Repeat("<ruby>a<rt>x", n/12) }},
		{"srcdoc", func(n int) string { return "<iframe srcdoc=\"" + strings.Repeat("<p>x", n/4) + "\"></iframe>" }},
		{"links", func(n int) string { return strings.Repeat("<a href=https://e.org>x</a> ", n/28) }},
		{"linknest", func(n int) string { return strings.Repeat("<a href=https://e.org>x", n/23) }},
		{"headings", func(n int) string { return strings.Repeat("<h1>x", n/5) }},
		{"headings nested", func(n int) string { return strings.Repeat("<h1><span id=x>", n/15) + "x" }},
		{"labels", func(n int) string { return strings.Repeat("<label>x<input>", n/15) }},
		{"details", func(n int) string { return strings.Repeat("<details><summary>x", n/19) }},
		{"names", func(n int) string { return rep(n, func(i int) string { return "<x" + strconv.Itoa(i) + ">" }) + "x" }},
		{"office", func(n int) string { return strings.Repeat("<p style='mso-list:l0 level1 lfo1'>x", n/37) }},
		{"ulclass", func(n int) string { return strings.Repeat("<ul class=a><li>x</ul>", n/22) }},
		{"template", func(n int) string { return strings.Repeat("<template>x", n/11) }},
		{"tdb", func(n int) string { return strings.Repeat("<table><td><b>x", n/15) }},
		{"object", func(n int) string { return strings.Repeat("<object><b>x", n/12) }},
		{"form", func(n int) string { return strings.Repeat("<form>x", n/7) }},
		{"cdata", func(n int) string { return "<svg>" + strings.Repeat("<![CDATA[", n/9) }},
		{"code", func(n int) string { return strings.Repeat("<code>a</code><b>x</b>", n/22) }},
		{"katex", func(n int) string { return strings.Repeat("<span class=katex>", n/18) + "<math><mi>x" }},
		{"annotations", func(n int) string {
			return "<math><semantics><mtext>" + strings.Repeat("abc", n/6) + "</mtext><annotation encoding=TeX>" + strings.Repeat("bca ", n/8) + "</annotation></semantics></math>"
		}},
	}
}

// nestedShapes are pages whose elements open one in another, or hang.
func nestedShapes() []shape {
	return []shape{
		{"shadows", func(n int) string { return strings.Repeat("<div><template shadowrootmode=open><p>x", n/39) }},
		{"macros", func(n int) string {
			return strings.Repeat("<ac:structured-macro ac:name=info><ac:rich-text-body>x", n/53)
		}},
		{"tasks", func(n int) string { return strings.Repeat("<ac:task-list><ac:task><ac:task-body>x", n/38) }},
		{"hanging", func(n int) string {
			return strings.Repeat("<p style=text-indent:-9pt>1<span style='font:7.0pt \"Times New Roman\"'>&nbsp;</span>x", n/83)
		}},
		{"datauri", func(n int) string { return "<img alt=x src=\"data:" + strings.Repeat("A", n) + "\">x" }},
	}
}

// styleShapes are pages whose style rules cost.
func styleShapes() []shape {
	return []shape{
		{"rules nested", func(n int) string {
			return "<style>" + strings.Repeat(".a,", 5000) + ".b{" + strings.Repeat("&&x{top:0}", n/10) + "}</style>x"
		}},
		{"rules nested deep", func(n int) string { return "<style>" + strings.Repeat("a,b{&,x{", n/8) + "</style>x" }},
		{"rules open", func(n int) string { return "<style>" + strings.Repeat("a{", n/2) + "</style>x" }},
		{"media open", func(n int) string { return "<style>" + strings.Repeat("@media all{", n/12) + "</style>x" }},
		{"addresses open", func(n int) string { return "<style>" + strings.Repeat("url(", n/4) + "</style>x" }},
		{"styles", func(n int) string { return strings.Repeat("<style>.a{display:none}</style>", n/31) + "x" }},
		{"variables", func(n int) string {
			return "<style>:root{--a:1}" + strings.Repeat("*{--a:var(--a)var(--a)}", 20) + "</style>" + strings.Repeat("<p style='color:var(--a)'>x", n/28)
		}},
		{"variables many", func(n int) string {
			return "<style>" + rep(n/2, func(i int) string { return ".c" + strconv.Itoa(i%50) + "{--v:" + strconv.Itoa(i) + "}" }) + "</style>" +
				rep(n/2, func(i int) string { return "<p class=c" + strconv.Itoa(i%50) + " style=opacity:var(--v)>x" })
		}},
		{"variables long", func(n int) string {
			return "<style>:root{--a:" + strings.Repeat("x ", n/4) + "}</style>" + strings.Repeat("<p style=color:var(--a)>x", n/50)
		}},
		{"calc", func(n int) string { return "<p style='opacity:" + strings.Repeat("calc(", n/5) + "'>x" }},
		{"calcs", func(n int) string { return strings.Repeat("<p style='opacity:calc(1 - (2 - (3 - 4)))'>x", n/44) }},
		{"has", func(n int) string {
			return "<style>div:has(.x .y){display:none}</style>" + strings.Repeat("<div><p>x", n/9)
		}},
		{"has beside", func(n int) string { return "<style>p:has(~ .x){opacity:0}</style>" + strings.Repeat("<p>x", n/4) }},
		{"is", func(n int) string {
			return "<style>" + strings.Repeat(":is(", 50) + "a" + strings.Repeat(",b)", 50) + "{top:0}" + strings.Repeat(":is(.a,.b) :is(.c,.d){opacity:0}", n/64) + "</style>" + strings.Repeat("<p class=c>x", n/26)
		}},
		{"nth", func(n int) string {
			return "<style>p:nth-of-type(3n+1):nth-last-child(7){opacity:0}</style>" + strings.Repeat("<p>x<table><td>y</table>", n/25)
		}},
		{"layers", func(n int) string {
			return "<style>" + rep(n, func(i int) string { return "@layer a" + strconv.Itoa(i) + "{p{top:0}}" }) + "</style><p>x"
		}},
		{"frames", func(n int) string {
			return "<style>" + rep(n, func(i int) string { return "@keyframes a" + strconv.Itoa(i) + "{to{opacity:0}}" }) + "</style><p style='animation:a1 both'>x"
		}},
		{"attributes asked for", func(n int) string {
			return "<style>" + rep(n/2, func(i int) string { return "[data-a" + strconv.Itoa(i) + "]{opacity:0}" }) + "</style>" + strings.Repeat("<p data-a1 data-a2 data-a3>x", n/60)
		}},
		{"imports", func(n int) string {
			return "<style>" + strings.Repeat("@import 'data:text/css,@import url(data:,p{top:0})';", n/52) + "</style>x"
		}},
		{"import in itself", func(n int) string {
			return "<link rel=stylesheet href=\"data:text/css," + strings.Repeat("@import url(data:text/css,", n/26) + "\">x"
		}},
		{"supports", func(n int) string { return "<style>@supports " + strings.Repeat("not (", n/5) + "{p{top:0}}</style>x" }},
		{"media", func(n int) string {
			return "<style>@media " + strings.Repeat("(width>1px) and ", n/16) + "{p{top:0}}</style>x"
		}},
	}
}

type shape struct {
	name string
	page func(n int) string
}

// rep repeats what a number gives up to a length.
func rep(n int, f func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(f(i))
	}
	return b.String()
}

func TestHostilePagesCostOnlyThemselves(t *testing.T) {
	r := registry(t)
	for _, s := range shapes() {
		_, _, err := convert(r, "page.html", []byte(s.page(30_000)))
		if err != nil && !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// BenchmarkHostile shows that the time for a byte does not grow with the page:
// compare the MB/s of one shape at its three sizes.
func BenchmarkHostile(b *testing.B) {
	r := registry(b)
	for _, s := range shapes() {
		for _, times := range []int{1, 4, 16} {
			page := []byte(s.page(times * 100_000))
			b.Run(fmt.Sprintf("%s/%dx", s.name, times), func(b *testing.B) {
				b.SetBytes(int64(len(page)))
				for b.Loop() {
					_, _, _ = convert(r, "page.html", page)
				}
			})
		}
	}
}

func TestPageTooBigForATreeKeepsItsText(t *testing.T) {
	const paragraphs = 600_000
	var b strings.Builder
	b.WriteString("<title>no</title><style>.x{display:none}</style><h1>Head &amp; all</h1><img alt=picture>")
	for i := range paragraphs {
		b.WriteString("<p>w" + strconv.Itoa(i%10))
	}
	b.WriteString("<p hidden>no1</p><div class=x><div>no2</div></div><p style='opacity:0'>no3</p><script>no4</script><p>last")
	doc, env, err := convert(registry(t), "page.html", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	text := flatText(doc)
	words := strings.Fields(text)
	if len(words) != paragraphs+6 {
		t.Errorf("%d words, want %d", len(words), paragraphs+6)
	}
	if !strings.HasPrefix(text, "Head & all [image: picture] w0 w1") || !strings.HasSuffix(text, "w9 last ") {
		t.Errorf("the text is %.60q … %.60q", text, text[len(text)-60:])
	}
	if h, ok := doc.Blocks[0].(*document.Heading); !ok || h.Level != 1 {
		t.Errorf("the first block is %T", doc.Blocks[0])
	}
	if len(doc.Blocks) > 110_000 {
		t.Errorf("%d blocks", len(doc.Blocks))
	}
	codes := map[string]int{}
	for _, w := range env.Warnings() {
		codes[w.Code] = w.Count
	}
	for _, want := range []string{"page-too-big", "hidden-attribute", "hidden-style", "hidden-opacity"} {
		if codes[want] != 1 {
			t.Errorf("%s is counted %d times in %v", want, codes[want], codes)
		}
	}
}

// flatText returns the text of headings and paragraphs.
func flatText(doc *document.Document) string {
	var b strings.Builder
	for _, block := range doc.Blocks {
		switch block := block.(type) {
		case *document.Heading:
			b.WriteString(document.InlineText(block.Inlines) + " ")
		case *document.Paragraph:
			b.WriteString(document.InlineText(block.Inlines) + " ")
		}
	}
	return b.String()
}
