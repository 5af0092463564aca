package cluster

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// After how many ends of its worker a chunk is parted, and a source is given up.
const (
	partedAfter = 2
	failedAfter = 3
)

// mark notes that this worker is about to convert a source of the bundle, or that it
// converts none: what ends it then is not what a source does.
func (c *work) mark(ctx context.Context, at int, converts bool) error {
	by := ""
	if converts {
		by = c.worker.id
	}
	return lasting(ctx, func() error {
		_, err := c.worker.Engine.pool.Exec(ctx, `UPDATE `+schema+`.river_job SET metadata = metadata || jsonb_build_object('at', $2::int, 'begun', $3::text) WHERE id = $1`, c.job.ID, at, by)
		return err
	})
}

// suspect deals with a chunk on which workers ended, and reports whether that was all: it
// is parted at the source that the last one was at, which is then alone, or given up.
// Halving until a source is alone would cost more workers than this.
func (c *work) suspect(ctx context.Context) (done bool, err error) {
	args := c.job.Args
	switch {
	case c.note.Deaths < partedAfter:
		return false, nil
	case args.To-args.From > 1:
		return true, c.part(ctx)
	case c.note.Deaths < failedAfter:
		return false, nil
	}
	reason := fmt.Sprintf("%d workers ended while they converted it: «backstory cluster retry» has it tried again", c.note.Deaths)
	c.told = []told{{c.Sources[0].Key, c.Sources[0].Path, &reason}}
	c.worker.Metrics.Poison.Add(1)
	c.worker.Log.Warn("source given up", "job", c.job.ID, "tenant", args.Tenant, "path", c.Sources[0].Path, "deaths", c.note.Deaths)
	return true, c.finish(ctx, nil)
}

// part replaces a chunk by those before and after the suspected source, and by that one.
func (c *work) part(ctx context.Context) error {
	args := c.job.Args
	at := min(max(c.note.At, args.From), args.To-1)
	return c.worker.Engine.within(ctx, args.Tenant, func(tx pgx.Tx) error {
		for _, p := range []struct{ from, to, deaths int }{{args.From, at, 0}, {at, at + 1, c.note.Deaths}, {at + 1, args.To, 0}} {
			if p.from == p.to {
				continue
			}
			piece := args
			piece.From, piece.To, piece.Bytes = p.from, p.to, 0
			var keys [][]byte
			for _, s := range c.Sources[p.from-args.From : p.to-args.From] {
				key, err := hex.DecodeString(s.Key)
				if err != nil {
					return err
				}
				keys, piece.Bytes = append(keys, key), piece.Bytes+s.Size
			}
			job, err := c.worker.queue.put(ctx, tx, c.job.Queue, piece, note{Start: c.note.Start, Deaths: p.deaths, At: p.from})
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `UPDATE `+schema+`.conversion SET job = $3 WHERE tenant = $1 AND key = ANY($2) AND pack IS NULL AND failed IS NULL`, args.Tenant, keys, job); err != nil {
				return err
			}
		}
		return c.end(ctx, tx)
	})
}
