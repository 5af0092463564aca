package compile_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

var update = flag.Bool("update", false, "write the goldens of the fixtures")

// TestTheSameSourcesGiveTheSameBytes builds each fixture with other numbers of
// processors, time zones and locales, and files that were made in another order: in
// this process, and in a process each. Every build must give the same two files.
func TestTheSameSourcesGiveTheSameBytes(t *testing.T) {
	profiles, err := filepath.Glob(filepath.Join(cmdtest.Top, "fixtures", "profiles", "*"))
	if err != nil || len(profiles) == 0 {
		t.Fatalf("%d profiles, %v", len(profiles), err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	for _, profile := range profiles {
		t.Run(filepath.Base(profile), func(t *testing.T) {
			seen, order := map[string][]string{}, uint64(0)
			each := func(how string, settings []cmdtest.Setting, build func(cmdtest.Setting, string)) {
				for _, s := range settings {
					dir := filepath.Join(t.TempDir(), "p")
					order++
					cmdtest.CopyShuffled(t, profile, dir, order)
					build(s, dir)
					sum := cmdtest.Digests(t, dir, "backstory.md", ".backstory-manifest.json")
					seen[sum] = append(seen[sum], fmt.Sprintf("%s, order %d: %s", how, order, s))
				}
			}
			here := func(s cmdtest.Setting, dir string) {
				s.Within(t, func() {
					var talk strings.Builder
					term := &cli.Terminal{In: strings.NewReader(""), Out: &talk, Err: &talk}
					// The fixtures have sources that fail.
					if code := program.Run(t.Context(), []string{"build", "--no-cache", "--quiet", dir}, term); code != cli.ExitDone && code != cli.ExitFailed {
						t.Fatalf("exit code %d: %s", code, talk.String())
					}
				})
			}
			settings := cmdtest.Settings()
			if testing.Short() {
				settings = settings[:3]
			}
			each("in this process", settings, here)
			each("in this process", settings, here)
			each("in a process", settings, func(s cmdtest.Setting, dir string) { cmdtest.Build(t, dir, s.Env()...) })
			if len(seen) != 1 {
				t.Errorf("%d different results: %v", len(seen), seen)
			}
		})
	}
}

// TestFixturesGiveTheirGoldens compares what the fixtures become with the
// files in testdata/golden, so that a change of any converter or of the
// writer is seen as a whole. Run it with -update to write them.
func TestFixturesGiveTheirGoldens(t *testing.T) {
	profiles, err := filepath.Glob(filepath.Join(cmdtest.Top, "fixtures", "profiles", "*"))
	if err != nil || len(profiles) == 0 {
		t.Fatalf("%d profiles, %v", len(profiles), err)
	}
	goldens := filepath.Join(cmdtest.Top, "testdata", "golden")
	for _, profile := range profiles {
		dir := filepath.Join(t.TempDir(), filepath.Base(profile))
		cmdtest.CopyShuffled(t, profile, dir, 0)
		cmdtest.Build(t, dir)
		got, err := os.ReadFile(filepath.Join(dir, "backstory.md"))
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join(goldens, filepath.Base(profile)+".md")
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: %s", golden, diff)
		}
	}
	found, _ := filepath.Glob(filepath.Join(goldens, "*"))
	if len(found) != len(profiles) {
		t.Errorf("%d goldens for %d profiles: %v", len(found), len(profiles), found)
	}
}
