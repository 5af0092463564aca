package xlsx

import (
	"strings"
	"testing"
)

func TestRangesOfChoicesAreCutBetweenThem(t *testing.T) {
	for cells, want := range map[string]string{
		"A1":                            "A1",
		"A1:A2 B1":                      "A1:A2 and B1",
		strings.Repeat("A1 ", 101):      strings.Repeat("A1 and ", 100) + "…",
		strings.Repeat("A", 400):        "…",
		strings.Repeat("A", 299) + " B": strings.Repeat("A", 299) + " and …",
	} {
		if got := shortCells(cells); got != want {
			t.Errorf("%q: %q", cells, got)
		}
	}
}
