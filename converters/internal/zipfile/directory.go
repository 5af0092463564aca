package zipfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
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

// directory says where the central directory lies.
type directory struct {
	entries int64
	size    int64
	offset  int64 // in the file
	base    int64 // bytes in front of the package
}

// findDirectory reads the end of the file (APPNOTE 4.3.16).
func (a *Archive) findDirectory() (directory, error) {
	size := a.content.Size()
	// The record itself in most files; with the longest comment in others.
	for _, length := range []int64{1 << 10, endSize + 1<<16} {
		tail := make([]byte, min(length, size))
		if err := readAt(a.content, tail, size-int64(len(tail))); err != nil {
			return directory{}, err
		}
		for i := bytes.LastIndex(tail, []byte(endMark)); i >= 0; i = bytes.LastIndex(tail[:i], []byte(endMark)) {
			if len(tail)-i >= endSize {
				return a.end(tail[i:], size-int64(len(tail)-i))
			}
		}
		if length >= size {
			break
		}
	}
	return directory{}, a.noPackage()
}

// end reads the end record, which lies at an offset of the file.
func (a *Archive) end(record []byte, at int64) (directory, error) {
	d := directory{
		entries: int64(binary.LittleEndian.Uint16(record[10:])),
		size:    int64(binary.LittleEndian.Uint32(record[12:])),
		offset:  int64(binary.LittleEndian.Uint32(record[16:])),
	}
	if volume := binary.LittleEndian.Uint16(record[4:]); volume != 0 && volume != 0xffff {
		return d, converters.Corrupt(document.Pos{}, "a package over several volumes")
	}
	if d.entries == 0xffff || d.size == 0xffffffff || d.offset == 0xffffffff {
		var err error
		if at, err = a.end64(&d, at); err != nil {
			return d, err
		}
	}
	if err := a.env.Check(converters.LimitEntries, d.entries, document.Pos{}); err != nil {
		return d, err
	}
	if d.size < 0 || d.offset < 0 || d.size > at || d.offset > at-d.size {
		return d, converters.Corrupt(document.Pos{}, "the package's directory lies outside of it: the file was cut or damaged")
	}
	if base := at - d.size - d.offset; base > 0 && !a.begins(d) {
		d.base = base
		d.offset += base
	}
	return d, nil
}

// begins reports whether a directory begins where the end record says, as it
// does where other bytes follow the directory and none stand in front of the
// package.
func (a *Archive) begins(d directory) bool {
	var mark [4]byte
	return readAt(a.content, mark[:], d.offset) == nil && binary.LittleEndian.Uint32(mark[:]) == centralMark
}

// end64 reads the records of Zip64 in front of the end record, where there
// are any, and returns where the first of them lies (APPNOTE 4.3.14, 4.3.15).
func (a *Archive) end64(d *directory, at int64) (int64, error) {
	var locate [locateSize]byte
	if at < locateSize {
		return at, nil
	}
	if err := readAt(a.content, locate[:], at-locateSize); err != nil {
		return at, err
	}
	if binary.LittleEndian.Uint32(locate[:]) != locateMark {
		return at, nil
	}
	from := int64(binary.LittleEndian.Uint64(locate[8:]))
	var record [end64Size]byte
	if from < 0 || from > at-locateSize-end64Size {
		return at, converters.Corrupt(document.Pos{}, "the package's directory lies outside of it: the file was cut or damaged")
	}
	if err := readAt(a.content, record[:], from); err != nil {
		return at, err
	}
	if binary.LittleEndian.Uint32(record[:]) != end64Mark {
		return at, converters.Corrupt(document.Pos{}, "the package's directory is not where its end says")
	}
	d.entries = int64(min(binary.LittleEndian.Uint64(record[32:]), 1<<62))
	d.size = int64(min(binary.LittleEndian.Uint64(record[40:]), 1<<62))
	d.offset = int64(min(binary.LittleEndian.Uint64(record[48:]), 1<<62))
	return from, nil
}

