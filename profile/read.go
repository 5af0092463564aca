package profile

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/lineend"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// Tier is where a file was found. A nearer one wins.
type Tier string

// The tiers, the nearest first.
const (
	TierProfile   Tier = "profile"
	TierWorkspace Tier = "workspace"
	TierBuiltin   Tier = "builtin" // in the binary: the composer has them
)

// File is a file of text that was looked for in its tiers. Its text is UTF-8
// with line feeds.
type File struct {
	Name  string // in its tier, such as base.md
	Tier  Tier   // where it was found; TierBuiltin where it was not
	Path  string // relative to the workspace, or to a profile that stands alone
	Text  string
	Found bool
	// Digest is the SHA-256 of the file with LF for CRLF, in hexadecimal: which
	// version of it was read.
	Digest string
}

// The sizes of the files that are still read, in bytes.
const (
	maxText      = 1 << 20
	maxBackstory = 64 << 20
	maxFiles     = 1000 // of one folder
)

// files is one tier of files.
type files struct {
	root   *os.Root
	folder string // below the root
	tier   Tier
	shown  string // the text before a name in a path
}

type reader struct {
	tiers    []files // the nearest first
	problems []Problem
	beside   bool // the backstory is not read
	names    listings
}

func (r *reader) problem(file, message string) {
	r.problems = append(r.problems, Problem{File: file, Message: message})
}

func (r *reader) file(t files, name string) File { return r.limited(t, name, maxText) }

// limited reads a file of one tier. One that cannot be read is a problem and
// not found.
func (r *reader) limited(t files, name string, limit int64) File {
	if r.names.lack(t, name) {
		return File{Name: path.Base(name), Tier: t.tier, Path: path.Join(t.shown, name)}
	}
	if hasTwo(t.root, t.folder, name) {
		r.problem(path.Join(t.shown, otherName(name)), "is not read, since there is "+name+", too: make one file of them")
	}
	name = at(t.root, t.folder, name)
	f := File{Name: path.Base(name), Tier: t.tier, Path: path.Join(t.shown, name)}
	content, err := readFile(t.root, path.Join(t.folder, name), limit)
	read := digestOf(content)
	note := ""
	if err == nil && content != nil {
		f.Text, note, err = text.Decode(content)
		f.Found, f.Digest = err == nil, read
	}
	if err != nil {
		note = err.Error()
	}
	if note != "" {
		r.problem(f.Path, note)
	}
	return f
}

// markdown returns the names of the .md files of a folder, sorted.
func (r *reader) markdown(t files, folder string) []string {
	if r.names.lack(t, folder) {
		return nil
	}
	shown := path.Join(t.shown, folder)
	entries, err := plainfile.List(t.root, path.Join(t.folder, folder), maxFiles+1)
	if err != nil {
		r.problem(shown, "listing it: "+err.Error())
	}
	if len(entries) > maxFiles {
		r.problem(shown, fmt.Sprintf("holds more than %d files: none of them is used", maxFiles))
		return nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".md") && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// listings are the names at the top of the folders that are read, in lower case.
type listings struct{ of map[*os.Root]map[string]bool }

// lack reports whether nothing can be there by a name or its other one, in letters of
// any case. Most names that a profile may have are not there, and to ask for each takes
// four calls of the system.
func (l *listings) lack(t files, name string) bool {
	names, ok := l.of[t.root]
	if !ok {
		names = namesIn(t.root)
		if l.of == nil {
			l.of = map[*os.Root]map[string]bool{}
		}
		l.of[t.root] = names
	}
	top, _, _ := strings.Cut(path.Join(t.folder, name), "/")
	return names != nil && !names[strings.ToLower(top)] && !names[strings.ToLower(otherName(top))]
}

// namesIn returns the names in a folder in lower case, or nil where there are many or
// they cannot be listed.
func namesIn(root *os.Root) map[string]bool {
	dir, err := root.Open(".")
	if err != nil {
		return nil
	}
	defer dir.Close()
	list, err := dir.Readdirnames(maxFiles + 1)
	if err != nil && !errors.Is(err, io.EOF) || len(list) > maxFiles {
		return nil
	}
	names := map[string]bool{}
	for _, name := range list {
		names[strings.ToLower(name)] = true
	}
	return names
}

// digestOf is the SHA-256 of a file with LF for CRLF, in hexadecimal.
func digestOf(content []byte) string {
	sum := lineend.Sum(content)
	return hex.EncodeToString(sum[:])
}

func readFile(root *os.Root, name string, limit int64) ([]byte, error) {
	content, err := plainfile.Read(root, filepath.FromSlash(name), limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return content, nil
}
