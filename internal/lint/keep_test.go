package lint

import (
	"flag"
	"testing"

	"github.com/seed353dc258/backstory/internal/codesum"
)

var update = flag.Bool("update", false, "write the revision of the rules")

// TestRevisionIsFresh fails when the code of the rules changed and the revision did not:
// findings of the old rules would be taken for new.
func TestRevisionIsFresh(t *testing.T) {
	codesum.Check(t, *update, "revision", []string{"explain.go"}, "*.go", "secrets/*.go", "secrets/rules.json", "order/*.go")
}
