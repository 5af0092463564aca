package docs_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters/all"
)

var update = flag.Bool("update", false, "write the generated documentation")

func TestGeneratedDocsAreFresh(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"docs/formats.md":  formats(registry),
		"docs/limits.md":   limits(),
		"docs/warnings.md": warnings(registry),
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
	pages := []page{{"README.md", readme}}
	for _, name := range names {
		name = "docs/" + filepath.Base(name)
		pages = append(pages, page{name, read(t, name)})
	}
	pages = append(pages, page{"CONTRIBUTING.md", read(t, "CONTRIBUTING.md")}, page{"CHANGELOG.md", read(t, "CHANGELOG.md")})
	compare(t, "llms.txt", overview(readme, pages))
	compare(t, "README.md", head+"<!-- formats -->\n"+table(registry)+"<!-- /formats -->"+tail)
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
