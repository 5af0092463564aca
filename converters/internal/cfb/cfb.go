// Package cfb reads compound files: the container of the binary formats of Office and
// of Outlook, a small file system of storages and streams ([MS-CFB]).
//
// Files are read as far as they go: a chain of sectors that leads out of the file, or
// back into itself, ends there. What streams cost is charged to the budget, since a
// hostile directory may name the same sectors many times.
//
//   - property.go: property sets, such as who wrote a document
//   - entry.go: the directory, and what is in a stream
//   - cfb.go: the header and the chains of sectors
package cfb

import (
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Signature is what a compound file begins with (2.2).
const Signature = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"

const (
	headerSize   = 512
	inHeader     = 109 // sectors of the table that the header lists
	miniSize     = 64
	lastRegular  = 0xFFFFFFFA // a sector has a smaller number
	entrySize    = 128
	minSector    = 7 // exponents of sizes that are read
	maxSector    = 12
	stepSectors  = 16
	miniCutoff   = 4096
	noEntry      = 0xFFFFFFFF
	lengthCutOff = 0xFFFFFFFF // the high half of a length means nothing in version 3
)

// Limits lists the limits that a reader of compound files consults.
func Limits() []converters.Limit {
	return []converters.Limit{converters.LimitSteps, converters.LimitEntries, converters.LimitPart, converters.LimitParts}
}

// File is a compound file that is open for reading.
type File struct {
	ctx  context.Context
	env  *converters.Env
	in   *io.SectionReader
	size int      // of a sector
	fat  []uint32 // the sector behind each
	mini []uint32 // the same for those of the mini stream
	root *Entry
	hold []byte // the mini stream, once it is asked for
	cut  bool   // a chain ended too early
}

// Is reports whether content is a compound file.
func Is(content *io.SectionReader) bool {
	var head [len(Signature)]byte
	_, err := content.ReadAt(head[:], 0)
	return err == nil && string(head[:]) == Signature
}

// Open reads the directory of a file.
func Open(ctx context.Context, env *converters.Env, in *io.SectionReader) (*File, error) {
	f := &File{ctx: ctx, env: env, in: in}
	var head [headerSize]byte
	if n, err := in.ReadAt(head[:], 0); n < headerSize {
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		return nil, converters.Corrupt(document.Pos{}, "not a compound file: it is shorter than the header of one")
	}
	if !Is(in) {
		return nil, converters.Corrupt(document.Pos{}, "not a compound file: the first bytes are others")
	}
	shift := binary.LittleEndian.Uint16(head[30:])
	if shift < minSector || shift > maxSector {
		return nil, converters.Corrupt(document.Pos{}, "not a compound file: sectors of 2^%d bytes", shift)
	}
	f.size = 1 << shift
	if err := f.readTable(head[:]); err != nil {
		return nil, err
	}
	mini, err := f.readChain(binary.LittleEndian.Uint32(head[60:]), -1)
	if err != nil {
		return nil, err
	}
	f.mini = numbers(mini)
	directory, err := f.readChain(binary.LittleEndian.Uint32(head[48:]), -1)
	if err != nil {
		return nil, err
	}
	return f, f.readDirectory(directory)
}

// sectors returns how many sectors the file has, the last one perhaps in part.
func (f *File) sectors() uint32 {
	return uint32((f.in.Size() + int64(f.size) - 1) / int64(f.size)) // the input has a limit
}

// readTable reads the table of what sector is behind which: its sectors are listed in
// the header, and in a chain of sectors of their own (2.5).
func (f *File) readTable(head []byte) error {
	list := numbers(head[headerSize-4*inHeader:])
	next, seen := binary.LittleEndian.Uint32(head[68:]), map[uint32]bool{}
	for next < f.sectors() && !seen[next] {
		seen[next] = true
		sector, err := f.sector(next)
		if err != nil {
			return err
		}
		more := numbers(sector)
		list, next = append(list, more[:len(more)-1]...), more[len(more)-1]
	}
	most := int(f.sectors())
	for _, number := range list {
		if number >= f.sectors() || len(f.fat) >= most {
			if number < lastRegular {
				f.cut = true
			}
			continue
		}
		sector, err := f.sector(number)
		if err != nil {
			return err
		}
		f.fat = append(f.fat, numbers(sector)...)
	}
	if len(f.fat) == 0 {
		return converters.Corrupt(document.Pos{}, "the compound file has no table of its sectors")
	}
	return nil
}

// numbers returns the numbers that bytes hold.
func numbers(b []byte) []uint32 {
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// sector reads one sector. What is not there of the last one is zero.
func (f *File) sector(number uint32) ([]byte, error) {
	b := make([]byte, f.size)
	_, err := f.in.ReadAt(b, f.offset(number))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b, err
}

// offset returns where a sector is: the header takes the place of one (2.2).
func (f *File) offset(number uint32) int64 { return (int64(number) + 1) * int64(f.size) }

// readChain reads the sectors of a chain, at most some bytes of it, or all where that
// is below 0. What the file does not hold of it is missing at the end.
func (f *File) readChain(first uint32, length int64) ([]byte, error) {
	runs, total := f.runs(first, length)
	if err := f.env.Step(f.ctx, int64(len(runs))+total/int64(f.size)/stepSectors, document.Pos{}); err != nil {
		return nil, err
	}
	if length >= 0 && total > length {
		total = length
	}
	out, at := make([]byte, total), int64(0)
	for _, r := range runs {
		n := min(int64(r.count)*int64(f.size), total-at)
		got, err := f.in.ReadAt(out[at:at+n], f.offset(r.first))
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		at += int64(got)
		if int64(got) < n {
			f.cut = true
			break
		}
	}
	return out[:at], nil
}

// run is sectors that follow one another in the file.
type run struct{ first, count uint32 }

// runs returns the sectors of a chain, and how many bytes they have.
func (f *File) runs(first uint32, length int64) (runs []run, total int64) {
	most, sectors := f.sectors(), uint32(0)
	for at := first; at < lastRegular; at = f.fat[at] {
		if length >= 0 && total >= length {
			return runs, total
		}
		if int(at) >= len(f.fat) || at >= most || sectors >= most { // it leads out of the file, or round and round
			f.cut = true
			return runs, total
		}
		if n := len(runs); n > 0 && runs[n-1].first+runs[n-1].count == at {
			runs[n-1].count++
		} else {
			runs = append(runs, run{at, 1})
		}
		sectors++
		total += int64(f.size)
	}
	if length >= 0 && total < length {
		f.cut = true
	}
	return runs, total
}

// IsCut reports whether something was missing at the end of what was read so far.
func (f *File) IsCut() bool { return f.cut }

// Entry is a stream, or a storage with others in it.
type Entry struct {
	Name    string
	Storage bool
	Class   [16]byte // of a storage: which program it is for, as a GUID is kept
	Size    int64    // of a stream, in bytes
	Inside  []*Entry // of a storage, in the order of its directory

	first uint32
}
