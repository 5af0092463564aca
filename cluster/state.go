package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed353dc258/backstory/internal/objects"
)

// State is what goes on in a cluster.
type State struct {
	Workers []WorkerState `json:"workers"`
	Queues  []QueueState  `json:"queues"`
}

// WorkerState is a worker that is there.
type WorkerState struct {
	ID       string    `json:"id"`
	Revision string    `json:"revision"` // of converters and writer: it takes chunks of the same one
	Classes  []string  `json:"classes"`
	Slots    int       `json:"slots"`
	Started  time.Time `json:"started"`
}

// QueueState is what a tenant has in a queue.
type QueueState struct {
	Queue   string  `json:"queue"` // class and revision
	Tenant  string  `json:"tenant"`
	Waiting int     `json:"waiting"` // chunks
	Running int     `json:"running"`
	Age     float64 `json:"oldest_seconds"` // of the chunk that has waited longest
}

// State looks at the cluster.
func (e *Engine) State(ctx context.Context) (s State, err error) {
	rows, err := e.pool.Query(ctx, `WITH alive AS MATERIALIZED (`+locked+`)
		SELECT id, revision, classes, slots, started FROM `+schema+`.worker WHERE hashtextextended(id, $1) IN (SELECT lock FROM alive) ORDER BY started, id`, int64(lockSeed))
	if err != nil {
		return s, err
	}
	if s.Workers, err = pgx.CollectRows(rows, pgx.RowToStructByPos[WorkerState]); err != nil {
		return s, err
	}
	rows, err = e.pool.Query(ctx, `SELECT queue, args->>'tenant', count(*) FILTER (WHERE state <> 'running'), count(*) FILTER (WHERE state = 'running'),
			coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE state <> 'running')), 0)::float8
		FROM `+schema+`.river_job WHERE kind = $1 AND state IN ('available', 'running', 'retryable', 'scheduled') GROUP BY 1, 2 ORDER BY 1, 2`, chunk{}.Kind())
	if err == nil {
		s.Queues, err = pgx.CollectRows(rows, pgx.RowToStructByPos[QueueState])
	}
	return s, err
}

// Failure is a source that was given up.
type Failure struct {
	Path   string    `json:"path"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

// Failed returns the sources of a namespace that were given up.
func (e *Engine) Failed(ctx context.Context, namespace string) (all []Failure, err error) {
	tenant, err := tenantOf(namespace)
	if err != nil {
		return nil, err
	}
	err = e.within(ctx, tenant, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "SELECT path, failed, changed FROM "+schema+".conversion WHERE tenant = $1 AND failed <> '' ORDER BY path", tenant)
		if err == nil {
			all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Failure])
		}
		return err
	})
	return all, err
}

// Retry forgets which sources of a namespace gave no chapter, so that the next build
// queues them again. It returns how many had been given up.
func (e *Engine) Retry(ctx context.Context, namespace string) (n int, err error) {
	tenant, err := tenantOf(namespace)
	if err != nil {
		return 0, err
	}
	err = e.within(ctx, tenant, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `WITH gone AS (DELETE FROM `+schema+`.conversion WHERE tenant = $1 AND failed IS NOT NULL RETURNING failed)
			SELECT count(*) FROM gone WHERE failed <> ''`, tenant).Scan(&n)
	})
	return n, err
}

// Remove removes all that there is of a namespace: its jobs, what is known of its keys,
// and its objects. It returns how many objects went.
func (e *Engine) Remove(ctx context.Context, store objects.Store, namespace string) (n int, err error) {
	tenant, err := tenantOf(namespace)
	if err != nil {
		return 0, err
	}
	err = e.within(ctx, tenant, func(tx pgx.Tx) error {
		for _, statement := range []string{
			"DELETE FROM " + schema + ".river_job WHERE kind = 'backstory_chunk' AND args @> jsonb_build_object('tenant', $1::text)",
			"DELETE FROM " + schema + ".conversion WHERE tenant = $1",
			"DELETE FROM " + schema + ".clock WHERE tenant = $1",
		} {
			if _, err := tx.Exec(ctx, statement, tenant); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	for after, more := "", true; more; {
		var page []objects.Info
		if page, more, err = store.List(ctx, tenant+"/", after); err != nil {
			return n, err
		}
		for _, o := range page {
			if err := store.Delete(ctx, o.Name); err != nil {
				return n, err
			}
			after = o.Name
			n++
		}
	}
	return n, nil
}

// storeTime is how long a store may take to answer at first.
const storeTime = 30 * time.Second

// probe is an object that is written to see whether a store takes any. No tenant has its name.
const probe = "_reachable"

// CheckStore says what is wrong with a store, if anything is, and what mends it.
func CheckStore(ctx context.Context, s objects.Store, address string) error {
	limited, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	err := objects.Reachable(limited, s, probe)
	if errors.Is(err, objects.ErrNoBucket) {
		name, _, _ := strings.Cut(strings.TrimPrefix(address, "s3://"), "/")
		return fmt.Errorf("--store %s: %w: make it, such as by «aws s3 mb s3://%s»", address, err, name)
	}
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return fmt.Errorf("--store %s: it does not answer for %v: see whether its server runs, and AWS_ENDPOINT_URL: %w", address, storeTime, err)
	}
	if err != nil {
		return fmt.Errorf("--store %s: %w", address, err)
	}
	return nil
}
