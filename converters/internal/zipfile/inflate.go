package zipfile

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// expansion is the most that a byte of deflate can unpack to: a length of 258
// by two codes of one bit each.
const expansion = 1032

// inflater keeps what unpacking one part after the other can share.
type inflater struct{ decoder deflated }

// whole returns the content of an entry, in the given memory where that is
// enough.
func (f *inflater) whole(a *Archive, e *Entry, to []byte) ([]byte, error) {
	start, err := a.start(e)
	if err != nil {
		return nil, err
	}
	if e.method == methodStore {
		out := sized(to, e.Size)
		if err := readAt(a.content, out, start); err != nil {
			return nil, err
		}
		return out, checked(out, e)
	}
	if e.Size/expansion > e.Packed {
		return nil, damaged(e)
	}
	f.decoder.begin(a.content, start, e.Packed)
	out := sized(to, e.Size)
	if !f.decoder.unpack(out) {
		return nil, f.decoder.fault(e)
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
func (f *inflater) head(a *Archive, e *Entry, size int64) ([]byte, error) {
	start, err := a.start(e)
	if err != nil {
		return nil, err
	}
	out := make([]byte, size+copyMost)
	if e.method == methodStore {
		return out, readAt(a.content, out, start)
	}
	f.decoder.begin(a.content, start, e.Packed)
	n, ok := f.decoder.some(out, 0, int(size))
	if !ok {
		return nil, f.decoder.fault(e)
	}
	return out[:n], nil
}

// fault returns the error for a part that cannot be unpacked.
func (d *deflated) fault(e *Entry) error {
	if d.err != nil {
		return d.err
	}
	return damaged(e)
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
func (a *Archive) start(e *Entry) (int64, error) {
	header := &a.header
	if err := readAt(a.content, header[:], e.offset); err != nil {
		return 0, err
	}
	if binary.LittleEndian.Uint32(header[:]) != localMark {
		return 0, damaged(e)
	}
	start := e.offset + localSize + int64(binary.LittleEndian.Uint16(header[26:])) + int64(binary.LittleEndian.Uint16(header[28:]))
	if start > a.content.Size()-e.Packed || e.method == methodStore && e.Packed != e.Size {
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
	archive *Archive
	entry   *Entry
	source  io.Reader
	left    int64 // bytes that are due
	crc     uint32
	err     error
}

func (a *Archive) stream(e *Entry) (io.Reader, error) {
	start, err := a.start(e)
	if err != nil {
		return nil, err
	}
	s := &stream{archive: a, entry: e, left: e.Size}
	if e.method == methodStore {
		s.source = io.NewSectionReader(a.content, start, e.Packed)
		return s, nil
	}
	w := &windowed{entry: e}
	w.decoder.begin(a.content, start, e.Packed)
	s.source = w
	return s, nil
}

// windowed gives what is unpacked piece by piece. It keeps what may be copied.
type windowed struct {
	entry   *Entry
	decoder deflated
	out     []byte
	from    int // in out: what was not read yet, to at
	at      int
}

const (
	windowKept = 32 << 10 // how far back a copy can reach
	windowNew  = 96 << 10
)

// Read implements io.Reader.
func (w *windowed) Read(to []byte) (int, error) {
	for w.from == w.at {
		if w.decoder.done() {
			return 0, io.EOF
		}
		if w.out == nil {
			w.out = make([]byte, windowKept+windowNew)
		}
		kept := min(w.at, windowKept)
		copy(w.out, w.out[w.at-kept:w.at])
		ok := false
		if w.at, ok = w.decoder.some(w.out, kept, len(w.out)-copyMost); !ok {
			return 0, w.decoder.fault(w.entry)
		}
		w.from = kept
	}
	n := copy(to, w.out[w.from:w.at])
	w.from += n
	return n, nil
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
		s.err = err
	case s.left < 0, ended && (s.left > 0 || s.crc != s.entry.crc):
		s.err = damaged(s.entry)
		n += int(min(s.left, 0)) // no byte beyond what is due
	case ended:
		s.err = io.EOF
	default:
		s.err = s.archive.env.Step(s.archive.ctx, 1+int64(n)/stepBytes, document.Pos{Part: s.entry.Name})
	}
	if n > 0 && !errors.Is(s.err, converters.ErrCorrupt) {
		return n, nil
	}
	return max(n, 0), s.err
}
