//go:build unix

package chat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// askIn asks a folder in dir a question within a time, and returns all that it says.
func askIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "backstory", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), cmdtest.HomeEnv(dir)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%q: %v\n%s", args, err, out)
	}
	return string(out)
}

// TestAFolderMayHoldAnything asks of a folder with pipes, a socket, links out and names
// of any bytes, that nobody may write in.
func TestAFolderMayHoldAnything(t *testing.T) {
	dir := t.TempDir()
	odd := filepath.Join(dir, "Odd")
	cmdtest.WriteFiles(t, dir, map[string]string{
		"Odd/plain.md": "The lamp was lit by Ida.\n", "Odd/new\nline.md": "The captain is Olaf.\n", "Odd/esc\x1b[31m.md": "The cook is Nils.\n", "outside.md": "OUTSIDE",
	})
	if err := os.WriteFile(filepath.Join(odd, "caf\xe9.txt"), []byte("The menu has soup on Tuesdays.\n"), 0o644); err != nil {
		t.Logf("this file system has no such names: %v", err) // that of macOS has none
	}
	if err := syscall.Mkfifo(filepath.Join(odd, "pipe.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(odd) // the address of a socket is short
	l, err := net.Listen("unix", "sock.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for name, to := range map[string]string{"out.md": "../outside.md", "loop": ".", "gone.md": "nowhere", "zero.txt": "/dev/zero"} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(odd, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(odd, 0o755)
	before := treeOf(t, odd)
	all := askIn(t, dir, "ask", "Odd", "Who lit the lamp?")
	for _, want := range []string{"lit by Ida", "gone.md (broken link)", "out.md, zero.txt (link leaves the folder)", "pipe.md (named pipe)", "sock.txt (socket)", "loop (folder that contains itself"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	for question, want := range map[string]string{"Who is the captain?": `From /new\u{a}line.md, line 1`, "Who is the cook?": `From /esc\u{1b}[31m.md, line 1`, "What is in this folder?": `- new\u{a}line.md`} {
		if out := askIn(t, dir, "ask", "Odd", question); !strings.Contains(out, want) || strings.Contains(out, "\x1b") {
			t.Errorf("%s: no %q in\n%q", question, want, out)
		}
	}
	if all += askIn(t, dir, "search", "Odd", "OUTSIDE") + askIn(t, dir, "convert", "Odd"); strings.Contains(strings.ReplaceAll(all, "/outside", ""), "OUTSIDE\n") {
		t.Errorf("a file outside was read:\n%s", all)
	}
	if after := treeOf(t, odd); after != before {
		t.Errorf("the folder has changed:\n%s\n%s", before, after)
	}
}

// TestAFolderMayChangeWhileItIsRead asks of a folder while files in it come, change and go.
func TestAFolderMayChangeWhileItIsRead(t *testing.T) {
	dir := t.TempDir()
	cmdtest.WriteFiles(t, dir, map[string]string{"Moving/keep.md": "The keeper is called Ida.\n"})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r := rand.New(rand.NewPCG(1, 2))
		for n := 0; ctx.Err() == nil; n++ {
			name, other := fmt.Sprintf("%s/Moving/f%d.md", dir, r.IntN(40)), fmt.Sprintf("%s/Moving/f%d.md", dir, r.IntN(40))
			switch r.IntN(4) {
			case 0:
				os.Remove(name)
			case 1:
				os.Rename(name, other)
			default:
				os.WriteFile(name, []byte(strings.Repeat(fmt.Sprintf("Gauge %d.\n", n), 1+r.IntN(500))), 0o644)
			}
			time.Sleep(2 * time.Millisecond)
		}
	}()
	for range 4 {
		if out := askIn(t, dir, "ask", "Moving", "Who is the keeper called?"); !strings.Contains(out, "called Ida") {
			t.Errorf("the answer is %s", out)
		}
	}
	stop()
	<-done
}
