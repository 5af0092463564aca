package compile_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
	"github.com/seed353dc258/backstory/manifest"
)

// programs are those of the tests, beside ours: ours on a system that refuses to
// confine processes.
func programs() map[string]func() {
	return map[string]func(){"backstory-unconfined": func() {
		workertest.RefuseSeccomp()
		path, err := exec.LookPath("backstory")
		if err == nil {
			err = syscall.Exec(path, append([]string{"backstory"}, os.Args[1:]...), os.Environ())
		}
		panic(err)
	}}
}

// nobody is the first of users who are not this one and have no processes.
const nobody = 64_321

// machine is a workspace on a machine with a fault.
type machine struct {
	*testing.T
	home, profile string
	program       []string // what runs a command
	env           []string
	user          *syscall.Credential // nil is this one
	watch         func(pid int)       // while a command runs; may be nil
}

// fault is a fault of a machine.
type fault struct {
	name   string
	costs  bool // the build: it must end with exit code 2
	set    func(m *machine)
	before func(m *machine) // each command
}

func faults() []fault {
	limited := func(limit string) func(*machine) {
		return func(m *machine) {
			path, err := exec.LookPath("prlimit")
			if err != nil {
				m.Skip("there is no prlimit")
			}
			m.program = append([]string{path, limit}, m.program...)
		}
	}
	killed := func(after time.Duration, most int) func(*machine) {
		return func(m *machine) {
			last, left := 0, 0
			m.watch = func(pid int) {
				if pid != last {
					last, left = pid, most
				}
				left -= killChildren(pid, after, left)
			}
		}
	}
	return []fault{
		{name: "no folder for temporary files", set: func(m *machine) { m.env = append(m.env, "TMPDIR=/nonexistent") }},
		{name: "EACCES", costs: true, set: func(m *machine) {
			m.asNobody(0)
			m.must(os.Chmod(m.source("b.pdf"), 0))
			m.Cleanup(func() { m.must(os.Chmod(m.source("b.pdf"), 0o644)) })
		}},
		{name: "EIO", costs: true, set: func(m *machine) {
			// An attribute of a device that has none of that name.
			const broken = "/sys/devices/software/power/autosuspend_delay_ms"
			if _, err := os.ReadFile(broken); !errors.Is(err, syscall.EIO) {
				m.Skip("the system has no file that cannot be read")
			}
			m.mount(broken, m.source("c.txt"), "", syscall.MS_BIND, "")
		}},
		{name: "the configuration is another user's", set: func(m *machine) {
			m.asNobody(2)
			closed := filepath.Join(m.home, "closed")
			m.must(os.Mkdir(closed, 0o700))
			m.env = append(m.env, "XDG_CONFIG_HOME="+closed)
		}},
		{name: "EMFILE", set: limited("--nofile=9:9")},
		// How many addresses a process takes differs from run to run: it may be enough.
		{name: "ENOMEM", set: limited("--as=2000000000:2000000000")},
		{name: "no processes left", costs: true, set: func(m *machine) {
			m.asNobody(1)
			limited("--nproc=10:10")(m)
		}},
		{name: "seccomp is refused", costs: true, set: func(m *machine) {
			m.program = []string{"backstory-unconfined"}
		}},
		// Compiled PDFium stays: without it each command takes seconds.
		{name: "the cache is gone", before: func(m *machine) {
			for _, name := range []string{"index", "chapters", "locks"} {
				m.must(os.RemoveAll(filepath.Join(m.cache(), name)))
				m.must(os.WriteFile(filepath.Join(m.cache(), name), nil, 0o644))
			}
		}},
		{name: "the cache is full", set: func(m *machine) {
			for _, name := range []string{"index", "chapters", "locks"} {
				path := filepath.Join(m.cache(), name)
				m.must(os.MkdirAll(path, 0o700))
				m.mount("tmpfs", path, "tmpfs", 0, "size=4k,mode=700")
				m.must(os.WriteFile(filepath.Join(path, "full"), make([]byte, 4096), 0o600))
			}
		}},
		// How far a child comes before it is killed is chance, so none of these has to cost the build.
		{name: "children are killed at the start", set: killed(0, math.MaxInt)},
		{name: "children are killed in the middle", set: killed(40*time.Millisecond, math.MaxInt)},
		// One that is killed each time when others have ended is at fault by all that can be seen.
		{name: "a child is killed at the end", set: killed(150*time.Millisecond, 1)},
	}
}

func (m *machine) must(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

func (m *machine) source(name string) string { return filepath.Join(m.profile, "backstory", name) }
func (m *machine) cache() string             { return filepath.Join(m.home, "cache", "backstory") }

// mount needs a system administrator.
func (m *machine) mount(from, to, kind string, flags uintptr, data string) {
	if err := syscall.Mount(from, to, kind, flags, data); err != nil {
		m.Skipf("the system does not let this user mount: %v", err)
	}
	m.Cleanup(func() { m.must(syscall.Unmount(to, syscall.MNT_DETACH)) })
}

// asNobody runs commands as one of other users, to whom everything belongs: the
// processes of each are counted.
func (m *machine) asNobody(which int) {
	if os.Getuid() != 0 {
		m.Skip("only a system administrator may run a program as another user")
	}
	path, err := os.Executable()
	m.must(err)
	m.program = []string{filepath.Join(m.home, "bin", "backstory")}
	m.must(os.Mkdir(filepath.Dir(m.program[0]), 0o755))
	// Nobody can run a file that is written to, as this process's would be by
	// what it starts meanwhile.
	m.must(exec.Command("cp", path, m.program[0]).Run())
	m.must(os.Chmod(m.program[0], 0o755))
	m.must(os.Chmod(filepath.Dir(m.home), 0o711))
	m.must(filepath.WalkDir(m.home, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, nobody+which, nobody))
	}))
	m.user = &syscall.Credential{Uid: uint32(nobody + which), Gid: nobody}
}

