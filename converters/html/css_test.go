package html

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// randomTree returns a page of nested elements with ids, classes and titles.
func randomTree(r *rand.Rand) string {
	var b strings.Builder
	depth := 0
	for range 6 + r.IntN(20) {
		if depth > 0 && r.IntN(3) == 0 {
			b.WriteString("</div>")
			depth--
			continue
		}
		fmt.Fprintf(&b, "<div class=%q id=%q title=%q>", pick(r, "a", "b", "a b", "c", ""), pick(r, "x", "y", ""), pick(r, "t", "t-u", "v t"))
		if r.IntN(2) == 0 {
			b.WriteString("<q class=" + pick(r, "a", "b") + ">w</q>")
		}
		depth++
	}
	return b.String()
}

func randomSelector(r *rand.Rand) string {
	compound := func() string {
		return pick(r, "div", "q", "*", "", "", "") + pick(r, "", "", ".a", ".b", "#x", ".a.b", "[title]", "[title=t]", "[title~=t]", "[title|=t]",
			"[title^=t]", "[title$=t]", "[title*=u]", ":first-child", ":not(.a)", ":not(div)")
	}
	s := compound()
	for range r.IntN(4) {
		s += pick(r, " ", " ", " > ", ">", " + ", " ~ ") + compound()
	}
	return s
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

func TestSelectorsMatchAsCascadias(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	compared := 0
	for range 3000 {
		src := randomTree(r)
		tr, err := grow(context.Background(), converters.NewEnv(nil, converters.Limits{}, converters.Options{}), src, quirksMode)
		if err != nil {
			t.Fatal(err)
		}
		b := builder{t: tr}
		b.notes.links = nil
		page, ids := mirrorAll(tr)
		for range 4 {
			text := randomSelector(r)
			theirs, err := cascadia.Parse(text)
			if err != nil {
				continue
			}
			in := selectorReader{}
			ours, v := in.selector(text)
			if v != readable {
				t.Fatalf("%q is not read", text)
			}
			ours.around = asked(&ours, &map[string]uint64{})
			compared++
			compareSelector(t, tr, ours, theirs, selectorCase{src, text, page, ids})
		}
	}
	if compared < 8000 {
		t.Errorf("only %d selectors were compared", compared)
	}
}

type selectorCase struct {
	src, selector string
	page          *html.Node
	ids           map[int32]*html.Node
}

func compareSelector(t *testing.T, tr *tree, ours selector, theirs cascadia.Sel, c selectorCase) {
	t.Helper()
	words := map[string]uint64{}
	ours.around = asked(&ours, &words)
	m := matcher{t: tr, steps: 1 << 30, words: words}
	for id := int32(1); id < tr.nodes.len(); id++ {
		if tr.node(id).isText {
			continue
		}
		if got, want := m.match(&ours, element{id: id}), theirs.Match(c.ids[id]); got != want {
			t.Fatalf("%s\n%s: node %d: %v, cascadia says %v", c.src, c.selector, id, got, want)
		}
	}
	spec := theirs.Specificity()
	if want := int32(spec[0])<<20 + int32(spec[1])<<10 + int32(spec[2]); ours.specificity != want {
		t.Fatalf("%s: specificity %x, cascadia says %x", c.selector, ours.specificity, want)
	}
}

// mirrorAll copies a tree, in html and body.
func mirrorAll(tr *tree) (*html.Node, map[int32]*html.Node) {
	ids := map[int32]*html.Node{}
	page := &html.Node{Type: html.ElementNode, Data: "html"}
	body := &html.Node{Type: html.ElementNode, Data: "body"}
	(&html.Node{Type: html.DocumentNode}).AppendChild(page)
	page.AppendChild(&html.Node{Type: html.ElementNode, Data: "head"})
	page.AppendChild(body)
	ids[root] = body
	for id := int32(1); id < tr.nodes.len(); id++ {
		n := tr.node(id)
		m := &html.Node{Type: html.TextNode, Data: "w"}
		if !n.isText {
			m = &html.Node{Type: html.ElementNode, Data: tr.name(id)}
			for i := range int32(n.count) {
				a := tr.attrs.at(n.data + i)
				m.Attr = append(m.Attr, html.Attribute{Key: attrs[a.key], Val: a.value})
			}
		}
		ids[n.parent].AppendChild(m)
		ids[id] = m
	}
	return page, ids
}

func TestSpentBudgetHidesWhatRulesMayHide(t *testing.T) {
	// Each element asks every rule; no rule matches, and all are expensive.
	src := "<style>" + strings.Repeat("div div div p.x{display:none}", 2000) + "</style>" +
		strings.Repeat("<div>", 60) + strings.Repeat("<p class=x>secret</p>", 20_000) + "<p>seen</p>"
	tr, err := grow(context.Background(), converters.NewEnv(nil, converters.Limits{}, converters.Options{}), src, quirksMode)
	if err != nil {
		t.Fatal(err)
	}
	s := newSheet(tr, len(src))
	before := s.matcher.steps
	hidden := 0
	for id := int32(1); id < tr.nodes.len(); id++ {
		if n := tr.node(id); n.tag == tagP {
			if l, _ := s.look(element{id: id}); l.hides != visible.Shown {
				hidden++
			}
		}
	}
	if hidden != 20_000 {
		t.Errorf("%d paragraphs are hidden, want 20000", hidden)
	}
	if s.matcher.steps < -before/4 {
		t.Errorf("the budget of %d steps is overdrawn by %d", before, -s.matcher.steps)
	}
}

func TestMediaOfADesktopScreen(t *testing.T) {
	for query, want := range map[string]bool{
		"": true, "all": true, "screen": true, "print": false, "screen, print": true, "not print": true, "not screen": false,
		"(min-width: 600px)": true, "(max-width: 600px)": false, "screen and (min-width:40em) and (max-width: 2000px)": true,
		"(prefers-color-scheme: dark)": false, "only screen": true, "speech": false, "(unknown)": false, "(min-width": false,
	} {
		if got := mediaHolds(query); got != want {
			t.Errorf("%q: %v, want %v", query, got, want)
		}
	}
}

func TestDeclarationsAreReadThroughDisguise(t *testing.T) {
	for style, want := range map[string]visible.Way{
		"display:none": visible.Style, "DISPLAY:NONE": visible.Style, " display : none ! important ; ": visible.Style, `d\69splay:none`: visible.Style,
		`display:n\6fne`: visible.Style, "x:y;display:none": visible.Style, "background:url(a;display:block);display:none": visible.Style,
		`content:";display:none"`: visible.Shown, "display:block": visible.Shown, "display:none;display:block": visible.Shown,
		"display:none!important;display:block": visible.Style, "opacity:0.0": visible.Opacity, "opacity:0%": visible.Opacity, "opacity:.9": visible.Shown,
		"position:fixed;top:-200vh": visible.OffPage, "position:absolute;left:-100%": visible.OffPage, "position:absolute;right:9in": visible.Shown,
		"overflow:hidden;max-height:0": visible.Size, "overflow:hidden;height:20px": visible.Shown, "clip-path:circle(0)": visible.Size,
		"position:absolute;clip:rect(1px, 1px, 1px, 1px)": visible.Size, "position:absolute;clip:rect(0,100px,100px,0)": visible.Shown,
	} {
		var c cascade
		decls, _ := declarations(stripComments(style), false)
		c.apply(decls, 1, 2)
		if l := c.look(16, false); l.hides != want {
			t.Errorf("%q: hidden by %d, want %d", style, l.hides, want)
		}
	}
}

func TestColours(t *testing.T) {
	for v, want := range map[string]string{
		"white": "ffffffff", "canvas": "ffffffff", "yellowgreen": "9acd32ff", "aliceblue": "f0f8ffff", "transparent": "00000000",
		"#f0a": "ff00aaff", "#ff00aa80": "ff00aa80", "rgb(1 2 3 / 50%)": "01020380", "rgba(10%,20%,30%,0)": "1a334d00",
		"hsl(0, 100%, 50%)": "ff0000ff", "hsl(120deg 100% 25%)": "008000ff", "hsl(240 100% 50% / 0.5)": "0000ff80", "hsl(60,50%,50%)": "bfbf40ff",
		"hwb(0 100% 0%)": "ffffffff", "hsl(480,100%,50%)": "00ff00ff", "hsl(-240 100% 50%)": "00ff00ff", "hsl(0.5turn 100% 50%)": "00ffffff",
		"hsl(none 0% 0% / 0)": "00000000", "hsl(200grad 100% 50% / 0%)": "00ffff00", "hsl(3.14159265rad 100% 50%)": "00ffffff", "rgb(none 0 255)": "0000ffff", "hwb(120 0% 50%)": "008000ff", "hwb(0 60% 60%)": "808080ff",
		"lab(50% 40 59)": "bf5702ff", "lch(50% 71.28 55.86deg)": "bf5702ff", "oklab(100% 0 0)": "ffffffff", "oklch(0.628 0.2577 29.23)": "ff0000ff", "color(srgb 1 0.5 0)": "ff8000ff",
		"color-mix(in srgb, white 25%, black)": "404040ff", "light-dark(white, black)": "ffffffff", "lab(1e300 1e300 -1e300)": "000000ff",
	} {
		p, ok := parseColor(v)
		if got := fmt.Sprintf("%02x%02x%02x%02x", p.r, p.g, p.b, p.a); !ok || !p.known || got != want {
			t.Errorf("%s is %s, %v: want %s", v, got, ok, want)
		}
	}
	for _, v := range []string{"", "nocolor", "zzz", "#12", "rgb(1,2)", "hsl(red,1%,1%)", "lab(50% 40)", "color(xyz 1 1 1)", "hsl()", "hsl(nan 1% 1%)", "hsl(1e308turn 1% 1%)", "hsl(0 nan 1%)", "rgb(nan,0,0)", "lab(nan 0 0)", "color(srgb 1 nan 0)"} {
		if p, ok := parseColor(v); ok {
			t.Errorf("%s is the colour %v", v, p)
		}
	}
	for i := 1; i < len(namedColors); i++ {
		if namedColors[i-1].name >= namedColors[i].name {
			t.Errorf("%s does not stand before %s", namedColors[i].name, namedColors[i-1].name)
		}
	}
}

// convertPage returns the text of a page.
func convertPage(t *testing.T, src string) string {
	t.Helper()
	in := converters.Input{Name: "page.html", SectionReader: io.NewSectionReader(strings.NewReader(src), 0, int64(len(src)))}
	doc, err := New().Convert(context.Background(), in, converters.NewEnv(nil, converters.Limits{}, converters.Options{}))
	if corrupt := (*converters.CorruptError)(nil); errors.As(err, &corrupt) {
		return "" // the page shows nothing
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, block := range doc.Blocks {
		b.WriteString(blockText(block) + " ")
	}
	return b.String()
}

func TestRulesThatAreNotKeptHide(t *testing.T) {
	for name, rules := range map[string]string{
		"too many":        strings.Repeat("a{top:0}", mostRules+1) + ".x{display:none}",
		"too long":        strings.Repeat("div ", mostParts+8) + ".x{opacity:0}",
		"too many parts":  strings.Repeat(":is(.a,.b,.c,.d,.e,.f,.g,.h){top:0}", mostCompounds/8) + ".x{font-size:0}",
		"nested deep":     strings.Repeat(".a{", deepestNested+2) + ".x{display:none}" + strings.Repeat("}", deepestNested+2),
		"media in medias": strings.Repeat("@media all{", 20) + ".x{display:none}" + strings.Repeat("}", 20),
	} {
		got := convertPage(t, "<!DOCTYPE html><style>"+rules+"</style>"+strings.Repeat("<div>", 50)+"<p class=x>secret</p><p>seen</p>")
		if strings.TrimSpace(got) != "seen" {
			t.Errorf("%s: the text is %.60q", name, got)
		}
	}
}

func TestVariablesOfAPageWithoutATree(t *testing.T) {
	rules := "<style>.t{font-size:var(--s)}.u{display:var(--d)}:root{--s:14px;--d:none}</style>"
	got := convertPage(t, "<!DOCTYPE html>"+rules+strings.Repeat("<p class=t>x", 600_000)+"<p class=u>secret<p class=t>last")
	if !strings.HasPrefix(got, "x x") || !strings.HasSuffix(strings.TrimSpace(got), "last") || strings.Contains(got, "secret") {
		t.Errorf("the text is %.20q … %.40q", got, got[max(0, len(got)-40):])
	}
}
