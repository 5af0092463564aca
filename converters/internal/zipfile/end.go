package zipfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset/magic"
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
	content *io.SectionReader
	entries int64
	size    int64
	offset  int64 // in the file
	base    int64 // bytes in front of the package

	tail []byte // the end of the file, which in small ones has the directory in it
	from int64  // where it begins
}

// tailSize is how much of the end of a file is read at once. It holds the
// directory of a document with few parts.
const tailSize = 2 << 10

// findDirectory reads the end of the file (APPNOTE 4.3.16).
func findDirectory(content *io.SectionReader) (directory, error) {
	size := content.Size()
	// The record itself in most files; with the longest comment in others.
	for _, length := range [...]int64{tailSize, endSize + 1<<16} {
		tail := make([]byte, min(length, size))
		d := directory{content: content, tail: tail, from: size - int64(len(tail))}
		if err := readAt(content, tail, d.from); err != nil {
			return d, err
		}
		for i := bytes.LastIndex(tail, []byte(endMark)); i >= 0; i = bytes.LastIndex(tail[:i], []byte(endMark)) {
			if len(tail)-i >= endSize {
				return d, d.end(tail[i:], d.from+int64(i))
			}
		}
		if length >= size {
			break
		}
	}
	return directory{}, noPackage(content)
}

// end reads the end record, which lies at an offset of the file.
func (d *directory) end(record []byte, at int64) error {
	d.entries = int64(binary.LittleEndian.Uint16(record[10:]))
	d.size = int64(binary.LittleEndian.Uint32(record[12:]))
	d.offset = int64(binary.LittleEndian.Uint32(record[16:]))
	if volume := binary.LittleEndian.Uint16(record[4:]); volume != 0 && volume != 0xffff {
		return converters.Corrupt(document.Pos{}, "a package over several volumes")
	}
	if d.entries == 0xffff || d.size == 0xffffffff || d.offset == 0xffffffff {
		var err error
		if at, err = d.end64(at); err != nil {
			return err
		}
	}
	if d.size < 0 || d.offset < 0 || d.size > at || d.offset > at-d.size {
		return converters.Corrupt(document.Pos{}, "the package's directory lies outside of it: the file was cut or damaged")
	}
	if base := at - d.size - d.offset; base > 0 && !d.begins() {
		d.base = base
		d.offset += base
	}
	return nil
}

// begins reports whether a directory begins where the end record says, as it
// does where other bytes follow the directory and none are in front of the
// package.
func (d *directory) begins() bool {
	var mark [4]byte
	return readAt(d.content, mark[:], d.offset) == nil && binary.LittleEndian.Uint32(mark[:]) == centralMark
}

// end64 reads the records of Zip64 in front of the end record, where there
// are any, and returns where the first of them lies (APPNOTE 4.3.14, 4.3.15).
func (d *directory) end64(at int64) (int64, error) {
	var locate [locateSize]byte
	if at < locateSize {
		return at, nil
	}
	if err := readAt(d.content, locate[:], at-locateSize); err != nil {
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
	if err := readAt(d.content, record[:], from); err != nil {
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
func noPackage(content *io.SectionReader) error {
	head := make([]byte, min(512, content.Size()))
	if err := readAt(content, head, 0); err != nil {
		return err
	}
	if bytes.HasPrefix(head, []byte(oleMark)) {
		return oleError(content)
	}
	switch kind := magic.Type(head); {
	case len(head) == 0:
		return &converters.CorruptError{What: "the file is empty", Empty: true}
	case kind == "zip":
		return &converters.CorruptError{What: "truncated or damaged (no ZIP directory)", Remedy: "get a fresh copy"}
	case kind != "":
		return converters.Corrupt(document.Pos{}, "not a zip package, as its type asks for, but %s", kind)
	default:
		return converters.Corrupt(document.Pos{}, "not a zip package, as its type asks for")
	}
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
