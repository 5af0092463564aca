package persona_test

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// TestAPromptIsTheSameBytes composes the prompt of each fixture again and
// again: from copies whose files were made in another order, in other folders,
// time zones and locales, with other numbers of processors, in this process and in
// a process each. Every time the whole epoch is the same.
func TestAPromptIsTheSameBytes(t *testing.T) {
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
			t.Chdir(t.TempDir()) // --root leaves it, and the test comes back
			seen := map[string][]string{}
			for order, s := range cmdtest.Settings() {
				dir := filepath.Join(t.TempDir(), "w")
				cmdtest.CopyShuffled(t, built, filepath.Join(dir, "profiles", name), uint64(order))
				args := []string{"prompt", "export", "--json", "--root", dir, "--profile", name, "--max-tokens", "1000"} // a budget that cuts
				s.Within(t, func() {
					var out, talk bytes.Buffer
					if code := program.Run(t.Context(), args, &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &talk}); code != cli.ExitDone {
						t.Fatalf("exit code %d: %s", code, &talk)
					}
					seen[out.String()] = append(seen[out.String()], "in this process: "+s.String())
				})
				if order < 6 { // these have every value
					cmd := exec.Command("backstory", args...)
					cmd.Env = append(os.Environ(), s.Env()...)
					out, err := cmd.Output()
					if err != nil {
						t.Fatal(err)
					}
					seen[string(out)] = append(seen[string(out)], "in a process: "+s.String())
				}
			}
			if len(seen) != 1 {
				t.Errorf("%d different epochs: %v", len(seen), slices.Collect(maps.Values(seen)))
			}
			for epoch := range seen {
				if !strings.Contains(epoch, `"decision": "cut"`) || strings.Contains(epoch, os.TempDir()) {
					t.Errorf("the epoch is not cut, or names a folder of this machine:\n%.2000s", epoch)
				}
			}
		})
	}
}
