package cluster

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// lockSeed sets the locks of workers apart from other advisory locks.
const lockSeed = 7_203_641

// beat is how often is looked for workers that ended.
const beat = time.Second

// alive holds the lock by which the others know that a worker is there. It ends with the
// connection, whatever happens to the process: no clock is compared.
type alive struct {
	engine *Engine
	worker *Worker
	cancel context.CancelFunc
	ended  sync.WaitGroup
}

// live registers a worker and looks, from then on, for others that ended.
func (e *Engine) live(ctx context.Context, w *Worker) (*alive, error) {
	a := &alive{engine: e, worker: w}
	conn, err := a.hold(ctx)
	if err != nil {
		return nil, err
	}
	if err := a.register(ctx, conn); err != nil {
		conn.Close(ctx)
		return nil, err
	}
	ctx, a.cancel = context.WithCancel(context.WithoutCancel(ctx))
	a.ended.Add(1)
	go a.run(ctx, conn)
	return a, nil
}

// hold takes the lock on a connection of its own.
func (a *alive) hold(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, a.engine.pool.Config().ConnConfig.Copy())
	if err != nil {
		return nil, err
	}
	// The one before may still hold it where only its network is gone; then nobody
	// thinks that this worker ended.
	if _, err := conn.Exec(ctx, "SELECT pg_try_advisory_lock(hashtextextended($1, $2))", a.worker.id, int64(lockSeed)); err != nil {
		conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

func (a *alive) register(ctx context.Context, conn *pgx.Conn) error {
	w := a.worker
	_, err := conn.Exec(ctx, `INSERT INTO `+schema+`.worker (id, revision, classes, slots) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
		w.id, w.queue.revision, w.Classes, w.Slots)
	return err
}

// run holds the lock until it is to end, also where the database is started again.
func (a *alive) run(ctx context.Context, conn *pgx.Conn) {
	defer a.ended.Done()
	for pause(ctx, beat) == nil {
		var err error
		if conn == nil {
			if conn, err = a.hold(ctx); err != nil {
				continue
			}
			err = a.register(ctx, conn)
		}
		if err == nil {
			err = a.worker.reap(ctx, conn)
		}
		if err != nil && ctx.Err() == nil {
			a.worker.Log.Warn("looking for workers that ended", "error", err.Error())
		}
		if conn.IsClosed() {
			conn = nil
		}
	}
	if conn != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer cancel()
		conn.Exec(last, "DELETE FROM "+schema+".worker WHERE id = $1", a.worker.id) // others do it, too
		conn.Close(last)
	}
}

func (a *alive) end() {
	a.cancel()
	a.ended.Wait()
}

// queues returns the queues of a worker.
func (w *Worker) queues() (all []string) {
	for _, class := range w.Classes {
		all = append(all, queueOf(class, w.queue.revision))
	}
	return all
}

// locked are the locks of the workers that are there, as numbers.
const locked = `SELECT classid::bigint << 32 | objid::bigint AS lock FROM pg_locks
	WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

// reap gives back the jobs of workers whose lock is gone, and counts that for the chunk: of
// one on which workers ended before, only where it was under work and did not wait.
// When the database was started again, all get their lock back first: nothing is done in
// the first seconds of a connection.
func (w *Worker) reap(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `WITH alive AS MATERIALIZED (`+locked+`)
		UPDATE `+schema+`.river_job SET state = 'available', scheduled_at = `+place+`,
			metadata = CASE WHEN coalesce((metadata->>'deaths')::int, 0) = 0 OR metadata->>'begun' = attempted_by[array_upper(attempted_by, 1)]
				THEN jsonb_set(metadata, '{deaths}', to_jsonb(coalesce((metadata->>'deaths')::int, 0) + 1)) ELSE metadata END
		WHERE state = 'running' AND kind = $1
			AND hashtextextended(attempted_by[array_upper(attempted_by, 1)], $2) NOT IN (SELECT lock FROM alive)
			AND (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()) < now() - interval '3 seconds'`,
		chunk{}.Kind(), int64(lockSeed))
	if err != nil {
		return err
	}
	if err := w.restore(ctx, conn); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `WITH alive AS MATERIALIZED (`+locked+`)
		DELETE FROM `+schema+`.worker WHERE hashtextextended(id, $1) NOT IN (SELECT lock FROM alive) AND started < now() - interval '1 minute'`, int64(lockSeed))
	return err
}

// restore gives jobs that the queue put back, which knows the time of day alone, the place
// that they had, and gives back those of this worker that it does not have: the queue
// forgets to say so where the database was away for long.
func (w *Worker) restore(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `UPDATE `+schema+`.river_job SET state = 'available', scheduled_at = `+place+`
		WHERE queue = ANY($1) AND priority = 1 AND (state = 'available' AND scheduled_at > '1900-01-01' OR state = 'retryable' AND attempted_at < now() - interval '1 second')`, w.queues())
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `UPDATE `+schema+`.river_job SET state = 'available', scheduled_at = `+place+`
		WHERE state = 'running' AND kind = $1 AND attempted_by[array_upper(attempted_by, 1)] = $2 AND id <> ALL($3) AND attempted_at < now() - interval '30 seconds'`,
		chunk{}.Kind(), w.id, w.room.jobs())
	return err
}

// workers counts the workers of a revision that are there.
func (e *Engine) workers(ctx context.Context, revision string) (n int, err error) {
	err = e.pool.QueryRow(ctx, `WITH alive AS MATERIALIZED (`+locked+`)
		SELECT count(*) FROM `+schema+`.worker WHERE revision = $1 AND hashtextextended(id, $2) IN (SELECT lock FROM alive)`, revision, int64(lockSeed)).Scan(&n)
	return n, err
}
