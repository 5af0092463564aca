package compile_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
)

var kills = flag.Int("kills", 60, "how many builds are killed")

// TestKilledBuildsLeaveWholeFiles kills builds at random moments while the
// sources change. After each, both files are whole and known to be ours; in
// the end the next build completes and leaves nothing over.
func TestKilledBuildsLeaveWholeFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "p")
	cache := t.TempDir()
	random := rand.New(rand.NewPCG(uint64(*kills), 7))
	for i := range 40 {
		change(t, dir, i, random)
	}
	args := []string{"build", "--quiet", "--cache-dir", cache, dir}
	killed := 0
	for round := range *kills {
		change(t, dir, random.IntN(40), random)
		cmd := exec.Command("backstory", args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.IntN(40_000)) * time.Microsecond)
		_ = cmd.Process.Kill() // may be done already
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code == -1 || code == 1 && runtime.GOOS == "windows" {
			killed++
		}
		whole(t, dir, round)
	}
	if out, err := exec.Command("backstory", args...).CombinedOutput(); err != nil {
		t.Fatalf("the next build: %v: %s", err, out)
	}
	t.Logf("%d of %d builds were killed before they were done", killed, *kills)
	if killed == 0 {
		t.Error("no build was killed")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch e.Name() {
		case "backstory", "backstory.md", manifest.Name:
		default:
			t.Errorf("left over: %s", e.Name())
		}
	}
	fresh := filepath.Join(t.TempDir(), "p")
	cmdtest.CopyShuffled(t, filepath.Join(dir, "backstory"), filepath.Join(fresh, "backstory"), 1)
	cmdtest.Build(t, fresh)
	if cmdtest.Digests(t, dir, "backstory.md") != cmdtest.Digests(t, fresh, "backstory.md") {
		t.Error("the completed build differs from one that was never killed")
	}
}

// change writes one of the sources anew, or removes it.
func change(t *testing.T, dir string, i int, random *rand.Rand) {
	t.Helper()
	name := filepath.Join(dir, "backstory", fmt.Sprintf("f%02d.txt", i))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if i > 30 && random.IntN(4) == 0 {
		_ = os.Remove(name) // may not be there
		return
	}
	text := strings.Repeat(fmt.Sprintf("line %d of %d\n", random.IntN(1000), i), 1+random.IntN(2000))
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// temporary returns what the temporary files of a folder hold.
func temporary(t *testing.T, dir string) (texts [][]byte) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, atomicfile.Prefix+"*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

// whole checks that the two files are whole, and ours.
func whole(t *testing.T, dir string, round int) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, manifest.Name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	output, err := os.ReadFile(filepath.Join(dir, "backstory.md"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if raw == nil && output == nil {
		return
	}
	m, problem := manifest.Load(raw)
	if problem != nil {
		t.Fatalf("round %d: the manifest is torn: %v", round, problem)
	}
	if output == nil {
		return
	}
	for _, text := range append(temporary(t, dir), output) {
		if same, err := pipeline.Describes(m, bytes.NewReader(text)); same && err == nil {
			return
		}
	}
	t.Fatalf("round %d: neither backstory.md nor the file that was to replace it is what the manifest says", round)
}
