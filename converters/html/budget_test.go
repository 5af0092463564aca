package html

import (
	"context"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// sheetOf returns the rules of a page.
func sheetOf(t *testing.T, src string) *sheet {
	t.Helper()
	tr, err := grow(context.Background(), converters.NewEnv(nil, converters.Limits{}, converters.Options{}), src, quirksMode)
	if err != nil {
		t.Fatal(err)
	}
	return newSheet(tr, len(src))
}

// first returns the first element with a name.
func first(s *sheet, name string) element {
	for id := int32(1); id < s.matcher.t.nodes.len(); id++ {
		if s.matcher.t.name(id) == name {
			return element{id: id}
		}
	}
	return noElement
}

func TestLongAttributesCostTheirLength(t *testing.T) {
	const rules, long = 100, 1 << 16
	for name, page := range map[string]string{
		"value in any case": styled(strings.Repeat(`[title*="y" i]{top:0}`, rules), `<p title="`+strings.Repeat("X", long)+`">`),
		"id in any case":    styled(strings.Repeat("#y #z p.x{top:0}", rules), `<div id=z><div id=y><div id="`+strings.Repeat("X", long)+`"><p class=x>`),
		"class":             styled(strings.Repeat(".x.y{top:0}", rules), `<p class="x `+strings.Repeat("x", long)+`">`),
	} {
		s := sheetOf(t, page)
		before := s.matcher.steps
		s.look(first(s, "p"))
		if spent := before - s.matcher.steps; spent < rules*long/64 {
			t.Errorf("%s: %d steps for %d rules", name, spent, rules)
		}
	}
}

func TestRulesOfOneKindDoNotOverdrawTheBudget(t *testing.T) {
	s := sheetOf(t, styled(strings.Repeat("p{top:0}", 10_000), "<p>"))
	s.matcher.steps = 100
	if s.look(first(s, "p")); s.matcher.steps < -100 {
		t.Errorf("the budget is overdrawn by %d steps", -s.matcher.steps)
	}
}

func TestSpentBudgetHidesWhatTwoRulesMayHide(t *testing.T) {
	for rules, want := range map[string]bool{
		".x{overflow:hidden}.x{height:0}":                                             true,
		".x{position:absolute}.x{left:-9999px}":                                       true,
		"@keyframes h{to{opacity:0}}.x{animation-name:h}.x{animation-fill-mode:both}": true,
		".x{overflow:hidden}.x{height:20px}":                                          false,
		".x{position:absolute}.x{left:9px}":                                           false,
		"@keyframes h{to{opacity:0}}.x{animation:h 1s}":                               false,
	} {
		s := sheetOf(t, styled(rules, "<p class=x>"))
		s.matcher.steps = 0
		if l, _ := s.look(first(s, "p")); (l.hides != visible.Shown) != want {
			t.Errorf("%s: hidden by %d", rules, l.hides)
		}
	}
}

func TestLongValuesAreReadOnce(t *testing.T) {
	for _, name := range []string{"background-image:url(", "mask-image:linear-gradient(red,", "text-shadow:0 0 red,", "text-decoration:none ", "background:var(--x) url("} {
		decls, _ := declarations(name+strings.Repeat("x,", longestRead)+"x)", false)
		for _, d := range decls {
			if len(d.value) > longestRead {
				t.Errorf("%s: a value of %d bytes is kept", name, len(d.value))
			}
		}
	}
	expectPages(t, map[string]string{
		"animations": styled("@keyframes h{to{opacity:0}}.x{animation:"+strings.Repeat("x,", longestRead)+"h 0s both}", "<p class=x>secret<p>seen"),
	})
}
