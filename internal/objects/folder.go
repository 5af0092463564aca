package objects

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// pageLength is how many objects a page has, but for the last one.
const pageLength = 1000

// temporary begins the names of files that are not objects yet, which no object has.
const temporary = ".new-"

// Folder keeps objects as files. One process at a time may replace objects by tag: others
// are not waited for between comparing it and writing. The tag is the digest of
// the content.
type Folder struct {
	root *os.Root
	mu   sync.Mutex // between comparing a tag and writing
}

// OpenFolder opens a folder, which it makes if it has to.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{root: root}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Get implements [Store].
func (f *Folder) Get(_ context.Context, name string) (io.ReadCloser, Info, error) {
	if err := check(name); err != nil {
		return nil, Info{}, err
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, Info{}, named(name, meaning(err))
	}
	stat, err := file.Stat()
	if err == nil && !stat.Mode().IsRegular() {
		err = ErrNotFound
	}
	sum := sha256.New()
	if err == nil {
		_, err = io.Copy(sum, file)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, Info{}, named(name, err)
	}
	return file, Info{name, stat.Size(), hex.EncodeToString(sum.Sum(nil)), stat.ModTime()}, nil
}

// meaning returns what an error of the file system means here.
func meaning(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrNotFound
	case errors.Is(err, fs.ErrExist):
		return ErrExists
	case errors.Is(err, fs.ErrPermission):
		return errors.Join(ErrDenied, err)
	}
	return err
}

// Put implements [Store].
func (f *Folder) Put(ctx context.Context, name string, content io.ReadSeeker, when Condition) (string, error) {
	if err := check(name); err != nil {
		return "", err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	folder := path.Dir(name)
	if err := f.root.MkdirAll(folder, 0o700); err != nil {
		return "", named(name, err)
	}
	temp := path.Join(folder, temporary+rand.Text())
	defer f.root.Remove(temp) // gone where it became the object
	tag, err := f.write(temp, content)
	if err == nil {
		err = f.publish(ctx, temp, name, when)
	}
	if err != nil {
		return "", named(name, err)
	}
	return tag, nil
}

// write writes a temporary file and returns the digest of what it has.
func (f *Folder) write(temp string, content io.Reader) (string, error) {
	file, err := f.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	known, ok := content.(Summed)
	if ok {
		_, err = io.Copy(file, known.ReadSeeker)
	} else {
		_, err = io.Copy(io.MultiWriter(file, sum), content)
		sum.Sum(known.Sum[:0])
	}
	if err == nil {
		err = file.Sync()
	}
	return hex.EncodeToString(known.Sum[:]), errors.Join(err, file.Close())
}

// publish gives a file the name of an object.
func (f *Folder) publish(ctx context.Context, temp, name string, when Condition) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if when.New {
		return meaning(f.root.Link(temp, name)) // fails where there is one
	}
	if when.Tag != "" {
		r, info, err := f.Get(ctx, name)
		if err == nil {
			r.Close()
		}
		switch {
		case errors.Is(err, ErrNotFound), err == nil && info.Tag != when.Tag:
			return ErrChanged
		case err != nil:
			return err
		}
	}
	return f.root.Rename(temp, name)
}

// List implements [Store].
func (f *Folder) List(ctx context.Context, prefix, after string) (page []Info, more bool, err error) {
	from := "."
	if folder := path.Dir(prefix + "x"); folder != "." {
		if err := check(folder); err != nil {
			return nil, false, err
		}
		from = folder
	}
	err = fs.WalkDir(f.root.FS(), from, func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist):
			return nil // it went meanwhile, or was never there
		case err != nil:
			return err
		case !d.Type().IsRegular() || strings.HasPrefix(d.Name(), temporary) || !strings.HasPrefix(name, prefix) || name <= after:
			return nil
		}
		stat, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			page = append(page, Info{Name: name, Size: stat.Size(), Modified: stat.ModTime()})
		}
		return err
	})
	if err != nil {
		return nil, false, err
	}
	// A walk has "a/b" before "a.c".
	slices.SortFunc(page, func(a, b Info) int { return cmp.Compare(a.Name, b.Name) })
	return page[:min(len(page), pageLength)], len(page) > pageLength, nil
}

// Delete implements [Store].
func (f *Folder) Delete(_ context.Context, name string) error {
	if err := check(name); err != nil {
		return err
	}
	if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return named(name, meaning(err))
	}
	return nil
}

// Content is content for [Store].Put.
func Content(b []byte) io.ReadSeeker { return bytes.NewReader(b) }
