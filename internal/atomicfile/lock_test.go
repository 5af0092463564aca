package atomicfile_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// holdEnv names the folder that a child process of a test locks.
const holdEnv = "BACKSTORY_TEST_LOCK"

// TestHoldLock is the child: it takes the lock, says so and waits to be killed.
func TestHoldLock(t *testing.T) {
	dir := os.Getenv(holdEnv)
	if dir == "" {
		t.Skip("the child process of other tests")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = atomicfile.Acquire(t.Context(), root, atomicfile.LockOptions{Cache: filepath.Join(dir, "cache"), Command: "backstory build"})
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("locked\n")
	time.Sleep(time.Minute)
}

// holder starts a child that holds the lock of a folder.
func holder(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHoldLock$")
	cmd.Env = append(os.Environ(), holdEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "locked\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	return cmd
}

func noWait() context.Context {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	cancel()
	return ctx
}

func TestLockIsToldAndFreedByAKill(t *testing.T) {
	dir, root := folder(t, nil)
	child := holder(t, dir)
	var told []atomicfile.Holder
	opts := atomicfile.LockOptions{
		Cache:   filepath.Join(dir, "cache"),
		Waiting: func(h atomicfile.Holder) { told = append(told, h) },
	}
	_, err := atomicfile.Acquire(noWait(), root, opts)
	var locked *atomicfile.LockedError
	if !errors.Is(err, atomicfile.ErrLocked) || !errors.As(err, &locked) {
		t.Fatalf("error %v, want ErrLocked", err)
	}
	if len(told) != 1 || told[0].PID != child.Process.Pid || told[0] != locked.Holder {
		t.Errorf("told %v, error %v, the holder is %d", told, err, child.Process.Pid)
	}
	if s := err.Error(); !strings.Contains(s, "backstory build") {
		t.Errorf("the error does not name the holder: %s", s)
	}

	time.AfterFunc(50*time.Millisecond, func() { child.Process.Kill() })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	lock, err := atomicfile.Acquire(ctx, root, opts)
	if err != nil {
		t.Fatalf("after the holder was killed: %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
}

// Two calls of one process exclude each other too, and release is enough.
func TestLockWithinAProcess(t *testing.T) {
	dir, root := folder(t, nil)
	cache := t.TempDir()
	opts := atomicfile.LockOptions{Cache: cache}
	lock, err := atomicfile.Acquire(noWait(), root, opts)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := atomicfile.Acquire(noWait(), other, opts); !errors.Is(err, atomicfile.ErrLocked) {
		t.Errorf("the lock was taken twice: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := atomicfile.Acquire(ctx, other, opts); !errors.Is(err, context.Canceled) || errors.Is(err, atomicfile.ErrLocked) {
		t.Errorf("cancelled: %v", err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 0 {
		t.Errorf("the locked folder holds %v, %v", names, err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := atomicfile.Acquire(noWait(), other, opts)
	if err != nil {
		t.Fatalf("after release: %v", err)
	}
	if err := again.Release(); err != nil {
		t.Fatal(err)
	}
	if notes, err := filepath.Glob(filepath.Join(cache, "*.json")); err != nil || len(notes) != 0 {
		t.Errorf("holders are still named: %v, %v", notes, err)
	}
}

// Without a cache folder, or with one that cannot be made, locking works and
// the holder is unknown.
func TestLockWithoutNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows locks a file in the cache folder")
	}
	_, root := folder(t, map[string]string{"file": ""})
	opts := atomicfile.LockOptions{Cache: filepath.Join(root.Name(), "file", "cache")}
	lock, err := atomicfile.Acquire(noWait(), root, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	_, err = atomicfile.Acquire(noWait(), root, atomicfile.LockOptions{})
	if !errors.Is(err, atomicfile.ErrLocked) || err.Error() != "locked by another process" {
		t.Errorf("error %v", err)
	}
}
