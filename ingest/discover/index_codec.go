package discover

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"
	"strings"

	"github.com/seed353dc258/backstory/ingest/codec"
	"github.com/seed353dc258/backstory/internal/lineend"
)

// An index file has two parts. The first is all that most builds need: what the
// last one was made from but for its files, and the listing. The second is the
// files with their digests. Each part ends with the checksum of all that comes
// before it.
const (
	indexMagic = "bsindex6"
	indexStart = len(indexMagic) + 16 // and the lengths of what comes before the listing, and of that
)

// LoadIndex reads an index. It returns an empty one where there is none that
// can be believed.
func LoadIndex(path string) *Index {
	f, err := os.Open(path)
	if err != nil {
		return &Index{}
	}
	defer f.Close()
	x, err := decodeFirst(f)
	if err != nil {
		return &Index{}
	}
	x.path = path
	return x
}

// decodeFirst reads the first part of an index.
func decodeFirst(f *os.File) (*Index, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	check := crc32.New(castagnoli())
	r := io.TeeReader(f, check)
	start := make([]byte, indexStart)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(indexMagic)]) != indexMagic {
		return nil, codec.ErrCodec
	}
	lengths := codec.Decoder{S: string(start[len(indexMagic):])}
	head, listing := lengths.Fixed(), lengths.Fixed()
	if left := info.Size() - int64(indexStart); head < 0 || listing < 0 || head > left || listing > left-head {
		return nil, codec.ErrCodec
	}
	var text strings.Builder // becomes a string without a copy
	text.Grow(int(head + listing))
	if _, err := io.CopyN(&text, r, head+listing); err != nil {
		return nil, err
	}
	d := codec.Decoder{S: text.String()[:head]}
	x := readHead(&d)
	x.Listing, x.sum = Listing(text.String()[head:]), check.Sum32()
	var sum [crc32.Size]byte
	if _, err := io.ReadFull(f, sum[:]); err != nil {
		return nil, err
	}
	if !d.Done() || x.sum != binary.LittleEndian.Uint32(sum[:]) {
		return nil, codec.ErrCodec
	}
	return x, nil
}

// read reads the files of an index that was loaded, if it is still the same
// one that lies there.
func (x *Index) read() {
	if x.path == "" {
		return
	}
	path := x.path
	x.path = ""
	content, err := os.ReadFile(path)
	if err == nil {
		x.Files = x.decodeFiles(content)
	}
}

// decodeFiles reads the second part of an index.
func (x *Index) decodeFiles(content []byte) []IndexFile {
	n := len(content) - crc32.Size
	if n < indexStart || checksum(content[:n]) != binary.LittleEndian.Uint32(content[n:]) {
		return nil
	}
	lengths := codec.Decoder{S: string(content[len(indexMagic):indexStart])}
	first := int64(indexStart) + lengths.Fixed() + lengths.Fixed()
	if first < 0 || first > int64(n-crc32.Size) || binary.LittleEndian.Uint32(content[first:]) != x.sum {
		return nil // another one, or one that ends with its first part
	}
	d := codec.Decoder{S: string(content[first+crc32.Size : n])}
	files := codec.List(&d, func() IndexFile {
		return IndexFile{Path: d.String(), Stat: readStat(&d), Content: readContent(&d), Whole: d.Flag()}
	})
	if !d.Done() {
		return nil
	}
	return files
}

// encode returns the index as the bytes of its file.
func (x *Index) encode() []byte {
	head := x.head()
	e := codec.Encoder{B: make([]byte, 0, 64+len(head)+len(x.Listing)+128*len(x.Files))}
	e.B = append(e.B, indexMagic...)
	e.Fixed(int64(len(head)))
	e.Fixed(int64(len(x.Listing)))
	e.B = append(append(e.B, head...), x.Listing...)
	e.B = binary.LittleEndian.AppendUint32(e.B, checksum(e.B))
	e.Int(len(x.Files))
	for i := range x.Files {
		f := &x.Files[i]
		e.String(f.Path)
		putStat(&e, f.Stat)
		putContent(&e, &f.Content)
		e.Flag(f.Whole)
	}
	return binary.LittleEndian.AppendUint32(e.B, checksum(e.B))
}

// head returns what comes before the listing.
func (x *Index) head() []byte {
	e := codec.Encoder{B: make([]byte, 0, 512+len(x.Brief))}
	e.Int(int(x.Taken))
	e.Int(int(x.Skew))
	e.Digest(x.Rules)
	e.Digest(x.Settings)
	putStat(&e, x.Manifest)
	putStat(&e, x.Output)
	e.Digest(x.ManifestSum)
	e.Digest(x.OutputSum)
	e.String(string(x.Brief))
	return e.B
}

// readHead reads what [Index.head] returned.
func readHead(d *codec.Decoder) *Index {
	x := &Index{Taken: int64(d.Int()), Skew: int64(d.Int()), Rules: d.Digest(), Settings: d.Digest()}
	x.Manifest, x.Output, x.ManifestSum, x.OutputSum = readStat(d), readStat(d), d.Digest(), d.Digest()
	x.Brief = []byte(d.String())
	return x
}

// putContent writes the second digest only where it is another one.
func putContent(e *codec.Encoder, c *lineend.Content) {
	e.Digest(c.Raw)
	if e.Int(int(c.Returns)); c.Returns > 0 {
		e.Digest(c.Unix)
	}
}

// readContent reads what putContent wrote.
func readContent(d *codec.Decoder) lineend.Content {
	c := lineend.Content{Raw: d.Digest(), Returns: int64(d.Int())}
	if c.Unix = c.Raw; c.Returns > 0 {
		c.Unix = d.Digest()
	}
	return c
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// checksum tells a torn file from a whole one.
func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli()) }
