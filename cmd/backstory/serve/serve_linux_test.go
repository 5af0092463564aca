package serve_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/internal/soak"
)

// server is a program that serves a workspace with one profile.
type server struct {
	*testing.T
	cmd     *exec.Cmd
	address string
	token   string
	dir     string // of the workspace
}

// startServer serves a workspace until the test ends.
func startServer(t *testing.T) *server {
	t.Helper()
	s := &server{T: t, dir: t.TempDir()}
	profile := filepath.Join(s.dir, "profiles", "ada")
	if err := os.MkdirAll(filepath.Join(profile, "backstory"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.write("profiles/ada/soul.md", "You are Ada.")
	home := t.TempDir()
	env := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
	var secret bytes.Buffer
	create := exec.Command("backstory", "token", "create", "--scope", "read", "--root", s.dir)
	create.Env, create.Stdout = env, &secret
	if err := create.Run(); err != nil {
		t.Fatal(err)
	}
	s.token = strings.TrimSpace(secret.String())
	ready := filepath.Join(home, "ready.json")
	s.cmd = exec.Command("backstory", "serve", "--root", s.dir, "--addr", "127.0.0.1:0", "--ready-file", ready, "--log", "off", "--rate-limit", "off", "--cache-dir", home)
	s.cmd.Env = env
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("the server: %v", err)
		}
	})
	var told struct{ URL string }
	for json.Unmarshal([]byte(s.read(ready)), &told) != nil {
		time.Sleep(5 * time.Millisecond)
	}
	s.address = strings.TrimPrefix(told.URL, "http://")
	return s
}

func (s *server) write(name, text string) {
	s.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

// read returns a file, or nothing where there is none yet.
func (s *server) read(name string) string {
	text, _ := os.ReadFile(name)
	return string(text)
}

// memory is how much memory the server has, in KiB.
func (s *server) memory() int {
	s.Helper()
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindStringSubmatch(s.read(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid)))
	if m == nil {
		s.Fatal("the server is gone")
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		s.Fatal(err)
	}
	return n
}

// TestSoakIdleReadersTakeLittleMemory has readers follow the feed, of which 1,000
// may take 64 MiB, and then sees that each of them gets an event. Fewer may take as
// much: most of it is the server's own, which answers for the first time.
func TestSoakIdleReadersTakeLittleMemory(t *testing.T) {
	s := startServer(t)
	readers := soak.Size(t, 1000)
	before := s.memory()
	all := make([]*bufio.Reader, readers)
	for i := range all {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "GET /api/v2/events HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n\r\n", s.address, s.token)
		all[i] = bufio.NewReader(c)
		if line, err := all[i].ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Fatalf("%q %v", line, err)
		}
	}
	time.Sleep(time.Duration(readers) * 5 * time.Millisecond) // in which the server looks whether tokens hold
	took := s.memory() - before
	t.Logf("%d idle readers take %d KiB", readers, took)
	if took > 64<<10 {
		t.Errorf("%d idle readers take %d KiB", readers, took)
	}
	s.write("profiles/ada/backstory/late.md", "It came late.")
	for i, r := range all {
		for line := ""; !strings.HasPrefix(line, "event: build"); {
			var err error
			if line, err = r.ReadString('\n'); err != nil {
				t.Fatalf("reader %d: %v", i, err)
			}
		}
	}
}
