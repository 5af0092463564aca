package manifest

import "encoding/hex"

// Follower finds the entries of paths that come in the entries' order.
type Follower struct {
	// Passed is called with each entry, in order, before it is found or passed over. It
	// may be nil.
	Passed func(*Head)

	list  *packed
	order Order
	run   int    // of the next entry
	rest  []byte // of that run, from the next entry
	next  Head
	size  int // of the next entry; 0 where there is none
	found []byte
	head  Head // of what was found
}

// Follow returns what finds the entries of a manifest, in an order.
func (m *Manifest) Follow(order Order) *Follower {
	f := &Follower{list: packedOf(m), order: order, run: -1}
	f.read()
	return f
}

// Find returns what is asked most of the entry of a path, or nil. It is valid until the
// next call.
func (f *Follower) Find(path string) *Head {
	for f.size > 0 {
		same := f.next.Path == path
		if !same && f.order(f.next.Path, path) > 0 {
			return nil
		}
		if f.Passed != nil {
			f.Passed(&f.next)
		}
		f.found, f.head = f.rest[:f.size], f.next
		f.rest = f.rest[f.size:]
		f.read()
		if same {
			return &f.head
		}
	}
	return nil
}

// Entry returns the entry that was found last.
func (f *Follower) Entry() (e Entry) {
	_, fields := cutPacked(f.found)
	(&unpacker{b: fields}).entry(&e)
	return e
}

// Keep adds an entry of another manifest, which was found there last.
func (m *Manifest) Keep(found *Follower) {
	if m.Packed != nil {
		m.Packed.extend(found.found)
		return
	}
	m.Files = append(m.Files, found.Entry())
}

// Digests returns what gives the bytes of the digests of what was found, or nothing, for
// paths that come in an order. Those of Coqui's form are by a rule of its own.
func (m *Manifest) Digests(order Order) func(path string) string {
	if m.Coqui || m.IsForeign() {
		return func(string) string { return "" }
	}
	others := make(map[string]string, len(m.Unsupported)) // looked up, never ranged over
	for i := range m.Unsupported {
		if sum, err := hex.DecodeString(m.Unsupported[i].SHA256); err == nil {
			others[m.Unsupported[i].Path] = string(sum)
		}
	}
	entries := m.Follow(order)
	return func(path string) string {
		if e := entries.Find(path); e != nil {
			return e.Sum
		}
		return others[path]
	}
}

// read reads the head of the next entry.
func (f *Follower) read() {
	for len(f.rest) == 0 {
		if f.run++; f.run >= len(f.list.runs) {
			f.size = 0
			return
		}
		f.rest = f.list.runs[f.run]
	}
	size, fields := cutPacked(f.rest)
	f.size = size
	(&unpacker{b: fields}).head(&f.next)
}
