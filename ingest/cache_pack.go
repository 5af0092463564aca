package ingest

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed353dc258/backstory/ingest/codec"
)

// A pack is a file of encoded chapters that never changes once it has its
// name:
//
//	magic                             8 bytes
//	chapters, one behind the other
//	index: for each key, digest, offset and length of its chapter
//	offset of the index, its SHA-256, magic
//
// A reader believes the index by its digest and each chapter by its own.

const (
	packMagic   = "bspack2\n"
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

// packEntry is a line of a pack's index.
type packEntry struct {
	key Key
	packed
}

// packWriter writes a pack.
type packWriter struct {
	file   *os.File
	w      *bufio.Writer
	offset int64
	index  []packEntry
	buf    []byte
}

func newPackWriter(f *os.File) (*packWriter, error) {
	p := &packWriter{file: f, w: bufio.NewWriterSize(f, 256<<10)}
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
	p.index = append(p.index, packEntry{key, packed{digest, p.offset, int64(len(content))}})
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
		p.index = append(p.index, packEntry{key, packed{digest, at, p.offset - at}})
	}
}

// finish writes the index and closes the file.
func (p *packWriter) finish() error {
	var index, trailer codec.Encoder
	for _, e := range p.index {
		index.Digest(e.key)
		index.Digest(e.digest)
		index.Fixed(e.offset)
		index.Fixed(e.length)
	}
	trailer.Fixed(p.offset)
	trailer.Digest(sha256.Sum256(index.B))
	p.w.Write(index.B) // errors come again, from Flush
	p.w.Write(append(trailer.B, packMagic...))
	return errors.Join(p.w.Flush(), p.file.Close())
}

// readIndex returns the index of a pack as it is stored.
func readIndex(f io.ReaderAt, size int64) (packIndex, error) {
	trailer := make([]byte, packTrailer)
	if size < int64(len(packMagic)+packTrailer) {
		return packIndex{}, errPack
	}
	if _, err := f.ReadAt(trailer, size-int64(packTrailer)); err != nil {
		return packIndex{}, fmt.Errorf("%w: %w", errPack, err)
	}
	d := codec.Decoder{S: string(trailer)}
	at, sum := d.Fixed(), d.Digest()
	length := size - int64(packTrailer) - at
	if d.S != packMagic || at < int64(len(packMagic)) || length < 0 ||
		length%packRecord != 0 || length/packRecord > maxPack {
		return packIndex{}, errPack
	}
	index := make([]byte, length)
	if _, err := f.ReadAt(index, at); err != nil {
		return packIndex{}, fmt.Errorf("%w: %w", errPack, err)
	}
	if sha256.Sum256(index) != sum {
		return packIndex{}, errPack
	}
	return packIndex{string(index), at}, nil
}

// packIndex is the index of a pack: records of one length.
type packIndex struct {
	records string
	end     int64 // of the chapters
}

func (x packIndex) len() int { return len(x.records) / packRecord }

func (x packIndex) key(i int) string { return x.records[i*packRecord:][:sha256.Size] }

// at returns a record. Without ok it says of a chapter what cannot be.
func (x packIndex) at(i int) (p packed, ok bool) {
	d := codec.Decoder{S: x.records[i*packRecord:][sha256.Size:]}
	p = packed{d.Digest(), d.Fixed(), d.Fixed()}
	return p, p.offset >= 0 && p.length >= 0 && p.length <= x.end && p.offset <= x.end-p.length
}

// find returns where the chapter of a key lies, looking at every record: for
// a few keys that takes less than a map of all.
func (x packIndex) find(key Key) (packed, bool) {
	for i := range x.len() {
		if x.key(i) == string(key[:]) {
			return x.at(i)
		}
	}
	return packed{}, false
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
