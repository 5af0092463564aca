package pdfium

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"time"
	"unsafe"

	"github.com/tetratelabs/wazero"
)

// codeCache keeps the compiled code of the whole module under the name by which
// wazero asks for that of the bare one. Decoding and checking the bodies of functions
// takes more than half of loading code that was compiled from them long ago.
//
// It takes the place of the folder that wazero would keep: that reads numbers
// from its file one by one, and cannot tell that there is no code.
type codeCache struct {
	folder string
	key    [sha256.Size]byte // of the bare module
	fills  bool              // the whole module is compiled
	hit    bool
}

const (
	codePart = "part-" // what is being written; its name ends otherwise for each
	partAge  = time.Hour
	// codeAlign is what the code starts at a multiple of, in its file: the largest
	// page that processors have.
	codeAlign = 64 << 10
)

// use makes wazero ask this cache, by a field of its own that no function sets to
// anything but a folder. That the field is not there is an error.
func (c *codeCache) use() (wazero.CompilationCache, error) {
	cache := wazero.NewCompilationCache()
	field := reflect.Indirect(reflect.ValueOf(cache)).FieldByName("fileCache")
	if !field.IsValid() || field.Kind() != reflect.Interface || !reflect.TypeOf(c).Implements(field.Type()) {
		return nil, errors.New("compiled code cannot be kept by this version of wazero")
	}
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(c))
	return cache, nil
}

func (c *codeCache) path() string {
	return filepath.Join(c.folder, fmt.Sprintf("%s-%s-%x", runtime.GOOS, runtime.GOARCH, c.key[:16]))
}

// Get returns the code that is kept. The name is that of the bare module, which
// names the processor, too.
func (c *codeCache) Get(key [sha256.Size]byte) (io.ReadCloser, bool, error) {
	if c.fills {
		return nil, false, nil
	}
	c.key = key
	f, err := os.Open(c.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	var head [8]byte
	_, err = io.ReadFull(f, head[:])
	start := int64(binary.LittleEndian.Uint64(head[:]))
	if err != nil || start < 0 || start > codeAlign*2 {
		_ = f.Close() // it was only read
		return nil, false, nil
	}
	c.hit = true
	r := &codeReader{f: f}
	return r, true, r.seek(start)
}

// Add keeps the code of the whole module; that of the bare one does nothing.
func (c *codeCache) Add(_ [sha256.Size]byte, content io.Reader) error {
	if !c.fills {
		return nil
	}
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return err
	}
	c.sweep()
	f, err := os.CreateTemp(c.folder, codePart)
	if err != nil {
		return err
	}
	err = errors.Join(writeCode(f, content), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), c.path())
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error counts
	}
	return err
}

// Delete removes code of another version.
func (c *codeCache) Delete([sha256.Size]byte) error {
	c.hit = false
	return os.Remove(c.path())
}

// sweep removes what programs that were killed did not finish.
func (c *codeCache) sweep() {
	entries, _ := os.ReadDir(c.folder) // it is there to be swept the next time
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), codePart) && time.Since(info.ModTime()) > partAge {
			_ = os.Remove(filepath.Join(c.folder, e.Name())) // as above
		}
	}
}

// writeCode writes what wazero keeps, with space before it such that the code of
// the processor starts at a multiple of codeAlign. Before it come a name of six
// bytes, a version with its length, the number of functions and their places.
func writeCode(w io.Writer, content io.Reader) error {
	const name, number, place = 6, 4, 8
	b := bufio.NewReaderSize(content, codeAlign)
	head, err := b.Peek(name + 1)
	if err != nil {
		return err
	}
	to := name + 1 + int(head[name])
	if head, err = b.Peek(to + number); err != nil {
		return err
	}
	code := to + number + place*int(binary.LittleEndian.Uint32(head[to:])) + place
	start := codeAlign + (codeAlign-code%codeAlign)%codeAlign
	space := make([]byte, start)
	binary.LittleEndian.PutUint64(space, uint64(start))
	if _, err := w.Write(space); err != nil {
		return err
	}
	_, err = io.Copy(w, b)
	return err
}

// codeReader reads what wazero keeps.
type codeReader struct {
	f      *os.File
	at     int64
	buffer *bufio.Reader
}

func (r *codeReader) seek(at int64) error {
	_, err := r.f.Seek(at, io.SeekStart)
	r.at, r.buffer = at, bufio.NewReaderSize(r.f, codeAlign)
	return err
}

// Read fills all of p. The code itself is mapped there, where that can be.
func (r *codeReader) Read(p []byte) (int, error) {
	if len(p) >= codeAlign && r.at%codeAlign == 0 && mapCode(r.f, r.at, p) {
		return len(p), r.seek(r.at + int64(len(p)))
	}
	n, err := io.ReadFull(r.buffer, p)
	r.at += int64(n)
	return n, err
}

func (r *codeReader) Close() error { return r.f.Close() }
