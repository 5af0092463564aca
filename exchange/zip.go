package exchange

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// OpenZip returns the files of a zip package. What unpacks to another length or
// checksum than the package says is ErrCorrupt, when it is read.
func OpenZip(r io.ReaderAt, size int64) (*Tree, error) {
	if err := countEntries(r, size); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("reading the zip package: %w: %w", ErrCorrupt, err)
	}
	t := &Tree{left: budget()}
	left := uint64(size) // which all files lie in
	files, folded := map[string]*zip.File{}, map[string]bool{}
	for _, f := range z.File {
		name := strings.ReplaceAll(f.Name, `\`, "/")
		if f.CompressedSize64 > left {
			return nil, fmt.Errorf("reading the zip package: %w: its files are longer than it, or lie in one another", ErrCorrupt)
		}
		left -= f.CompressedSize64
		switch {
		case strings.HasSuffix(name, "/"): // a folder
		case !fs.ValidPath(name) || strings.ContainsAny(name, ":\x00") || strings.Count(name, "/") > maxDepth:
			t.Refused = append(t.Refused, Note{Fate: Lost, Place: fmt.Sprintf("%.200q", f.Name), Why: "its name leads out of the package or is none"})
		case !f.Mode().IsRegular():
			t.Refused = append(t.Refused, Note{Fate: Lost, Place: name, Why: "is not a regular file: links are not followed"})
		case f.Flags&1 != 0:
			t.Refused = append(t.Refused, Note{Fate: Lost, Place: name, Why: "is encrypted"})
		case folded[strings.ToLower(name)]:
			return nil, fmt.Errorf("reading the zip package: %w: %q is there twice", ErrCorrupt, name)
		default:
			files[name], folded[strings.ToLower(name)] = f, true
			t.Entries = append(t.Entries, Entry{name, int64(min(f.UncompressedSize64, 1<<62))})
		}
	}
	t.open = func(name string) (io.ReadCloser, error) {
		f, err := files[name].Open()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		return unzipped{f}, nil
	}
	return t.sorted(), nil
}

// unzipped says of every fault of unpacking that the file is damaged.
type unzipped struct{ io.ReadCloser }

func (u unzipped) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return n, err
}

// countEntries refuses a package with too many entries before its directory is
// read into memory: whatever its end says, each entry has its signature.
func countEntries(r io.ReaderAt, size int64) error {
	signature := []byte("PK\x01\x02")
	buffer := make([]byte, 1<<20)
	found := 0
	for at := int64(0); at < size; at += int64(len(buffer) - len(signature) + 1) {
		n, err := r.ReadAt(buffer[:min(int64(len(buffer)), size-at)], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading the zip package: %w", err)
		}
		if found += bytes.Count(buffer[:n], signature); found > maxFiles {
			return fmt.Errorf("reading the zip package: %w: it holds more than %d files", ErrLimit, maxFiles)
		}
	}
	return nil
}

// AddToZip adds a file to a zip package in a way that gives the same bytes each
// time: without a date or anything of the machine.
func AddToZip(z *zip.Writer, name string, content io.Reader) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err == nil {
		_, err = io.Copy(w, content)
	}
	if err != nil {
		return fmt.Errorf("packing %s: %w", name, err)
	}
	return nil
}
