//go:build linux || darwin

package discover

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/seed353dc258/backstory/manifest"
)

func TestSpecialFilesAreSkipped(t *testing.T) {
	root := makeProfile(t, files("a.md"))
	source := sourceFolder(root.Name())
	if err := unix.Mkfifo(filepath.Join(source, "pipe.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(source) // the name of a socket has to be short
	socket, err := net.Listen("unix", "socket.md")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if err := os.Symlink("pipe.md", "to-pipe.md"); err != nil {
		t.Fatal(err)
	}
	want := []manifest.Skip{{Path: "pipe.md", Reason: skipPipe}, {Path: "socket.md", Reason: skipSocket}, {Path: "to-pipe.md", Reason: skipPipe}}
	if err := unix.Mknod("device.md", unix.S_IFCHR|0o644, int(unix.Mkdev(1, 3))); err == nil {
		want = append([]manifest.Skip{{Path: "device.md", Reason: skipDevice}}, want...)
	}
	inv, err := discover(t, root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, inv.Skipped); diff != "" {
		t.Errorf("skipped differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.md"}, supported(inv)); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
}

func TestDescriptionIsThatOfTheFile(t *testing.T) {
	root := makeProfile(t, map[string]string{"backstory/a.md": "hello"})
	inv, err := Discover(t.Context(), root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var st unix.Stat_t
	if err := unix.Stat(absolute(root, inv.Files[0]), &st); err != nil {
		t.Fatal(err)
	}
	want := Stat{5, st.Mtim.Nano(), st.Ctim.Nano(), st.Ino, uint64(st.Dev), 0o644}
	if diff := cmp.Diff(want, inv.Files[0].Stat); diff != "" {
		t.Errorf("description differs (-want +got):\n%s", diff)
	}
}

// A name that is not UTF-8 is a name like any other.
func TestNameThatIsNotText(t *testing.T) {
	root := makeProfile(t, files())
	name := "a\xff.md"
	if err := os.WriteFile(filepath.Join(sourceFolder(root.Name()), name), nil, 0o644); err != nil {
		t.Skip("no such names here:", err)
	}
	inv, err := discover(t, root, Options{})
	if err != nil || len(inv.Files) != 1 || inv.Files[0].Path != name {
		t.Errorf("%v, %v", inv, err)
	}
}

// A folder that cannot be read is an error that names it, and all such are
// named, in order. Superusers can read everything, so the error is made.
func TestUnreadableFoldersAreNamed(t *testing.T) {
	root := makeProfile(t, files("a.md", "z/locked/b.md", "b/locked/c.md", "c/d.md"))
	refuse := func(profile *os.Root, real string) (place, error) {
		p, err := openPlace(profile, real)
		return locked{p}, err
	}
	for range 20 {
		inv, err := newWalker(root, Options{Claims: claimsCoqui}, refuse).inventory(t.Context())
		var folder *FolderError
		if !errors.As(err, &folder) || folder.Path != "backstory/b/locked" || !errors.Is(err, unix.EACCES) {
			t.Fatalf("error %v", err)
		}
		want := "reading the folder backstory/b/locked: permission denied\nreading the folder backstory/z/locked: permission denied"
		if err.Error() != want {
			t.Fatalf("error %v", err)
		}
		if diff := cmp.Diff([]string{"a.md", "c/d.md"}, supported(inv)); diff != "" {
			t.Fatalf("files differ (-want +got):\n%s", diff)
		}
	}
}

type locked struct{ place }

func (l locked) sub(name string) (place, error) {
	if name == "locked" {
		return nil, unix.EACCES
	}
	p, err := l.place.sub(name)
	if err != nil {
		return nil, err
	}
	return locked{p}, nil
}

// Between listing and opening, a folder is replaced by a link out of the
// profile: the link is not followed.
func TestFolderReplacedByALink(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.md"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, way := range ways[:2] {
		root := makeProfile(t, files("a.md", "sub/b.md"))
		sub := filepath.Join(sourceFolder(root.Name()), "sub")
		swap := func(profile *os.Root, real string) (place, error) {
			p, err := way.open(profile, real)
			return swapping{p, func() {
				if err := errors.Join(os.RemoveAll(sub), os.Symlink(outside, sub)); err != nil {
					t.Error(err)
				}
			}}, err
		}
		inv, err := newWalker(root, Options{Claims: claimsCoqui}, swap).inventory(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", way.name, err)
		}
		if diff := cmp.Diff([]string{"a.md"}, supported(inv)); diff != "" {
			t.Errorf("%s: files differ (-want +got):\n%s", way.name, diff)
		}
		if diff := cmp.Diff([]manifest.Skip{{Path: "sub", Reason: SkipReplaced}}, inv.Skipped); diff != "" {
			t.Errorf("%s: skipped differ (-want +got):\n%s", way.name, diff)
		}
	}
}

// swapping does something just before a subfolder is opened.
type swapping struct {
	place
	before func()
}

func (s swapping) sub(name string) (place, error) {
	s.before()
	return s.place.sub(name)
}

func TestOpenGivesTheFileThatWasFound(t *testing.T) {
	root := makeProfile(t, map[string]string{
		"soul.md": "soul", "backstory/sub/a.md": "hello", "backstory/link.md": "->../soul.md", "backstory/dir": "->sub",
	})
	for _, way := range ways[:2] {
		inv, err := newWalker(root, Options{Claims: claimsCoqui}, way.open).inventory(t.Context())
		if err != nil || len(inv.Files) != 3 {
			t.Fatal(inv, err)
		}
		opener := NewOpener(root)
		for i, want := range []string{"soul", "hello", "hello"} {
			for _, open := range []func(*File) (*os.File, error){opener.Open, func(f *File) (*os.File, error) { return Open(root, f) }} {
				f, err := open(inv.Files[i])
				if err != nil {
					t.Fatalf("%s: %s: %v", way.name, inv.Files[i].Path, err)
				}
				got, err := io.ReadAll(f)
				if err := errors.Join(err, f.Close()); err != nil || string(got) != want {
					t.Errorf("%s: %s holds %q, %v", way.name, inv.Files[i].Path, got, err)
				}
			}
		}
		if err := opener.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Whatever takes a file's place afterwards is not read, and not waited for. An
// opener alone takes another plain file for what the editor saved.
func TestOpenRefusesWhatTookTheFilesPlace(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "a.md")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		replace func(file, folder string) error
	}{
		{"link out", func(file, _ string) error { return os.Symlink(secret, file) }},
		{"link in", func(file, _ string) error { return os.Symlink("../other.md", file) }},
		{"pipe", func(file, _ string) error { return unix.Mkfifo(file, 0o644) }},
		{"folder", func(file, _ string) error { return os.Mkdir(file, 0o755) }},
		{"another file", func(file, _ string) error { return os.WriteFile(file, []byte("hello"), 0o644) }},
		{"nothing", func(string, string) error { return nil }},
		{"folder replaced by a link out", func(_, folder string) error {
			return errors.Join(os.Remove(folder), os.Symlink(outside, folder))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := makeProfile(t, files("other.md", "sub/a.md"))
			inv, err := Discover(t.Context(), root, Options{Claims: claimsCoqui})
			if err != nil || len(inv.Files) != 2 {
				t.Fatal(inv, err)
			}
			found := inv.Files[1]
			file := absolute(root, found)
			// The old file is kept, so that its inode is not given out again.
			if err := os.Rename(file, filepath.Join(root.Name(), "kept")); err != nil {
				t.Fatal(err)
			}
			if err := tt.replace(file, filepath.Dir(file)); err != nil {
				t.Fatal(err)
			}
			ended := time.AfterFunc(time.Minute, func() { panic("opening waits") })
			defer ended.Stop()
			opener := NewOpener(root)
			defer opener.Close()
			if f, err := Open(root, found); err == nil {
				content, _ := io.ReadAll(f)
				t.Errorf("opened something that holds %q", content)
			}
			f, err := opener.Open(found)
			if tt.name != "another file" {
				if !errors.Is(err, ErrReplaced) {
					t.Errorf("the error is %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if d, err := StatOf(f); err != nil || d.Stat != found.Stat || d.Size != 5 {
				t.Errorf("%+v is described as %+v, %v", d.Stat, found.Stat, err)
			}
		})
	}
}
