package zipfile

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// expansion is the most that a byte of deflate can unpack to: a length of 258
// by two codes of one bit each.
const expansion = 1032

// packedBuffer is how many packed bytes are read at once.
const packedBuffer = 32 << 10

// inflater unpacks one deflated entry after the other.
type inflater struct {
	io.Reader // the unpacked bytes, until the inflater is let go
	packed    *bufio.Reader
}

// inflaters keeps those that are not in use, for their windows and tables.
var inflaters = sync.Pool{New: func() any {
	packed := bufio.NewReaderSize(nil, packedBuffer)
	return &inflater{Reader: flate.NewReader(packed), packed: packed}
}}

// unpacker reads the content of entries.
type unpacker struct {
	ctx     context.Context
	env     *converters.Env
	content *io.SectionReader
	header  [localSize]byte
}

// inflate returns an inflater of an entry whose packed bytes begin at start.
func (u *unpacker) inflate(e *Entry, start int64) *inflater {
	f := inflaters.Get().(*inflater)
	f.packed.Reset(io.NewSectionReader(u.content, start, e.Packed))
	_ = f.Reader.(flate.Resetter).Reset(f.packed, nil) // always nil
	return f
}

// free lets the inflater go.
func (f *inflater) free() {
	f.packed.Reset(nil)
	inflaters.Put(f)
}

// whole returns the content of an entry, in the given memory where that is
// enough.
func (u *unpacker) whole(e *Entry, to []byte) ([]byte, error) {
	start, err := u.start(e)
	if err != nil {
		return nil, err
	}
	if e.method == methodStore {
		out := sized(to, e.Size)
		if err := readAt(u.content, out, start); err != nil {
			return nil, err
		}
		return out, checked(out, e)
	}
	if e.Size/expansion > e.Packed {
		return nil, damaged(e)
	}
	r := u.inflate(e, start)
	defer r.free()
	out := sized(to, e.Size)
	if _, err := io.ReadFull(r, out); err != nil {
		return nil, fault(err, e)
	}
	var more [1]byte
	if n, err := io.ReadFull(r, more[:]); n > 0 || !errors.Is(err, io.EOF) {
		return nil, fault(err, e)
	}
	return out, checked(out, e)
}

// sized returns memory of a size.
func sized(to []byte, size int64) []byte {
	if int64(cap(to)) >= size {
		return to[:size]
	}
	return make([]byte, size)
}

// head returns the first bytes of an entry that is longer.
func (u *unpacker) head(e *Entry, size int64) ([]byte, error) {
	start, err := u.start(e)
	if err != nil {
		return nil, err
	}
	out := make([]byte, size)
	if e.method == methodStore {
		return out, readAt(u.content, out, start)
	}
	r := u.inflate(e, start)
	defer r.free()
	if _, err := io.ReadFull(r, out); err != nil {
		return nil, fault(err, e)
	}
	return out, nil
}

// fault returns the error for a part that could not be unpacked: the source's
// own where it could not be read.
func fault(err error, e *Entry) error {
	var broken flate.CorruptInputError
	var unknown flate.InternalError
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &broken) || errors.As(err, &unknown) {
		return damaged(e)
	}
	return err
}

// checked reports a part whose checksum is not that of the directory.
func checked(content []byte, e *Entry) error {
	if crc32.ChecksumIEEE(content) != e.crc {
		return damaged(e)
	}
	return nil
}

// start returns where an entry's packed bytes begin (APPNOTE 4.3.7), and
// checks that what the directory says of it can be.
func (u *unpacker) start(e *Entry) (int64, error) {
	header := &u.header
	if err := readAt(u.content, header[:], e.offset); err != nil {
		return 0, err
	}
	if binary.LittleEndian.Uint32(header[:]) != localMark {
		return 0, damaged(e)
	}
	start := e.offset + localSize + int64(binary.LittleEndian.Uint16(header[26:])) + int64(binary.LittleEndian.Uint16(header[28:]))
	if start > u.content.Size()-e.Packed || e.method == methodStore && e.Packed != e.Size {
		return 0, damaged(e)
	}
	return start, nil
}

func damaged(e *Entry) error {
	return &converters.CorruptError{
		Pos:    document.Pos{Part: e.Name},
		What:   "the part is not what the package's directory says: the file was damaged",
		Remedy: "get a fresh copy",
	}
}

// stream reads a part while it unpacks.
type stream struct {
	from   *unpacker
	entry  *Entry
	source io.Reader
	left   int64 // bytes that are due
	crc    uint32
	err    error
}

func (u *unpacker) stream(e *Entry) (io.Reader, error) {
	start, err := u.start(e)
	if err != nil {
		return nil, err
	}
	s := &stream{from: u, entry: e, left: e.Size}
	if e.method == methodStore {
		s.source = io.NewSectionReader(u.content, start, e.Packed)
		return s, nil
	}
	s.source = u.inflate(e, start)
	return s, nil
}

// stepBytes is how many bytes are one step of the budget.
const stepBytes = 64

// Read implements io.Reader.
func (s *stream) Read(to []byte) (int, error) {
	if s.err != nil || len(to) == 0 {
		return 0, s.err
	}
	n, err := s.source.Read(to)
	s.left -= int64(n)
	s.crc = crc32.Update(s.crc, crc32.IEEETable, to[:n])
	switch ended := errors.Is(err, io.EOF); {
	case err != nil && !ended:
		s.err = fault(err, s.entry)
	case s.left < 0, ended && (s.left > 0 || s.crc != s.entry.crc):
		s.err = damaged(s.entry)
		n += int(min(s.left, 0)) // no byte beyond what is due
	case ended:
		s.err = io.EOF
	default:
		s.err = s.from.env.Step(s.from.ctx, 1+int64(n)/stepBytes, document.Pos{Part: s.entry.Name})
	}
	if f, ok := s.source.(*inflater); ok && s.err != nil {
		f.free()
		s.source = nil
	}
	if n > 0 && !errors.Is(s.err, converters.ErrCorrupt) {
		return n, nil
	}
	return max(n, 0), s.err
}
