// Package codesum holds a constant to the code that it names: tests use it where what
// old code made must not be taken for new.
package codesum

import (
	"crypto/sha256"
	"encoding/hex"
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
)

// file has the constant, beside the test, and is no part of the code.
const file = "revision.go"

// Check fails where a constant in the file for it is not the digest of the code of some
// patterns, but for the tests and the files of some names. With update it writes it.
func Check(t *testing.T, update bool, constant string, except []string, patterns ...string) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^const ` + constant + ` = ".*"$`)
	want := []byte(fmt.Sprintf("const %s = %q", constant, digest(t, except, patterns)))
	switch found := line.Find(source); {
	case update:
		if err := os.WriteFile(file, line.ReplaceAllLiteral(source, want), 0o644); err != nil {
			t.Fatal(err)
		}
	case string(found) != string(want):
		t.Errorf("%s has %q, and the code is %q: run this test with -update", file, found, want)
	}
}

// digest returns the digest of the code.
func digest(t *testing.T, except, patterns []string) string {
	t.Helper()
	h := sha256.New()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(names)
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || name == file || slices.Contains(except, name) {
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
// make nothing stale.
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
