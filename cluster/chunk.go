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
	"strconv"
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
	*Worker
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
	c := &work{Worker: w, job: job, note: n, folder: folder}
	err = c.load(ctx)
	if errors.Is(err, objects.ErrNotFound) || errors.Is(err, errBundle) {
		return river.JobCancel(err) // who builds converts them
	}
	if err != nil {
		return err
	}
	if done, err := c.suspect(ctx); done || err != nil {
		return err
	}
	cache, err := ingest.OpenCache(filepath.Join(folder, "pack"), 1<<50)
	if err != nil {
		return err
	}
	err = c.convert(ctx, cache)
	if err = errors.Join(err, cache.Close()); err != nil {
		return err
	}
	sum, err := c.upload(ctx)
	if err != nil {
		return err
	}
	return c.finish(ctx, sum)
}

// load fetches the bundle and makes a file of each source.
func (c *work) load(ctx context.Context) error {
	args := c.job.Args
	want, ok := keyOf(args.Bundle)
	if !ok {
		return errBundle
	}
	f, err := fetch(ctx, c.Store, bundleName(args.Tenant, digest(want)), c.folder, digest(want))
	if err != nil {
		return err
	}
	defer f.Close()
	if c.contents, err = readBundle(f); err != nil {
		return err
	}
	if args.From < 0 || args.To > len(c.Sources) || args.From >= args.To {
		return errBundle
	}
	c.Sources = c.Sources[args.From:args.To]
	for i, s := range c.Sources {
		name := filepath.Join(c.folder, strconv.Itoa(i))
		if err := writeFile(name, io.NewSectionReader(f, s.Offset, s.Size)); err != nil {
			return err
		}
		c.sources = append(c.sources, ingest.Source{
			Path: s.Path, As: s.Name, Terms: &c.Terms[s.Terms], Last: s.Last,
			Open: func() (*os.File, error) { return os.Open(name) },
		})
	}
	return nil
}

func writeFile(name string, from io.Reader) error {
	to, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// convert converts the sources into a cache. Where a worker ended on them before, it is
// noted at which one this is, each time.
func (c *work) convert(ctx context.Context, cache ingest.Cache) error {
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
		if err := c.some(ctx, cache, from, from+step); err != nil {
			return err
		}
	}
	if c.note.Deaths > 0 {
		return c.mark(ctx, c.job.Args.From, false)
	}
	return nil
}

func (c *work) some(ctx context.Context, cache ingest.Cache, from, to int) error {
	namespace := c.job.Args.Tenant
	if namespace == nobody {
		namespace = ""
	}
	began := time.Now()
	outcomes, err := ingest.Convert(ctx, c.sources[from:to], ingest.Settings{
		Registry: c.Registry, Cache: cache, Namespace: namespace, Base: c.Base, Jobs: 1,
		Services: c.Services, Isolator: c.Isolator, Spool: c.folder, Watchdog: c.Watchdog,
		Deliver: func(int, *ingest.Outcome) error { return nil }, // so that texts are let go
	})
	if err != nil {
		return err
	}
	for i := range outcomes {
		o, said := &outcomes[i], c.Sources[from+i]
		t := told{key: said.Key}
		if o.Err != nil || o.Key.String() != said.Key || !o.Chapter.IsShareable() {
			t.failed = new(string)
		}
		c.told = append(c.told, t)
	}
	c.Metrics.converted(outcomes, time.Since(began))
	return nil
}

// upload uploads the pack and returns its digest, which is nil where there is none.
func (c *work) upload(ctx context.Context) (*digest, error) {
	names, err := filepath.Glob(filepath.Join(c.folder, "pack", "*.pack"))
	if err != nil || len(names) == 0 {
		return nil, err
	}
	f, err := os.Open(names[0])
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum, err := digestOf(f)
	if err != nil {
		return nil, err
	}
	return &sum, keep(ctx, c.Store, packName(c.job.Args.Tenant, sum), f)
}

// finish records what came of the keys and ends the job.
func (c *work) finish(ctx context.Context, sum *digest) error {
	var keys, packs [][]byte
	var failed []*string
	for _, t := range c.told {
		key, err := hex.DecodeString(t.key)
		if err != nil {
			return err
		}
		keys, failed = append(keys, key), append(failed, t.failed)
		if t.failed == nil && sum != nil {
			packs = append(packs, sum[:])
		} else {
			packs = append(packs, nil)
		}
	}
	return lasting(ctx, func() error { return c.record(ctx, keys, packs, failed) })
}

func (c *work) record(ctx context.Context, keys, packs [][]byte, failed []*string) error {
	return c.Engine.within(ctx, c.job.Args.Tenant, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE `+schema+`.conversion c SET pack = x.pack, failed = x.failed, changed = now()
			FROM (SELECT * FROM unnest($2::bytea[], $3::bytea[], $4::text[]) AS x (key, pack, failed) ORDER BY key) x
			WHERE c.tenant = $1 AND c.key = x.key AND c.pack IS NULL`, c.job.Args.Tenant, keys, packs, failed)
		if err != nil {
			return err
		}
		return c.end(ctx, tx)
	})
}

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
