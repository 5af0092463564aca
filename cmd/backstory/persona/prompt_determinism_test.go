package persona_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// TestAPromptIsTheSameBytes composes the prompt of each fixture again and
// again: from copies whose files were made in another order, in other folders,
// time zones and locales, with other numbers of processors, in a process each.
// Every time the whole epoch is the same.
func TestAPromptIsTheSameBytes(t *testing.T) {
	runs := 50 // of two processes each
	if testing.Short() {
		runs = 6
	}
	fixtures, err := filepath.Glob(filepath.Join(cmdtest.Top, "fixtures", "profiles", "*"))
	if err != nil || len(fixtures) == 0 {
		t.Fatalf("%d profiles, %v", len(fixtures), err)
	}
	for _, fixture := range fixtures {
		name := filepath.Base(fixture)
		t.Run(name, func(t *testing.T) {
			built := filepath.Join(t.TempDir(), "profiles", name)
			cmdtest.CopyShuffled(t, fixture, built, 0)
			cmdtest.Build(t, built)
			seen := map[string]int{}
			for run := range runs {
				dir := filepath.Join(t.TempDir(), "w")
				cmdtest.CopyShuffled(t, built, filepath.Join(dir, "profiles", name), uint64(run))
				for _, env := range [][]string{{"TZ=UTC", "LC_ALL=C", "GOMAXPROCS=1"}, {"TZ=Asia/Tokyo", "LC_ALL=tr_TR.UTF-8", "GOMAXPROCS=8"}} {
					seen[epochOf(t, dir, name, env)]++
				}
			}
			if len(seen) != 1 {
				t.Errorf("%d different epochs", len(seen))
			}
			for epoch := range seen {
				if !strings.Contains(epoch, `"decision": "cut"`) || strings.Contains(epoch, os.TempDir()) {
					t.Errorf("the epoch is not cut, or names a folder of this machine:\n%.2000s", epoch)
				}
			}
		})
	}
}

// epochOf composes in a process of its own, within a budget that cuts.
func epochOf(t *testing.T, dir, name string, env []string) string {
	t.Helper()
	cmd := exec.Command("backstory", "prompt", "export", "--json", "--root", dir, "--profile", name, "--max-tokens", "1000")
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
