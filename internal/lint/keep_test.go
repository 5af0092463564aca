package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the revision of the rules")

// TestRevisionIsFresh fails when the code of the rules changed and the revision did not:
// findings of the old rules would be taken for new.
func TestRevisionIsFresh(t *testing.T) {
	h := sha256.New()
	for _, pattern := range []string{"*.go", "../wording/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(names)
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || name == "explain.go" {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(h, filepath.ToSlash(name)+"\n"+line.ReplaceAllString(string(text), ""))
		}
	}
	want := hex.EncodeToString(h.Sum(nil))[:12]
	if *update {
		text, err := os.ReadFile("keep.go")
		if err == nil {
			err = os.WriteFile("keep.go", line.ReplaceAll(text, []byte(`const revision = "`+want+`"`)), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	} else if revision != want {
		t.Errorf("the revision is %q and that of the code is %q: run go test ./internal/lint -run Revision -update", revision, want)
	}
}

var line = regexp.MustCompile(`(?m)^const revision = ".*"$`)
