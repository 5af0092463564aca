package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTextsAreInOneFile: no code that makes a view has words of its own, and every text
// that is named is there and is used.
func TestTextsAreInOneFile(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	used := map[string]bool{}
	key, word := regexp.MustCompile(`^[a-z]+\.[a-z0-9]+$`), regexp.MustCompile(`[A-Za-z]{2,}`)
	for _, file := range files {
		if file == "text_table.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if s, err := strconv.Unquote(n.Value); err == nil && key.MatchString(s) && !isFile.MatchString(s) {
					used[s] = true
					if texts()[s] == "" {
						t.Errorf("%s: there is no text %q", file, s)
					}
				}
			case *ast.CallExpr:
				for _, said := range shown(n) {
					if w := word.FindString(strings.ReplaceAll(said, "backstory", "")); w != "" && said != "backstory init vera\nbackstory open FOLDER\nbackstory import FOLDER" && said != "backstory open" {
						t.Errorf("%s: the word %q is not in text_table.go", file, w)
					}
				}
			}
			return true
		})
	}
	for k := range texts() {
		if made := strings.HasPrefix(k, "tab.") || strings.HasPrefix(k, "source."); !used[k] && !made {
			t.Errorf("nothing shows the text %q", k)
		}
	}
	for _, tab := range tabs() {
		if texts()["tab."+tab] == "" {
			t.Errorf("the view %s has no name", tab)
		}
	}
}

// isFile finds what looks like a key of a text and is the name of a file.
var isFile = regexp.MustCompile(`\.(js|css|svg)$`)

// shown returns the literals that a call shows to a person.
func shown(call *ast.CallExpr) (list []string) {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "Text" && f.Sel.Name != "Textf" && f.Sel.Name != "Title" && f.Sel.Name != "Raw" {
		return nil
	}
	for _, a := range call.Args {
		if lit, ok := a.(*ast.BasicLit); ok {
			s, _ := strconv.Unquote(lit.Value) // the parser has read it
			list = append(list, s)
		}
	}
	return list
}
