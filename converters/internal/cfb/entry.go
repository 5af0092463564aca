package cfb

import (
	"context"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// The kinds of entries (2.6.1).
const (
	kindStorage = 1
	kindStream  = 2
	kindRoot    = 5
)

// Root returns the storage that holds all others.
func (f *File) Root() *Entry { return f.root }

// Find returns an entry of a storage by its name in any case, or nil (2.6.4).
func (e *Entry) Find(name string) *Entry {
	for _, c := range e.Inside {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

// Stream returns a stream of a storage by its name, or nil.
func (e *Entry) Stream(name string) *Entry {
	if c := e.Find(name); c != nil && !c.Storage {
		return c
	}
	return nil
}

// readDirectory makes the tree of entries.
func (f *File) readDirectory(b []byte) error {
	n := len(b) / entrySize
	if err := f.env.Check(converters.LimitEntries, int64(n), document.Pos{}); err != nil {
		return err
	}
	if n == 0 {
		return converters.Corrupt(document.Pos{}, "the compound file has no directory")
	}
	d := directory{raw: b, seen: make([]bool, n), file: f}
	f.root = d.entry(0)
	f.root.Storage = true
	d.seen[0] = true
	todo := []storage{{f.root, d.link(0, 76)}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], d.fill(s)...)
	}
	return nil
}

// directory are the entries as the file has them.
type directory struct {
	raw  []byte
	seen []bool
	file *File
}

// storage is one whose entries are not known yet.
type storage struct {
	of    *Entry
	child uint32
}

func (d *directory) link(i, at int) uint32 {
	return binary.LittleEndian.Uint32(d.raw[i*entrySize+at:])
}

// entry returns an entry by its number (2.6.1).
func (d *directory) entry(i int) *Entry {
	raw := d.raw[i*entrySize : (i+1)*entrySize]
	n := min(int(binary.LittleEndian.Uint16(raw[64:])), 64)
	units := make([]uint16, 0, 32)
	for at := 0; at+1 < n; at += 2 {
		if c := binary.LittleEndian.Uint16(raw[at:]); c != 0 {
			units = append(units, c)
		}
	}
	e := &Entry{Name: string(utf16.Decode(units)), Storage: raw[66] == kindStorage || raw[66] == kindRoot, first: d.link(i, 116)}
	copy(e.Class[:], raw[80:])
	size := binary.LittleEndian.Uint64(raw[120:])
	if d.file.size <= headerSize {
		size &= lengthCutOff
	}
	e.Size = int64(min(size, 1<<40))
	return e
}

// fill gives a storage its entries, which are a tree by their names, and returns the
// storages among them. A tree that is none ends where it leads back.
func (d *directory) fill(s storage) []storage {
	var todo []storage
	var open []int
	at := s.child
	for {
		for at != noEntry && int(at) < len(d.seen) && !d.seen[at] {
			d.seen[at] = true
			open = append(open, int(at))
			at = d.link(int(at), 68)
		}
		if len(open) == 0 {
			return todo
		}
		i := open[len(open)-1]
		open = open[:len(open)-1]
		switch d.raw[i*entrySize+66] {
		case kindStorage, kindStream:
			e := d.entry(i)
			s.of.Inside = append(s.of.Inside, e)
			if e.Storage {
				todo = append(todo, storage{e, d.link(i, 76)})
			}
		}
		at = d.link(i, 72)
	}
}

// Read returns what is in a stream, as far as the file holds it; nothing for nil.
func (f *File) Read(e *Entry) ([]byte, error) {
	if e == nil || e.Storage || e.Size == 0 {
		return nil, nil
	}
	pos := document.Pos{Part: e.Name}
	size := min(e.Size, f.in.Size()) // a broken entry may say anything
	if err := f.env.Check(converters.LimitPart, size, pos); err != nil {
		return nil, err
	}
	if err := f.env.Spend(converters.LimitParts, size, pos); err != nil {
		return nil, err
	}
	if e.Size >= miniCutoff {
		return f.readChain(e.first, e.Size)
	}
	return f.readMini(e)
}

// readMini reads a small stream, which is in sectors of its own in the mini stream.
func (f *File) readMini(e *Entry) ([]byte, error) {
	if f.hold == nil {
		var err error
		if f.hold, err = f.readChain(f.root.first, f.root.Size); err != nil {
			return nil, err
		}
	}
	if err := f.env.Step(f.ctx, e.Size/miniSize+1, document.Pos{Part: e.Name}); err != nil {
		return nil, err
	}
	var out []byte
	for at := e.first; int64(len(out)) < e.Size; at = f.mini[at] {
		from := int64(at) * miniSize
		if int64(at) >= int64(len(f.mini)) || from >= int64(len(f.hold)) {
			f.cut = true
			return out, nil
		}
		n := min(e.Size-int64(len(out)), miniSize, int64(len(f.hold))-from)
		out = append(out, f.hold[from:from+n]...)
	}
	return out, nil
}

// Holds reports whether content is a compound file with a stream of one of some names at its top.
func Holds(content *io.SectionReader, names ...string) bool {
	if !Is(content) || content.Size() < headerSize {
		return false
	}
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	f, err := Open(context.Background(), env, content)
	if err != nil {
		return false
	}
	for _, name := range names {
		if f.root.Stream(name) != nil {
			return true
		}
	}
	return false
}
