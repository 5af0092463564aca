package memory

import "github.com/seed353dc258/backstory/agent/store"

// newest is how many entries that are not pinned a prompt has.
const newest = 20

// Choose returns what of a version a prompt has: the pinned entries, then the
// newest. A version lists its entries with the newest first.
func Choose(v store.SharedVersion) []store.SharedEntry {
	var pinned, others []store.SharedEntry
	for _, e := range v.Entries {
		switch {
		case e.Pinned:
			pinned = append(pinned, e)
		case len(others) < newest:
			others = append(others, e)
		}
	}
	return append(pinned, others...)
}
