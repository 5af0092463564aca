package cluster

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/objects"
)

// A bundle is one object with the sources of a chunk:
//
//	the sources, one behind the other
//	what is said of them, as JSON
//	the length of that, 8 bytes
//
// It goes by its digest, so that the same chunk is the same object. Most sources are
// small: an object each would cost more than converting them.

// errBundle says that an object is not the bundle that was meant.
var errBundle = errors.New("the bundle of sources is not the one that was queued")

// contents says what is in a bundle.
type contents struct {
	Base    int            `json:"base"`
	Terms   []ingest.Terms `json:"terms"` // which sources have in common
	Sources []bundled      `json:"sources"`
}

// bundled is a source in a bundle.
type bundled struct {
	Path   string `json:"path"` // of the profile and in it, for people
	Name   string `json:"name"`
	Key    string `json:"key"`
	Terms  int    `json:"terms"`
	Offset int64  `json:"offset"`
	Size   int64  `json:"size"`
	Last   string `json:"last,omitempty"` // see [ingest.Source]
}

// bundleWriter writes a bundle to a temporary file without a name.
type bundleWriter struct {
	contents
	file *os.File
	sum  hash.Hash // of what w has written
	w    *bufio.Writer
	size int64
}

// bundleBlock is how much of a bundle is written at once.
const bundleBlock = 64 << 10

func newBundle(folder string, base int) (*bundleWriter, error) {
	f, err := temporary(folder)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	return &bundleWriter{contents: contents{Base: base}, file: f, sum: sum, w: bufio.NewWriterSize(io.MultiWriter(f, sum), bundleBlock)}, nil
}

// temporary makes a file that goes when it is closed.
func temporary(folder string) (*os.File, error) {
	f, err := os.CreateTemp(folder, "backstory-cluster-")
	if err == nil {
		os.Remove(f.Name()) // where a system refuses that, its cleaning of temporary files does it
	}
	return f, err
}

// add appends a source. Where it is another one meanwhile than its key says, a worker
// finds out.
func (b *bundleWriter) add(s bundled, terms ingest.Terms, content io.Reader) (err error) {
	s.Offset, s.Terms = b.size, b.termsOf(terms)
	s.Size, err = io.Copy(b.w, content)
	b.size += s.Size
	b.Sources = append(b.Sources, s)
	return err
}

func (b *bundleWriter) termsOf(terms ingest.Terms) int {
	for i := range b.Terms {
		if b.Terms[i] == terms {
			return i
		}
	}
	b.Terms = append(b.Terms, terms)
	return len(b.Terms) - 1
}

// finish writes what is said of the sources and returns the digest and the size of all.
func (b *bundleWriter) finish() (sum digest, size int64, err error) {
	said, err := json.Marshal(b.contents)
	if err != nil {
		return sum, 0, err
	}
	b.w.Write(said) // errors come again, from Flush
	b.w.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(said))))
	err = b.w.Flush()
	return digest(b.sum.Sum(nil)), b.size + int64(len(said)) + 8, err
}

func (b *bundleWriter) close() { b.file.Close() }

// digest is the SHA-256 of an object.
type digest [sha256.Size]byte

func (d digest) String() string { return hex.EncodeToString(d[:]) }

func digestOf(f *os.File) (sum digest, size int64, err error) {
	hash := sha256.New()
	size, err = io.Copy(hash, f)
	return digest(hash.Sum(nil)), size, err
}

// maxSaid bounds what is said of the sources of a bundle, in bytes.
const maxSaid = 16 << 20

// readBundle reads what is in a bundle.
func readBundle(f *os.File) (c contents, err error) {
	info, err := f.Stat()
	if err != nil {
		return c, err
	}
	var length [8]byte
	end := info.Size() - int64(len(length))
	if _, err := f.ReadAt(length[:], max(end, 0)); err != nil {
		return c, errBundle
	}
	n := int64(binary.LittleEndian.Uint64(length[:]))
	if n < 0 || n > min(end, maxSaid) {
		return c, errBundle
	}
	said := make([]byte, n)
	if _, err := f.ReadAt(said, end-n); err != nil {
		return c, err
	}
	if err := json.Unmarshal(said, &c); err != nil {
		return c, errBundle
	}
	for _, s := range c.Sources {
		if s.Offset < 0 || s.Size < 0 || s.Offset+s.Size > end-n || s.Terms < 0 || s.Terms >= len(c.Terms) {
			return c, errBundle
		}
	}
	return c, nil
}

// names of objects: each tenant has a folder of its own.
func bundleName(tenant string, d digest) string { return tenant + "/bundles/" + d.String() }
func packName(tenant string, d digest) string   { return tenant + "/packs/" + d.String() }

// keep writes an object that goes by its digest, unless it is there already.
func keep(ctx context.Context, s objects.Store, name string, content io.ReadSeeker, size int64, sum digest) error {
	_, err := s.Put(ctx, name, objects.Summed{ReadSeeker: content, Size: size, Sum: sum}, objects.Condition{New: true})
	if errors.Is(err, objects.ErrExists) {
		return nil
	}
	return err
}

// maxObject bounds what is fetched, in bytes: who can write to the store alone may not fill
// the disks of the others.
const maxObject = 4 << 30

// errCut says that not all of an object came.
var errCut = errors.New("it is cut off")

// fetchTries is how often an object is read that is cut off on the way.
const fetchTries = 3

// fetch copies an object to a temporary file without a name, if it has a digest.
func fetch(ctx context.Context, s objects.Store, name, folder string, want digest) (*os.File, error) {
	f, err := temporary(folder)
	if err != nil {
		return nil, err
	}
	for range fetchTries {
		if err = read(ctx, s, name, f, want); !errors.Is(err, errCut) || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// read writes an object to a file.
func read(ctx context.Context, s objects.Store, name string, to *os.File, want digest) error {
	from, info, err := s.Get(ctx, name)
	if err != nil {
		return err
	}
	defer from.Close()
	if info.Size > maxObject {
		return fmt.Errorf("%s: %w", name, errBundle)
	}
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(io.NewOffsetWriter(to, 0), hash), io.LimitReader(from, maxObject))
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w: %w", name, errCut, err)
	case digest(hash.Sum(nil)) != want:
		return fmt.Errorf("%s: %w", name, errBundle)
	}
	return to.Truncate(n)
}
