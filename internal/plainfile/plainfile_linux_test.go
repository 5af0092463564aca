package plainfile_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// TestNothingIsWaitedFor opens what no reader should: each is an error at once.
func TestNothingIsWaitedFor(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // the name of a socket has to be short
	for _, err := range []error{
		syscall.Mkfifo("pipe", 0o644), os.Mkdir("folder", 0o755), os.Symlink("pipe", "link"), os.WriteFile("file", []byte("x"), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	ended := time.AfterFunc(time.Minute, func() { panic("opening waits") })
	defer ended.Stop()
	for _, name := range []string{"pipe", "folder", "link", "socket"} {
		if _, _, err := plainfile.Open(root, name); !errors.Is(err, plainfile.ErrNotPlain) {
			t.Errorf("%s: the error is %v", name, err)
		}
		if name == "folder" {
			continue
		}
		if _, err := plainfile.OpenRoot(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was opened as a folder", name)
		}
		if _, err := plainfile.OpenRootIn(root, name); err == nil {
			t.Errorf("%s was opened as a folder in a folder", name)
		}
	}
	f, info, err := plainfile.Open(root, "file")
	if err != nil || info.Size() != 1 {
		t.Fatalf("a file: %v", err)
	}
	f.Close()
	if _, _, err := plainfile.Open(root, "nothing"); !os.IsNotExist(err) {
		t.Errorf("nothing: the error is %v", err)
	}
}
