package manifest

import (
	"encoding/binary"
	"iter"
	"unsafe"
)

// packed is a list of entries that takes a third of the memory of a slice of them: a
// manifest of many sources is read, made and written with it. What is in it never
// changes.
//
// An entry is its length and its fields, those first that are asked for most: see
// [Head]. A number takes few bytes where it is small, a digest as many as it has.
type packed struct {
	runs    [][]byte // of entries, one behind the other
	own     []byte   // room for entries that are added
	scratch []byte
	count   int
}

// packedRoom is for how many bytes of entries room is made at once.
const packedRoom = 64 << 10

// Head is what is asked of an entry most.
type Head struct {
	Path          string
	Sum           string // the bytes of the source's digest; empty where there is none
	IsOK          bool   // the source was converted
	IsFailed      bool
	HasChapter    bool
	Length        int64 // of the chapter
	TokenEstimate int
	Tokens        int
}

// add adds an entry behind all others.
func (p *packed) add(e *Entry) {
	w := packer{p.scratch[:0]}
	w.entry(e)
	p.scratch = w.b
	size := binary.MaxVarintLen64 + len(w.b)
	if cap(p.own)-len(p.own) < size {
		p.own = make([]byte, 0, max(size, packedRoom))
	}
	from := len(p.own)
	p.own = binary.AppendUvarint(p.own, uint64(len(w.b)))
	p.own = append(p.own, w.b...)
	p.extend(p.own[from:])
}

// extend adds an entry without a copy of it. One that lies behind the last one makes
// that run longer.
func (p *packed) extend(entry []byte) {
	p.count++
	if last := len(p.runs) - 1; last >= 0 {
		run := p.runs[last]
		if end := len(run) + len(entry); end <= cap(run) && unsafe.SliceData(run[len(run):end]) == unsafe.SliceData(entry) {
			p.runs[last] = run[:end]
			return
		}
	}
	p.runs = append(p.runs, entry)
}

// all returns the entries. An entry, and the digests in it, are valid until the next one.
func (p *packed) all() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		var e Entry
		u := unpacker{}
		for entry := range p.each() {
			u.b, u.texts = entry, u.texts[:0]
			if u.entry(&e); !yield(&e) {
				return
			}
		}
	}
}

// heads returns what is asked most of the entries, each valid until the next one.
func (p *packed) heads() iter.Seq[*Head] {
	return func(yield func(*Head) bool) {
		var h Head
		for entry := range p.each() {
			u := unpacker{b: entry}
			if u.head(&h); !yield(&h) {
				return
			}
		}
	}
}

// each returns the fields of the entries.
func (p *packed) each() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, run := range p.runs {
			for len(run) > 0 {
				size, fields := cutPacked(run)
				if !yield(fields) {
					return
				}
				run = run[size:]
			}
		}
	}
}

// cutPacked returns the fields of the first entry of a run, and how many bytes it takes.
func cutPacked(run []byte) (size int, fields []byte) {
	length, n := binary.Uvarint(run)
	size = n + int(length)
	return size, run[n:size]
}

// list returns the entries as a slice.
func (p *packed) list() []Entry {
	all := make([]Entry, 0, p.count)
	for entry := range p.each() {
		all = append(all, Entry{})
		(&unpacker{b: entry}).entry(&all[len(all)-1])
	}
	return all
}

// Heads returns what is asked most of the entries, each valid until the next one.
func (m *Manifest) Heads() iter.Seq[*Head] { return packedOf(m).heads() }

// Pack puts the entries of a manifest into little memory.
func (m *Manifest) Pack() { m.Packed, m.Files = packedOf(m), nil }

// packedOf returns the entries of a manifest in little memory.
func packedOf(m *Manifest) *packed {
	if m.Packed != nil {
		return m.Packed
	}
	p := &packed{}
	for i := range m.Files {
		p.add(&m.Files[i])
	}
	return p
}

// Whole returns a manifest that has its entries in Files: itself where it has them
// there.
func (m *Manifest) Whole() *Manifest {
	if m.Packed == nil {
		return m
	}
	whole := *m
	whole.Files, whole.Packed = m.Packed.list(), nil
	return &whole
}

// Len returns how many entries there are.
func (m *Manifest) Len() int {
	if m.Packed != nil {
		return m.Packed.count
	}
	return len(m.Files)
}

// All returns the entries, wherever they are. An entry, and the digests in it, are valid
// until the next one.
func (m *Manifest) All() iter.Seq[*Entry] {
	if m.Packed != nil {
		return m.Packed.all()
	}
	return func(yield func(*Entry) bool) {
		for i := range m.Files {
			if !yield(&m.Files[i]) {
				return
			}
		}
	}
}

// Add adds an entry behind all others.
func (m *Manifest) Add(e *Entry) {
	if m.Packed != nil {
		m.Packed.add(e)
		return
	}
	m.Files = append(m.Files, *e)
}
