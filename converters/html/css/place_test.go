package css

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// randomMix writes elements, some of them formatting ones, each with a number
// by which it is found.
func randomMix(r *rand.Rand, b *strings.Builder, n *int, depth int) {
	for range 1 + r.IntN(4) {
		if r.IntN(3) == 0 {
			b.WriteString("w ")
		}
		*n++
		tag := pick(r, "div", "span", "b", "i", "u")
		if depth > 2 && tag == "div" {
			tag = "span"
		}
		fmt.Fprintf(b, "<%s lang=%d class=%s>", tag, *n, pick(r, "a", "b", "c"))
		if depth < 4 && r.IntN(2) == 0 {
			randomMix(r, b, n, depth+1)
		}
		b.WriteString("</" + tag + ">")
	}
}

func randomPlace(r *rand.Rand) string {
	compound := func() string {
		return pick(r, "div", "span", "b", "i", "u", ".a", ".b", "") + pick(r, ":first-child", ".a", ":not(b)", ":not(:first-child)", ":last-child", ":only-child", ":nth-child(2n+1)", ":nth-last-child(-n+2)", ":nth-of-type(2)",
			":first-of-type", ":nth-last-of-type(odd)", ":only-of-type", ":last-of-type", ":not(:nth-child(even))")
	}
	s := compound()
	for range r.IntN(3) {
		s += pick(r, " ", " > ", " + ", " ~ ") + compound()
	}
	return s
}

// ours returns our elements by their numbers.
func ours(tr *dom.Tree) map[string]Element {
	found := map[string]Element{}
	for id := int32(1); id < tr.Formats.Len(); id++ {
		if v, ok := tr.FormatAttr(id, dom.AttrLang); ok {
			found[v] = Element{id, true}
		}
	}
	for id := int32(1); id < tr.Nodes.Len(); id++ {
		if v, ok := tr.Attr(id, dom.AttrLang); ok {
			found[v] = Element{ID: id}
		}
	}
	return found
}

func TestFormattingElementsHaveTheirPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	matched := 0
	for range 2000 {
		var b strings.Builder
		n := 0
		randomMix(r, &b, &n, 0)
		src := "<!DOCTYPE html><body>" + b.String()
		tr, err := dom.Grow(context.Background(), converters.NewEnv(nil, converters.Limits{}, converters.Options{}), src, dom.QuirksMode, AskedAttrs(src))
		if err != nil {
			t.Fatal(err)
		}
		page, err := html.Parse(strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		elements := ours(tr)
		for range 5 {
			text := randomPlace(r)
			theirs, err := cascadia.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			in := selectorReader{selectorRules: selectorRules{compounds: new(int)}, s: text}
			sel, v := in.selector()
			if v != readable {
				t.Fatalf("%q is not read", text)
			}
			m := matcher{t: tr, Steps: 1 << 30}
			for c := range page.Descendants() {
				number := slices.IndexFunc(c.Attr, func(a html.Attribute) bool { return a.Key == "lang" })
				if number < 0 {
					continue
				}
				name := c.Attr[number].Val
				got, want := m.match(&sel, elements[name]), theirs.Match(c)
				if got != want {
					t.Fatalf("%s\n%s: element %s: %v, cascadia says %v", src, text, name, got, want)
				}
				if want {
					matched++
				}
			}
		}
	}
	if matched < 5000 {
		t.Errorf("only %d elements were matched", matched)
	}
}
