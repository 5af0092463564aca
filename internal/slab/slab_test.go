package slab_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/internal/slab"
)

func TestClonesAreApart(t *testing.T) {
	var s slab.Slab[int]
	var all [][]int
	for n := range 5000 {
		v := slices.Repeat([]int{n}, n%7)
		kept := s.Clone(v)
		clear(v)
		all = append(all, append(kept, -1)[:len(kept)]) // what is appended is written elsewhere
	}
	*s.New() = -2
	for n, v := range all {
		if want := slices.Repeat([]int{n}, n%7); !slices.Equal(v, want) {
			t.Fatalf("the clone of %v is %v", want, v)
		}
	}
}

func TestTextsStay(t *testing.T) {
	var s slab.Text
	scratch := []byte(strings.Repeat("a", 100))
	first := s.Keep(scratch)
	copy(scratch, "another text")
	if long := s.Keep(slices.Repeat(scratch, 1000)); first != strings.Repeat("a", 100) || len(long) != 100_000 || s.Keep(nil) != "" {
		t.Errorf("texts changed: %q", first)
	}
}

func BenchmarkClone(b *testing.B) {
	var s slab.Slab[byte]
	text := []byte("a short text")
	for b.Loop() {
		s.Clone(text)
	}
}
