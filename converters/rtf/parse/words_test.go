package parse

import (
	"strings"
	"testing"
)

// A control word has one meaning: the index would find the first of two.
func TestEveryWordIsThereOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range commands() {
		for name := range strings.FieldsSeq(c.names) {
			if seen[name] {
				t.Errorf(`\%s is there twice`, name)
			}
			seen[name] = true
		}
	}
	for _, name := range []string{"par", "bin", "tab"} { // that the lexer asks for
		if !seen[name] {
			t.Errorf(`\%s is not there`, name)
		}
	}
}
