package ignore_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed353dc258/backstory/profile/ignore"
)

// TestATreeLeavesOutWhatItsIgnoreFilesSay: the nearest ignore file wins, one may bring
// back what programs leave, and none brings back keys.
func TestATreeLeavesOutWhatItsIgnoreFilesSay(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		".gitignore": "*.log\n/top.md\nbuild/\n", "sub/.gitignore": "!keep.log\n", "sub/.backstoryignore": "draft*\n[\n", ".backstoryignore": "!*.pem\n!node_modules/\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	tree := ignore.NewTree(root, nil)
	before := tree.Digest()
	for _, at := range [][2]string{{"", ".gitignore"}, {"", ".backstoryignore"}, {"sub", ".gitignore"}, {"sub", ".backstoryignore"}, {"sub", ".other"}} {
		tree.Hidden(at[0], at[1])
	}
	if tree.Digest() == before {
		t.Error("the digest says nothing of the ignore files")
	}
	for at, want := range map[string]bool{
		"a.md": false, "a.log": true, "top.md": true, "sub/top.md": false, "sub/keep.log": false, "sub/x.log": true, "keep.log": true,
		"sub/draft.md": true, "draft.md": false, "id_rsa": true, "sub/KEY.PEM": true, "x.kdbx": true, "a~": true, "~$a.docx": true,
	} {
		if got := tree.Match(at, false); got != want {
			t.Errorf("%s is left out: %v", at, got)
		}
	}
	for at, want := range map[string]bool{"build": true, "sub/build": true, "node_modules": false, "__pycache__": true, "id_cards": false} {
		if got := tree.Match(at, true); got != want {
			t.Errorf("the folder %s is left out: %v", at, got)
		}
	}
}

// TestATreeOfNamedThingsLeavesOutTheRest: what is named is read, whatever ignore files
// above it say; those in it count.
func TestATreeOfNamedThingsLeavesOutTheRest(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := root.WriteFile(".gitignore", []byte("*\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tree := ignore.NewTree(root, []string{"a/b.md", "c"})
	tree.Hidden("", ".gitignore")
	for at, want := range map[string]bool{"a/b.md": false, "a/x.md": true, "c/y.md": false, "d.md": true, "cc": true} {
		if got := tree.Match(at, false); got != want {
			t.Errorf("%s is left out: %v", at, got)
		}
	}
	if tree.Match("a", true) || !tree.Match("b", true) {
		t.Error("the folder above what is named is needed, and no other one")
	}
}
