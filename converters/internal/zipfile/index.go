package zipfile

import (
	"cmp"
	"slices"
	"sort"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// few is how many entries are found without an index.
const few = 32

// index finds the entries of a package by their names.
type index struct {
	entries []Entry
	byName  []int32 // many entries, by folded name
	found   *Entry  // the one that was asked for last
}

// newIndex sorts the names of many entries, so that one is found fast, and keeps
// out packages in which two have the same.
func newIndex(entries []Entry) (index, error) {
	x := index{entries: entries}
	if len(entries) <= few {
		for i := range entries {
			if name := entries[i].Name; among(entries[:i], name) != nil {
				return x, doubled(name)
			}
		}
		return x, nil
	}
	x.byName = make([]int32, len(entries))
	for i := range x.byName {
		x.byName[i] = int32(i)
	}
	slices.SortFunc(x.byName, func(a, b int32) int { return compareFold(entries[a].Name, entries[b].Name) })
	for i := 1; i < len(x.byName); i++ {
		if name := entries[x.byName[i]].Name; compareFold(entries[x.byName[i-1]].Name, name) == 0 {
			return x, doubled(name)
		}
	}
	return x, nil
}

func doubled(name string) error {
	return converters.Corrupt(document.Pos{}, "two entries of the package have the name %q, so that nobody can tell which one is meant: save the document anew", clip(name))
}

// find returns the entry with a name, or nil.
func (x *index) find(name string) *Entry {
	if name != "" && name[0] == '/' {
		name = name[1:]
	}
	if x.byName == nil {
		return among(x.entries, name)
	}
	if x.found != nil && x.found.Name == name {
		return x.found // many ask whether there is a part before they read it
	}
	i, found := sort.Find(len(x.byName), func(i int) int { return compareFold(name, x.entries[x.byName[i]].Name) })
	if !found {
		return nil
	}
	x.found = &x.entries[x.byName[i]]
	return x.found
}

// among returns the entry with a name among a few, or nil.
func among(some []Entry, name string) *Entry {
	for i := range some {
		if e := &some[i]; len(e.Name) == len(name) && (e.Name == name || compareFold(e.Name, name) == 0) {
			return e
		}
	}
	return nil
}

// checkOverlap keeps out packages whose entries share bytes: a small file
// that unpacks to a huge one is made so. Most writers list entries as they lie
// in the file, which ends for them where the directory begins.
func checkOverlap(entries []Entry, directory int64) error {
	byOffset := func(x, y int32) int { return cmp.Compare(entries[x].offset, entries[y].offset) }
	var order []int32
	for i := 1; i < len(entries) && order == nil; i++ {
		if entries[i].offset < entries[i-1].offset {
			order = make([]int32, len(entries))
		}
	}
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, byOffset)
	free := int64(0)
	for i := range entries {
		e := &entries[i]
		if order != nil {
			e = &entries[order[i]]
		}
		if e.offset < free || e.Packed > directory || e.offset > directory-e.Packed-localSize {
			return converters.Corrupt(document.Pos{}, "the entry %q shares bytes with another one", clip(e.Name))
		}
		free = e.offset + localSize + e.Packed
	}
	return nil
}

// compareFold orders names without regard to the case of letters of ASCII.
func compareFold(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		if x, y := lower(a[i]), lower(b[i]); x != y {
			return int(x) - int(y)
		}
	}
	return len(a) - len(b)
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
