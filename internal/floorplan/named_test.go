package floorplan

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// goFile is the name of a Go file in words, with or without its folders. Parts of
// names, as in *_table.go, are none.
var goFile = regexp.MustCompile(`(?:^|[\s(\x60])((?:[a-z0-9-]+/)*[a-z0-9][\w-]*\.go)\b`)

// invented are the files of the example in CONTRIBUTING.md.
var invented = map[string]bool{"foo.go": true, "foo_test.go": true}

// TestFilesThatAreNamedExist holds comments to the files that they name, in their
// own folder or by the whole path, and docs to paths that end so.
func TestFilesThatAreNamedExist(t *testing.T) {
	ends := map[string]bool{}
	for _, f := range files(t) {
		name := path.Join(f.folder, filepath.Base(f.path))
		for ; name != ""; _, name, _ = strings.Cut(name, "/") {
			ends[name] = true
		}
	}
	for _, f := range files(t) {
		for _, group := range f.ast.Comments {
			for _, m := range goFile.FindAllStringSubmatch(group.Text(), -1) {
				if !isFile(path.Join("../..", f.folder, m[1])) && !isFile(path.Join("../..", m[1])) {
					t.Errorf("%s names %s, which is no file", f.path, m[1])
				}
			}
		}
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range goFile.FindAllStringSubmatch(string(text), -1) {
			if !ends[m[1]] && !invented[m[1]] && !isFile(path.Join("../..", m[1])) {
				t.Errorf("%s names %s, which is no file", page, m[1])
			}
		}
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// TestScriptsAreWhereTheyRun holds scripts of commands to the folders whose tests
// run them.
func TestScriptsAreWhereTheyRun(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join("..", "..", "cmd", "backstory", "*", "testdata", "script", "*.txtar"))
	if err != nil || len(scripts) < 80 {
		t.Fatalf("%d scripts: %v", len(scripts), err)
	}
	for _, script := range scripts {
		folder := filepath.Dir(filepath.Dir(filepath.Dir(script)))
		if text, err := os.ReadFile(filepath.Join(folder, "script_test.go")); err != nil || !strings.Contains(string(text), "cmdtest.Scripts(t)") {
			t.Errorf("no test runs %s", script)
		}
	}
	if lost, _ := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*")); len(lost) > 0 {
		t.Errorf("no test runs %v: move them to the folders of their commands, cmd/backstory/*/testdata/script", lost)
	}
}
