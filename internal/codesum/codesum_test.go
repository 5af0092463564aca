package codesum

import (
	"os"
	"testing"
)

// A comment or a test is no change of the code; a name is.
func TestCommentsAreNoCode(t *testing.T) {
	t.Chdir(t.TempDir())
	sum := func(files map[string]string) string {
		for name, text := range files {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return digest(t, []string{"words.go"}, []string{"*.go"})
	}
	first := sum(map[string]string{"a.go": "package a\n\nvar x = 1\n", file: "package a\n"})
	if got := sum(map[string]string{"a.go": "package a\n\n// x is one.\nvar x = 1\n", "a_test.go": "package a\n", "words.go": "package a\n", file: "package b\n"}); got != first {
		t.Errorf("%s, and with a comment %s", first, got)
	}
	if got := sum(map[string]string{"a.go": "package a\n\nvar y = 1\n"}); got == first {
		t.Error("another name has the same digest")
	}
}
