package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestEveryCaseIsCoveredOrExplained(t *testing.T) {
	cases, err := load(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 253 {
		t.Errorf("%d cases are listed, not 253", len(cases))
	}
	var out strings.Builder
	if open := report(&out, cases); open > 0 {
		for line := range strings.Lines(out.String()) {
			if strings.Contains(line, "NOT COVERED") {
				t.Error(strings.TrimSpace(line))
			}
		}
	}
}

func TestAnUncoveredCaseIsReported(t *testing.T) {
	if n := report(io.Discard, []testCase{{number: 1, title: "x"}}); n != 1 {
		t.Errorf("report found %d open cases, not 1", n)
	}
	named := map[int][]string{}
	collect(named, "a_test.go", "// TestX shows it.\n//\n// coqui: 3, 4\nfunc TestX(t *testing.T) {\n")
	if len(named[3]) != 1 || len(named[4]) != 1 || named[4][0] != "TestX" {
		t.Errorf("collect found %v", named)
	}
}
