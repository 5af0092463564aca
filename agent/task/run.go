package task

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

const (
	// grace is how long another process may take to keep a task.
	grace = time.Minute
	// late is how late something may be done; later it was missed.
	late = 5 * time.Minute
	// maxCounted is how many missed times are counted.
	maxCounted = 10_000
)

// Clock does what is due.
type Clock struct {
	Store store.Schedules
	Tasks *runner.Tasks
	Say   func(format string, args ...any) // tells the user what was missed
}

// Due has done what schedules of a profile say for now, and returns when the next
// one is due; the zero time where there is none.
func (c *Clock) Due(ctx context.Context, sc scope.Scope, all []Schedule, now time.Time) (next time.Time, err error) {
	for i := range all {
		at, err := c.due(ctx, sc, &all[i], now)
		if err != nil {
			return next, fmt.Errorf("schedule %s: %w", all[i].Name, err)
		}
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	return next, nil
}

// passed returns the last time of a schedule up to now, the next one after it,
// and how many there were since its last run.
func (s *Schedule) passed(last, now time.Time) (slot, next time.Time, n int) {
	slot = last.In(now.Location())
	for {
		next = s.spec.Next(slot)
		if next.IsZero() || next.After(now) {
			return slot, next, n
		}
		if n++; n >= maxCounted { // of a clock that went far ahead
			slot = now
			continue
		}
		slot = next
	}
}

// due runs a schedule whose time came, and returns when it comes next.
func (c *Clock) due(ctx context.Context, sc scope.Scope, s *Schedule, now time.Time) (next time.Time, err error) {
	last, err := c.Store.LastRun(ctx, sc, s.Name)
	if err != nil {
		return next, err
	}
	if last.IsZero() { // it begins to count now
		_, err := c.Store.ClaimRun(ctx, sc, s.Name, now)
		return s.spec.Next(now), errors.Join(err, c.kept(ctx, sc, s, now))
	}
	if err := c.lost(ctx, sc, s, last, now); err != nil {
		return next, err
	}
	slot, next, passed := s.passed(last, now)
	if passed == 0 {
		return next, nil
	}
	// Who claims it does it. A clock that goes back comes to no time again.
	ours, err := c.Store.ClaimRun(ctx, sc, s.Name, slot)
	if err != nil || !ours {
		return next, err
	}
	missed, do := passed-1, true
	if now.Sub(slot) > late {
		missed, do = passed, false
	}
	if missed > 0 {
		more := ""
		if passed >= maxCounted {
			more = " or more"
		}
		c.Say("%s: %s was missed %d times%s since %s", sc.Profile(), s.Name, missed, more, last.In(now.Location()).Format("2006-01-02 15:04"))
	}
	if !do || s.quiet(now) {
		return next, c.kept(ctx, sc, s, slot)
	}
	_, err = c.Tasks.Keep(ctx, tool.At{Scope: sc}, store.Scheduled, tool.Errand{
		Role: s.Role, Task: s.words(), Head: prompt.TurnInputs{Date: now.Format("Monday, 2 January 2006, 15:04 MST")},
	})
	if err != nil { // the next time may go better
		c.Say("%s: %s could not begin: %v", sc.Profile(), s.Name, err)
	}
	return next, c.kept(ctx, sc, s, slot)
}

// keptName is the file that says up to which time of a schedule what was to be done
// was kept, or was said to be left. No schedule has such a name.
func (s *Schedule) keptName() string { return s.Name + " kept" }

// kept notes that a time that was claimed is done with.
func (c *Clock) kept(ctx context.Context, sc scope.Scope, s *Schedule, at time.Time) error {
	_, err := c.Store.ClaimRun(ctx, sc, s.keptName(), at)
	return err
}

// lost says that a time was claimed by a program that ended before the task was
// kept. It is not done again: nobody knows how far the program came.
func (c *Clock) lost(ctx context.Context, sc scope.Scope, s *Schedule, last, now time.Time) error {
	kept, err := c.Store.LastRun(ctx, sc, s.keptName())
	if err != nil || !kept.Before(last) || now.Sub(last) < grace {
		return err
	}
	ours, err := c.Store.ClaimRun(ctx, sc, s.keptName(), last)
	if err == nil && ours && !kept.IsZero() { // else it was claimed by an older program
		c.Say("%s: %s of %s was lost: the program ended before its task was kept", sc.Profile(), s.Name, last.In(now.Location()).Format("2006-01-02 15:04"))
	}
	return err
}

// words is what an agent is told to do.
func (s *Schedule) words() string {
	return "Scheduled: " + s.Name + ". Nobody watches. Where nothing needs to be told to anybody, answer " + ok + ".\n\n" + s.Text
}

// ok is what an agent answers that has nothing to tell; maxAside is what may be
// beside it, in bytes.
const (
	ok       = "HEARTBEAT_OK"
	maxAside = 300
)

// Tells returns what a scheduled task has to tell; "" where that is nothing.
func Tells(result string) string {
	text := strings.TrimSpace(result)
	bare := strings.Trim(text, "*_`. \n")
	for _, rest := range []func(string, string) (string, bool){strings.CutPrefix, strings.CutSuffix} {
		if aside, found := rest(bare, ok); found {
			aside = strings.Trim(aside, "*_`. \n")
			if len(aside) <= maxAside {
				return ""
			}
			return aside
		}
	}
	return text
}
