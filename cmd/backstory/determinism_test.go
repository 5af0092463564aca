package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
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
	profiles, err := filepath.Glob(filepath.Join("..", "..", "fixtures", "profiles", "*"))
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
				copyShuffled(t, profile, dir, uint64(run))
				build(t, dir, "GOMAXPROCS="+procs, "TZ="+zone, "LC_ALL="+locale, "LANG="+locale)
				sum := digests(t, dir, "backstory.md", ".backstory-manifest.json")
				seen[sum] = append(seen[sum], fmt.Sprintf("run %d: %s processors, %s, %s", run, procs, zone, locale))
			}
			if len(seen) != 1 {
				t.Errorf("%d different results: %v", len(seen), seen)
			}
		})
	}
}

// build runs the program on a profile. The fixtures have sources that fail.
func build(t *testing.T, dir string, env ...string) {
	t.Helper()
	cmd := exec.Command("backstory", "build", "--no-cache", "--quiet", dir)
	cmd.Env = append(append(os.Environ(), "SOURCE_DATE_EPOCH=1700000000"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState.ExitCode() != cli.ExitFailed {
		t.Fatalf("%v: %s", err, out)
	}
}

// copyShuffled copies a tree, its files in an order that a seed decides.
func copyShuffled(t *testing.T, from, to string, seed uint64) {
	t.Helper()
	var names []string
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, strings.TrimPrefix(path, from))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		content, err := os.ReadFile(from + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(to+name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to+name, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func digests(t *testing.T, dir string, names ...string) string {
	t.Helper()
	h := sha256.New()
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%d ", len(content))
		h.Write(content)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// TestFixturesGiveTheirGoldens compares what the fixtures become with the
// files in testdata/golden, so that a change of any converter or of the
// writer is seen as a whole. Run it with -update to write them.
func TestFixturesGiveTheirGoldens(t *testing.T) {
	profiles, err := filepath.Glob(filepath.Join("..", "..", "fixtures", "profiles", "*"))
	if err != nil || len(profiles) == 0 {
		t.Fatalf("%d profiles, %v", len(profiles), err)
	}
	goldens := filepath.Join("..", "..", "testdata", "golden")
	for _, profile := range profiles {
		dir := filepath.Join(t.TempDir(), filepath.Base(profile))
		copyShuffled(t, profile, dir, 0)
		build(t, dir)
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
