package docs_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/docs"
)

var update = flag.Bool("update", false, "write the generated documentation")

func TestGeneratedDocsAreFresh(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"docs/formats.md":  docs.Formats(registry),
		"docs/limits.md":   docs.Limits(),
		"docs/warnings.md": docs.Warnings(registry),
	} {
		compare(t, name, want)
	}
	readme := read(t, "README.md")
	head, rest, ok := strings.Cut(readme, "<!-- formats -->\n")
	_, tail, ok2 := strings.Cut(rest, "<!-- /formats -->")
	if !ok || !ok2 {
		t.Fatal("README.md has no place for the format table")
	}
	names, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil || len(names) < 20 {
		t.Fatalf("%d pages: %v", len(names), err)
	}
	pages := []docs.Page{{Name: "README.md", Text: readme}}
	for _, name := range names {
		name = "docs/" + filepath.Base(name)
		pages = append(pages, docs.Page{Name: name, Text: read(t, name)})
	}
	pages = append(pages, docs.Page{Name: "CONTRIBUTING.md", Text: read(t, "CONTRIBUTING.md")}, docs.Page{Name: "CHANGELOG.md", Text: read(t, "CHANGELOG.md")})
	compare(t, "llms.txt", docs.Overview(readme, pages))
	compare(t, "README.md", head+"<!-- formats -->\n"+docs.Table(registry)+"<!-- /formats -->"+tail)
}

func compare(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join("..", "..", filepath.FromSlash(name))
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, read(t, name)); diff != "" {
		t.Errorf("%s is stale, run go test ./internal/docs -update:\n%s", name, diff)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil && !*update {
		t.Fatal(err)
	}
	return string(content)
}
