package web

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

func osFiles(t *testing.T) fs.FS {
	t.Helper()
	return os.DirFS(".")
}

// TestTextsAreInOneFile: the templates have no words of their own, and every text that
// they name is there and is used.
func TestTextsAreInOneFile(t *testing.T) {
	files, err := fs.Glob(viewFiles, "view/*.html")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	used := map[string]bool{}
	key := regexp.MustCompile(`"([a-z]+\.[a-z0-9]+)"`)
	action := regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	tag := regexp.MustCompile(`(?s)<(style|pre class="command")>.*?</\w+>|<[^>]*>`)
	word := regexp.MustCompile(`[A-Za-z]{2,}`)
	for _, file := range files {
		content, err := fs.ReadFile(viewFiles, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range key.FindAllStringSubmatch(string(content), -1) {
			used[m[1]] = true
			if texts[m[1]] == "" {
				t.Errorf("%s: there is no text %q", file, m[1])
			}
		}
		bare := tag.ReplaceAllString(action.ReplaceAllString(string(content), ""), "")
		for _, w := range word.FindAllString(bare, -1) {
			if w != "backstory" && w != "UTC" { // names
				t.Errorf("%s: the word %q is not in text_table.go", file, w)
			}
		}
	}
	code, err := fs.Glob(osFiles(t), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range code {
		content, err := fs.ReadFile(osFiles(t), file)
		if err != nil {
			t.Fatal(err)
		}
		if file == "text_table.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range key.FindAllStringSubmatch(string(content), -1) {
			used[m[1]] = true
		}
	}
	for k := range texts {
		if made := strings.HasPrefix(k, "tab.") || strings.HasPrefix(k, "source."); !used[k] && !made {
			t.Errorf("nothing shows the text %q", k)
		}
	}
	for _, tab := range tabs() {
		if texts["tab."+tab] == "" {
			t.Errorf("the view %s has no name", tab)
		}
	}
}
