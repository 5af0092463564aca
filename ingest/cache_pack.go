package ingest

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sort"
	"strings"

	"github.com/seed353dc258/backstory/ingest/codec"
)

// A pack is a file of encoded chapters that never changes once it has its
// name:
//
//	magic                             8 bytes
//	chapters, one behind the other
//	index: how many keys begin with at most each byte, 256 times 4 bytes, then
//	       for each key, in order: it, digest, offset and length of its chapter
//	offset of the index, its SHA-256, magic
//
// A reader looks up a key in the records that begin as it does, and reads no others;
// it believes each chapter by its digest. The digest of the index is for who reads
// all of it.

const (
	packMagic   = "bspack3\n"
	packFan     = 256 * 4
	packRecord  = 2*sha256.Size + 16
	packTrailer = 8 + sha256.Size + len(packMagic)
	maxPack     = 1 << 22 // chapters in a pack that are believed
)

// errPack says that a file is not a whole pack.
var errPack = errors.New("not a whole pack")

// packed says where a chapter lies in a pack.
type packed struct {
	digest [sha256.Size]byte
	offset int64
	length int64
}

// packWriter writes a pack.
type packWriter struct {
	file   *os.File
	w      *bufio.Writer
	offset int64 // of what comes next
	index  map[Key]packed
	buf    []byte
}

func newPackWriter(f *os.File) (*packWriter, error) {
	p := &packWriter{file: f, w: bufio.NewWriterSize(f, 256<<10), index: map[Key]packed{}}
	n, err := p.w.WriteString(packMagic)
	p.offset = int64(n)
	return p, err
}

// add appends an encoded chapter with its digest.
func (p *packWriter) add(key Key, content []byte, digest [sha256.Size]byte) error {
	_, err := p.w.Write(content)
	if err != nil {
		return err
	}
	p.index[key] = packed{digest, p.offset, int64(len(content))}
	p.offset += int64(len(content))
	return nil
}

// addFrom appends what readers give, one behind the other, if it has the wanted
// digest, or whatever it is. What cannot be read is not added; that it cannot
// be written is told by finish.
func (p *packWriter) addFrom(key Key, wanted *[sha256.Size]byte, from ...io.Reader) {
	sum, at := sha256.New(), p.offset
	to := io.MultiWriter(p.w, sum)
	if p.buf == nil {
		p.buf = make([]byte, 64<<10)
	}
	for _, r := range from {
		n, err := io.CopyBuffer(to, struct{ io.Reader }{r}, p.buf)
		if p.offset += n; err != nil {
			return
		}
	}
	digest := [sha256.Size]byte(sum.Sum(nil))
	if wanted == nil || *wanted == digest {
		p.index[key] = packed{digest, at, p.offset - at}
	}
}

// find returns where the chapter of a key lies, which can be read then.
func (p *packWriter) find(key Key) (at packed, ok bool, err error) {
	if at, ok = p.index[key]; ok && at.offset+at.length > p.offset-int64(p.w.Buffered()) {
		err = p.w.Flush()
	}
	return at, ok && err == nil, err
}

