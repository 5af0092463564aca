//go:build linux

package discover

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// known walks a profile and returns an index of what it found, taken some time
// from now.
func known(t *testing.T, root *os.Root, opts Options, later time.Duration) *Index {
	t.Helper()
	walk, err := NewWalk(t.Context(), root, opts, &Index{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := walk.Inventory(); err != nil {
		t.Fatal(err)
	}
	return &Index{Taken: time.Now().Add(later).UnixNano(), Listing: walk.Listing()}
}

// same walks with an index, checks that the files are those of a walk without,
// and returns whether nothing was seen to have changed.
func same(t *testing.T, root *os.Root, opts Options, index *Index) bool {
	t.Helper()
	walk, err := NewWalk(t.Context(), root, opts, index)
	if err != nil {
		t.Fatal(err)
	}
	unchanged := walk.Unchanged()
	got, gotErr := walk.Inventory()
	want, wantErr := Discover(t.Context(), root, opts)
	if diff := cmp.Diff(listing(want), listing(got)); diff != "" || (gotErr == nil) != (wantErr == nil) {
		t.Fatalf("errors %v and %v (-without the index +with it):\n%s", wantErr, gotErr, diff)
	}
	for i := range got.Files {
		if g, w := got.Files[i], want.Files[i]; g.Stat != w.Stat || g.real != w.real {
			t.Fatalf("%s: %+v, without the index %+v", w.Path, g, w)
		}
	}
	return unchanged
}

// A change of any kind is seen, and the sources are found as without an index.
func TestAWalkThatKnowsSeesEveryChange(t *testing.T) {
	ignore := func(rel string, _ bool) bool { return filepath.Ext(rel) == ".bak" }
	opts := Options{Claims: claimsCoqui, Ignore: ignore}
	tree := func() map[string]string {
		tree := map[string]string{
			"backstory/a.txt": "a", "backstory/d/10.txt": "x", "backstory/d/9.txt": "y", "backstory/d/e/deep.csv": "z",
			"backstory/d/odd.xyz": "?", "backstory/old.bak": "-", "backstory/x.bak/in.txt": "-", "elsewhere/a.txt": "a",
		}
		for i := range 3 * namesPerTask {
			tree[fmt.Sprintf("backstory/many/%d.txt", i)] = "m"
		}
		return tree
	}
	write := func(name, content string) func(string) error {
		return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644) }
	}
	for _, tt := range []struct {
		name   string
		change func(dir string) error
		same   bool
	}{
		{"nothing", func(string) error { return nil }, true},
		{"a hidden file came", write("backstory/.hidden", ""), true},
		{"a file that is passed over changed", write("backstory/old.bak", "other"), true},
		{"something came in a folder that is passed over", write("backstory/x.bak/more.txt", "more"), true},
		{"a file changed", write("backstory/d/9.txt", "Y"), false},
		{"a file changed that nobody claims", write("backstory/d/odd.xyz", "!"), false},
		{"a file among many changed", write("backstory/many/700.txt", "M"), false},
		{"a file came", write("backstory/d/e/new.txt", "n"), false},
		{"a file came among many", write("backstory/many/new.txt", "n"), false},
		{"a file went", func(dir string) error { return os.Remove(filepath.Join(dir, "backstory/d/10.txt")) }, false},
		{"a folder came", func(dir string) error { return os.MkdirAll(filepath.Join(dir, "backstory/d/f/g"), 0o755) }, false},
		{"a folder went", func(dir string) error { return os.RemoveAll(filepath.Join(dir, "backstory/d/e")) }, false},
		{"a folder moved", func(dir string) error {
			return os.Rename(filepath.Join(dir, "backstory/d/e"), filepath.Join(dir, "backstory/e"))
		}, false},
		{"a file is a folder now", func(dir string) error {
			name := filepath.Join(dir, "backstory/a.txt")
			return errors.Join(os.Remove(name), os.Mkdir(name, 0o755))
		}, false},
		{"a folder is a link now", func(dir string) error {
			name := filepath.Join(dir, "backstory/d/e")
			return errors.Join(os.Rename(name, filepath.Join(dir, "moved")), os.Symlink("../../moved", name))
		}, false},
		{"a file is a link now", func(dir string) error {
			name := filepath.Join(dir, "backstory/a.txt")
			return errors.Join(os.Rename(name, filepath.Join(dir, "moved")), os.Symlink("../moved", name))
		}, false},
		{"the sources are a link now", func(dir string) error {
			name := filepath.Join(dir, "backstory")
			return errors.Join(os.Rename(name, filepath.Join(dir, "moved")), os.Symlink("moved", name))
		}, true},
		{"the sources are others now", func(dir string) error {
			name := filepath.Join(dir, "backstory")
			return errors.Join(os.Rename(name, filepath.Join(dir, "moved")), os.Symlink("elsewhere", name))
		}, false},
		{"all went", func(dir string) error { return os.RemoveAll(filepath.Join(dir, "backstory")) }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel() // it makes many files
			root := makeProfile(t, tree())
			index := known(t, root, opts, time.Hour)
			if err := tt.change(root.Name()); err != nil {
				t.Fatal(err)
			}
			if got := same(t, root, opts, index); got != tt.same {
				t.Errorf("unchanged: %v", got)
			}
		})
	}
}

