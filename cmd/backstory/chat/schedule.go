package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/task"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// maxSleep is how long a scheduler sleeps at most: a clock may be set meanwhile,
// and schedules may be trusted.
const maxSleep = 20 * time.Second

// scheduler has done what is due in a workspace, as long as it works.
type scheduler struct {
	t    *cli.Terminal
	h    *host.Host
	only string // the profile, or empty for all
	out  io.Writer

	mu     sync.Mutex // of the output
	read   bool
	failed string          // why the schedules could not be read again
	told   map[string]bool // lines on schedules that were said
	all    []scheduled
}

// scheduled is the schedules of a profile.
type scheduled struct {
	scope scope.Scope
	list  []task.Schedule
}

// NewScheduler returns a scheduler. What tasks answer is written to out.
func NewScheduler(t *cli.Terminal, h *host.Host, only string, out io.Writer) *scheduler {
	s := &scheduler{t: t, h: h, only: only, out: out, told: map[string]bool{}}
	h.Tasks.Ended = s.ended
	return s
}

func (s *scheduler) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.t.Talk("%s\n", oneline.Safe(fmt.Sprintf(format, args...)))
}

// ended tells what came of a task.
func (s *scheduler) ended(x tool.Task) {
	if x.State != "done" || !x.Scheduled {
		s.say("task %s is %s: %s", x.ID, x.State, x.Task)
		return
	}
	if text := task.Tells(x.Result); text != "" {
		s.mu.Lock()
		defer s.mu.Unlock()
		fmt.Fprintf(s.out, "%s: %s\n", taskOf(x), cli.ManyLines(text))
	}
}

// Work does what is due until the context ends, or once.
func (s *scheduler) Work(ctx context.Context, once bool) error {
	clock := task.Clock{Store: s.h.Store, Tasks: s.h.Tasks, Say: s.say}
	for {
		err := s.refresh()
		if err != nil && !s.read {
			return err
		}
		if err != nil && err.Error() != s.failed {
			s.say("reading the schedules: %v; those from before hold", err)
		}
		s.failed = ""
		if err != nil {
			s.failed = err.Error()
		}
		sleep := maxSleep
		for _, one := range s.all {
			next, err := clock.Due(ctx, one.scope, one.list, s.h.Now())
			if err != nil {
				return err
			}
			if !next.IsZero() {
				sleep = max(min(sleep, next.Sub(s.h.Now())), time.Second)
			}
		}
		if once {
			return s.h.Tasks.Wait(ctx)
		}
		select {
		case <-ctx.Done():
			return nil // what is not done continues in the next program
		case <-time.After(sleep):
		}
	}
}

// refresh reads the schedules again where others are trusted than before.
func (s *scheduler) refresh() error {
	files, lines, err := workspace.TrustedConduct(s.h.Dir())
	if err != nil {
		return err
	}
	if s.read && maps.Equal(files, s.h.Conduct.Files()) {
		return nil
	}
	for _, line := range lines {
		if s.read {
			s.say("%s", line)
		}
	}
	all, err := s.schedules(files)
	if err != nil {
		return err
	}
	s.h.Conduct.Set(files)
	s.all, s.read = all, true
	return nil
}

// sayOnce says a line that was not said since the schedules were other ones.
func (s *scheduler) sayOnce(seen map[string]bool, line string) {
	if seen[line] = true; !s.told[line] {
		s.say("%s", line)
	}
}

// schedules returns those of the profiles, of files that the user trusts.
func (s *scheduler) schedules(files map[string]string) ([]scheduled, error) {
	list, err := s.h.Profiles()
	if err != nil {
		return nil, err
	}
	var out []scheduled
	seen := map[string]bool{}
	for _, p := range list {
		if s.only != "" && profile.RoleKey(p.Name) != profile.RoleKey(s.only) {
			continue
		}
		some, problems, err := s.of(p.Name, files)
		if err != nil {
			return nil, err
		}
		for _, line := range problems {
			s.sayOnce(seen, line+": it is left out")
		}
		sc, err := s.h.Scope(profile.RoleKey(p.Name))
		if err != nil {
			return nil, err
		}
		var names []string
		for _, one := range some {
			names = append(names, one.Name+" ("+one.Cron+")")
		}
		if len(names) > 0 {
			s.sayOnce(seen, p.Name+": "+strings.Join(names, ", "))
			out = append(out, scheduled{sc, some})
		}
	}
	s.told = seen
	if s.only != "" && len(list) > 0 && len(out) == 0 && len(files) > 0 && !s.read {
		return nil, errors.New("the profile " + s.only + " has no schedule")
	}
	return out, nil
}

// of reads the schedules of one profile.
func (s *scheduler) of(name string, files map[string]string) ([]task.Schedule, []string, error) {
	if s.h.Workspace == nil {
		all, problems := task.Read(s.h.Alone.Root, files, ".")
		return all, problems, nil
	}
	p, err := s.h.Workspace.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer p.Close()
	all, problems := task.Read(s.h.Workspace.Root, files, path.Join(profile.ProfilesFolder, p.Name()))
	return all, problems, nil
}
