package main

import (
	"bytes"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// TestASignalEndsAStuckBuild stops the processes that convert, so that the build
// waits for them, and tells it to end: it does, and nothing is lost.
func TestASignalEndsAStuckBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles PDFium")
	}
	m := newMachine(t)
	cmd := exec.Command("backstory", "build", "--force", "profiles/p")
	cmd.Dir, cmd.Env = m.home, m.env
	m.must(exec.Command("sh", "-c", "echo more >> "+m.source("a.txt")).Run())
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	m.must(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for stuck := false; !stuck; time.Sleep(time.Millisecond) {
		for _, child := range workertest.Children(cmd.Process.Pid) {
			stuck = syscall.Kill(child, syscall.SIGSTOP) == nil
		}
		select {
		case <-ended:
			t.Fatalf("the build ended without being stuck: %s", &out)
		default:
		}
	}
	m.must(cmd.Process.Signal(syscall.SIGTERM))
	<-ended
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
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
