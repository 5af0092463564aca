package css

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
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
			"[title^=t]", "[title$=t]", "[title*=u]", ":first-child", ":not(.a)", ":not(div)",
			":nth-child(2)", ":last-child", ":nth-last-of-type(2n)", ":nth-of-type(3n - 1)")
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
		tr, err := dom.Grow(context.Background(), converters.NewEnv(nil, converters.Limits{}, converters.Options{}), src, dom.QuirksMode, AskedAttrs(src))
		if err != nil {
			t.Fatal(err)
		}
		page, ids := mirrorAll(tr)
		for range 4 {
			text := randomSelector(r)
			theirs, err := cascadia.Parse(text)
			if err != nil {
				continue
			}
			in := selectorReader{selectorRules: selectorRules{compounds: new(int)}, s: text}
			ours, v := in.selector()
			if v != readable {
				t.Fatalf("%q is not read", text)
			}
			compared++
			ours.needs = ours.needed()
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

func compareSelector(t *testing.T, tr *dom.Tree, ours selector, theirs cascadia.Sel, c selectorCase) {
	t.Helper()
	m := matcher{t: tr, Steps: 1 << 30}
	for id := int32(1); id < tr.Nodes.Len(); id++ {
		if tr.Node(id).IsText {
			continue
		}
		if got, want := m.match(&ours, Element{ID: id}), theirs.Match(c.ids[id]); got != want {
			t.Fatalf("%s\n%s: node %d: %v, cascadia says %v", c.src, c.selector, id, got, want)
		}
	}
	spec := theirs.Specificity()
	if want := int32(spec[0])<<20 + int32(spec[1])<<10 + int32(spec[2]); ours.specificity != want {
		t.Fatalf("%s: specificity %x, cascadia says %x", c.selector, ours.specificity, want)
	}
}

// mirrorAll copies a tree, in html and body.
func mirrorAll(tr *dom.Tree) (*html.Node, map[int32]*html.Node) {
	ids := map[int32]*html.Node{}
	page := &html.Node{Type: html.ElementNode, Data: "html"}
	body := &html.Node{Type: html.ElementNode, Data: "body"}
	(&html.Node{Type: html.DocumentNode}).AppendChild(page)
	page.AppendChild(&html.Node{Type: html.ElementNode, Data: "head"})
	page.AppendChild(body)
	ids[dom.Root] = body
	for id := int32(1); id < tr.Nodes.Len(); id++ {
		n := tr.Node(id)
		m := &html.Node{Type: html.TextNode, Data: "w"}
		if !n.IsText {
			m = &html.Node{Type: html.ElementNode, Data: tr.Name(id)}
			for i := range int32(n.Count) {
				a := tr.Attrs.At(n.Data + i)
				m.Attr = append(m.Attr, html.Attribute{Key: dom.Attrs[a.Key], Val: a.Value})
			}
		}
		ids[n.Parent].AppendChild(m)
		ids[id] = m
	}
	return page, ids
}

func TestExpensiveRulesSpendTheBudget(t *testing.T) {
	// Each element asks every rule; no rule matches, and all are expensive.
	src := "<style>" + strings.Repeat("div div div p.x{display:none}", 2000) + "</style>" +
		strings.Repeat("<div>", 60) + strings.Repeat("<p class=x>secret</p>", 20_000) + "<p>seen</p>"
	tr, err := dom.Grow(context.Background(), converters.NewEnv(nil, converters.Limits{}, converters.Options{}), src, dom.QuirksMode, AskedAttrs(src))
	if err != nil {
		t.Fatal(err)
	}
	s := NewSheet(tr, len(src))
	before := s.Matcher.Steps
	unsure := 0
	for id := int32(1); id < tr.Nodes.Len(); id++ {
		if n := tr.Node(id); n.Tag == dom.TagP {
			if l, _ := s.Look(Element{ID: id}); l.Hides == visible.StyleUnsure {
				unsure++
			}
		}
	}
	if unsure < 15_000 {
		t.Errorf("of 20000 paragraphs %d are unsure", unsure)
	}
	if s.Matcher.Steps < -before/4 {
		t.Errorf("the budget of %d steps is overdrawn by %d", before, -s.Matcher.Steps)
	}
}

func TestMediaOfADesktopScreen(t *testing.T) {
	for query, want := range map[string]truth{
		"": isTrue, "all": isTrue, "screen": isTrue, "print": isFalse, "screen, print": isTrue, "not print": isTrue, "not screen": isFalse,
		"(min-width: 600px)": isTrue, "(max-width: 600px)": isFalse, "screen and (min-width:40em) and (max-width: 2000px)": isTrue, "(width >= 48rem)": isTrue,
		"(prefers-color-scheme: dark)": isFalse, "only screen": isTrue, "speech": isFalse, "(unknown)": unknown, "(min-width": unknown,
		"print and (unknown)": isFalse, "not (unknown)": unknown, "(width > 1px) or (hover)": isTrue, "((hover))": isTrue,
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
		c.apply(props.Declarations(props.StripComments(style)).Decls, 1)
		if l := c.look(16); l.Hides != want {
			t.Errorf("%q: hidden by %d, want %d", style, l.Hides, want)
		}
	}
}
