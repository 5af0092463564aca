package search

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzTable: whatever a file holds, a search in it ends and does not panic.
func FuzzTable(f *testing.F) {
	for i, section := range New(texts(2, 40), nil).encode() {
		f.Add(i, section, 3, byte(7))
	}
	whole := New(texts(3, 60), nil).encode()
	f.Fuzz(func(t *testing.T, i int, section []byte, at int, value byte) {
		if len(section) > 1<<16 || i < 0 || at < 0 {
			t.Skip("no section")
		}
		for _, swap := range []bool{false, true} { // all of a section, or a byte of a good one
			parts := slices.Clone(whole)
			which := i % len(parts)
			if swap {
				parts[which] = section
			} else if len(parts[which]) > 0 {
				parts[which] = slices.Clone(parts[which])
				parts[which][at%len(parts[which])] = value
			}
			last := len(parts) - 1
			x, ok := decode(parts[:last], len(parts[last]))
			if !ok {
				continue
			}
			x.places = parts[last]
			newIndex(x, func(int, int, int) string { return "The lamp is lit." }).Find("kalo lomi part 0", 20)
		}
	})
}

// A table is the same whether it is made at once or of what one had before, in any
// order, and the same again when it was read from a file.
func TestWhatIsKeptIsTheSame(t *testing.T) {
	list := texts(300, 3000)
	for i := range list {
		list[i].Note = fmt.Sprint("note ", i)
	}
	changed := slices.Concat(list[:40], []Chapter{{Path: "/new.md", Text: "# New\n\nA new lamp.\n"}}, list[90:], list[60:80], list[60:80])
	slices.Reverse(changed[100:200])
	want := New(changed, nil)
	before := New(list, nil)
	got := newIndex(merge(before.table, changed, group(changed)), want.text)
	parts := got.encode()
	again, ok := decode(parts[:len(parts)-1], len(got.places))
	if !ok {
		t.Fatal("it is not read again")
	}
	again.places = got.places
	kept, read := 0, newIndex(again, want.text)
	for i := range before.groups {
		if slices.ContainsFunc(want.groups, func(s span) bool { return s.key == before.groups[i].key }) {
			kept++
		}
	}
	if kept < 2 || kept == len(want.groups) {
		t.Fatalf("%d of %d groups are kept", kept, len(want.groups))
	}
	for _, query := range []string{"part", "kalo lomi", "new lamp", spell(900) + " " + spell(12_000), spell(3)} {
		hits := want.Find(query, 50)
		if diff := cmp.Diff(hits, got.Find(query, 50)); diff != "" {
			t.Errorf("%q, of what was kept: %s", query, diff)
		}
		if diff := cmp.Diff(hits, read.Find(query, 50)); diff != "" {
			t.Errorf("%q, of what was read: %s", query, diff)
		}
	}
	if read.Note(3) != "note 3" {
		t.Error(read.Note(3))
	}
}
