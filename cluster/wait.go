package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/ingest"
)

// How often is looked whether jobs are done, at first and later, and how many are asked
// for in one query.
const (
	firstLook  = 50 * time.Millisecond
	laterLook  = 500 * time.Millisecond
	maxLooked  = 20_000
	patience   = time.Minute
	saidAgain  = 5 * time.Minute
	workerLook = 5 * time.Second
)

// Wait waits until all is converted that was added. Those of which no chapter came are
// left to the builds. If it is interrupted, what is queued stays so.
func (s *Submission) Wait(ctx context.Context) error {
	if err := errors.Join(s.drain(ctx), s.sends.Wait()); err != nil {
		return fmt.Errorf("queuing sources: %w", err)
	}
	idle := idleness{since: time.Now(), patience: s.Patience}
	if idle.patience == 0 {
		idle.patience = patience
	}
	for look := firstLook; len(s.pending.waiting) > 0; look = min(2*look, laterLook) {
		s.tell()
		if err := pause(ctx, look); err != nil {
			return err
		}
		before := s.pending.left
		if err := lasting(ctx, func() error { return s.look(ctx) }); err != nil {
			return fmt.Errorf("waiting for workers: %w", err)
		}
		if s.pending.left != before {
			look, idle.since = firstLook, time.Now()
			continue
		}
		if err := s.unattended(ctx, &idle); err != nil {
			return err
		}
	}
	s.tell()
	if s.pending.failed > 0 {
		s.Say("workers gave no result for %d of %d sources, which are converted here: the log of the workers says why\n", s.pending.failed, s.pending.all)
	}
	return nil
}

func (s *Submission) tell() {
	if s.Progress != nil && s.pending.all > 0 {
		s.Progress(s.pending.all-s.pending.left, s.pending.all)
	}
}

// look asks which jobs are done, and takes what came of them.
func (s *Submission) look(ctx context.Context) error {
	for some := range slices.Chunk(slices.Sorted(maps.Keys(s.pending.waiting)), maxLooked) {
		live, err := s.queue.unfinished(ctx, some)
		if err != nil {
			return err
		}
		done := map[string][]ingest.Key{}
		for _, job := range some {
			if w := s.pending.waiting[job]; !live[job] {
				done[w.tenant] = append(done[w.tenant], w.keys...)
			}
		}
		became := map[string][]found{}
		for tenant, keys := range done {
			for few := range slices.Chunk(keys, maxLooked) {
				all, err := s.queue.lookUp(ctx, tenant, few)
				if err != nil {
					return err
				}
				became[tenant] = append(became[tenant], all...)
			}
		}
		s.collect(some, live, became)
	}
	return nil
}

// collect takes what became of the keys of jobs that are done. Some may have another job
// now; of those with neither a chapter nor a reason, no worker made anything.
func (s *Submission) collect(jobs []int64, live map[int64]bool, became map[string][]found) {
	for _, job := range jobs {
		if !live[job] {
			s.pending.left -= len(s.pending.waiting[job].keys)
			s.pending.failed += len(s.pending.waiting[job].keys)
			delete(s.pending.waiting, job)
		}
	}
	for tenant, all := range became {
		for i := range all {
			f := &all[i]
			if s.take(tenant, f) {
				s.pending.failed--
			}
			if f.live && f.pack == nil && f.failed == nil {
				s.pending.all-- // it was counted before
			}
		}
	}
}

// idleness is how long nothing happened, and whether that was said.
type idleness struct {
	since, looked, said time.Time
	patience            time.Duration
}

// unattended says that chunks wait and no worker is there.
func (s *Submission) unattended(ctx context.Context, idle *idleness) error {
	now := time.Now()
	if now.Sub(idle.since) < idle.patience || now.Sub(idle.looked) < workerLook || now.Sub(idle.said) < saidAgain {
		return nil
	}
	idle.looked = now
	var workers int
	err := lasting(ctx, func() (err error) {
		workers, err = s.queue.workers(ctx, s.queue.revision)
		return err
	})
	if err != nil || workers > 0 {
		return err
	}
	idle.said = now
	s.Say("no worker of this version is there since %s; %d chunks wait: start one with «backstory worker --engine … --store …»; if you end this, they stay queued and the next build takes them\n",
		now.Sub(idle.since).Round(time.Second), len(s.pending.waiting))
	return nil
}