// finish writes the index and closes the file.
func (p *packWriter) finish() error {
	var index, trailer codec.Encoder
	keys := slices.SortedFunc(maps.Keys(p.index), func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	var fan [256]uint32
	for _, key := range keys {
		fan[key[0]]++
	}
	below := uint32(0)
	for _, n := range fan {
		below += n
		index.B = binary.LittleEndian.AppendUint32(index.B, below)
	}
	for _, key := range keys {
		at := p.index[key]
		index.Digest(key)
		index.Digest(at.digest)
		index.Fixed(at.offset)
		index.Fixed(at.length)
	}
	trailer.Fixed(p.offset)
	trailer.Digest(sha256.Sum256(index.B))
	p.w.Write(index.B) // errors come again, from Flush
	p.w.Write(append(trailer.B, packMagic...))
	return errors.Join(p.w.Flush(), p.file.Close())
}

// packIndex is the index of a pack: records of one length. What was looked up stays in
// memory.
type packIndex struct {
	pack io.ReaderAt
	at   int64  // where it lies, which is where the chapters end
	n    int    // records
	sum  Key    // its digest
	fan  []byte // empty until it is asked for
	rows [256]string
}

// openIndex finds the index of a pack.
func openIndex(f io.ReaderAt, size int64) (*packIndex, error) {
	trailer := make([]byte, packTrailer)
	if size < int64(len(packMagic)+packFan+packTrailer) {
		return nil, errPack
	}
	if _, err := f.ReadAt(trailer, size-int64(packTrailer)); err != nil {
		return nil, fmt.Errorf("%w: %w", errPack, err)
	}
	d := codec.Decoder{S: string(trailer)}
	at, sum := d.Fixed(), d.Digest()
	length := size - int64(packTrailer) - at - packFan
	if d.S != packMagic || at < int64(len(packMagic)) || length < 0 ||
		length%packRecord != 0 || length/packRecord > maxPack {
		return nil, errPack
	}
	return &packIndex{pack: f, at: at, n: int(length / packRecord), sum: sum}, nil
}

// find returns where the chapter of a key lies.
func (x *packIndex) find(key Key) (packed, bool) {
	first, end := x.bucket(key[0])
	if first == end {
		return packed{}, false
	}
	rows := x.rows[key[0]]
	if rows == "" {
		read := make([]byte, (end-first)*packRecord)
		if _, err := x.pack.ReadAt(read, x.at+packFan+int64(first)*packRecord); err != nil {
			return packed{}, false
		}
		rows = string(read)
		x.rows[key[0]] = rows
	}
	i, found := sort.Find(end-first, func(i int) int { return strings.Compare(string(key[:]), rows[i*packRecord:][:len(key)]) })
	if !found {
		return packed{}, false
	}
	return x.record(rows[i*packRecord:][len(key):])
}

// bucket returns which records are of keys that begin with a byte: none where the
// index cannot be read or says what cannot be.
func (x *packIndex) bucket(b byte) (first, end int) {
	if x.fan == nil {
		fan := make([]byte, packFan)
		if _, err := x.pack.ReadAt(fan, x.at); err != nil {
			fan = make([]byte, packFan)
		}
		x.fan = fan
	}
	if b > 0 {
		first = int(binary.LittleEndian.Uint32(x.fan[4*int(b)-4:]))
	}
	end = int(binary.LittleEndian.Uint32(x.fan[4*int(b):]))
	if first > end || end > x.n {
		return 0, 0
	}
	return first, end
}

// record reads what follows a key. Without ok it says of a chapter what cannot be.
func (x *packIndex) record(s string) (p packed, ok bool) {
	d := codec.Decoder{S: s}
	p = packed{d.Digest(), d.Fixed(), d.Fixed()}
	return p, p.offset >= 0 && p.length >= 0 && p.length <= x.at && p.offset <= x.at-p.length
}

// all returns where every chapter lies, of an index that is whole.
func (x *packIndex) all() (map[Key]packed, error) {
	index := make([]byte, packFan+x.n*packRecord)
	if _, err := x.pack.ReadAt(index, x.at); err != nil {
		return nil, fmt.Errorf("%w: %w", errPack, err)
	}
	if sha256.Sum256(index) != x.sum {
		return nil, errPack
	}
	all := make(map[Key]packed, x.n)
	for rest := string(index[packFan:]); rest != ""; rest = rest[packRecord:] {
		if at, ok := x.record(rest[sha256.Size:][:packRecord-sha256.Size]); ok {
			all[Key([]byte(rest[:sha256.Size]))] = at
		}
	}
	return all, nil
}

// readChapter returns a chapter, if it is the one that was written, and its
// bytes where these are few. The text of a long one stays where it is.
func readChapter(f io.ReaderAt, p packed) (*Chapter, []byte, error) {
	all := io.NewSectionReader(f, p.offset, p.length)
	if p.length > maxHeld {
		c, err := readLong(all, p.digest)
		return c, nil, err
	}
	content := make([]byte, p.length)
	if _, err := io.ReadFull(all, content); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errPack, err)
	}
	if sha256.Sum256(content) != p.digest {
		return nil, nil, errPack
	}
	c, err := decodeChapter(content)
	return c, content, err
}

func readLong(all *io.SectionReader, digest [sha256.Size]byte) (*Chapter, error) {
	sum, first := sha256.New(), make([]byte, 2*codec.MaxVarint)
	if _, err := io.Copy(sum, all); err != nil || [sha256.Size]byte(sum.Sum(nil)) != digest {
		return nil, errPack
	}
	if _, err := all.ReadAt(first, 0); err != nil {
		return nil, errPack
	}
	said, at, err := headOf(first)
	if err != nil || int64(said) > all.Size()-int64(at) {
		return nil, codec.ErrCodec
	}
	head := make([]byte, said)
	if _, err := all.ReadAt(head, int64(at)); err != nil && err != io.EOF {
		return nil, errPack
	}
	c, err := decodeSaid(string(head))
	if err == nil {
		text := int64(at) + int64(said)
		c.Long = &LongText{text: io.NewSectionReader(all, text, all.Size()-text)}
	}
	return c, err
}
