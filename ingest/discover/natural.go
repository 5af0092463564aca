package discover

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/natural"
)

// sorter sorts the names of folders, one folder after another, with the same
// memory. It is not for several goroutines.
type sorter struct {
	keys  []byte // of all names, one behind the other
	order []keyed
	moved []listed
}

// keyed is a name with its key.
type keyed struct {
	head uint64 // of the key, behind what all keys of the folder begin with
	from int    // where the key lies
	to   int
	at   int // the name
}

// sort sorts the names of one folder as [natural.Compare] does. A key of each is made
// once: most names are told apart by one number then.
func (s *sorter) sort(names []listed) {
	if len(names) < 2 {
		return
	}
	s.keys, s.order = s.keys[:0], s.order[:0]
	for i := range names {
		from := len(s.keys)
		s.keys = natural.AppendKey(s.keys, names[i].name)
		s.order = append(s.order, keyed{from: from, to: len(s.keys), at: i})
	}
	s.heads()
	slices.SortFunc(s.order, func(a, b keyed) int {
		switch {
		case a.head < b.head:
			return -1
		case a.head > b.head:
			return 1
		}
		if c := bytes.Compare(s.keys[a.from:a.to], s.keys[b.from:b.to]); c != 0 {
			return c
		}
		return strings.Compare(names[a.at].name, names[b.at].name)
	})
	s.moved = append(s.moved[:0], names...)
	for i, k := range s.order {
		names[i] = s.moved[k.at]
	}
	clear(s.moved) // it would keep the names' memory
}

// heads sets the heads of the keys.
func (s *sorter) heads() {
	first := s.keys[s.order[0].from:s.order[0].to]
	same := len(first)
	for _, k := range s.order[1:] {
		key := s.keys[k.from:k.to]
		same = min(same, len(key))
		for i := range same {
			if key[i] != first[i] {
				same = i
				break
			}
		}
	}
	for i := range s.order {
		k := &s.order[i]
		var head [8]byte // a key that ends has zeros, as none has where another ends
		copy(head[:], s.keys[k.from+same:k.to])
		k.head = binary.BigEndian.Uint64(head[:])
	}
}

// Compare compares the paths of two sources by their order: in each folder the
// files first, then what is in its folders.
func Compare(a, b string) int {
	for {
		x, restA, inA := strings.Cut(a, "/")
		y, restB, inB := strings.Cut(b, "/")
		switch {
		case x == y && inA && inB:
			a, b = restA, restB
			continue
		case inA != inB && inA:
			return 1
		case inA != inB:
			return -1
		}
		return natural.Compare(x, y)
	}
}