// noPackage is the error for a file without a directory.
func (a *Archive) noPackage() error {
	head := make([]byte, min(512, a.content.Size()))
	if err := readAt(a.content, head, 0); err != nil {
		return err
	}
	if bytes.HasPrefix(head, []byte(oleMark)) {
		return oleError(a.content)
	}
	switch magic := charset.Magic(head); {
	case len(head) == 0:
		return converters.Corrupt(document.Pos{}, "the file is empty")
	case magic == "zip":
		return &converters.CorruptError{What: "the package has no directory: the file was cut or damaged", Remedy: "take the file from its source again"}
	case magic != "":
		return converters.Corrupt(document.Pos{}, "not a zip package, as its type asks for, but %s", magic)
	default:
		return converters.Corrupt(document.Pos{}, "not a zip package, as its type asks for")
	}
}

// readDirectory reads every entry's record (APPNOTE 4.3.12).
func (a *Archive) readDirectory(d directory) error {
	raw := make([]byte, d.size)
	if err := readAt(a.content, raw, d.offset); err != nil {
		return err
	}
	text := string(raw) // what the names are parts of
	a.entries = make([]Entry, 0, min(d.entries, d.size/centralLen))
	at := 0
	for range d.entries {
		if len(raw)-at < centralLen || binary.LittleEndian.Uint32(raw[at:]) != centralMark {
			return converters.Corrupt(document.Pos{}, "the package's directory is damaged")
		}
		record := raw[at:]
		name := int(binary.LittleEndian.Uint16(record[28:]))
		extra := int(binary.LittleEndian.Uint16(record[30:]))
		length := centralLen + name + extra + int(binary.LittleEndian.Uint16(record[32:]))
		if length > len(record) {
			return converters.Corrupt(document.Pos{}, "the package's directory is damaged")
		}
		e := entryOf(record, text[at+centralLen:at+centralLen+name], record[centralLen+name:centralLen+name+extra])
		e.offset += d.base
		at += length
		if err := a.add(e); err != nil {
			return err
		}
	}
	return a.env.Step(a.ctx, d.entries, document.Pos{})
}

// entryOf reads one record.
func entryOf(record []byte, name string, extra []byte) Entry {
	e := Entry{
		Name:      name,
		Size:      int64(binary.LittleEndian.Uint32(record[24:])),
		Packed:    int64(binary.LittleEndian.Uint32(record[20:])),
		Encrypted: binary.LittleEndian.Uint16(record[8:])&flagEncrypted != 0,
		offset:    int64(binary.LittleEndian.Uint32(record[42:])),
		method:    binary.LittleEndian.Uint16(record[10:]),
		crc:       binary.LittleEndian.Uint32(record[16:]),
	}
	if e.Size == 0xffffffff || e.Packed == 0xffffffff || e.offset == 0xffffffff {
		e.widen(extra)
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

// index sorts the names, so that an entry is found and a double one seen.
func (a *Archive) index() error {
	a.byName = make([]int32, len(a.entries))
	for i := range a.byName {
		a.byName[i] = int32(i)
	}
	slices.SortFunc(a.byName, func(x, y int32) int { return compareFold(a.entries[x].Name, a.entries[y].Name) })
	for i := 1; i < len(a.byName); i++ {
		if name := a.entries[a.byName[i]].Name; compareFold(a.entries[a.byName[i-1]].Name, name) == 0 {
			return converters.Corrupt(document.Pos{}, "two entries of the package have the name %q", clip(name))
		}
	}
	return nil
}

// checkOverlap keeps out packages whose entries share bytes: a small file
// that unpacks to a huge one is made so.
func (a *Archive) checkOverlap(d directory) error {
	order := make([]int32, len(a.entries))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(x, y int32) int {
		switch ex, ey := a.entries[x].offset, a.entries[y].offset; {
		case ex < ey:
			return -1
		case ex > ey:
			return 1
		}
		return 0
	})
	free := int64(0)
	for _, i := range order {
		e := &a.entries[i]
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
