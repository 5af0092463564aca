package all_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange/all"
)

// TestEveryFolderIsListed: a kind that nobody lists is read by nobody.
func TestEveryFolderIsListed(t *testing.T) {
	r, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("all.go")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() || slices.Contains([]string{"all", "exchangetest", "folder"}, e.Name()) {
			continue
		}
		if !strings.Contains(string(source), "\t\t"+e.Name()+".New") {
			t.Errorf("exchange/%s is not listed", e.Name())
		}
		if cases, err := filepath.Glob(filepath.Join("..", e.Name(), "*_test.go")); err != nil || len(cases) == 0 {
			t.Errorf("exchange/%s has no test", e.Name())
		}
	}
	for _, k := range r.Kinds() {
		if reader, ok := r.Reader(k.Name); !ok || k.Title == "" || reader.Kind().Name != k.Name {
			t.Errorf("the kind %q is not found", k.Name)
		}
		for _, form := range k.Forms {
			if _, ok := r.Writer(form); !ok {
				t.Errorf("nothing writes %q", form)
			}
		}
	}
	if _, ok := r.Writer(""); ok {
		t.Error("something writes no form")
	}
}
