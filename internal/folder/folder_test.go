package folder_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/internal/folder"
)

func write(t *testing.T, name string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("The lamp.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestOnlyAFolderThatIsNobodysIsPlain names folders that belong to somebody.
func TestOnlyAFolderThatIsNobodysIsPlain(t *testing.T) {
	dir := t.TempDir()
	for name, plain := range map[string]bool{
		"papers/a.md": true, "p/soul.md": false, "q/SOUL.md": false, "r/backstory/a.md": false, "s/profiles/x/soul.md": false, "t/backstory.json": false,
		"u/AGENTS.md": true, "v/.backstory-manifest.json": true, "w/sub/soul.md": true,
	} {
		write(t, filepath.Join(dir, name))
		top, _, _ := strings.Cut(name, "/")
		if got := folder.Is(filepath.Join(dir, top)); got != plain {
			t.Errorf("%s: plain is %v", name, got)
		}
	}
}

// TestNothingIsWrittenIntoAFolder opens folders and files, and finds what is kept of
// them in the folder for that alone.
func TestNothingIsWrittenIntoAFolder(t *testing.T) {
	dir, data := t.TempDir(), t.TempDir()
	t.Setenv("HOME", t.TempDir())
	papers := filepath.Join(dir, "pa\npers")
	if runtime.GOOS == "windows" {
		papers = filepath.Join(dir, "pa pers") // it has no such names
	}
	write(t, filepath.Join(papers, "a.md"))
	write(t, filepath.Join(papers, "id_rsa"))
	write(t, filepath.Join(papers, ".hidden.md"))
	for _, paths := range [][]string{{papers}, {papers}, {filepath.Join(papers, "a.md")}} {
		p, err := folder.Open(paths, folder.Settings{Data: data})
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(p.Name(), "\n/") || p.Editable() == nil || p.Writable() != nil {
			t.Errorf("%q: %v", p.Name(), p.Editable())
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"id_rsa", ".hidden.md", "none.md"} {
		if _, err := folder.Open([]string{filepath.Join(papers, name)}, folder.Settings{Data: data}); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	if _, err := folder.Open([]string{papers}, folder.Settings{Data: filepath.Join(papers, "data")}); err == nil {
		t.Error("what is kept would be in the folder")
	}
	if names, _ := os.ReadDir(papers); len(names) != 3 {
		t.Errorf("there are %d names in the folder", len(names))
	}
	list, err := folder.List(data)
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	for _, r := range list {
		if err := folder.Forget(r); err != nil {
			t.Error(err)
		}
	}
	if list, err = folder.List(data); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestLargeFoldersAreRefused names those, and what could be meant instead.
func TestLargeFoldersAreRefused(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home", "ida")
	write(t, filepath.Join(home, "Documents", "a.md"))
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for dir, want := range map[string]string{"/": "the whole disk", home: filepath.Join(home, "Documents"), filepath.Dir(home): "your home folder is in"} {
		_, err := folder.Open([]string{dir}, folder.Settings{Data: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--yes") {
			t.Errorf("%s: %v", dir, err)
		}
	}
	p, err := folder.Open([]string{home}, folder.Settings{Data: t.TempDir(), Any: true})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
}
