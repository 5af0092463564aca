package memory

import (
	"context"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

func (s *server) taskRoutes() {
	const tag, base = "tasks", "/api/v2/tasks"
	api.Add(s.Server, api.Route{ID: "list-tasks", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "List tasks in the background, the newest first"}, s.listTasks)
	api.AddOf(s.Server, api.Route{ID: "get-task", Method: "GET", Path: base + "/{id}", Right: api.Read, Tag: tag, Summary: "Show a task, and what it said last"}, s.getTask)
	api.AddOf(s.Server, api.Route{ID: "cancel-task", Method: "DELETE", Path: base + "/{id}", Right: api.Chat, Tag: tag, Summary: "Cancel a task; what it said stays", Status: 204, Errors: []int{409}}, s.cancelTask)
}

func (s *server) listTasks(ctx context.Context, in *struct {
	Profile string `query:"profile" maxLength:"128" doc:"those of this profile"`
	api.Cursor
},
) (*api.Listing[tool.Task], error) {
	sc, err := s.Speaking(ctx, in.Profile)
	if err != nil {
		return nil, err
	}
	found, err := s.Host(ctx).Tasks.Find(ctx, sc, store.Filter{AnyProfile: in.Profile == "", Limit: min(in.Most(), 1000)})
	return api.Listed(in.Cursor, found), err
}

// taskAt names a task.
type taskAt struct {
	ID string `path:"id" maxLength:"64" pattern:"^[0-9a-z]+$" doc:"of a task"`
}

// ofTask is the task that a request names.
type ofTask struct {
	tool.Task
	scope scope.Scope // of its profile
}

// Find finds a task of the actor.
func (at taskAt) Find(ctx context.Context, s *api.Server) (of ofTask, err error) {
	if of.scope, err = api.ActorOf(ctx).Scope(""); err != nil {
		return of, err
	}
	found, err := s.Host(ctx).Tasks.Find(ctx, of.scope, store.Filter{AnyProfile: true, Prefix: at.ID, Limit: 2})
	if err != nil {
		return of, err
	}
	for _, of.Task = range found {
		if of.ID == at.ID {
			of.scope, err = of.scope.Speaking(of.Profile)
			return of, err
		}
	}
	return of, api.NotFound()
}

func (s *server) getTask(_ context.Context, of ofTask, _ *taskAt) (*api.Answer[tool.Task], error) {
	return &api.Answer[tool.Task]{Body: of.Task}, nil
}

func (s *server) cancelTask(ctx context.Context, of ofTask, _ *taskAt) (*struct{}, error) {
	if of.State != "waiting" && of.State != "running" {
		return nil, api.NewProblem(409, "", "the task is "+of.State+" already")
	}
	if err := s.Host(ctx).Tasks.Stop(ctx, tool.At{Scope: of.scope}, of.ID); err != nil {
		return nil, err
	}
	return nil, s.Store().Record(ctx, of.scope, of.ID, "task.cancelled", of.ID)
}

// server is the one whose routes these are.
type server struct{ *api.Server }
