package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"strings"
)

// An index file has two parts. The first is all that most builds need: what the
// last one was made from but for its files, and the listing. The second is the
// files with their digests. Each part ends with the checksum of all that comes
// before it.
const (
	indexMagic = "bsindex4"
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
		return nil, errCodec
	}
	lengths := decoder{b: start[len(indexMagic):]}
	head, listing := lengths.fixed(), lengths.fixed()
	if left := info.Size() - int64(indexStart); head < 0 || listing < 0 || head > left || listing > left-head {
		return nil, errCodec
	}
	d := decoder{b: make([]byte, head)}
	if _, err := io.ReadFull(r, d.b); err != nil {
		return nil, err
	}
	x := d.head()
	var text strings.Builder // becomes a string without a copy
	text.Grow(int(listing))
	if _, err := io.CopyN(&text, r, listing); err != nil {
		return nil, err
	}
	x.Listing, x.sum = Listing(text.String()), check.Sum32()
	var sum [crc32.Size]byte
	if _, err := io.ReadFull(f, sum[:]); err != nil {
		return nil, err
	}
	if d.bad || len(d.b) > 0 || x.sum != binary.LittleEndian.Uint32(sum[:]) {
		return nil, errCodec
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
	lengths := decoder{b: content[len(indexMagic):]}
	first := int64(indexStart) + lengths.fixed() + lengths.fixed()
	if first < 0 || first > int64(n-crc32.Size) || binary.LittleEndian.Uint32(content[first:]) != x.sum {
		return nil // another one, or one that ends with its first part
	}
	d := decoder{b: content[first+crc32.Size : n]}
	text := string(d.b) // of which every path is a part
	files := list(&d, func() IndexFile {
		path := d.bytes()
		from := len(text) - len(d.b) - len(path)
		return IndexFile{Path: text[from : from+len(path)], Stat: d.stat(), Digest: d.digest(), Whole: d.int() == 1}
	})
	if d.bad || len(d.b) > 0 {
		return nil
	}
	return files
}

// encode returns the index as the bytes of its file.
func (x *Index) encode() []byte {
	head := x.head()
	e := encoder{b: make([]byte, 0, 64+len(head)+len(x.Listing)+128*len(x.Files))}
	e.b = append(e.b, indexMagic...)
	e.fixed(int64(len(head)))
	e.fixed(int64(len(x.Listing)))
	e.b = append(append(e.b, head...), x.Listing...)
	e.b = binary.LittleEndian.AppendUint32(e.b, checksum(e.b))
	e.int(len(x.Files))
	for i := range x.Files {
		f := &x.Files[i]
		e.string(f.Path)
		e.stat(f.Stat)
		e.b = append(e.b, f.Digest[:]...)
		e.flag(f.Whole)
	}
	return binary.LittleEndian.AppendUint32(e.b, checksum(e.b))
}

// head returns what comes before the listing.
func (x *Index) head() []byte {
	e := encoder{b: make([]byte, 0, 512+len(x.Brief))}
	e.int(int(x.Taken))
	e.int(int(x.Skew))
	e.b = append(append(e.b, x.Rules[:]...), x.Settings[:]...)
	e.stat(x.Manifest)
	e.stat(x.Output)
	e.b = append(append(e.b, x.ManifestSum[:]...), x.OutputSum[:]...)
	e.string(string(x.Brief))
	return e.b
}

// head reads what [Index.head] returned.
func (d *decoder) head() *Index {
	x := &Index{Taken: int64(d.int()), Skew: int64(d.int()), Rules: d.digest(), Settings: d.digest()}
	x.Manifest, x.Output, x.ManifestSum, x.OutputSum = d.stat(), d.stat(), d.digest(), d.digest()
	x.Brief = []byte(d.string())
	return x
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// checksum tells a torn file from a whole one.
func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli()) }

func (e *encoder) flag(set bool) {
	if set {
		e.int(1)
		return
	}
	e.int(0)
}

func (e *encoder) fixed(n int64) { e.b = binary.LittleEndian.AppendUint64(e.b, uint64(n)) }

func (e *encoder) stat(s Stat) {
	for _, n := range [...]int64{s.Size, s.ModTime, s.ChangeTime, int64(s.Inode), int64(s.Device), int64(s.Mode)} {
		e.fixed(n)
	}
}

func (d *decoder) stat() Stat {
	return Stat{
		Size: d.fixed(), ModTime: d.fixed(), ChangeTime: d.fixed(),
		Inode: uint64(d.fixed()), Device: uint64(d.fixed()), Mode: fs.FileMode(d.fixed()),
	}
}

func (d *decoder) fixed() int64 {
	if d.bad || len(d.b) < 8 {
		d.bad = true
		return 0
	}
	n := int64(binary.LittleEndian.Uint64(d.b))
	d.b = d.b[8:]
	return n
}

func (d *decoder) digest() (sum [sha256.Size]byte) {
	if d.bad || len(d.b) < len(sum) {
		d.bad = true
		return sum
	}
	d.b = d.b[copy(sum[:], d.b):]
	return sum
}
