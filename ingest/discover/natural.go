package discover

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// The names of one folder are ordered as Coqui does: names that begin with an
// ASCII digit come first, then both kinds by a case-insensitive natural
// comparison in which runs of digits count as numbers of any length.

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

// sort sorts the names of one folder. A key of each is made once, in which its
// tokens are compared as bytes: most names are told apart by one number then.
// Names whose keys are equal (1-a and 01-a, "a b" and ab) are in byte order,
// so that the order is total.
func (s *sorter) sort(names []listed) {
	if len(names) < 2 {
		return
	}
	s.keys, s.order = s.keys[:0], s.order[:0]
	for i := range names {
		from := len(s.keys)
		s.keys = appendKey(s.keys, names[i].name)
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

// The bytes of a key that no byte of a name has there.
const (
	keyNumbered = 1 // begins the key of a name that begins with a digit
	keyOther    = 2 // begins that of another
	keyEnd      = 0 // ends a fraction, and stands for white space at a name's end
	keyFraction = '0'
	keyNumber   = '1'
)

// appendKey appends a key of a name: keys compare as bytes as the names do. A
// name has less than 64 KiB on every system.
//
// A name is a sequence of tokens: a run of digits, a byte, or the byte just
// behind a run. A run that begins with zero is compared as text, like a
// fraction: it is compared as it is, and has an end. Another is compared by its length
// first: that is before it. The two kinds differ by their first byte as the
// runs do, and both from any other byte as digits do.
func appendKey(key []byte, name string) []byte {
	if isNumbered(name) {
		key = append(key, keyNumbered)
	} else {
		key = append(key, keyOther)
	}
	for s := trimZeros(name); s != ""; {
		if s = trimSpace(s); s == "" {
			return append(key, keyEnd)
		}
		if !isDigit(s[0]) {
			key, s = append(key, upper(s[0])), s[1:]
			continue
		}
		n := runLength(s)
		if s[0] == '0' {
			key = append(append(append(key, keyFraction), s[:n]...), keyEnd)
		} else {
			key = binary.BigEndian.AppendUint16(append(key, keyNumber), uint16(n))
			key = append(key, s[:n]...)
		}
		if s = s[n:]; s != "" {
			key, s = append(key, upper(s[0])), s[1:] // even a space counts here
		}
	}
	return key
}

func isNumbered(name string) bool {
	return name != "" && isDigit(name[0])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isSpace is the white space of the C locale. Wider sets of spaces are letters
// to the comparison, as every other byte beyond ASCII.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// trimZeros drops the zeros that lead a number at the very start of a name.
// Zeros further in are not dropped: they turn a number into a fraction.
func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' && isDigit(s[1]) {
		s = s[1:]
	}
	return s
}

func trimSpace(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}

func runLength(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
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
		if c := bytes.Compare(appendKey(nil, x), appendKey(nil, y)); c != 0 {
			return c
		}
		return strings.Compare(x, y)
	}
}
