package all_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/all"
	"github.com/seed353dc258/backstory/internal/soak"
)

// hostileEnv names the input that a child reads with every kind.
const hostileEnv = "BACKSTORY_HOSTILE_INPUT"

// maxHostile is the most memory that a reader may take of a hostile input, with
// all that the child has beside it, in KiB.
const maxHostile = 64 << 10

// outcome is what a child says of one kind.
type outcome struct {
	Kind, Error, Class string
	Peak               int // KiB of the process so far; 0 where the system does not tell
}

var classes = []error{exchange.ErrCorrupt, exchange.ErrLimit, exchange.ErrUnknown}

// TestReadHostile is the child: it reads an input with every kind, and writes what
// came of it.
func TestReadHostile(t *testing.T) {
	name := os.Getenv(hostileEnv)
	if name == "" {
		t.Skip("it is the program that TestSoakHostileInputs runs")
	}
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	debug.SetMemoryLimit(exchange.Memory)
	kinds := registry.Kinds()
	for _, k := range kinds {
		reader, _ := registry.Reader(k.Name)
		o := outcome{Kind: k.Name}
		if err := readHostile(reader, name); err != nil {
			o.Error = err.Error()
			for _, class := range classes {
				if errors.Is(err, class) {
					o.Class = class.Error()
				}
			}
		}
		o.Peak = peak()
		line, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("outcome %s\n", line)
	}
}

func readHostile(reader exchange.Reader, name string) error {
	in := &exchange.Input{Name: filepath.Base(name), User: "Ruth"}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if info.IsDir() {
		root, err := os.OpenRoot(name)
		if err != nil {
			return err
		}
		defer root.Close()
		if in.Tree, err = exchange.OpenFolder(root); err != nil {
			return err
		}
	} else {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in.File = io.NewSectionReader(f, 0, info.Size())
	}
	_, err = exchange.Preview(context.Background(), reader, in)
	return err
}

// peak returns the most memory that this process had at a time in KiB, 0 where
// the system does not tell it.
func peak() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	n, _ := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "kB")))
	return n
}

// TestSoakHostileInputs: every reader is tried with every input, in a process of its
// own. None ends it, each says what is wrong in an error that a caller can act on,
// and none takes more memory than it may.
func TestSoakHostileInputs(t *testing.T) {
	list := slices.Concat(jsonBombs(), personaBombs(), chatBombs(), packages(), damagedPackages(), packs(), pictures(), texts())
	if len(list) < 60 {
		t.Errorf("%d inputs, want 60", len(list))
	}
	seed := soak.Seed(t, 23)
	r := rand.New(rand.NewPCG(seed, seed))
	r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	for _, h := range list[:min(len(list), max(20, soak.Size(t, len(list))))] {
		t.Run(h.what, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "in.json")
			if err := os.WriteFile(name, h.content(t), 0o600); err != nil {
				t.Fatal(err)
			}
			h.check(t, name)
		})
	}
	for _, f := range folders() {
		t.Run(f.what, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "SOUL.md"), []byte("# Ada\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := f.fill(dir); err != nil {
				t.Skipf("this system makes no such thing: %v", err)
			}
			hostile{kind: "openclaw", err: f.err}.check(t, dir)
		})
	}
}

// folders are workspaces with what does harm in a folder.
func folders() []hostileFolder {
	file := func(dir, name string, size int64) error {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return errors.Join(os.WriteFile(name, []byte("# A\n"), 0o600), os.Truncate(name, size))
	}
	return []hostileFolder{
		{"links that go in circles", nil, func(dir string) error {
			return errors.Join(os.Symlink(".", filepath.Join(dir, "memory")), os.Symlink("USER.md", filepath.Join(dir, "USER.md")), os.Symlink("..", filepath.Join(dir, "up")))
		}},
		{"links that lead out", nil, func(dir string) error {
			return errors.Join(os.Symlink("/etc/passwd", filepath.Join(dir, "USER.md")), os.Symlink("/", filepath.Join(dir, "memory")), os.Symlink("/dev/zero", filepath.Join(dir, "TOOLS.md")))
		}},
		{"a socket", nil, func(dir string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "USER.md"), Net: "unix"})
			if err == nil {
				l.SetUnlinkOnClose(false)
				err = l.Close()
			}
			return err
		}},
		{"folders that are deep in a folder", exchange.ErrLimit, func(dir string) error { return os.MkdirAll(filepath.Join(dir, times("a/", 60)), 0o755) }},
		{"a soul of 3 GB", exchange.ErrLimit, func(dir string) error { return file(dir, "SOUL.md", 3<<30) }},
		{"Markdown of 3 GB", nil, func(dir string) error { return file(dir, "memory/a.md", 3<<30) }},
		{"a picture of 3 GB", nil, func(dir string) error { return file(dir, "picture.png", 3<<30) }},
		{"names that are odd", nil, func(dir string) error {
			return errors.Join(file(dir, "memory/a\nb.md", 4), file(dir, "memory/\u202egpj.md", 4), file(dir, "memory/\xff.md", 4), file(dir, "memory/"+times("n", 250)+".md", 4))
		}},
		{"a folder that is called as a file", nil, func(dir string) error { return file(dir, "USER.md/SOUL.md", 4) }},
		{"many files in a folder", exchange.ErrLimit, func(dir string) error {
			for i := range 10_001 {
				if err := file(dir, "memory/"+strconv.Itoa(i), 0); err != nil {
					return err
				}
			}
			return nil
		}},
	}
}

type hostileFolder struct {
	what string
	err  error
	fill func(dir string) error
}

func (h hostile) check(t *testing.T, name string) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestReadHostile$")
	cmd.Env = append(os.Environ(), hostileEnv+"="+name)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	aimed := false
	scanner := bufio.NewScanner(strings.NewReader(string(out)))
	scanner.Buffer(nil, 64<<20)
	before := 0
	for scanner.Scan() {
		text, ok := strings.CutPrefix(scanner.Text(), "outcome ")
		if !ok {
			continue
		}
		var o outcome
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			t.Fatal(err)
		}
		switch {
		case o.Error != "" && o.Class == "":
			t.Errorf("%s: the error %.300q is none that a caller can act on", o.Kind, o.Error)
		case len(o.Error) > 1000:
			t.Errorf("%s: the error has %d bytes: %.300q", o.Kind, len(o.Error), o.Error)
		}
		if o.Peak > maxHostile && before <= maxHostile && !testing.Short() { // the race detector, which runs short tests, takes memory of its own
			t.Errorf("%s: %d KiB were taken, want at most %d", o.Kind, o.Peak, maxHostile)
		}
		before = o.Peak
		if o.Kind == h.kind {
			aimed = true
			want := ""
			if h.err != nil {
				want = h.err.Error()
			}
			if o.Class != want {
				t.Errorf("%s: the error is %.300q, want %q", o.Kind, o.Error, want)
			}
		}
	}
	if !aimed {
		t.Errorf("nothing is said of %s:\n%.2000s", h.kind, out)
	}
}
