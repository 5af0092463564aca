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
	api.Add(s.Server, api.Route{ID: "get-task", Method: "GET", Path: base + "/{id}", Right: api.Read, Tag: tag, Summary: "Show a task, and what it said last"}, s.getTask)
	api.Add(s.Server, api.Route{ID: "cancel-task", Method: "DELETE", Path: base + "/{id}", Right: api.Chat, Tag: tag, Summary: "Cancel a task; what it said stays", Status: 204, Errors: []int{409}}, s.cancelTask)
}

func (s *server) listTasks(ctx context.Context, in *struct {
	Profile string `query:"profile" maxLength:"128" doc:"those of this profile"`
	api.Cursor
},
) (*api.Listing[tool.Task], error) {
	sc, all, err := s.scope(ctx, in.Profile)
	if err != nil {
		return nil, err
	}
	found, err := s.Host(ctx).Runner.Find(ctx, sc, store.Filter{AnyProfile: all, Limit: min(in.Most(), 1000)})
	if err != nil {
		return nil, err
	}
	return api.Listed(in.Cursor, found), nil
}

// taskAt names a task.
type taskAt struct {
	ID string `path:"id" maxLength:"64" pattern:"^[0-9a-z]+$" doc:"of a task"`
}

// task finds a task, and the scope of its profile.
func (s *server) task(ctx context.Context, id string) (scope.Scope, tool.Task, error) {
	sc, _, err := s.scope(ctx, "")
	if err != nil {
		return sc, tool.Task{}, err
	}
	found, err := s.Host(ctx).Runner.Find(ctx, sc, store.Filter{AnyProfile: true, Prefix: id, Limit: 2})
	if err != nil {
		return sc, tool.Task{}, err
	}
	for _, t := range found {
		if t.ID == id {
			sc, err = sc.Speaking(t.Profile)
			return sc, t, err
		}
	}
	return sc, tool.Task{}, api.NotFound()
}

func (s *server) getTask(ctx context.Context, in *taskAt) (*api.Answer[tool.Task], error) {
	_, t, err := s.task(ctx, in.ID)
	return &api.Answer[tool.Task]{Body: t}, err
}

func (s *server) cancelTask(ctx context.Context, in *taskAt) (*struct{}, error) {
	sc, t, err := s.task(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if t.State != "waiting" && t.State != "running" {
		return nil, api.NewProblem(409, "", "the task is "+t.State+" already")
	}
	if err := s.Host(ctx).Runner.Stop(ctx, tool.At{Scope: sc}, t.ID); err != nil {
		return nil, err
	}
	return nil, s.Store().Record(ctx, sc, t.ID, "task.cancelled", t.ID)
}