// run runs a command and returns what it printed and its exit code.
func (m *machine) run(args ...string) (string, int) {
	m.Helper()
	ctx, cancel := context.WithTimeout(m.Context(), 5*time.Minute)
	defer cancel()
	all := slices.Concat(m.program, args)
	cmd := exec.CommandContext(ctx, all[0], all[1:]...)
	cmd.Dir, cmd.Env = m.home, m.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: m.user}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	m.must(cmd.Start())
	ended := make(chan struct{})
	go func() {
		for m.watch != nil {
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
				m.watch(cmd.Process.Pid)
			}
		}
	}()
	_ = cmd.Wait() // the exit code says it
	close(ended)
	if ctx.Err() != nil {
		m.Errorf("%v does not end: %s", args, &out)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// killChildren kills the children of a process that are so old, but for those beyond a
// number, and returns how many it killed.
func killChildren(pid int, age time.Duration, most int) (n int) {
	for _, child := range workertest.Children(pid) {
		if info, err := os.Stat(filepath.Join("/proc", strconv.Itoa(child))); err == nil && time.Since(info.ModTime()) >= age && n < most {
			_ = syscall.Kill(child, syscall.SIGKILL) // may be gone
			n++
		}
	}
	return n
}

// machineSources are what is built: each text has to stay.
func machineSources() map[string]string {
	return map[string]string{
		"a.txt": "Words of a text.\n",
		"b.pdf": "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
			"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 99]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n" +
			"4 0 obj<</Length 47>>stream\nBT /F1 12 Tf 10 50 Td (Words of a PDF.) Tj ET  \nendstream endobj\n" +
			"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n",
		"c.txt": "Words of another.\n",
	}
}

// newMachine makes a workspace whose profile is built.
func newMachine(t *testing.T) *machine {
	m := &machine{T: t, home: t.TempDir(), program: []string{"backstory"}}
	m.profile = filepath.Join(m.home, "profiles", "p")
	m.env = append(os.Environ(), "HOME="+m.home, "XDG_CONFIG_HOME="+m.home, "XDG_CACHE_HOME="+filepath.Join(m.home, "cache"))
	m.must(os.MkdirAll(filepath.Join(m.profile, "backstory"), 0o755))
	m.must(os.WriteFile(filepath.Join(m.profile, "soul.md"), []byte("# P\n"), 0o644))
	for name, text := range machineSources() {
		m.must(os.WriteFile(m.source(name), []byte(text), 0o644))
	}
	m.must(workertest.CopyCache(m.cache(), false))
	if out, code := m.run("build", "profiles/p"); code != cli.ExitDone {
		t.Fatalf("exit code %d: %s", code, out)
	}
	for _, name := range []string{"index", "chapters", "locks"} {
		m.must(os.RemoveAll(filepath.Join(m.cache(), name)))
	}
	return m
}

// TestNoFaultOfTheMachineCostsText gives a machine each of its faults while
// everything has to be read again. No byte leaves backstory.md, and no fault is
// the document's.
func TestNoFaultOfTheMachineCostsText(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs many processes")
	}
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			files := map[string][]byte{}
			for _, name := range []string{"backstory.md", manifest.Name} {
				raw, err := os.ReadFile(filepath.Join(m.profile, name))
				m.must(err)
				files[name] = raw
			}
			m.must(os.WriteFile(m.source("a.txt"), []byte("Words of a text.\nMore.\n"), 0o644))
			if f.set != nil {
				f.set(m)
			}
			for i, args := range [][]string{
				{"build", "profiles/p"},
				{"check", "profiles/p"},
				{"check", "--rebuild", "profiles/p"},
				{"chat", "--profile", "p", "--once", "hello"},
			} {
				for _, name := range slices.Sorted(maps.Keys(files)) {
					path := filepath.Join(m.profile, name)
					m.must(os.WriteFile(path, files[name], 0o644))
				}
				left, err := filepath.Glob(filepath.Join(m.cache(), "*", "*.pack"))
				m.must(err)
				for _, path := range left {
					m.must(os.Remove(path))
				}
				if f.before != nil {
					f.before(m)
				}
				out, code := m.run(args...)
				t.Logf("%v: %d: %s", args, code, out)
				var output []byte
				output, err = os.ReadFile(filepath.Join(m.profile, "backstory.md"))
				m.must(err)
				for _, text := range []string{"Words of a text", "Words of a PDF", "Words of another"} {
					if !strings.Contains(string(output), text) {
						t.Errorf("%v: %q is lost: exit code %d: %s", args, text, code, out)
					}
				}
				if code != cli.ExitDone && code != cli.ExitStale && code != cli.ExitError || i == 0 && f.costs && code != cli.ExitError {
					t.Errorf("%v: exit code %d: %s", args, code, out)
				}
			}
		})
	}
}
