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

// Each row names tests that are there, or says why it is not for us.
func TestEveryRowIsShownOrExplained(t *testing.T) {
	rows, err := loadRows(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if open := reportRows(&out, rows); open > 0 {
		for line := range strings.Lines(out.String()) {
			if strings.Contains(line, "NOT SHOWN") {
				t.Error(strings.TrimSpace(line))
			}
		}
	}
	odd, err := parseRows("TC-01\ta\tTestHere, TestGone\nTC-02\tb\tn/a: why\n", map[string]bool{"TestHere": true})
	if err != nil {
		t.Fatal(err)
	}
	if n := reportRows(io.Discard, odd); n != 1 {
		t.Errorf("%d of two rows are open, not 1", n)
	}
	if _, err := parseRows("TC-01\ta\tTestHere\nTC-01\tb\tn/a: why\n", nil); err == nil {
		t.Error("a row that is there twice is taken")
	}
}
