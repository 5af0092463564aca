package zipfile

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Sizes and marks of the records (APPNOTE 4.3).
const (
	localSize  = 30
	centralLen = 46
	endSize    = 22
	end64Size  = 56
	locateSize = 20

	centralMark = 0x02014b50
	localMark   = 0x04034b50
	endMark     = "PK\x05\x06"
	end64Mark   = 0x06064b50
	locateMark  = 0x07064b50

	methodStore   = 0
	methodDeflate = 8

	flagEncrypted = 1 << 0
	extra64       = 1
)

// bytes returns the directory itself.
func (d *directory) bytes() ([]byte, error) {
	if at := d.offset - d.from; at >= 0 {
		return d.tail[at : at+d.size], nil
	}
	raw := make([]byte, d.size)
	return raw, readAt(d.content, raw, d.offset)
}

// record is an entry's record, cut into its parts.
type record struct {
	fixed, name, extra []byte
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

// readDirectory reads every entry's record. The names are parts of the
// directory, which nothing changes.
func (a *Archive) readDirectory(d *directory) error {
	if err := a.env.Check(converters.LimitEntries, d.entries, document.Pos{}); err != nil {
		return err
	}
	raw, err := d.bytes()
	if err != nil {
		return err
	}
	a.entries = make([]Entry, 0, min(d.entries, d.size/centralLen))
	for range d.entries {
		r, rest, ok := cutRecord(raw)
		if !ok {
			return converters.Corrupt(document.Pos{}, "the package's directory is damaged")
		}
		e := entryOf(&r)
		e.offset += d.base
		if err := a.add(e); err != nil {
			return err
		}
		raw = rest
	}
	return a.env.Step(a.ctx, d.entries, document.Pos{})
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

// add keeps an entry, unless it is a folder. Backslashes are the slashes of
// some writers on Windows.
func (a *Archive) add(e Entry) error {
	if strings.IndexByte(e.Name, '\\') >= 0 {
		e.Name = strings.ReplaceAll(e.Name, "\\", "/")
	}
	e.Name = strings.TrimLeft(e.Name, "/")
	if e.Name == "" || strings.HasSuffix(e.Name, "/") {
		return nil
	}
	if strings.Contains(e.Name, "..") && slices.Contains(strings.Split(e.Name, "/"), "..") {
		return converters.Corrupt(document.Pos{}, "an entry's name leads out of the package: %q", clip(e.Name))
	}
	a.entries = append(a.entries, e)
	return nil
}

// clip shortens a name for a message.
func clip(name string) string {
	if len(name) > 80 {
		return name[:80] + "…"
	}
	return name
}

// readAt fills a buffer from an offset of the file. A file that is shorter is
// corrupt; other errors are those of the disk.
func readAt(r io.ReaderAt, to []byte, offset int64) error {
	n, err := r.ReadAt(to, offset)
	if n == len(to) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return converters.Corrupt(document.Pos{}, "the package ends too soon: the file was cut or damaged")
	}
	return err
}
