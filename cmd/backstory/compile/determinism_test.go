package compile_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

var update = flag.Bool("update", false, "write the goldens of the fixtures")

// TestTheSameSourcesGiveTheSameBytes builds each fixture 100 times: with other
// numbers of processors and jobs, other time zones and locales, and files that
// were made in another order. Every build must give the same two files.
func TestTheSameSourcesGiveTheSameBytes(t *testing.T) {
	runs := 100
	if testing.Short() {
		runs = 12
	}
	profiles, err := filepath.Glob(filepath.Join(cmdtest.Top, "fixtures", "profiles", "*"))
	if err != nil || len(profiles) == 0 {
		t.Fatalf("%d profiles, %v", len(profiles), err)
	}
	for _, profile := range profiles {
		t.Run(filepath.Base(profile), func(t *testing.T) {
			seen := map[string][]string{}
			for run := range runs {
				procs := []string{"1", "2", "8"}[run%3]
				zone := []string{"UTC", "Asia/Tokyo"}[run/3%2]
				locale := []string{"C", "tr_TR.UTF-8"}[run/6%2]
				dir := filepath.Join(t.TempDir(), "p")
				cmdtest.CopyShuffled(t, profile, dir, uint64(run))
				cmdtest.Build(t, dir, "GOMAXPROCS="+procs, "TZ="+zone, "LC_ALL="+locale, "LANG="+locale)
				sum := cmdtest.Digests(t, dir, "backstory.md", ".backstory-manifest.json")
				seen[sum] = append(seen[sum], fmt.Sprintf("run %d: %s processors, %s, %s", run, procs, zone, locale))
			}
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
