package cmdtest

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

// Build runs the program on a profile. The fixtures have sources that fail.
func Build(t *testing.T, dir string, env ...string) {
	t.Helper()
	cmd := exec.Command("backstory", "build", "--no-cache", "--quiet", dir)
	cmd.Env = append(append(os.Environ(), "SOURCE_DATE_EPOCH=1700000000"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState.ExitCode() != cli.ExitFailed {
		t.Fatalf("%v: %s", err, out)
	}
}

// CopyShuffled copies a tree, its files in an order that a seed decides.
func CopyShuffled(t *testing.T, from, to string, seed uint64) {
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

func Digests(t *testing.T, dir string, names ...string) string {
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
