package source_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/source"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

func write(t *testing.T, dir string, files map[string]string) *os.Root {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
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

// Of a plain folder a client reads the documents that were read, where they are, and
// nothing else; it changes none.
func TestAPlainFolderShowsWhatWasRead(t *testing.T) {
	p := &profile.Profile{
		Sources: write(t, t.TempDir(), map[string]string{"log.md": "Ida lit the lamp.\n", "sub/a.csv": "a,b\n", "id_ed25519": "key", "server.pem": "key", "left/out.md": "no"}),
		Root: write(t, t.TempDir(), map[string]string{
			profile.ManifestFile: `{"version": 2, "schema": 3, "files": [{"relative_path": "log.md", "status": "ok"}, {"relative_path": "sub/a.csv", "status": "ok"}]}`,
			"soul.md":            "state",
		}),
	}
	for name, want := range map[string]string{"log.md": "Ida lit the lamp.\n", "sub/a.csv": "a,b\n", "id_ed25519": "", "server.pem": "", "left/out.md": "", "soul.md": "", "nothing.md": ""} {
		text, err := source.Read(p, name, 1<<10)
		if string(text) != want || (want == "") != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	var refused *plainfile.Refusal
	if _, err := source.Read(p, "log.md", 4); !errors.As(err, &refused) || refused.Code != plainfile.TooLarge {
		t.Errorf("%v", err)
	}
	if err := source.Write(p, "log.md", strings.NewReader("x")); !errors.Is(err, profile.ErrInPlace) {
		t.Errorf("%v", err)
	}
	if err := source.Remove(p, "log.md"); !errors.Is(err, profile.ErrInPlace) {
		t.Errorf("%v", err)
	}
}
