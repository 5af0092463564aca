package search

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What need not be looked at does not count: a few best passages are the first of
// all that have a term, with the same scores to the last bit, whatever is in one
// group with what.
func TestFewBestAreTheFirstOfAll(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	words := rand.NewZipf(r, 1.1, 4, 3000)
	var list []Chapter
	for i := range 120 {
		var b strings.Builder
		for p := range 1 + r.IntN(120) {
			switch {
			case p%9 == 8:
				fmt.Fprintf(&b, "%s Part %s %s\n\n", strings.Repeat("#", 1+r.IntN(3)), spell(words.Uint64()), spell(words.Uint64()))
			case p%13 == 12:
				fmt.Fprintf(&b, "| %s | %s |\n|---|---|\n| %s | %s |\n\n", spell(words.Uint64()), spell(words.Uint64()), spell(words.Uint64()), spell(words.Uint64()))
			case i%3 == 0:
				b.WriteString("Und das ist nicht, was sie wollte: ")
			}
			for range r.IntN(30) {
				b.WriteString(spell(words.Uint64()) + " ")
			}
			b.WriteString(".\n\n")
		}
		list = append(list, Chapter{Path: fmt.Sprintf("/%s/%s.md", spell(words.Uint64()), spell(words.Uint64())), Text: b.String()})
	}
	x, settled := New(list, nil), 0
	if len(x.groups) < 3 || len(x.groups) == len(list) {
		t.Fatalf("%d groups", len(x.groups))
	}
	for range 200 {
		query := spell(1000 + words.Uint64())
		for range r.IntN(9) {
			query += " " + spell(words.Uint64())
		}
		ranker := x.newRanker(query)
		all := ranker.best(len(x.in) + 1)
		few := ranker.best(8)
		if len(ranker.found) < len(all) {
			settled++
		}
		if diff := cmp.Diff(all[:min(8, len(all))], few, cmp.AllowUnexported(score{})); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
	if settled < 50 {
		t.Errorf("%d of 200 queries were settled before all was looked at", settled)
	}
}

// A chapter more or a changed one leaves nearly all groups as they are.
func TestGroupsDoNotDependOnWhatIsFarAway(t *testing.T) {
	list := texts(2000, 4000)
	keys := group(list).keys
	have := map[Key]bool{}
	for _, k := range keys {
		have[k] = true
	}
	for name, changed := range map[string][]Chapter{
		"one more":    append([]Chapter{{Path: "/0.md", Text: "New."}}, list...),
		"one less":    list[1:],
		"one changed": append(append(append([]Chapter{}, list[:900]...), Chapter{Path: "/c.md", Text: "Changed."}), list[901:]...),
	} {
		now := group(changed).keys
		others := 0
		for _, k := range now {
			if !have[k] {
				others++
			}
		}
		if others == 0 || others > 4 || len(now) < 15 {
			t.Errorf("%s: %d of %d groups are others", name, others, len(now))
		}
	}
}
