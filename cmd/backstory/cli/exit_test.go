package cli_test

import (
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

func TestTheWorstCodeCounts(t *testing.T) {
	for _, c := range [][3]int{{0, 1, 1}, {3, 1, 3}, {3, 2, 2}, {0, 0, 0}, {2, 101, 101}} {
		if cli.Worst(c[0], c[1]) != c[2] || cli.Worst(c[1], c[0]) != c[2] {
			t.Errorf("worst of %d and %d is not %d", c[0], c[1], c[2])
		}
	}
}
