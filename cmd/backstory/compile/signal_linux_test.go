package compile_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// endless is a PDF of which it takes PDFium longer than anybody waits to say
// whether a layer shows: its child is there until somebody ends it.
const endless = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[10 0 R]/D<</Order 11 0 R>>>>>>endobj\n" +
	"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/Properties<</A 10 0 R>>>>>>endobj\n" +
	"4 0 obj<<>>stream\n/OC /A BDC BT /F1 9 Tf (a) Tj ET EMC\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n" +
	"10 0 obj<</Type/OCMD/OCGs 10 0 R/VE 11 0 R>>endobj\n11 0 obj[/And 11 0 R 11 0 R]endobj\ntrailer<</Root 1 0 R>>\n"

// TestASignalEndsAStuckBuild stops the processes that convert, so that the build
// waits for them, and tells it to end: it does, and nothing is lost.
func TestASignalEndsAStuckBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles PDFium")
	}
	m := newMachine(t)
	cmd := exec.Command("backstory", "build", "--force", "profiles/p")
	cmd.Dir, cmd.Env = m.home, m.env
	m.must(os.WriteFile(m.source("b.pdf"), []byte(endless), 0o644))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	m.must(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for stuck := false; !stuck; time.Sleep(time.Millisecond) {
		for _, child := range workertest.Children(cmd.Process.Pid) {
			// One that is forked and not started yet has the build's own command line and pipes,
			// and would keep these for ever.
			line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child))
			stuck = err == nil && bytes.Contains(line, []byte("isolated-worker")) && syscall.Kill(child, syscall.SIGSTOP) == nil
		}
		select {
		case <-ended:
			t.Fatalf("the build ended without being stuck: %s", &out)
		default:
		}
	}
	m.must(cmd.Process.Signal(syscall.SIGTERM))
	<-ended
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitInterrupted {
		t.Errorf("exit code %d: %s", code, &out)
	}
	if left := workertest.Children(cmd.Process.Pid); len(left) > 0 {
		t.Errorf("processes are left: %v", left)
	}
}

// TestASecondSignalEndsAtOnce tells a program to end that waits for its input: the
// first signal gives it some seconds, the second one none.
func TestASecondSignalEndsAtOnce(t *testing.T) {
	cmd := exec.Command("backstory", "convert", "--name", "a.txt", "-")
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: when it is written the program reads, and hears signals.
	if _, err := input.Write(make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	signals := 0
	for done := false; !done; {
		select {
		case <-ended:
			done = true
		case <-time.After(300 * time.Millisecond):
			if err := cmd.Process.Signal(syscall.SIGTERM); err == nil {
				signals++
			}
		}
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || signals < 2 {
		t.Errorf("after %d signals: %v", signals, cmd.ProcessState)
	}
}
