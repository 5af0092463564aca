package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest"
)

// The classes of chunks, each of which has a queue: workers with little memory may
// leave the big ones to others.
const (
	Small = "small"
	Big   = "big" // large sources, and those that a process of its own reads
)

// Classes returns all classes.
func Classes() []string { return []string{Small, Big} }

// The bounds of a chunk, and from where on a source is big.
const (
	maxSources = 64
	maxBytes   = 8 << 20
	bigSource  = 1 << 20
)

// chunk is a job: the sources of a bundle from one number to another.
type chunk struct {
	Tenant string `json:"tenant"`
	Bundle string `json:"bundle"`
	From   int    `json:"from"`
	To     int    `json:"to"`
	Bytes  int64  `json:"bytes"`
}

// Kind implements [river.JobArgs].
func (chunk) Kind() string { return "backstory_chunk" }

// note is what a job carries besides: where its place in the queue is, how many
// workers ended while they had it, and at which source the last one was.
type note struct {
	Start  int64 `json:"start"`
	Deaths int   `json:"deaths,omitempty"`
	At     int   `json:"at,omitempty"`
}

// maxAttempts is how often a job is taken up before it is left to who builds. Those
// that a worker gave back count.
const maxAttempts = 100

// revisionOf returns what has to be equal for the chapters of two programs to have the
// same keys. Each revision has queues of its own.
func revisionOf(r *converters.Registry) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "backstory cluster 1 %q", markdown.Revision)
	for _, f := range r.Formats() {
		fmt.Fprintf(sum, " %q %d", f.Name, f.Version)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

func queueOf(class, revision string) string { return class + "_" + revision }

// costOf is what a source costs a tenant in its share of the workers.
func costOf(class string, size int64) int64 {
	cost := 1 + size>>10
	if class == Big {
		cost *= 4
	}
	return cost
}

// place is the place of a job in its queue, as a time: where the clock of its tenant was.
// All are long past, so that the queue gives the jobs out in this order.
const place = "(timestamptz '1000-01-01 00:00:00+00' + (metadata->>'start')::bigint * interval '1 microsecond')"

// inserter puts chunks into the queue.
type inserter struct {
	*Engine
	client   *river.Client[pgx.Tx]
	revision string
	most     int // chunks that wait
}

// maxQueued is how many chunks may wait before who submits does.
const maxQueued = 50_000

func newInserter(e *Engine, r *converters.Registry) (*inserter, error) {
	client, err := river.NewClient(riverpgxv5.New(e.pool), &river.Config{Schema: schema, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	return &inserter{e, client, revisionOf(r), maxQueued}, nil
}

// insert puts a chunk into the queue of its class, at the place that its tenant has,
// and says of its keys which job they are.
func (i *inserter) insert(ctx context.Context, class string, c chunk, sources []bundled) (job int64, err error) {
	keys, paths, cost := make([][]byte, len(sources)), make([]string, len(sources)), int64(0)
	for n, s := range sources {
		paths[n] = s.Path
		cost += costOf(class, s.Size)
		if keys[n], err = hex.DecodeString(s.Key); err != nil {
			return 0, err
		}
	}
	queue := queueOf(class, i.revision)
	err = i.within(ctx, c.Tenant, func(tx pgx.Tx) error {
		start, err := advance(ctx, tx, queue, c.Tenant, cost)
		if err != nil {
			return err
		}
		job, err = i.put(ctx, tx, queue, c, note{Start: start})
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO `+schema+`.conversion AS c (tenant, key, job, path)
			SELECT $1, key, $2, path FROM unnest($3::bytea[], $4::text[]) AS x (key, path) ORDER BY key
			ON CONFLICT (tenant, key) DO UPDATE SET job = excluded.job, path = excluded.path, changed = now()
			WHERE c.pack IS NULL AND c.failed IS NULL`, c.Tenant, job, keys, paths)
		return err
	})
	return job, err
}

// put inserts a job. It is available at once: one that is scheduled would wait for the
// queue's leader, also where its time is in the past.
func (i *inserter) put(ctx context.Context, tx pgx.Tx, queue string, c chunk, n note) (int64, error) {
	said, err := json.Marshal(n)
	if err != nil {
		return 0, err
	}
	made, err := i.client.InsertTx(ctx, tx, c, &river.InsertOpts{Queue: queue, Metadata: said, MaxAttempts: maxAttempts})
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, "UPDATE "+schema+".river_job SET scheduled_at = "+place+" WHERE id = $1", made.Job.ID)
	return made.Job.ID, err
}

// advance moves the clock of a tenant on by the cost of a chunk and returns where that
// begins: behind the last of the same tenant, and not before what is given out now. So
// who has many chunks in the queue does not keep those of another one waiting.
func advance(ctx context.Context, tx pgx.Tx, queue, tenant string, cost int64) (start int64, err error) {
	err = tx.QueryRow(ctx, `WITH now (at) AS (SELECT coalesce(
			(SELECT (metadata->>'start')::bigint FROM `+schema+`.river_job
				WHERE state = 'available' AND queue = $1 AND priority = 1 ORDER BY scheduled_at LIMIT 1),
			(SELECT max(finish) FROM `+schema+`.clock WHERE queue = $1), 0))
		INSERT INTO `+schema+`.clock AS c (queue, tenant, finish) SELECT $1, $2, at + $3 FROM now
		ON CONFLICT (queue, tenant) DO UPDATE SET finish = greatest(c.finish, (SELECT at FROM now)) + $3
		RETURNING finish - $3`, queue, tenant, cost).Scan(&start)
	return start, err
}

// isFull reports whether as many chunks wait as may.
func (i *inserter) isFull(ctx context.Context) (full bool, err error) {
	err = i.pool.QueryRow(ctx, `SELECT count(*) >= $1 FROM (SELECT FROM `+schema+`.river_job WHERE state = 'available' LIMIT $1) AS waiting`, i.most).Scan(&full)
	return full, err
}

// found is what is known of a key.
type found struct {
	key    ingest.Key
	job    int64
	live   bool // the job is not done
	pack   []byte
	failed *string // nil if it is not given up; empty if it has no chapter, for a reason that a build finds
}

// known has one look for each key: a database that has not counted its rows yet would read
// all of a tenant instead.
const known = `SELECT c.key, c.job, coalesce(j.state NOT IN ('completed', 'cancelled', 'discarded'), false), c.pack, c.failed
	FROM unnest($2::bytea[]) AS asked (key)
	CROSS JOIN LATERAL (SELECT * FROM ` + schema + `.conversion WHERE tenant = $1 AND key = asked.key LIMIT 1) c
	LEFT JOIN LATERAL (SELECT state FROM ` + schema + `.river_job WHERE id = c.job AND c.pack IS NULL AND c.failed IS NULL LIMIT 1) j ON true`

// lookUp returns what is known of keys, many in one query.
func (e *Engine) lookUp(ctx context.Context, tenant string, keys []ingest.Key) (all []found, err error) {
	asked := make([][]byte, len(keys))
	for i := range keys {
		asked[i] = keys[i][:]
	}
	err = e.within(ctx, tenant, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, known, tenant, asked)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (f found, err error) {
			var key []byte
			if err = row.Scan(&key, &f.job, &f.live, &f.pack, &f.failed); err == nil {
				copy(f.key[:], key)
			}
			return f, err
		})
		return err
	})
	return all, err
}

// unfinished returns which of some jobs are not done.
func (e *Engine) unfinished(ctx context.Context, jobs []int64) (map[int64]bool, error) {
	rows, err := e.pool.Query(ctx, `SELECT id FROM `+schema+`.river_job WHERE id = ANY($1) AND state NOT IN ('completed', 'cancelled', 'discarded')`, jobs)
	if err != nil {
		return nil, err
	}
	live := map[int64]bool{}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	for _, id := range ids {
		live[id] = true
	}
	return live, err
}
