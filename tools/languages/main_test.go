package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestTheCommittedTableIsFresh(t *testing.T) {
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../converters/code/language_table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("language_table.go differs from what is generated: in tools, run go run ./languages -o ../converters/code/language_table.go")
	}
}

func TestEveryDecisionIsNeeded(t *testing.T) {
	known := map[string]bool{}
	for _, d := range append(append([]decision{}, decided...), refused...) {
		for _, name := range strings.Fields(d.name) {
			if known[name] {
				t.Errorf("%s is decided twice", name)
			}
			known[name] = true
			if d.reason == "" {
				t.Errorf("%s: no reason", name)
			}
			if taken[name] {
				t.Errorf("%s belongs to another format and is decided, too", name)
			}
			if _, ok := coqui[name]; ok {
				t.Errorf("%s is Coqui's and is decided, too", name)
			}
		}
	}
	for _, d := range added {
		if known[d.name] || d.reason == "" {
			t.Errorf("%s is added and decided, or has no reason", d.name)
		}
	}
}