// A folder that can no longer be opened, or read twice, is not a folder that has not
// changed.
func TestAWalkThatKnowsTellsOfFoldersThatCannotBeRead(t *testing.T) {
	for name, broken := range map[string]brokenPlace{"opened": {locked: true}, "read again": {twice: true}} {
		t.Run(name, func(t *testing.T) {
			root := makeProfile(t, map[string]string{"backstory/a.txt": "a", "backstory/d/b.txt": "b"})
			index := known(t, root, Options{}, time.Hour)
			if broken.twice { // which it is where something is new
				if err := os.WriteFile(filepath.Join(root.Name(), "backstory", "c.txt"), nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			walker := newWalker(root, Options{}, func(profile *os.Root, real string) (place, error) {
				p, err := openPlace(profile, real)
				at := broken
				at.fdPlace, _ = p.(fdPlace)
				return at, err
			})
			walker.known = index
			source, err := walker.walk(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			walk := &Walk{walker, source}
			unchanged := walk.Unchanged()
			var folder *FolderError
			if _, err := walk.Inventory(); unchanged || !errors.As(err, &folder) {
				t.Errorf("unchanged: %v, error %v", unchanged, err)
			}
		})
	}
}

// brokenPlace is a folder whose subfolders cannot be opened, or that cannot be
// read twice.
type brokenPlace struct {
	fdPlace
	locked, twice bool
}

func (p brokenPlace) sub(name string) (place, error) {
	if p.locked {
		return nil, unix.EACCES
	}
	return p.fdPlace.sub(name)
}

func (p brokenPlace) rewind() error {
	if p.twice {
		return unix.EIO
	}
	return p.fdPlace.rewind()
}

// A file that was written when the index was taken could change unseen.
func TestAWalkBelievesNoFileThatIsAsYoungAsItsIndex(t *testing.T) {
	root := makeProfile(t, map[string]string{"backstory/a.txt": "a"})
	if same(t, root, Options{}, known(t, root, Options{}, 0)) {
		t.Error("a file of the same moment is believed unchanged")
	}
	if !same(t, root, Options{}, known(t, root, Options{}, time.Hour)) {
		t.Error("an old file is not believed unchanged")
	}
}

// A name that was there, and gone when it was looked at, says nothing of what
// comes back under it.
func TestANameThatWentAndCameBackIsSeen(t *testing.T) {
	root := makeProfile(t, map[string]string{"backstory/a.txt": "a", "backstory/b.txt": "b"})
	file := filepath.Join(root.Name(), "backstory", "b.txt")
	walker := newWalker(root, Options{Jobs: 1}, func(profile *os.Root, real string) (place, error) {
		p, err := openPlace(profile, real)
		return vanishing{p, file}, err
	})
	source, err := walker.walk(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	walk := &Walk{walker, source}
	inv, err := walk.Inventory()
	if err != nil || len(inv.Files) != 1 {
		t.Fatalf("%v, %v", listing(inv), err)
	}
	index := &Index{Taken: time.Now().Add(time.Hour).UnixNano(), Listing: walk.Listing()}
	if err := os.WriteFile(file, []byte("back"), 0o644); err != nil {
		t.Fatal(err)
	}
	if same(t, root, Options{}, index) {
		t.Error("a file that came back is not seen")
	}
}

// vanishing is a folder from which a file goes when its names were read.
type vanishing struct {
	place
	file string
}

func (v vanishing) list(buf []byte, most int) ([]listed, error) {
	names, err := v.place.list(buf, most)
	return names, errors.Join(err, os.Remove(v.file))
}

// Folders that hold anything beside files and folders are always read.
func TestAWalkKnowsPlainFoldersAlone(t *testing.T) {
	for name, tt := range map[string]struct {
		tree map[string]string
		same bool
	}{
		"a link":        {map[string]string{"backstory/a.txt": "a", "backstory/d/b.txt": "b", "backstory/d/l.txt": "->../a.txt"}, false},
		"a broken link": {map[string]string{"backstory/a.txt": "a", "backstory/l.txt": "->none"}, false},
		"empty folders": {map[string]string{"backstory/a/b/": "", "backstory/c/": ""}, true},
	} {
		t.Run(name, func(t *testing.T) {
			root := makeProfile(t, tt.tree)
			walk, err := NewWalk(t.Context(), root, Options{}, known(t, root, Options{}, time.Hour))
			if err != nil || walk.Unchanged() != tt.same {
				t.Errorf("unchanged: %v, %v", walk.Unchanged(), err)
			}
		})
	}
}

// Any changes, and an index that is as old as any of them: the files are those
// of a walk that knows nothing.
func TestAWalkThatKnowsFindsWhatAnyWalkFinds(t *testing.T) {
	root := makeProfile(t, map[string]string{"backstory/a/1.txt": "1", "backstory/b/2.txt": "2", "backstory/b/c/3.md": "3"})
	random := rand.New(rand.NewPCG(1, 2))
	index := known(t, root, Options{}, time.Hour)
	folders := []string{"", "a", "b", "b/c", "d", "d/e"}
	for step := range 400 {
		folder := filepath.Join(root.Name(), "backstory", folders[random.IntN(len(folders))])
		name := filepath.Join(folder, fmt.Sprintf("%d.txt", random.IntN(6)))
		_ = os.MkdirAll(folder, 0o755) // where there is a file, nothing happens below
		switch random.IntN(7) {
		case 0, 1, 2:
			_ = os.WriteFile(name, fmt.Appendf(nil, "%d", step), 0o644)
		case 3:
			_ = os.Remove(name)
		case 4:
			_ = os.Symlink(fmt.Sprintf("%d.txt", random.IntN(6)), name)
		case 5:
			_ = os.Rename(name, filepath.Join(folder, fmt.Sprintf("%d.txt", random.IntN(6))))
		case 6:
			if random.IntN(4) == 0 {
				_ = os.RemoveAll(folder)
				_ = os.MkdirAll(filepath.Join(root.Name(), "backstory"), 0o755)
			}
		}
		same(t, root, Options{}, index)
		if random.IntN(5) == 0 {
			index = known(t, root, Options{}, time.Hour)
		}
	}
}

// FuzzListing reads records from any text, as a walk does.
func FuzzListing(f *testing.F) {
	var l lister
	l.Uint(2)
	for _, kind := range []rankedKind{rankedFile, rankedFolder} {
		l.Uint(uint64(kind))
		l.Uint(1)
		l.B = append(l.B, 'a')
		l.Uint(0)
		if kind == rankedFile {
			putStat(&l.Encoder, Stat{Size: 1, Inode: 1 << 40})
		}
	}
	f.Add(string(l.B)+"\x01\x00\x00\x00\x00\x00\x00\x00", 0)
	f.Fuzz(func(t *testing.T, text string, at int) {
		Listing(text).root()
		names, ok := Listing(text).record(at, nil)
		if len(names) > len(text) {
			t.Fatalf("%d names in %d bytes", len(names), len(text))
		}
		for i := range names {
			if ok && names[i].rank >= len(names) {
				t.Fatalf("%d names, and one has rank %d", len(names), names[i].rank)
			}
		}
	})
}
