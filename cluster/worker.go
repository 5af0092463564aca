package cluster

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
	"golang.org/x/sync/semaphore"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/objects"
)

// Worker converts what is queued. The zero value of every field but the first three
// works.
type Worker struct {
	Engine   *Engine
	Store    objects.Store
	Registry *converters.Registry
	Isolator ingest.Isolator // see [ingest.Settings]
	Services []any
	Slots    int          // chunks at once; 0 is one
	Classes  []string     // 0 is all
	Budget   int64        // bytes of sources at once; 0 is 256 MiB
	Log      *slog.Logger // may be nil
	Watchdog time.Duration

	Metrics Metrics

	id     string
	room   room
	folder *scratch
	queue  *inserter
}

// room is what chunks share.
type room struct {
	slots, bytes *semaphore.Weighted
	alone        sync.RWMutex // held by a chunk that ended a worker before

	mu     sync.Mutex
	inHand map[int64]bool // the jobs of this worker
}

func (r *room) takes(job int64, up bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.inHand == nil {
		r.inHand = map[int64]bool{}
	}
	if delete(r.inHand, job); up {
		r.inHand[job] = true
	}
}

func (r *room) jobs() []int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.AppendSeq([]int64{}, maps.Keys(r.inHand))
}

const defaultBudget = 256 << 20

// How long a chunk may take, and what is under way when a worker ends: a source that does
// not end is left behind by ingest before that.
const (
	chunkTime = 15 * time.Minute
	stuckTime = 24 * time.Hour // by which the queue takes a job from its worker: it compares clocks
	stopTime  = 2 * time.Second
)

// Run works until the context ends. What is under way then is finished within seconds, or
// given back.
func (w *Worker) Run(ctx context.Context) error {
	if err := w.prepare(); err != nil {
		return err
	}
	defer w.folder.remove()
	alive, err := w.Engine.live(ctx, w)
	if err != nil {
		return fmt.Errorf("registering this worker: %w", err)
	}
	defer alive.end()
	client, err := river.NewClient(riverpgxv5.New(w.Engine.pool), w.config(&hand{worker: w}))
	if err != nil {
		return err
	}
	// The context of its start would end jobs at once.
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("taking jobs: %w", err)
	}
	w.Log.Info("worker started", "worker", w.id, "slots", w.Slots, "classes", w.Classes, "revision", w.queue.revision)
	<-ctx.Done()
	soft, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	if client.Stop(soft) != nil {
		hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer cancel()
		err = client.StopAndCancel(hard)
	}
	w.Log.Info("worker ended", "worker", w.id)
	return err
}

func (w *Worker) prepare() (err error) {
	w.Slots = max(w.Slots, 1)
	if len(w.Classes) == 0 {
		w.Classes = Classes()
	}
	if w.Budget == 0 {
		w.Budget = defaultBudget
	}
	if w.Log == nil {
		w.Log = slog.New(slog.DiscardHandler)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	w.id = fmt.Sprintf("%.60s-%d-%.8s", host, os.Getpid(), rand.Text())
	w.room.slots, w.room.bytes = semaphore.NewWeighted(int64(w.Slots)), semaphore.NewWeighted(w.Budget)
	if w.queue, err = newInserter(w.Engine, w.Registry); err != nil {
		return err
	}
	w.folder, err = newScratch()
	return err
}

// How often is looked for jobs: who queues one tells it, where nothing is lost.
const (
	fetchPause = 10 * time.Millisecond
	fetchPoll  = time.Second
)

func (w *Worker) config(hands river.Worker[chunk]) *river.Config {
	workers := river.NewWorkers()
	river.AddWorker(workers, hands)
	queues := map[string]river.QueueConfig{}
	for _, class := range w.Classes {
		queues[queueOf(class, w.queue.revision)] = river.QueueConfig{MaxWorkers: w.Slots}
	}
	return &river.Config{
		Schema: schema, ID: w.id, Workers: workers, Queues: queues,
		Logger:        slog.New(warnings{w.Log.Handler()}),
		FetchCooldown: fetchPause, FetchPollInterval: fetchPoll,
		JobTimeout: chunkTime, RescueStuckJobsAfter: stuckTime,
		CompletedJobRetentionPeriod: 5 * time.Minute,
		CancelledJobRetentionPeriod: time.Hour,
		MaxAttempts:                 maxAttempts,
		RetryPolicy:                 soon{},
	}
}

// soon tries again what could not be done, such as where the store does not answer. Then
// the job has its old place: see [Worker.restore].
type soon struct{}

// NextRetry implements [river.ClientRetryPolicy].
func (soon) NextRetry(*rivertype.JobRow) time.Time { return time.Now().Add(time.Second) }

// warnings hands on what is a warning or worse.
type warnings struct{ slog.Handler }

// Enabled implements [slog.Handler].
func (warnings) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

// hand does the jobs of a worker.
type hand struct {
	river.WorkerDefaults[chunk]
	worker *Worker
}

// Work implements [river.Worker].
func (h *hand) Work(ctx context.Context, job *river.Job[chunk]) error {
	w := h.worker
	w.room.takes(job.ID, true)
	defer w.room.takes(job.ID, false)
	n, err := noteOf(job.Metadata)
	if err != nil {
		return river.JobCancel(err)
	}
	bytes := min(max(job.Args.Bytes, 1), w.Budget)
	if err := w.room.slots.Acquire(ctx, 1); err != nil {
		return err
	}
	defer w.room.slots.Release(1)
	if err := w.room.bytes.Acquire(ctx, bytes); err != nil {
		return err
	}
	defer w.room.bytes.Release(bytes)
	if n.Deaths == 0 {
		w.room.alone.RLock()
		defer w.room.alone.RUnlock()
	} else { // nothing else is to end with this worker, or to be taken for what ended it
		w.room.alone.Lock()
		defer w.room.alone.Unlock()
	}
	w.Metrics.running.Add(1)
	defer w.Metrics.running.Add(-1)
	began := time.Now()
	err = w.do(ctx, job, n)
	log := w.Log.With("job", job.ID, "tenant", job.Args.Tenant, "sources", job.Args.To-job.Args.From, "bytes", job.Args.Bytes, "seconds", math.Round(1e3*time.Since(began).Seconds())/1e3)
	switch {
	case err == nil:
		w.Metrics.Chunks.Add(1)
		log.Info("chunk done")
	case context.Cause(ctx) == context.DeadlineExceeded || ctx.Err() == context.DeadlineExceeded:
		log.Warn("chunk took too long")
		return river.JobCancel(err)
	case ctx.Err() != nil:
		w.Metrics.GivenBack.Add(1)
		log.Info("chunk given back")
		return ctx.Err()
	default:
		log.Warn("chunk not done", "error", err.Error())
		_ = pause(ctx, time.Second) // what is amiss is so for others, too
	}
	return err
}
