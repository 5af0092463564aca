package tool

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// Task is a child that works beside the session.
type Task struct {
	ID        string    `json:"id"`
	Profile   string    `json:"profile"`
	Role      string    `json:"role"`
	Task      string    `json:"task"`
	State     string    `json:"state"`  // waiting, running, done, failed or stopped
	Result    string    `json:"result"` // what it said last, or why it failed
	Scheduled bool      `json:"scheduled"`
	Created   time.Time `json:"created"`
	Updated   time.Time `json:"updated"`
}

// Tasks runs children beside the session. Whose they are is said by where it is
// called; what belongs to others is not there.
type Tasks interface {
	Start(ctx context.Context, at At, e Errand) (Task, error)
	List(ctx context.Context, at At) ([]Task, error)
	Stop(ctx context.Context, at At, id string) error
}

// backgroundTools returns the tools for children that work beside the session.
func backgroundTools(i *profile.Identity, t Tasks) []Tool {
	b := background{agents{identity: i}, t}
	all := []Tool{
		New("task_list", about("task_list"), Auto, b.list),
		unlisted(New("task_result", about("task_result"), Auto, b.result)),
		New("task_stop", about("task_stop"), Auto, b.stop),
		withChoices("task_start", Ask, b.choices(), b.start),
	}
	all[0].Progress, all[1].Progress = true, true
	return all
}

type background struct {
	agents
	tasks Tasks
}

func (b background) start(ctx context.Context, at At, a struct {
	Role string `json:"role,omitempty"`
	Task string `json:"task"`
},
) (string, error) {
	e, err := b.errand(a.Role, a.Task)
	if err != nil {
		return "", err
	}
	t, err := b.tasks.Start(ctx, at, e)
	if err != nil {
		return "", err
	}
	return "started as " + t.ID, nil
}

func (b background) list(ctx context.Context, at At, a struct {
	ID string `json:"id,omitempty" doc:"shows what that one said last"`
},
) (string, error) {
	if a.ID != "" {
		return b.result(ctx, at, struct {
			ID string `json:"id"`
		}{a.ID})
	}
	list, err := b.tasks.List(ctx, at)
	if err != nil || len(list) == 0 {
		return "there is none", err
	}
	var out strings.Builder
	for _, t := range list {
		what, _, _ := strings.Cut(strings.TrimSpace(t.Task), "\n")
		fmt.Fprintf(&out, "- %s, %s, %s: %s\n", t.ID, t.State, cmp.Or(t.Role, profile.Orchestrator), oneline.Message(what, 120))
	}
	return Fenced("tasks", out.String()), nil
}

func (b background) result(ctx context.Context, at At, a struct {
	ID string `json:"id"`
},
) (string, error) {
	list, err := b.tasks.List(ctx, at)
	if err != nil {
		return "", err
	}
	for _, t := range list {
		if t.ID != a.ID {
			continue
		}
		if t.Result == "" {
			return "it is " + t.State, nil
		}
		return "it is " + t.State + "\n\n" + Fenced("task", t.Result), nil
	}
	return "", &ArgumentError{fmt.Sprintf("there is no task %+.80q", a.ID)}
}

func (b background) stop(ctx context.Context, at At, a struct {
	ID string `json:"id"`
},
) (string, error) {
	if err := b.tasks.Stop(ctx, at, a.ID); err != nil {
		return "", err
	}
	return "stopped", nil
}
