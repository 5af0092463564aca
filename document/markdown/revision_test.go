package markdown_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document/markdown"
)

var updateRevision = flag.Bool("update", false, "write the revision of the gate and the writer")

// TestRevisionIsFresh fails when the code of the gate or the writer changed
// and the revision did not: chapters of the old code would be taken for new.
func TestRevisionIsFresh(t *testing.T) {
	want := revision(t)
	if *updateRevision {
		const name = "revision.go"
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		line := regexp.MustCompile(`(?m)^const Revision = ".*"$`)
		if err := os.WriteFile(name, line.ReplaceAll(source, []byte(`const Revision = "`+want+`"`)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if markdown.Revision != want {
		t.Errorf("the revision is %q and that of the code is %q: run go test ./document/markdown -run Revision -update", markdown.Revision, want)
	}
}

// revision returns the digest of the code.
func revision(t *testing.T) string {
	t.Helper()
	h := sha256.New()
	for _, pattern := range []string{"../*.go", "../gate/*.go", "*.go", "inline/*.go", "chattoken/*.go", "label/*.go", "scan/*.go", "scan/lexical/*.go", "../../internal/tokens/*.go", "../../internal/lint/secrets/*.go", "../../internal/lint/secrets/rules.json"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(names)
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || name == "revision.go" {
				continue
			}
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(h, filepath.ToSlash(name)+"\n")
			if path.Ext(name) == ".go" {
				writeTokens(h, source)
			} else {
				h.Write(source)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// writeTokens writes the tokens of a Go file. Comments are none: better words for them
// make no chapter stale.
func writeTokens(w io.Writer, source []byte) {
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(source)), source, nil, 0)
	for {
		_, tok, literal := s.Scan()
		if tok == token.EOF {
			return
		}
		fmt.Fprintf(w, "%s %s\n", tok, literal)
	}
}
