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

// index sorts the names of many entries, so that one is found fast, and keeps
// out packages in which two have the same.
func (a *Archive) index() error {
	if len(a.entries) <= few {
		for i := range a.entries {
			if name := a.entries[i].Name; among(a.entries[:i], name) != nil {
				return doubled(name)
			}
		}
		return nil
	}
	a.byName = make([]int32, len(a.entries))
	for i := range a.byName {
		a.byName[i] = int32(i)
	}
	slices.SortFunc(a.byName, func(x, y int32) int { return compareFold(a.entries[x].Name, a.entries[y].Name) })
	for i := 1; i < len(a.byName); i++ {
		if name := a.entries[a.byName[i]].Name; compareFold(a.entries[a.byName[i-1]].Name, name) == 0 {
			return doubled(name)
		}
	}
	return nil
}

func doubled(name string) error {
	return converters.Corrupt(document.Pos{}, "two entries of the package have the name %q, so that nobody can tell which one is meant: save the document anew", clip(name))
}

// find returns the entry with a name, or nil.
func (a *Archive) find(name string) *Entry {
	if name != "" && name[0] == '/' {
		name = name[1:]
	}
	if a.byName == nil {
		return among(a.entries, name)
	}
	if a.found != nil && a.found.Name == name {
		return a.found // many ask whether there is a part before they read it
	}
	i := sort.Search(len(a.byName), func(i int) bool { return compareFold(a.entries[a.byName[i]].Name, name) >= 0 })
	if i == len(a.byName) || compareFold(a.entries[a.byName[i]].Name, name) != 0 {
		return nil
	}
	a.found = &a.entries[a.byName[i]]
	return a.found
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
// in the file.
func (a *Archive) checkOverlap(d *directory) error {
	byOffset := func(x, y int32) int { return cmp.Compare(a.entries[x].offset, a.entries[y].offset) }
	var order []int32
	for i := 1; i < len(a.entries) && order == nil; i++ {
		if a.entries[i].offset < a.entries[i-1].offset {
			order = make([]int32, len(a.entries))
		}
	}
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, byOffset)
	free := int64(0)
	for i := range a.entries {
		e := &a.entries[i]
		if order != nil {
			e = &a.entries[order[i]]
		}
		if e.offset < free || e.Packed > d.offset || e.offset > d.offset-e.Packed-localSize {
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
