package vocabulary_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/search/vocabulary"
)

// TestKnownIsAMap compares it with a map, for words of all lengths, and more of them than
// are remembered.
func TestKnownIsAMap(t *testing.T) {
	var k vocabulary.Known[int]
	spelled := func(i int) []byte {
		if i%7 == 0 {
			return []byte(fmt.Sprintf("%d%s", i, strings.Repeat("é", i%23)))
		}
		return []byte(fmt.Sprintf("w%d", i))
	}
	if _, ok := k.Get(spelled(1)); ok {
		t.Error("a word is known before any was put")
	}
	const all = 300_000
	missed := 0
	for i := range all {
		w := spelled(i)
		if at, ok := k.Get(w); ok {
			t.Fatalf("%q is known as %d before it was put", w, at)
		}
		k.Put(w, i)
		if at, ok := k.Get(w); !ok || at != i {
			t.Fatalf("%q is known as %d, %v", w, at, ok)
		}
		if i%1000 == 999 {
			for j := i - 500; j <= i; j++ {
				if at, ok := k.Get(spelled(j)); !ok {
					missed++
				} else if at != j {
					t.Fatalf("%q is known as %d", spelled(j), at)
				}
			}
		}
	}
	if missed > 2*500 { // what was forgotten at once, twice
		t.Errorf("%d words of late are forgotten", missed)
	}
	if _, ok := k.Get(spelled(0)); ok {
		t.Error("nothing is ever forgotten")
	}
}

func TestTermsAreNumberedAsTheyCome(t *testing.T) {
	var n vocabulary.Numbering
	for range 2 {
		for i := range int32(5000) {
			term := uint32(i*i) * 40_503
			if number, isNew := n.Of(term); number != i || !isNew {
				t.Fatalf("%d has the number %d, new: %v", i, number, isNew)
			}
			again := uint32(i/2*(i/2)) * 40_503
			if number, isNew := n.Of(again); number != i/2 || isNew {
				t.Fatalf("%d again has the number %d, new: %v", i/2, number, isNew)
			}
		}
		n.Clear()
	}
}
