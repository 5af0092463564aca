package pipeline_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/profile"
)

var edits = flag.Int("edits", 60, "how many times a source is edited right after a build")

// TestEditsRightAfterABuildAreSeen edits a source as soon as a build is done,
// with a text of the same length, and builds again at once: often within one
// step of the file system's clock, and with the times that the source had.
func TestEditsRightAfterABuildAreSeen(t *testing.T) {
	dir, b := built(t, 6)
	random := rand.New(rand.NewPCG(uint64(*edits), 3))
	missed := 0
	for round := range *edits {
		i := random.IntN(6)
		path := filepath.Join(dir, "backstory", fmt.Sprintf("d%d", i%3), fmt.Sprintf("f%03d.txt", i))
		text := fmt.Sprintf("Round %08d.\n", round)
		hide(t, path, text, round%3)
		if _, err := run(t, b, dir); err != nil {
			t.Fatal(err)
		}
		output, err := os.ReadFile(filepath.Join(dir, profile.OutputFile))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(output), text) {
			missed++
		}
	}
	if missed > 0 {
		t.Errorf("%d of %d edits were missed", missed, *edits)
	}
	fresh(t, "in the end", dir)
}

// hide writes a source anew: in place, in place with its times put back, or by
// moving another file over it that has its times.
func hide(t *testing.T, path, text string, how int) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	to := path
	if how == 2 {
		to += "~"
	}
	if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if how > 0 {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	if how == 2 && err == nil {
		err = os.Rename(to, path)
	}
	if err != nil {
		t.Fatal(err)
	}
}
