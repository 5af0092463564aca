package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// The bounds of a tree.
const (
	maxFiles = 10_000
	maxDepth = 32
	maxTotal = 1 << 30 // bytes that are read of one tree, unpacked
)

// Entry is a file of a Tree.
type Entry struct {
	Name string // with slashes
	Size int64  // bytes, as the folder or the package says
}

// Tree is the regular files of a folder or of a zip package, by their names.
// What is not a regular file, or has a name that leads elsewhere, is not in it.
type Tree struct {
	Entries []Entry // sorted by name
	Refused []Note  // links, special files, names that lead out
	open    func(name string) (io.ReadCloser, error)
	left    *int64 // bytes that may still be read
}

// OpenFolder returns the files of a folder. Links are not followed.
func OpenFolder(root *os.Root) (*Tree, error) {
	t := &Tree{left: budget(), open: func(name string) (io.ReadCloser, error) {
		f, _, err := plainfile.Open(root, filepath.FromSlash(name))
		return f, err
	}}
	err := fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name != ".":
			t.Refused = append(t.Refused, Note{Fate: Lost, Place: name, Why: "cannot be read: " + plainfile.LeftOut(name, err).Err.Error()})
			return fs.SkipDir
		case err != nil:
			return err
		case d.IsDir() && strings.Count(name, "/") >= maxDepth:
			return fmt.Errorf("%w: %s is deeper than %d folders", ErrLimit, name, maxDepth)
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			t.Refused = append(t.Refused, Note{Fate: Lost, Place: name, Why: "is not the persona's"})
			return fs.SkipDir
		case d.IsDir():
			return nil
		case !d.Type().IsRegular():
			t.Refused = append(t.Refused, Note{Fate: Lost, Place: name, Why: "is not a regular file: links are not followed"})
			return nil
		case len(t.Entries)+len(t.Refused) >= maxFiles:
			return fmt.Errorf("%w: it holds more than %d files", ErrLimit, maxFiles)
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile
		}
		if err == nil {
			t.Entries = append(t.Entries, Entry{name, info.Size()})
		}
		return err
	})
	return t.sorted(), err
}

// NewTree returns a tree of files that are at hand.
func NewTree(files map[string][]byte) *Tree {
	t := &Tree{left: budget(), open: func(name string) (io.ReadCloser, error) {
		content, ok := files[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(bytes.NewReader(content)), nil
	}}
	for name, content := range files {
		t.Entries = append(t.Entries, Entry{name, int64(len(content))})
	}
	return t.sorted()
}

func budget() *int64 {
	left := int64(maxTotal)
	return &left
}

func (t *Tree) sorted() *Tree {
	slices.SortFunc(t.Entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return t
}

// Has reports whether there is a file of just this name.
func (t *Tree) Has(name string) bool {
	_, ok := slices.BinarySearchFunc(t.Entries, name, func(e Entry, name string) int { return strings.Compare(e.Name, name) })
	return ok
}

// Find returns the name of the file that is called so in any case, "" for none.
// Of several it is the one of just this case, else the first.
func (t *Tree) Find(name string) string {
	if t.Has(name) {
		return name
	}
	for _, e := range t.Entries {
		if strings.EqualFold(e.Name, name) {
			return e.Name
		}
	}
	return ""
}

// In returns the files in a folder and below, by their names there.
func (t *Tree) In(folder string) *Tree {
	sub := &Tree{left: t.left, open: func(name string) (io.ReadCloser, error) { return t.open(folder + "/" + name) }}
	for _, e := range t.Entries {
		if rest, ok := strings.CutPrefix(e.Name, folder+"/"); ok {
			sub.Entries = append(sub.Entries, Entry{rest, e.Size})
		}
	}
	return sub
}

// Open opens a file. All that is read of a tree is bounded.
func (t *Tree) Open(name string) (io.ReadCloser, error) {
	if !t.Has(name) {
		return nil, fmt.Errorf("reading %s: %w", name, fs.ErrNotExist)
	}
	f, err := t.open(name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return &counted{f, t, name}, nil
}

// Read returns a file of at most so many bytes.
func (t *Tree) Read(name string, most int64) ([]byte, error) {
	f, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("reading %s: %w: it has more than %d bytes", name, ErrLimit, most)
	}
	if err != nil {
		return nil, err
	}
	return content, nil
}

// Text returns a file of at most so many bytes as text in UTF-8, from any encoding that
// sources may have. The note says what may be wrong in it. What is UTF-8 is as it is, and
// so is what is no text in any encoding: what may not be in a text is taken out of it.
func (t *Tree) Text(name string, most int64) (content []byte, note string, err error) {
	content, err = t.Read(name, most)
	if err != nil || utf8.Valid(content) {
		return content, "", err
	}
	if decoded, note, err := text.Decode(content); err == nil {
		return []byte(decoded), note, nil
	}
	return content, "", nil
}

// counted is a file of a tree that takes what is read from the tree's budget.
type counted struct {
	io.ReadCloser
	tree *Tree
	name string
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if *c.tree.left -= int64(n); *c.tree.left < 0 {
		return 0, fmt.Errorf("reading %s: %w: all files together have more than %d bytes", c.name, ErrLimit, maxTotal)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("reading %s: %w", c.name, err)
	}
	return n, err
}
