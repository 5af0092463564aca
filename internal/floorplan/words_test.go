package floorplan

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// notHere are words that names, messages, help and docs do not have, each with the
// one that they have.
var notHere = map[string]string{
	"he": "they", "him": "them", "his": "their", "himself": "themselves",
	"purse": "account", "payer": "account", "lend": "client tools", "patiently": "acquire", "family": "children",
}

var (
	word   = regexp.MustCompile(`[A-Za-z]+`)
	inName = regexp.MustCompile(`[A-Z]?[a-z]+`)
	code   = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// wordsOf are the words of notHere in a text.
func wordsOf(text string, each *regexp.Regexp) (found []string) {
	for _, w := range each.FindAllString(text, -1) {
		if notHere[strings.ToLower(w)] != "" {
			found = append(found, w)
		}
	}
	return found
}

// TestNamesAndTextsHaveTheirWords holds exported names, texts in the code of the agent
// and of the commands, and docs to the words of notHere.
func TestNamesAndTextsHaveTheirWords(t *testing.T) {
	for _, f := range files(t) {
		if !strings.HasPrefix(f.folder, "agent/") && !strings.HasPrefix(f.folder, "cmd/") && !strings.HasPrefix(f.folder, "web") || strings.HasSuffix(f.path, "_table.go") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Ident:
				for _, w := range wordsOf(n.Name, inName) {
					if n.IsExported() {
						t.Errorf("%s: the name %s has the word %s: say %s", f.set.Position(n.Pos()), n.Name, w, notHere[strings.ToLower(w)])
					}
				}
			case *ast.BasicLit:
				for _, w := range wordsOf(n.Value, word) {
					if n.Kind == token.STRING {
						t.Errorf("%s: a text has the word %s: say %s", f.set.Position(n.Pos()), w, notHere[strings.ToLower(w)])
					}
				}
			}
			return true
		})
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range wordsOf(code.ReplaceAllString(string(text), ""), word) {
			t.Errorf("%s has the word %s: say %s", page, w, notHere[strings.ToLower(w)])
		}
	}
}
