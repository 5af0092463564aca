//go:build unix

package cluster_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/cluster"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// place is an engine and a store.
type place struct {
	address string
	*cluster.Engine
	store    objects.Store
	folder   string // or the address of a bucket
	registry *converters.Registry
}

func newPlace(t testing.TB) *place {
	t.Helper()
	return placeAt(t, t.TempDir())
}

func placeAt(t testing.TB, store string) *place {
	t.Helper()
	return placeOn(t, pgtest.Get(t), store)
}

func placeOn(t testing.TB, server *pgtest.Server, store string) *place {
	t.Helper()
	d := server.Database(t)
	p := &place{address: strings.Replace(d.Owner, pgtest.Owner+":"+pgtest.Owner, pgtest.Owner, 1), folder: store}
	ctx := context.Background()
	if err := cluster.Init(ctx, p.address, ""); err != nil {
		t.Fatal(err)
	}
	var err error
	if p.Engine, err = cluster.Open(ctx, p.address, ""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Engine.Close)
	if p.store, err = objects.Open(p.folder, objects.Patience{}); err != nil {
		t.Fatal(err)
	}
	if p.registry, err = all.Registry(); err != nil {
		t.Fatal(err)
	}
	return p
}

// A connection that is given to others between transactions keeps no locks.
func TestAnEngineHasSessionsOfItsOwn(t *testing.T) {
	address := pgtest.Get(t).Database(t).Bouncer(t)
	address = strings.Replace(address, pgtest.Role+":"+pgtest.Role, pgtest.Role, 1)
	for range 3 {
		if _, err := cluster.Open(t.Context(), address, ""); err == nil || !strings.Contains(err.Error(), "pool_mode = session") {
			t.Error(err)
		}
	}
}

// work starts a worker, which ends with the test or by the function.
func (p *place) work(t testing.TB) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	w := &cluster.Worker{Engine: p.Engine, Store: p.store, Registry: p.registry, Slots: 2}
	go func() { ended <- w.Run(ctx) }()
	stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		ended <- nil
	}
	t.Cleanup(stop)
	return stop
}

// profiles makes profiles with a few sources each, one of them damaged.
func profiles(t testing.TB, n int) (dirs []string) { return profilesFrom(t, 0, n) }

// profilesFrom makes profiles of which those with another number have other sources.
func profilesFrom(t testing.TB, from, n int) (dirs []string) {
	t.Helper()
	root := t.TempDir()
	for i := from; i < from+n; i++ {
		dir := filepath.Join(root, fmt.Sprintf("p%05d", i))
		sources := filepath.Join(dir, "backstory")
		if err := os.MkdirAll(sources, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string]string{
			"a.md":     fmt.Sprintf("# Lamp %d\n\nIt is dark[^1].\n\n[^1]: Since %d.\n", i, i),
			"b.csv":    fmt.Sprintf("name,n\r\nlamp,%d\r\n", i),
			"c.html":   fmt.Sprintf("<h1>Lamp %d</h1><p>It is <b>dark</b>.", i),
			"bad.json": fmt.Sprintf("{%d", i),
			"same.txt": "The same in all profiles.\n",
			"x.exe":    "MZ",
		} {
			if err := os.WriteFile(filepath.Join(sources, name), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		dirs = append(dirs, dir)
	}
	return dirs
}

// submit adds profiles to a new submission and waits for it.
func (p *place) submit(t testing.TB, ctx context.Context, dirs []string, set ...func(*cluster.Submission)) (*cluster.Submission, error) {
	t.Helper()
	s, err := cluster.Submit(t.Context(), p.Engine, p.store, p.registry, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, f := range set {
		f(s)
	}
	b := &pipeline.Builder{Registry: p.registry}
	for _, dir := range dirs {
		opened, err := profile.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		sources, err := b.Sources(ctx, opened)
		var all []ingest.Source
		if err == nil {
			all, err = sources.All()
		}
		if err != nil {
			opened.Close()
			return s, err
		}
		if err := s.Add(ctx, filepath.Base(dir), sources.Settings(), all, func() { opened.Close() }); err != nil {
			return s, err
		}
	}
	return s, s.Wait(ctx)
}

// build builds profiles, with chapters from the cluster where there is one, and returns what
// was written.
func build(t testing.TB, r *converters.Registry, dirs []string, from *counted) map[string]string {
	t.Helper()
	var cache ingest.Cache
	if from != nil {
		cache = from
	}
	written, err := buildWith(t, context.Background(), r, dirs, cache)
	if err != nil {
		t.Fatal(err)
	}
	return written
}

// buildWith is build for what may be interrupted. It leaves nothing behind.
func buildWith(t testing.TB, ctx context.Context, r *converters.Registry, dirs []string, from ingest.Cache) (map[string]string, error) {
	t.Helper()
	b := &pipeline.Builder{Registry: r, Epoch: time.Unix(1_700_000_000, 0)}
	b.Elsewhere = from
	written := map[string]string{}
	for _, dir := range dirs {
		p, err := profile.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Build(ctx, p)
		p.Close()
		if err != nil {
			return nil, err
		}
		for _, name := range []string{profile.OutputFile, profile.ManifestFile} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			written[filepath.Base(dir)+"/"+name] = string(text)
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return written, nil
}
