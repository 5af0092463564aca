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
	x.known.path = path
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
	x.Listing, x.known.sum = Listing(text.String()[head:]), check.Sum32()
	var sum [crc32.Size]byte
	if _, err := io.ReadFull(f, sum[:]); err != nil {
		return nil, err
	}
	if !d.Done() || x.known.sum != binary.LittleEndian.Uint32(sum[:]) {
		return nil, codec.ErrCodec
	}
	return x, nil
}

// load reads the files of an index that was loaded, if it is still the same
// one that lies there.
func (k *knownFiles) load() {
	if k.path == "" || k.read {
		return
	}
	k.read = true
	f, err := os.Open(k.path)
	if err != nil {
		return
	}
	defer f.Close()
	if text, ok := k.textOf(f); ok {
		k.take(text)
	}
}

// textOf reads the second part of an index, without its checksum.
func (k *knownFiles) textOf(f *os.File) (text string, ok bool) {
	info, err := f.Stat()
	start := make([]byte, indexStart)
	if err != nil || info.Size() < int64(indexStart+2*crc32.Size) {
		return "", false
	}
	check := crc32.New(castagnoli())
	r := io.TeeReader(io.NewSectionReader(f, 0, info.Size()-crc32.Size), check)
	if _, err := io.ReadFull(r, start); err != nil {
		return "", false
	}
	lengths := codec.Decoder{S: string(start[len(indexMagic):])}
	head, listing := lengths.Fixed(), lengths.Fixed()
	left := info.Size() - int64(indexStart+2*crc32.Size)
	if head < 0 || listing < 0 || head > left || listing > left-head {
		return "", false // it ends with its first part
	}
	var sum [crc32.Size]byte
	if _, err := io.CopyN(io.Discard, r, head+listing); err != nil {
		return "", false
	}
	if _, err := io.ReadFull(r, sum[:]); err != nil || binary.LittleEndian.Uint32(sum[:]) != k.sum {
		return "", false // another one
	}
	var all strings.Builder
	all.Grow(int(left - head - listing))
	if _, err := io.Copy(&all, r); err != nil {
		return "", false
	}
	if _, err := f.ReadAt(sum[:], info.Size()-crc32.Size); err != nil {
		return "", false
	}
	return all.String(), binary.LittleEndian.Uint32(sum[:]) == check.Sum32()
}

// take takes the files of a text, if all of it is files.
func (k *knownFiles) take(text string) {
	d := codec.Decoder{S: text}
	count := d.Int()
	text = d.S
	for range count {
		if readFile(&d); d.Bad {
			return
		}
	}
	if d.Done() {
		k.text, k.count, k.next = text, count, codec.Decoder{S: text}
	}
}

// readFile reads what [Index.Add] wrote.
func readFile(d *codec.Decoder) IndexFile {
	return IndexFile{Path: d.String(), Stat: readStat(d), Content: readContent(d), Whole: d.Flag()}
}

// write writes the index as its file.
func (x *Index) write(f io.Writer) error {
	head := x.head()
	e := codec.Encoder{B: make([]byte, 0, indexStart+len(head))}
	e.B = append(e.B, indexMagic...)
	e.Fixed(int64(len(head)))
	e.Fixed(int64(len(x.Listing)))
	e.B = append(e.B, head...)
	check := crc32.New(castagnoli())
	w := io.MultiWriter(f, check)
	sum := func() []byte { return binary.LittleEndian.AppendUint32(nil, check.Sum32()) }
	count := codec.Encoder{}
	count.Int(x.count)
	_, err := w.Write(e.B)
	if err == nil {
		_, err = io.WriteString(w, string(x.Listing))
	}
	if err == nil {
		_, err = w.Write(append(sum(), count.B...))
	}
	if err == nil {
		_, err = w.Write(x.added.B)
	}
	if err == nil {
		_, err = f.Write(sum())
	}
	return err
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
