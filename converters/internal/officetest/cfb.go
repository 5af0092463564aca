// Package officetest writes small files of the binary formats of Office for tests: from
// their streams, or from a description of the text.
//
//   - word.go: documents of Word; excel.go: workbooks; slides.go: presentations
//   - cfb.go: the compound files that they are in
package officetest

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"
)

// Stream is a stream of a compound file. The storages that it is in are before its name,
// with slashes.
type Stream struct {
	Name string
	Data []byte
}

const (
	sector     = 512
	mini       = 64
	cutoff     = 4096
	free       = 0xFFFFFFFF
	endOfChain = 0xFFFFFFFE
	ofTable    = 0xFFFFFFFD
	ofLists    = 0xFFFFFFFC // of the sectors that say where the table is
)

// entry is an entry of the directory while it is made.
type entry struct {
	name              string
	kind              byte
	left, right, down uint32
	first             uint32
	size              int
}

// writer puts the sectors of a file together.
type writer struct {
	body []byte
	fat  []uint32
	mini []byte
	next []uint32 // of the mini stream
	dir  []entry
	at   map[string]int // storages by path
	last map[int]int    // the entry of a storage that the next one is behind
}

// Pack writes a compound file ([MS-CFB]). The entries of a storage are one behind the
// other, where a tree would be.
func Pack(streams ...Stream) []byte {
	w := &writer{at: map[string]int{"": 0}, last: map[int]int{}}
	w.dir = []entry{{name: "Root Entry", kind: 5, left: free, right: free, down: free}}
	for _, s := range streams {
		folder, name := "", s.Name
		if i := strings.LastIndexByte(s.Name, '/'); i >= 0 {
			folder, name = s.Name[:i], s.Name[i+1:]
		}
		e := entry{name: name, kind: 2, size: len(s.Data), first: endOfChain}
		switch {
		case len(s.Data) >= cutoff:
			e.first = w.chain(s.Data, endOfChain)
		case len(s.Data) > 0:
			e.first = w.small(s.Data)
		}
		w.add(w.storage(folder), e)
	}
	w.dir[0].size, w.dir[0].first = len(w.mini), w.chain(w.mini, endOfChain)
	next := w.chain(numbers(w.next), endOfChain)
	return w.finish(next, w.chain(w.directory(), endOfChain))
}

// storage returns the number of a storage, which it makes.
func (w *writer) storage(path string) int {
	if n, ok := w.at[path]; ok {
		return n
	}
	outer, name := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		outer, name = path[:i], path[i+1:]
	}
	n := w.add(w.storage(outer), entry{name: name, kind: 1, down: free})
	w.at[path] = n
	return n
}

// add adds an entry to a storage.
func (w *writer) add(to int, e entry) int {
	n := len(w.dir)
	e.left, e.right = free, free
	if e.kind == 2 {
		e.down = free
	}
	w.dir = append(w.dir, e)
	if last, ok := w.last[to]; ok {
		w.dir[last].right = uint32(n)
	} else {
		w.dir[to].down = uint32(n)
	}
	w.last[to] = n
	return n
}

// chain adds sectors, and returns the first one.
func (w *writer) chain(data []byte, end uint32) uint32 {
	if len(data) == 0 {
		return endOfChain
	}
	first := uint32(len(w.fat))
	for at := 0; at < len(data); at += sector {
		w.fat = append(w.fat, uint32(len(w.fat)+1))
		w.body = append(w.body, padded(data[at:min(at+sector, len(data))], sector)...)
	}
	w.fat[len(w.fat)-1] = end
	return first
}

// small adds sectors of the mini stream.
func (w *writer) small(data []byte) uint32 {
	first := uint32(len(w.next))
	for at := 0; at < len(data); at += mini {
		w.next = append(w.next, uint32(len(w.next)+1))
		w.mini = append(w.mini, padded(data[at:min(at+mini, len(data))], mini)...)
	}
	w.next[len(w.next)-1] = endOfChain
	return first
}

func padded(b []byte, size int) []byte {
	return append(bytes.Clone(b), make([]byte, (size-len(b)%size)%size)...)
}

func numbers(all []uint32) []byte {
	var out []byte
	for _, n := range all {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	for len(out)%sector != 0 {
		out = binary.LittleEndian.AppendUint32(out, free)
	}
	return out
}

func (w *writer) directory() []byte {
	var out []byte
	for _, e := range w.dir {
		b := make([]byte, 128)
		name := utf16.Encode([]rune(e.name))
		for i, c := range name[:min(len(name), 31)] {
			binary.LittleEndian.PutUint16(b[2*i:], c)
		}
		binary.LittleEndian.PutUint16(b[64:], uint16(2*min(len(name), 31)+2))
		b[66], b[67] = e.kind, 1
		for i, n := range []uint32{e.left, e.right, e.down} {
			binary.LittleEndian.PutUint32(b[68+4*i:], n)
		}
		binary.LittleEndian.PutUint32(b[116:], e.first)
		binary.LittleEndian.PutUint32(b[120:], uint32(e.size))
		out = append(out, b...)
	}
	return out
}

// finish adds the table of sectors, what is said of where it is, and the header.
func (w *writer) finish(next, directory uint32) []byte {
	const inHead, inSector = 109, sector/4 - 1 // sectors of the table that are named there
	first, count, more := len(w.fat), 0, 0
	for len(w.fat)+count+more > count*sector/4 {
		count++
		more = max(0, count-inHead+inSector-1) / inSector
	}
	for range count {
		w.fat = append(w.fat, ofTable)
	}
	var named []uint32
	for i := range count {
		named = append(named, uint32(first+i))
	}
	var lists []uint32 // each sector ends with the number of the next
	rest := named[min(inHead, count):]
	for i := range more {
		w.fat = append(w.fat, ofLists)
		lists = append(lists, rest[:min(inSector, len(rest))]...)
		for rest = rest[min(inSector, len(rest)):]; len(lists)%(inSector+1) != inSector; {
			lists = append(lists, free)
		}
		lists = append(lists, uint32(first+count+i+1))
	}
	start := uint32(endOfChain)
	if more > 0 {
		start, lists[len(lists)-1] = uint32(first+count), endOfChain
	}
	head := make([]byte, sector)
	copy(head, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	for _, f := range []struct{ at, value int }{{24, 0x3E}, {26, 3}, {28, 0xFFFE}, {30, 9}, {32, 6}} {
		binary.LittleEndian.PutUint16(head[f.at:], uint16(f.value))
	}
	for _, f := range []struct {
		at    int
		value uint32
	}{{44, uint32(count)}, {48, directory}, {56, cutoff}, {60, next}, {64, uint32(len(w.next)+127) / 128}, {68, start}, {72, uint32(more)}} {
		binary.LittleEndian.PutUint32(head[f.at:], f.value)
	}
	for i := range inHead {
		n := uint32(free)
		if i < count {
			n = named[i]
		}
		binary.LittleEndian.PutUint32(head[76+4*i:], n)
	}
	return slices.Concat(head, w.body, numbers(w.fat), numbers(lists))
}

func longs(all ...uint32) []byte {
	var out []byte
	for _, n := range all {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	return out
}

func wide(text string) []byte {
	var out []byte
	for _, c := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, c)
	}
	return out
}

func counted(text string) []byte {
	return append(binary.LittleEndian.AppendUint16(nil, uint16(len(utf16.Encode([]rune(text))))), wide(text)...)
}
