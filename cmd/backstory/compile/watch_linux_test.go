package compile_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"
)

// TestWatchBuildsWhatChanges runs watch in a workspace, changes things, and waits
// for the line of each; what is not said is waited for in vain.
func TestWatchBuildsWhatChanges(t *testing.T) {
	for _, how := range [][]string{nil, {"--poll", "20ms"}} {
		dir := t.TempDir()
		write := func(name, text string) {
			t.Helper()
			path := filepath.Join(dir, "profiles", name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write("ada/soul.md", "You are Ada.")
		write("ada/backstory/a.txt", "first")
		cmd := exec.Command("backstory", append([]string{"watch", "--root", dir, "--cache-dir", t.TempDir()}, how...)...)
		talk, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := make(chan string, 100)
		go func() {
			defer close(lines)
			for s := bufio.NewScanner(talk); s.Scan(); {
				lines <- s.Text()
			}
			_, _ = io.Copy(io.Discard, talk)
		}()
		said := func(want string) {
			t.Helper()
			for line := range lines {
				if regexp.MustCompile(want).MatchString(line) {
					return
				}
			}
			t.Fatalf("not said: %s", want)
		}
		said(`^profiles/ada: wrote backstory.md: 1 source converted`)
		began := time.Now()
		write("ada/backstory/b.txt", "second")
		said(`^profiles/ada: wrote backstory.md: 2 sources converted`)
		t.Logf("%v: from a save to its line: %s", how, time.Since(began))
		write("ada/backstory/bad.docx", "PK\x03\x04 and no more")
		said(`^profiles/ada: wrote .*1 failed`)
		said(`^profiles/ada/backstory/bad.docx: `)
		write("ben/backstory/c.txt", "a profile that comes later")
		write("ben/soul.md", "You are Ben.")
		said(`^profiles/ben: wrote backstory.md`)
		if err := os.RemoveAll(filepath.Join(dir, "profiles", "ben")); err != nil {
			t.Fatal(err)
		}
		said(`^profiles/ben: the folder is gone`)
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		rest := slices.Collect(func(yield func(string) bool) {
			for line := range lines {
				yield(line)
			}
		})
		if err := cmd.Wait(); err != nil || len(rest) > 0 {
			t.Errorf("%v: after the signal: %v, %q", how, err, rest)
		}
	}
}
