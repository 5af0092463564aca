//go:build unix

package cluster_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/cluster"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/soak"
)

const deadly = "this ends whoever reads it"

func TestMain(m *testing.M) {
	if address := os.Getenv("CLUSTER_TEST_ENGINE"); address != "" {
		os.Exit(work(address, os.Getenv("CLUSTER_TEST_STORE")))
	}
	os.Exit(pgtest.Main(m))
}

// work is a worker as a process of its own.
func work(address, folder string) int {
	ctx := context.Background()
	e, err := cluster.Open(ctx, address, "")
	if err != nil {
		return 2
	}
	store, err := objects.Open(folder, objects.Patience{})
	if err != nil {
		return 2
	}
	r, err := all.Registry()
	if err != nil {
		return 2
	}
	go func() { // ends with the test
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	w := &cluster.Worker{Engine: e, Store: store, Registry: r, Slots: 2, Isolator: frail{r}}
	if w.Run(ctx) != nil {
		return 2
	}
	return 0
}

// frail is a worker that ends where it reads a certain text.
type frail struct{ registry *converters.Registry }

// Isolates implements [ingest.Isolator].
func (frail) Isolates(converters.Format) bool { return true }

// Convert implements [ingest.Isolator].
func (k frail) Convert(ctx context.Context, job ingest.Job) (*ingest.Chapter, error) {
	text, err := io.ReadAll(io.NewSectionReader(job.Content, 0, job.Content.Size()))
	if err != nil {
		return nil, err
	}
	if strings.Contains(string(text), deadly) {
		os.Exit(9)
	}
	time.Sleep(2 * time.Millisecond) // so that there is something to kill
	return ingest.Run(ctx, k.registry, job)
}

// supervised runs a worker as a process, again and again, until the test ends.
type supervised struct {
	starts atomic.Int64
	now    atomic.Pointer[os.Process]
	stop   context.CancelFunc
	ended  chan struct{}
}

func (p *place) supervise(t *testing.T) *supervised {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s := &supervised{stop: cancel, ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		for ctx.Err() == nil {
			cmd := exec.CommandContext(ctx, os.Args[0])
			cmd.Env = append(os.Environ(), "CLUSTER_TEST_ENGINE="+p.address, "CLUSTER_TEST_STORE="+p.folder)
			hold, err := cmd.StdinPipe()
			if err != nil || cmd.Start() != nil {
				return
			}
			s.starts.Add(1)
			s.now.Store(cmd.Process)
			_ = cmd.Wait()
			hold.Close()
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-s.ended
	})
	return s
}

func TestSourcesThatEndTheirWorkersAreGivenUpSoak(t *testing.T) {
	p := newPlace(t)
	n, deaths := max(30, soak.Size(t, 2000)), max(2, soak.Size(t, 20)) // profiles of five sources
	dirs := profiles(t, n)
	want := build(t, p.registry, dirs, nil)
	var paths []string // of those that are deadly
	for i := range deaths {
		dir := dirs[3+i*n/(deaths+1)]
		paths = append(paths, filepath.Base(dir)+"/deadly.txt")
		if err := os.WriteFile(filepath.Join(dir, "backstory", "deadly.txt"), fmt.Append(nil, deadly, i), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	workers := p.supervise(t)
	s, err := p.submit(t, t.Context(), dirs)
	if err != nil {
		t.Fatal(err)
	}
	failed, err := p.Failed(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var up []string
	for _, f := range failed {
		up = append(up, f.Path)
	}
	if diff := cmp.Diff(paths, up); diff != "" {
		t.Errorf("given up (-want +got):\n%s", diff)
	}
	if ended := int(workers.starts.Load()) - 1; ended > 3*deaths {
		t.Errorf("%d workers ended, at most %d may", ended, 3*deaths)
	}
	got := build(t, p.registry, dirs, &counted{Submission: s})
	for name, text := range got {
		switch with := slices.Contains(paths, path.Dir(name)+"/deadly.txt"); {
		case !with && text != want[name]:
			t.Errorf("%s is another one", name)
		case with && strings.HasSuffix(name, "manifest.json") && (!strings.Contains(text, `"given-up"`) || !strings.Contains(text, "3 workers ended")):
			t.Errorf("the manifest does not say that the source was given up:\n%s", text)
		}
	}
	if n, err := p.Retry(t.Context(), ""); n != deaths || err != nil {
		t.Errorf("retry: %d, %v", n, err)
	}
}

func TestWhatAKilledWorkerHadIsDoneByOthers(t *testing.T) {
	p := newPlace(t)
	dirs := profiles(t, 120)
	want := build(t, p.registry, dirs, nil)
	workers := p.supervise(t)
	ended := make(chan struct{})
	go func() { // kills the worker a few times
		defer close(ended)
		for range 3 {
			time.Sleep(700 * time.Millisecond)
			if process := workers.now.Load(); process != nil {
				_ = process.Kill()
			}
		}
	}()
	s, err := p.submit(t, t.Context(), dirs)
	if err != nil {
		t.Fatal(err)
	}
	<-ended
	from := &counted{Submission: s}
	if diff := cmp.Diff(want, build(t, p.registry, dirs, from)); diff != "" {
		t.Errorf("something else is written (-without +with):\n%s", diff)
	}
	if made := from.made.Load(); made != 0 {
		t.Errorf("%d chapters had to be made again", made)
	}
}
