package zipfile

import (
	"context"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Entry is a part of a package.
type Entry struct {
	Name      string // with slashes, without one in front
	Size      int64  // bytes, unpacked
	Packed    int64  // bytes, as they lie in the package
	Encrypted bool

	offset int64 // of the local header
	method uint16
	crc    uint32
	spent  bool // its size is in what the source has used
}

// record is an entry's record, cut into its parts.
type record struct {
	fixed, name, extra []byte
}

// bytes returns the directory itself.
func (d *directory) bytes() ([]byte, error) {
	if at := d.offset - d.from; at >= 0 {
		return d.tail[at : at+d.size], nil
	}
	raw := make([]byte, d.size)
	return raw, readAt(d.content, raw, d.offset)
}

// cutRecord returns the record at the start of a directory and what follows
// it (APPNOTE 4.3.12).
func cutRecord(raw []byte) (r record, rest []byte, ok bool) {
	if len(raw) < centralLen || binary.LittleEndian.Uint32(raw) != centralMark {
		return r, nil, false
	}
	name := centralLen + int(binary.LittleEndian.Uint16(raw[28:]))
	extra := name + int(binary.LittleEndian.Uint16(raw[30:]))
	length := extra + int(binary.LittleEndian.Uint16(raw[32:]))
	if length > len(raw) {
		return r, nil, false
	}
	return record{raw[:centralLen], raw[centralLen:name], raw[name:extra]}, raw[length:], true
}

// Lists reports whether a package has entries with names that are written just
// so. It looks at nothing else, and never fails: what is wrong with a package
// is found when it is opened.
func Lists(content *io.SectionReader, names ...string) bool {
	d, err := findDirectory(content)
	if err != nil {
		return false
	}
	raw, err := d.bytes()
	if err != nil {
		return false
	}
	found := 0
	for range d.entries {
		r, rest, ok := cutRecord(raw)
		if !ok || found == len(names) {
			break
		}
		for _, name := range names {
			if string(r.name) == name {
				found++
			}
		}
		raw = rest
	}
	return found == len(names)
}

// list reads every entry's record; folders are left out. The names are parts of
// the directory, which nothing changes.
func (d *directory) list(ctx context.Context, env *converters.Env) ([]Entry, error) {
	if err := env.Check(converters.LimitEntries, d.entries, document.Pos{}); err != nil {
		return nil, err
	}
	raw, err := d.bytes()
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, min(d.entries, d.size/centralLen))
	for range d.entries {
		r, rest, ok := cutRecord(raw)
		if !ok {
			return nil, converters.Corrupt(document.Pos{}, "the package's directory is damaged")
		}
		e := entryOf(&r)
		e.offset += d.base
		if err := e.cleanName(); err != nil {
			return nil, err
		}
		if e.Name != "" && !strings.HasSuffix(e.Name, "/") {
			entries = append(entries, e)
		}
		raw = rest
	}
	return entries, env.Step(ctx, d.entries, document.Pos{})
}

// entryOf reads one record.
func entryOf(r *record) Entry {
	record := r.fixed
	e := Entry{
		Name:      unsafe.String(unsafe.SliceData(r.name), len(r.name)),
		Size:      int64(binary.LittleEndian.Uint32(record[24:])),
		Packed:    int64(binary.LittleEndian.Uint32(record[20:])),
		Encrypted: binary.LittleEndian.Uint16(record[8:])&flagEncrypted != 0,
		offset:    int64(binary.LittleEndian.Uint32(record[42:])),
		method:    binary.LittleEndian.Uint16(record[10:]),
		crc:       binary.LittleEndian.Uint32(record[16:]),
	}
	if e.Size == 0xffffffff || e.Packed == 0xffffffff || e.offset == 0xffffffff {
		e.widen(r.extra)
	}
	return e
}

// widen takes the numbers that do not fit in 32 bits from the extra field
// (APPNOTE 4.5.3).
func (e *Entry) widen(extra []byte) {
	for len(extra) >= 4 {
		size := int(binary.LittleEndian.Uint16(extra[2:]))
		if size > len(extra)-4 {
			return
		}
		if binary.LittleEndian.Uint16(extra) != extra64 {
			extra = extra[4+size:]
			continue
		}
		field := extra[4 : 4+size]
		for _, v := range []*int64{&e.Size, &e.Packed, &e.offset} {
			if *v == 0xffffffff && len(field) >= 8 {
				*v = int64(min(binary.LittleEndian.Uint64(field), 1<<62))
				field = field[8:]
			}
		}
		return
	}
}

// cleanName takes off the slashes in front of a name, and keeps out one that leads
// out of the package. Backslashes are the slashes of some writers on Windows.
func (e *Entry) cleanName() error {
	if strings.IndexByte(e.Name, '\\') >= 0 {
		e.Name = strings.ReplaceAll(e.Name, "\\", "/")
	}
	e.Name = strings.TrimLeft(e.Name, "/")
	if strings.HasSuffix(e.Name, "/") {
		return nil // a folder
	}
	if strings.Contains(e.Name, "..") && slices.Contains(strings.Split(e.Name, "/"), "..") {
		return converters.Corrupt(document.Pos{}, "an entry's name leads out of the package: %q", clip(e.Name))
	}
	return nil
}

// clip shortens a name for a message.
func clip(name string) string {
	if len(name) > 80 {
		return name[:80] + "…"
	}
	return name
}
