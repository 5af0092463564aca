package css

import (
	"context"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// sheetOf returns the rules of a page.
func sheetOf(t *testing.T, src string) *Sheet {
	t.Helper()
	tr, err := dom.Grow(context.Background(), converters.NewEnv(nil, converters.Limits{}, converters.Options{}), src, dom.QuirksMode, AskedAttrs(src))
	if err != nil {
		t.Fatal(err)
	}
	return NewSheet(tr, len(src))
}

// first returns the first element with a name.
func first(s *Sheet, name string) Element {
	for id := int32(1); id < s.Matcher.t.Nodes.Len(); id++ {
		if s.Matcher.t.Name(id) == name {
			return Element{ID: id}
		}
	}
	return noElement
}

func TestLongAttributesCostTheirLength(t *testing.T) {
	const rules, long = 100, 1 << 16
	for name, page := range map[string]string{
		"value in any case": "<style>" + strings.Repeat(`[title*="y" i]{top:0}`, rules) + "</style>" + (`<p title="` + strings.Repeat("X", long) + `">`),
		"id in any case":    "<style>" + strings.Repeat("#y #z p.x{top:0}", rules) + "</style>" + (`<div id=z><div id=y><div id="` + strings.Repeat("X", long) + `"><p class=x>`),
		"class":             "<style>" + strings.Repeat(".x.y{top:0}", rules) + "</style>" + (`<p class="x ` + strings.Repeat("x", long) + `">`),
	} {
		s := sheetOf(t, page)
		before := s.Matcher.Steps
		s.Look(first(s, "p"))
		if spent := before - s.Matcher.Steps; spent < rules*long/64 {
			t.Errorf("%s: %d steps for %d rules", name, spent, rules)
		}
	}
}

func TestRulesOfOneKindDoNotOverdrawTheBudget(t *testing.T) {
	s := sheetOf(t, "<style>"+strings.Repeat("p{top:0}", 10_000)+"</style>"+"<p>")
	s.Matcher.Steps = 100
	if s.Look(first(s, "p")); s.Matcher.Steps < -100 {
		t.Errorf("the budget is overdrawn by %d steps", -s.Matcher.Steps)
	}
}

func TestSpentBudgetIsUnsure(t *testing.T) {
	s := sheetOf(t, "<style>.x{display:none}</style>"+"<p class=x>")
	s.Matcher.Steps = 0
	if l, _ := s.Look(first(s, "p")); l.Hides != visible.StyleUnsure {
		t.Errorf("hidden by %d", l.Hides)
	}
}

func TestLongValuesAreReadOnce(t *testing.T) {
	for _, name := range []string{"background-image:url(", "mask-image:linear-gradient(red,", "text-shadow:0 0 red,", "text-decoration:none ", "background:var(--x) url("} {
		for _, d := range props.Declarations(name + strings.Repeat("x,", props.LongestRead) + "x)").Decls {
			if len(d.Value) > props.LongestRead {
				t.Errorf("%s: a value of %d bytes is kept", name, len(d.Value))
			}
		}
	}
}

func TestRulesInsideRulesAreNotReadOftenAgain(t *testing.T) {
	deep := func(n int) string {
		return "<style>" + strings.Repeat("a{color:red;"+strings.Repeat("p{top:0}", 100), n) + strings.Repeat("}", n) + "</style><p>"
	}
	for n, full := range map[int]bool{4: false, 31: true} {
		if s := sheetOf(t, deep(n)); s.Full != full {
			t.Errorf("%d rules inside one another: the sheet is left out in part: %v", n, s.Full)
		}
	}
}

func TestRulesOfEqualSheetsAreKeptOnce(t *testing.T) {
	const a, b = "<style>p{color:red} .x{display:none}</style>", "<style>q{color:red}</style>"
	s := sheetOf(t, a+b+strings.Repeat(a, 100)+"<style media=screen>p{color:red}</style>")
	if len(s.rules.all) != 4 {
		t.Errorf("%d rules are kept, want 4", len(s.rules.all))
	}
}
