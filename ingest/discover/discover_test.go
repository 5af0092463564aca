package discover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/manifest"
)

// makeProfile writes a profile: paths relative to it, with contents. A path
// that ends in a slash is a folder, a content that begins with "->" a link.
func makeProfile(t testing.TB, tree map[string]string) *os.Root {
	t.Helper()
	dir := t.TempDir()
	for name, content := range tree {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		target, isLink := strings.CutPrefix(content, "->")
		var err error
		switch {
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(file, 0o755)
		case isLink:
			if err := os.Symlink(filepath.FromSlash(target), file); err != nil {
				t.Skip("no links here:", err)
			}
		default:
			err = os.WriteFile(file, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

// files is a tree of empty files below the source folder.
func files(names ...string) map[string]string {
	tree := map[string]string{SourceDir + "/": ""}
	for _, name := range names {
		tree[SourceDir+"/"+name] = ""
	}
	return tree
}

// claimsCoqui claims extensions of Coqui's allowlist, by the name's.
func claimsCoqui(name string) bool {
	return slices.Contains(strings.Fields("txt md mdx json yaml yml csv tsv html xml sql php py go"), converters.Extension(name))
}

// ways are all implementations, and the orders in which they may find things.
var ways = []struct {
	name string
	open func(*os.Root, string) (place, error)
	jobs int
}{
	{"descriptors", openPlace, 4},
	{"portable", openPortable, 4},
	{"shuffled", openShuffled, 3},
	{"kinds unknown", openUnknown, 2},
	{"one goroutine", openPlace, 1},
}

// discover looks for sources in every way and checks that all find the same.
func discover(t *testing.T, root *os.Root, opts Options) (*Inventory, error) {
	t.Helper()
	if opts.Claims == nil {
		opts.Claims = claimsCoqui
	}
	var first *Inventory
	var firstErr error
	for i, way := range ways {
		opts.Jobs = way.jobs
		inv, err := newWalker(root, opts, way.open).inventory(t.Context())
		if i == 0 {
			first, firstErr = inv, err
			continue
		}
		if (err == nil) != (firstErr == nil) || err != nil && err.Error() != firstErr.Error() {
			t.Errorf("%s: error %v, first %v", way.name, err, firstErr)
		}
		if diff := cmp.Diff(listing(first), listing(inv)); diff != "" {
			t.Errorf("%s finds something else (-first +%s):\n%s", way.name, way.name, diff)
		}
	}
	if firstErr == nil {
		again(t, root, opts, first)
	}
	return first, firstErr
}

// again looks once more with an index that knows the folders, and checks that
// this finds the same.
func again(t *testing.T, root *os.Root, opts Options, first *Inventory) {
	t.Helper()
	walk, err := NewWalk(t.Context(), root, opts, &Index{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = walk.Inventory(); err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"with an index", "with the index of a walk with an index"} {
		index := &Index{Taken: time.Now().Add(time.Hour).UnixNano(), Listing: walk.Listing()}
		if walk, err = NewWalk(t.Context(), root, opts, index); err != nil {
			t.Fatal(err)
		}
		if walk.Unchanged() && len(first.Skipped) > 0 {
			t.Errorf("%s: unchanged, though something was skipped", how)
		}
		inv, err := walk.Inventory()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(listing(first), listing(inv)); diff != "" {
			t.Errorf("%s something else is found (-first +again):\n%s", how, diff)
		}
	}
}

// listing is what an inventory says, without what the system may not know.
func listing(inv *Inventory) []string {
	lines := []string{}
	for i := range inv.Files {
		f := inv.Files[i]
		lines = append(lines, fmt.Sprintf("%s [%s] %d %v %s at %s", f.Path, f.Extension, f.Size, f.Mode, f.Reason, f.real))
	}
	for _, s := range inv.Skipped {
		lines = append(lines, "skipped "+s.Path+": "+s.Reason)
	}
	return lines
}

func supported(inv *Inventory) []string {
	names := []string{}
	for i := range inv.Files {
		if inv.Files[i].Supported() {
			names = append(names, inv.Files[i].Path)
		}
	}
	return names
}

// coqui: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
func TestDiscoveryOrder(t *testing.T) {
	for _, tt := range []struct {
		name string
		tree map[string]string
		want []string
	}{
		{"coqui 1 no folder", map[string]string{"soul.md": ""}, []string{}},
		{"coqui 2 empty folder", files(), []string{}},
		{"coqui 3", files("file1.txt", "file2.md", "file3.json"), []string{"file1.txt", "file2.md", "file3.json"}},
		{"coqui 4", files("file1.txt", "file2.exe"), []string{"file1.txt"}},
		{"coqui 5", files("story.mdx", "script.php", "notes.xml"), []string{"notes.xml", "script.php", "story.mdx"}},
		{"coqui 6", files(".hidden", "visible.txt", ".hiddendir/file.txt"), []string{"visible.txt"}},
		{
			"coqui 7", files("zebra.txt", "01-intro.txt", "alpha.txt", "02-middle.txt"),
			[]string{"01-intro.txt", "02-middle.txt", "alpha.txt", "zebra.txt"},
		},
		{
			"coqui 8", files("2-second.txt", "10-tenth.txt", "1-first.txt"),
			[]string{"1-first.txt", "2-second.txt", "10-tenth.txt"},
		},
		{"coqui 9", files("root-file.txt", "subfolder/sub-file.txt"), []string{"root-file.txt", "subfolder/sub-file.txt"}},
		{
			"coqui 10", files("top.txt", "02-late/file.txt", "misc/note.txt", "01-early/002-file.txt", "01-early/001-file.txt"),
			[]string{"top.txt", "01-early/001-file.txt", "01-early/002-file.txt", "02-late/file.txt", "misc/note.txt"},
		},
		{
			"files before folders at every level", files("1/1/1.txt", "1/2.txt", "2.txt", "1/1/2/0.txt"),
			[]string{"2.txt", "1/2.txt", "1/1/1.txt", "1/1/2/0.txt"},
		},
		{"a file in place of the folder", map[string]string{"backstory": "text"}, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inv, err := discover(t, makeProfile(t, tt.tree), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, supported(inv)); diff != "" {
				t.Errorf("order differs (-want +got):\n%s", diff)
			}
			if exists := tt.name != "coqui 1 no folder" && tt.name != "a file in place of the folder"; inv.Exists != exists {
				t.Errorf("Exists = %v", inv.Exists)
			}
		})
	}
}

// coqui: 11, 12
func TestExtensionAndPath(t *testing.T) {
	root := makeProfile(t, files("data.csv", "config.yaml", "file.txt"))
	inv, err := discover(t, root, Options{})
	if err != nil || len(inv.Files) != 3 {
		t.Fatal(inv, err)
	}
	if inv.Files[0].Extension != "yaml" || inv.Files[1].Extension != "csv" {
		t.Errorf("coqui 11: extensions %q, %q", inv.Files[0].Extension, inv.Files[1].Extension)
	}
	if got, want := absolute(root, inv.Files[2]), filepath.Join(root.Name(), "backstory", "file.txt"); got != want {
		t.Errorf("coqui 12: %s, want %s", got, want)
	}
	for name, want := range map[string]string{ // coqui 1.1.6
		"a.tar.gz": "gz", "A.MD": "md", "a.b c": "b c", "README": "", "trail.": "", ".x": "x", "É.Ä": "Ä", "": "",
	} {
		if got := converters.Extension(name); got != want {
			t.Errorf("Extension(%q) = %q, want %q", name, got, want)
		}
	}
}

// coqui: 13, 14
func TestUnsupportedFilesSayWhy(t *testing.T) {
	inv, err := discover(t, makeProfile(t, files("01-supported.txt", "02-unsupported.exe", "folder/note.bin")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f := inv.Files; len(f) != 3 || !f[0].Supported() || f[1].Supported() || f[2].Supported() {
		t.Fatalf("coqui 13: %d files", len(f))
	}
	if f := inv.Files[1]; f.Path != "02-unsupported.exe" || f.Reason != "Unsupported extension: .exe" {
		t.Errorf("coqui 13: %s, %s", f.Path, f.Reason)
	}
	if f := inv.Files[2]; f.Path != "folder/note.bin" {
		t.Errorf("coqui 13: %s", f.Path)
	}
	inv, err = discover(t, makeProfile(t, files("README")), Options{})
	if err != nil || len(inv.Files) != 1 {
		t.Fatal(inv, err)
	}
	if f := inv.Files[0]; f.Extension != "" || f.Reason != "Unsupported file without an extension" {
		t.Errorf("coqui 14: %q, %s", f.Extension, f.Reason)
	}
}

// coqui: 25
func TestSourceFolder(t *testing.T) {
	if got := filepath.ToSlash(sourceFolder("/profiles/test")); got != "/profiles/test/backstory" {
		t.Errorf("coqui 25: %s", got)
	}
}

func TestIgnoredPathsLeaveNoTrace(t *testing.T) {
	tree := files("keep.md", "drop.md", "sub/drop.md", "node_modules/a/b.md", "sub/keep.md")
	tree["backstory/drop-link"] = "->nowhere"
	tree["backstory/sub/drop-out"] = "->../../.."
	tree["backstory/linked"] = "->sub"
	var mu sync.Mutex
	asked := map[string]bool{}
	inv, err := discover(t, makeProfile(t, tree), Options{Ignore: func(rel string, dir bool) bool {
		mu.Lock()
		defer mu.Unlock()
		asked[rel] = dir
		base := rel[strings.LastIndexByte(rel, '/')+1:]
		return strings.HasPrefix(base, "drop") || dir && base == "node_modules"
	}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"keep.md", "linked/keep.md", "sub/keep.md"}, supported(inv)); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
	if len(inv.Skipped) != 0 {
		t.Errorf("skipped %v", inv.Skipped)
	}
	for rel, dir := range map[string]bool{"sub": true, "linked": true, "node_modules": true, "keep.md": false, "drop-link": false} {
		if asked[rel] != dir {
			t.Errorf("%s: asked as a folder: %v", rel, asked[rel])
		}
	}
	if _, inside := asked["node_modules/a"]; inside {
		t.Error("an ignored folder was read")
	}
}

func TestLimits(t *testing.T) {
	var names []string
	for i := range 600 { // more than one task for the folder
		names = append(names, fmt.Sprintf("%03d.md", i))
	}
	root := makeProfile(t, files(names...))
	inv, err := discover(t, root, Options{MaxFiles: 600})
	if err != nil || len(inv.Files) != 600 {
		t.Errorf("at the limit: %d files, %v", len(inv.Files), err)
	}
	for _, most := range []int{1, 59, 60, 599} {
		if inv, err := discover(t, root, Options{MaxFiles: most}); !errors.Is(err, ErrTooMany) || len(inv.Files) != 0 {
			t.Errorf("beyond a limit of %d: %d files, %v", most, len(inv.Files), err)
		}
	}

	root = makeProfile(t, files("a.md", "1/b.md", "1/2/c.md", "1/2/3/d.md"))
	inv, err = discover(t, root, Options{MaxDepth: 3})
	if err != nil {
		t.Fatal(err)
	}
	want := []manifest.Skip{{Path: "1/2/3", Reason: skipDeep}}
	if diff := cmp.Diff(want, inv.Skipped); diff != "" || len(inv.Files) != 3 {
		t.Errorf("depth (-want +got):\n%s", diff)
	}
	inv, err = discover(t, root, Options{MaxPath: 7})
	if err != nil {
		t.Fatal(err)
	}
	want = []manifest.Skip{{Path: "1/2/c.md", Reason: skipLong}}
	if diff := cmp.Diff(want, inv.Skipped[:1]); diff != "" || len(inv.Files) != 2 {
		t.Errorf("path length (-want +got):\n%s", diff)
	}
}

func TestDiscoverEndsWithItsContext(t *testing.T) {
	root := makeProfile(t, files("a.md", "b/c.md"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if inv, err := Discover(ctx, root, Options{}); !errors.Is(err, context.Canceled) || len(inv.Files) != 0 {
		t.Errorf("%v, %v", inv, err)
	}
}

// sourceFolder returns where the sources of a profile are.
func sourceFolder(profile string) string { return filepath.Join(profile, SourceDir) }

// absolute returns the path of a file in a profile.
func absolute(profile *os.Root, f *File) string {
	return filepath.Join(sourceFolder(profile.Name()), filepath.FromSlash(f.Path))
}
