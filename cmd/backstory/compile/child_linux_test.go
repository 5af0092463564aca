package compile_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
	"github.com/seed353dc258/backstory/manifest"
)

// TestWhereEveryChildIsKilledNothingIsWritten kills every process that reads a PDF
// as soon as it is there: that is the machine's fault, and neither the PDF's nor a
// bug of ours.
func TestWhereEveryChildIsKilledNothingIsWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "p")
	for name, text := range map[string]string{
		"a.txt": "A text.\n", "b.pdf": "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n", "c.txt": "Another.\n",
	} {
		path := filepath.Join(dir, "backstory", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("backstory", "build", "--cache-dir", t.TempDir(), dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		case <-time.After(time.Millisecond):
			for _, pid := range workertest.Children(cmd.Process.Pid) {
				_ = syscall.Kill(pid, syscall.SIGKILL) // may be gone
			}
		}
	}
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitError || !strings.Contains(out.String(), "b.pdf: ") || !strings.Contains(out.String(), "ended from outside") {
		t.Errorf("exit code %d, want %d: %s", code, cli.ExitError, &out)
	}
	if _, err := os.Stat(filepath.Join(dir, manifest.Name)); err == nil {
		t.Error("something was written")
	}
}
