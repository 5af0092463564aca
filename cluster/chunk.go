package cluster

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/objects"
)

func noteOf(metadata []byte) (n note, err error) {
	err = json.Unmarshal(metadata, &n)
	return n, err
}

// work is a chunk under work.
type work struct {
	worker *Worker
	job    *river.Job[chunk]
	note   note
	folder string
	contents
	sources []ingest.Source
	told    []told
}

// told is what is told of a key.
type told struct {
	key    string
	path   string
	failed *string // nil for one with a chapter
}

// do converts a chunk and records what came of it with the end of the job, in one
// transaction.
func (w *Worker) do(ctx context.Context, job *river.Job[chunk], n note) error {
	folder, err := os.MkdirTemp(w.folder.dir, "chunk")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	c := &work{worker: w, job: job, note: n, folder: folder}
	bundle, err := c.load(ctx)
	if errors.Is(err, objects.ErrNotFound) || errors.Is(err, errBundle) {
		return river.JobCancel(err) // who builds converts them
	}
	if err != nil {
		return err
	}
	defer bundle.Close()
	if done, err := c.suspect(ctx); done || err != nil {
		return err
	}
	pack, err := newPacking(folder)
	if err != nil {
		return err
	}
	defer pack.File.Close()
	if err := c.convert(ctx, pack); err != nil {
		return err
	}
	sum, err := c.upload(ctx, pack)
	if err != nil {
		return err
	}
	return c.finish(ctx, sum)
}

// load fetches the bundle, which is open as long as the sources are read.
func (c *work) load(ctx context.Context) (*os.File, error) {
	args := c.job.Args
	want, ok := keyOf(args.Bundle)
	if !ok {
		return nil, errBundle
	}
	f, err := fetch(ctx, c.worker.Store, bundleName(args.Tenant, digest(want)), c.folder, digest(want))
	if err != nil {
		return nil, err
	}
	if c.contents, err = readBundle(f); err == nil && (args.From < 0 || args.To > len(c.Sources) || args.From >= args.To) {
		err = errBundle
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	c.Sources = c.Sources[args.From:args.To]
	for _, s := range c.Sources {
		c.sources = append(c.sources, ingest.Source{
			Path: s.Path, As: s.Name, Terms: &c.Terms[s.Terms], Last: s.Last, Held: io.NewSectionReader(f, s.Offset, s.Size),
		})
	}
	return f, nil
}

// packing puts chapters into a pack, and has none.
type packing struct {
	ingest.Pack
	name string
	some bool  // it has a chapter
	err  error // the first one of writing
}

func newPacking(folder string) (*packing, error) {
	p := &packing{name: filepath.Join(folder, "pack")}
	f, err := os.OpenFile(p.name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	p.File = f
	return p, err
}

// Get implements [ingest.Cache].
func (*packing) Get(ingest.Key) (*ingest.Chapter, bool) { return nil, false }

// Put implements [ingest.Cache].
func (p *packing) Put(key ingest.Key, c *ingest.Chapter) {
	if p.err == nil && c.IsShareable() && !p.Has(key) {
		p.err, p.some = p.Add(key, c), true
	}
}

// convert converts the sources into a pack. Where a worker ended on them before, it is
// noted at which one this is, each time.
func (c *work) convert(ctx context.Context, pack *packing) error {
	step := len(c.sources)
	if c.note.Deaths > 0 {
		step = 1
	}
	for from := 0; from < len(c.sources); from += step {
		if c.note.Deaths > 0 {
			if err := c.mark(ctx, c.job.Args.From+from, true); err != nil {
				return err
			}
		}
		if err := c.some(ctx, pack, from, from+step); err != nil {
			return err
		}
	}
	if c.note.Deaths > 0 {
		return c.mark(ctx, c.job.Args.From, false)
	}
	return nil
}

func (c *work) some(ctx context.Context, pack *packing, from, to int) error {
	namespace := c.job.Args.Tenant
	if namespace == nobody {
		namespace = ""
	}
	began := time.Now()
	var outcomes []ingest.Outcome
	_, err := ingest.Convert(ctx, c.sources[from:to], ingest.Settings{
		Registry: c.worker.Registry, Cache: pack, Namespace: namespace, Base: c.Base, Jobs: 1,
		Services: c.worker.Services, Isolator: c.worker.Isolator, Spool: c.folder, Watchdog: c.worker.Watchdog,
		Deliver: func(_ int, o *ingest.Outcome) error {
			if o.Chapter != nil {
				o.Chapter.Text, o.Chapter.Places, o.Chapter.Segments = "", nil, nil // let go
			}
			outcomes = append(outcomes, *o)
			return nil
		},
	})
	if err = errors.Join(err, pack.err); err != nil {
		return err
	}
	for i := range outcomes {
		o, said := &outcomes[i], c.Sources[from+i]
		if o.Key.String() != said.Key {
			c.worker.Log.Warn("source changed while it was queued", "job", c.job.ID, "path", said.Path)
			continue // it says nothing of the one that was meant
		}
		t := told{key: said.Key, path: said.Path}
		if o.Err != nil || !o.Chapter.IsShareable() {
			t.failed = new(string)
		}
		c.told = append(c.told, t)
	}
	c.worker.Metrics.converted(outcomes, time.Since(began))
	return nil
}

// upload uploads the pack and returns its digest, which is nil where there is none.
func (c *work) upload(ctx context.Context, pack *packing) (*digest, error) {
	if !pack.some {
		return nil, nil
	}
	if err := pack.Finish(); err != nil {
		return nil, err
	}
	f, err := os.Open(pack.name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum, size, err := digestOf(f)
	if err != nil {
		return nil, err
	}
	return &sum, keep(ctx, c.worker.Store, packName(c.job.Args.Tenant, sum), f, size, sum)
}

// finish records what came of the keys and ends the job.
func (c *work) finish(ctx context.Context, sum *digest) error {
	slices.SortFunc(c.told, func(a, b told) int { return strings.Compare(a.key, b.key) }) // who else writes them does so in this order
	var keys, packs [][]byte
	var failed []*string
	var paths []string
	for _, t := range c.told {
		key, err := hex.DecodeString(t.key)
		if err != nil {
			return err
		}
		keys, failed, paths = append(keys, key), append(failed, t.failed), append(paths, t.path)
		if t.failed == nil && sum != nil {
			packs = append(packs, sum[:])
		} else {
			packs = append(packs, nil)
		}
	}
	return lasting(ctx, func() error {
		return c.worker.Engine.within(ctx, c.job.Args.Tenant, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, became, c.job.Args.Tenant, c.job.ID, keys, paths, packs, failed); err != nil {
				return err
			}
			return c.end(ctx, tx)
		})
	})
}

// became says what became of keys. Their rows are there; a database that has not counted
// them yet would look for those to update among all of the tenant, for each key.
const became = `INSERT INTO ` + schema + `.conversion AS c (tenant, job, key, path, pack, failed)
	SELECT $1, $2, * FROM unnest($3::bytea[], $4::text[], $5::bytea[], $6::text[])
	ON CONFLICT (tenant, key) DO UPDATE SET pack = excluded.pack, failed = excluded.failed, changed = now() WHERE c.pack IS NULL`

// end ends the job with a transaction.
func (c *work) end(ctx context.Context, tx pgx.Tx) error {
	_, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, tx, c.job)
	if errors.Is(err, rivertype.ErrNotFound) {
		return nil // it was removed meanwhile; what came of it is as good
	}
	if err != nil {
		return fmt.Errorf("ending the job: %w", err)
	}
	return nil
}
