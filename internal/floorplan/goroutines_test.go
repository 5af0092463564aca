package floorplan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTheListOfGoroutinesIsComplete holds testdata/goroutines.txt against the code:
// .ci/raced takes from it what is tested under the race detector.
func TestTheListOfGoroutinesIsComplete(t *testing.T) {
	text, err := os.ReadFile("testdata/goroutines.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if folder, where, _ := strings.Cut(strings.TrimSpace(line), " "); folder != "" && folder != "#" {
			want[folder] = where
		}
	}
	got := map[string]string{}
	root := filepath.Join("..", "..")
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == "tools" || path != root && strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil || !starts(tree) {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		folder = filepath.ToSlash(folder)
		if where, ok := got[folder]; !strings.HasSuffix(path, "_test.go") {
			got[folder] = ""
		} else if !ok || where != "" {
			got[folder] = "tests"
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("testdata/goroutines.txt lists other folders than those that start goroutines (-listed +found):\n%s", diff)
	}
}

// starts reports whether a goroutine starts in a file: by a statement, or by the
// method Go of a group.
func starts(tree *ast.File) (found bool) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Go" && len(n.Args) == 1 {
				found = true
			}
		}
		return !found
	})
	return found
}
