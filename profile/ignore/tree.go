package ignore

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// names are those of ignore files; what a later one says wins.
var names = [...]string{".gitignore", ".backstoryignore"}

// maxFile is how large an ignore file may be, in bytes.
const maxFile = 1 << 20

// junk are what programs leave in folders, as patterns. An ignore file may bring
// one back.
var junk = [...]string{
	"node_modules/", "bower_components/", "__pycache__/", "site-packages/", "*.egg-info/", "*.pyc", "__MACOSX/", "Thumbs.db", "desktop.ini", "$RECYCLE.BIN/", "System Volume Information/", "*~", "~$*", "*.part", "*.crdownload", "dovecot-uidlist", "dovecot-uidvalidity*", "dovecot-keywords", "dovecot.index*", "maildirfolder",
}

// keys are files that hold keys, whose text is for nobody. Nothing brings them back.
var keys = [...]string{
	"id_*", "*.pem", "*.key", "*.p12", "*.pfx", "*.p8", "*.ppk", "*.jks", "*.keystore", "*.kdb", "*.kdbx", "*.gpg", ".netrc", "_netrc", ".env*", "*.env", "*.agekey", "*.ovpn",
}

// IsKey reports whether a file is one that holds keys, by its name.
func IsKey(name string) bool {
	return compiled(keys[:]).Match(strings.ToLower(path.Base(filepath.ToSlash(name))), false)
}

func compiled(patterns []string) *List {
	list, err := New(patterns)
	if err != nil {
		panic(err) // they are constants
	}
	return list
}

// Tree says what of a folder is left out that is nobody's profile: what the ignore
// files in it say, each of its own folder and below as git has it, what programs
// leave, and keys. Several goroutines may ask it.
type Tree struct {
	root       *os.Root
	only       []string // paths that are looked at alone, "." for all
	junk, keys *List

	mu    sync.RWMutex
	files map[string][]byte // by path
	lists map[string]*List  // by folder
	wrong []string          // what is wrong with them
}

// NewTree returns what says it of a folder. Where paths are given, everything else
// is left out, and of them is read what ignore files say that are in them.
func NewTree(root *os.Root, only []string) *Tree {
	return &Tree{root: root, only: only, junk: compiled(junk[:]), keys: compiled(keys[:]), files: map[string][]byte{}, lists: map[string]*List{}}
}

// Partial reports whether something is left out since it was not named.
func (t *Tree) Partial() bool { return len(t.only) > 0 }

// Hidden takes a hidden name in a folder, which may be that of an ignore file. It has
// to be told before anything in the folder is asked for.
func (t *Tree) Hidden(folder, name string) {
	if !slices.Contains(names[:], name) {
		return
	}
	at := path.Join(folder, name)
	content, err := plainfile.Read(t.root, filepath.FromSlash(at), maxFile)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.wrong = append(t.wrong, fmt.Sprintf("%s is not followed: %v", at, err))
		content = nil
	}
	t.files[at] = content
	var patterns []string
	for _, n := range names {
		patterns = append(patterns, t.read(path.Join(folder, n))...)
	}
	t.lists[folder] = compiled(patterns)
}

// read returns the patterns of a file. One that git takes and that matches nothing is
// left out.
func (t *Tree) read(at string) (patterns []string) {
	for line := range strings.Lines(string(bytes.TrimPrefix(t.files[at], []byte("\uFEFF")))) {
		line = strings.TrimRight(line, "\r\n")
		if _, err := New([]string{line}); err == nil {
			patterns = append(patterns, line)
		}
	}
	return patterns
}

// Match reports whether a path in the folder is left out.
func (t *Tree) Match(at string, folder bool) bool {
	from, ok := t.within(at)
	if !ok {
		return true
	}
	name := path.Base(at)
	if !folder && t.keys.Match(strings.ToLower(name), false) {
		return true
	}
	if from == at {
		return false
	}
	ignored := t.junk.Match(name, folder)
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.lists) == 0 {
		return ignored
	}
	for i := len(from); i < len(at); i++ {
		switch {
		case i == 0 && from == "":
			ignored = t.after(ignored, "", at, folder)
		case at[i] == '/':
			ignored = t.after(ignored, at[:i], at, folder)
		}
	}
	return ignored
}

func (t *Tree) after(ignored bool, in, at string, folder bool) bool {
	list := t.lists[in]
	if list == nil {
		return ignored
	}
	return list.after(ignored, strings.TrimPrefix(at[len(in):], "/"), folder)
}

// within returns the path that is looked at which another is in. Without ok it is
// in none, and above none.
func (t *Tree) within(at string) (from string, ok bool) {
	if len(t.only) == 0 {
		return "", true
	}
	for _, one := range t.only {
		switch {
		case one == ".":
			return "", true
		case at == one, strings.HasPrefix(at, one+"/"):
			return one, true
		case strings.HasPrefix(one, at+"/"):
			return at, true // a folder above it
		}
	}
	return "", false
}

// Digest returns the digest of all that the tree was told, and was made with.
func (t *Tree) Digest() [sha256.Size]byte {
	t.mu.RLock()
	defer t.mu.RUnlock()
	sum := sha256.New()
	fmt.Fprintf(sum, "tree 1 %q %q %q\n", t.only, junk, keys)
	for _, at := range slices.Sorted(maps.Keys(t.files)) {
		fmt.Fprintf(sum, "%q %q\n", at, t.files[at])
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

// Wrong says what is wrong with ignore files, in order.
func (t *Tree) Wrong() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Compact(slices.Sorted(slices.Values(t.wrong)))
}
