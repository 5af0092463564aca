package tool

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Errand is what a child is to do.
type Errand struct {
	Role string // that is allowed; empty where there is none to choose
	Task string
	Head prompt.TurnInputs // of a schedule; nobody else has one
}

// Spawn runs a child to its end and returns what it said last. The child has
// the scope of who called, never one of its own.
type Spawn func(ctx context.Context, at At, e Errand) (string, error)

// maxTask is how long the task of a child may be, in bytes.
const maxTask = 64 << 10

// agentTools returns the tool that has a child do something, in one of the roles
// that the identity allows. That is said in the schema and held to when it is
// called.
func agentTools(i *profile.Identity, run Spawn) []Tool {
	g := agents{i, run}
	return []Tool{withChoices("spawn_agent", Auto, g.choices(), g.spawn)}
}

// loopTools returns the tool that has children do the same until it is done.
func loopTools(i *profile.Identity, run Spawn) []Tool {
	g := agents{i, run}
	return []Tool{withChoices("loop_run", Ask, g.choices(), g.loop)}
}

// agents makes tools whose role is one of those that are allowed.
type agents struct {
	identity *profile.Identity
	run      Spawn
}

// choices are the roles that a child may have.
func (g agents) choices() choices {
	if g.identity == nil {
		return choices{"role": nil}
	}
	return choices{"role": g.identity.SpawnableRoles()}
}

// errand holds a call to the roles and to the length of a task.
func (g agents) errand(role, task string) (Errand, error) {
	role = profile.RoleKey(role)
	roles := g.choices()["role"]
	switch {
	case strings.TrimSpace(task) == "":
		return Errand{}, &ArgumentError{"task is empty"}
	case len(task) > maxTask:
		return Errand{}, &ArgumentError{fmt.Sprintf("task has %d bytes and may have %d", len(task), maxTask)}
	case slices.Contains(roles, role) || role == "" && len(roles) == 0:
		return Errand{Role: role, Task: task}, nil
	}
	if g.identity != nil && role != "" {
		if err := g.identity.CheckRole(role); err != nil {
			return Errand{}, err
		}
	}
	return Errand{}, &ArgumentError{fmt.Sprintf("role is %+.80q and may be one of: %s", role, strings.Join(roles, ", "))}
}

func (g agents) spawn(ctx context.Context, at At, a struct {
	Role string `json:"role,omitempty"`
	Task string `json:"task"`
},
) (string, error) {
	e, err := g.errand(a.Role, a.Task)
	if err != nil {
		return "", err
	}
	text, err := g.run(ctx, at, e)
	if err != nil {
		return "", err
	}
	return Fenced("child", text), nil
}

// maxRounds is how often a loop goes round at most, and doneLine the line by
// which a round says that no other one is needed.
const (
	maxRounds = 20
	doneLine  = "DONE"
)

// loop runs rounds, each with what the one before said.
func (g agents) loop(ctx context.Context, at At, a struct {
	Role   string `json:"role,omitempty"`
	Task   string `json:"task"`
	Rounds int    `json:"rounds"`
},
) (string, error) {
	e, err := g.errand(a.Role, a.Task)
	if err != nil {
		return "", err
	}
	if a.Rounds < 1 || a.Rounds > maxRounds {
		return "", &ArgumentError{fmt.Sprintf("rounds is %d and may be 1 to %d", a.Rounds, maxRounds)}
	}
	last := ""
	for n := 1; n <= a.Rounds; n++ {
		e.Task = fmt.Sprintf("%s\n\nThis is round %d of at most %d. When nothing is left to be done, end with a line %s.", a.Task, n, a.Rounds, doneLine)
		if last != "" {
			e.Task += "\n\nThe round before said:\n\n" + Fenced("round", last)
		}
		text, err := g.run(ctx, at, e)
		if err != nil {
			return "", fmt.Errorf("round %d: %w", n, err)
		}
		if last = bounded(text); isDone(text) {
			return fmt.Sprintf("done, in %d of %d rounds\n\n", n, a.Rounds) + Fenced("round", last), nil
		}
	}
	return fmt.Sprintf("not done after %d rounds\n\n", a.Rounds) + Fenced("round", last), nil
}

func isDone(text string) bool {
	text = strings.TrimSpace(text)
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]) == doneLine
}
