// Package memory has the routes of what agents remember, and of the tasks that
// they have in the background.
//
//   - memories.go: what agents remember
//   - shared.go: what the members of an organisation share
//   - tasks.go: tasks in the background
package memory

import (
	"context"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// maxMemories is how many memories are looked at for a list.
const maxMemories = 10_000

// Routes adds the routes to a server.
func Routes(to *api.Server) {
	s := &server{to}
	const tag, base = "memories", "/api/v2/memories"
	api.Add(to, api.Route{ID: "list-memories", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "List what is remembered, or search it"}, s.list)
	api.Add(to, api.Route{ID: "create-memory", Method: "POST", Path: base, Right: api.Chat, Tag: tag, Summary: "Remember something", Status: 201, Errors: []int{404}}, s.create)
	api.AddOf(to, api.Route{ID: "get-memory", Method: "GET", Path: base + "/{id}", Right: api.Read, Tag: tag, Summary: "Show what is remembered, and where it was learned"}, s.get)
	api.AddOf(to, api.Route{ID: "update-memory", Method: "PATCH", Path: base + "/{id}", Right: api.Chat, Tag: tag, Summary: "Say that what is remembered holds, or correct it: the answer is the memory that holds instead"}, s.change)
	api.AddOf(to, api.Route{ID: "delete-memory", Method: "DELETE", Path: base + "/{id}", Right: api.Chat, Tag: tag, Summary: "Forget something", Status: 204}, s.forget)
	s.taskRoutes()
	(&shared{s}).routes()
}

// Memory is something that is remembered.
type Memory struct {
	ID         string    `json:"id"`
	Profile    string    `json:"profile" doc:"whose it is; empty for all profiles"`
	Text       string    `json:"text"`
	Area       string    `json:"area"`
	Session    string    `json:"session" doc:"where it was learned; empty where somebody wrote it"`
	Turn       int       `json:"turn"`
	Confidence float64   `json:"confidence"`
	Pinned     bool      `json:"pinned"`
	Promoted   bool      `json:"promoted" doc:"a person said that it holds"`
	Superseded string    `json:"superseded" doc:"the memory that holds instead"`
	Created    time.Time `json:"created"`
}

func memoryOf(m store.Memory) Memory {
	return Memory{m.ID, m.Profile, m.Text, m.Area, m.Session, m.Turn, m.Confidence, m.Pinned, m.Promoted, m.Superseded, m.Created}
}

func (s *server) list(ctx context.Context, in *struct {
	Profile string `query:"profile" maxLength:"128" doc:"what this profile knows; without it, what any does"`
	api.Cursor
	Query string `query:"q" maxLength:"1000" doc:"what has most to do with this comes first; without it, pinned ones, then the newest"`
},
) (*api.Listing[Memory], error) {
	sc, err := s.Speaking(ctx, in.Profile)
	if err != nil {
		return nil, err
	}
	var found []store.Memory
	want := min(in.Most(), maxMemories)
	if in.Query != "" {
		found, err = s.Store().SearchMemories(ctx, sc, in.Query, in.Profile == "", want)
	} else {
		found, err = s.Store().ListMemories(ctx, sc, in.Profile == "", want)
	}
	return api.Listed(in.Cursor, api.Mapped(found, memoryOf)), err
}

type memoryOut = api.Made[Memory]

func (s *server) create(ctx context.Context, in *struct {
	Body struct {
		Text    string `json:"text" minLength:"1" maxLength:"16384"`
		Profile string `json:"profile,omitempty" maxLength:"128" doc:"whose it is; empty for all profiles"`
		Area    string `json:"area,omitempty" maxLength:"64" doc:"what it is about, in one word"`
		Pinned  bool   `json:"pinned,omitempty"`
		Insist  bool   `json:"insist,omitempty" doc:"keep a text that reads like a secret"`
	}
},
) (*memoryOut, error) {
	text := strings.TrimSpace(in.Body.Text)
	if text == "" {
		return nil, api.NewProblem(422, "", "a memory needs a text")
	}
	if err := leak(text, in.Body.Insist); err != nil {
		return nil, err
	}
	sc, err := s.Speaking(ctx, in.Body.Profile)
	if err != nil {
		return nil, err
	}
	made, err := s.Store().SaveMemory(ctx, sc, store.Memory{Text: text, Area: in.Body.Area, Pinned: in.Body.Pinned, Confidence: 1, Promoted: true})
	if err != nil {
		return nil, err
	}
	err = s.Store().Record(ctx, sc, "", "memory.saved", map[string]string{"id": made.ID})
	return &memoryOut{Location: "/api/v2/memories/" + made.ID, Body: memoryOf(made)}, err
}

// MemoryAt names a memory.
type MemoryAt struct {
	ID string `path:"id" maxLength:"64" doc:"of a memory"`
}

// ofMemory is the memory that a request names.
type ofMemory struct {
	store.Memory
	scope scope.Scope // of whose it is
}

// Find finds a memory of the actor.
func (at MemoryAt) Find(ctx context.Context, s *api.Server) (of ofMemory, err error) {
	if of.scope, err = api.ActorOf(ctx).Scope(""); err != nil {
		return of, err
	}
	of.Memory, err = s.Store().Memory(ctx, of.scope, at.ID)
	if err == nil && of.Profile != "" {
		of.scope, err = of.scope.Speaking(of.Profile)
	}
	return of, err
}

func (s *server) get(_ context.Context, of ofMemory, _ *MemoryAt) (*memoryOut, error) {
	return &memoryOut{Body: memoryOf(of.Memory)}, nil
}

func (s *server) change(ctx context.Context, of ofMemory, in *struct {
	MemoryAt
	Body struct {
		Text   string `json:"text,omitempty" maxLength:"16384" doc:"what holds instead of what is remembered, which is forgotten; without it, that holds"`
		Insist bool   `json:"insist,omitempty" doc:"keep a text that reads like a secret"`
	}
},
) (*memoryOut, error) {
	sc, m, err := of.scope, of.Memory, error(nil)
	if text := strings.TrimSpace(in.Body.Text); text != "" && text != m.Text {
		if err := leak(text, in.Body.Insist); err != nil {
			return nil, err
		}
		now := m
		now.ID, now.Text, now.Promoted, now.Confidence = "", text, true, 1
		if now, err = s.Store().SaveMemory(ctx, sc, now); err == nil {
			// Superseded alone it would come back when the new one is forgotten.
			err = s.Store().Forget(ctx, sc, m.ID, false)
		}
		m = now
	} else {
		m.Promoted = true
		err = s.Store().Promote(ctx, sc, m.ID)
	}
	if err != nil {
		return nil, err
	}
	err = s.Store().Record(ctx, sc, "", "memory.confirmed", map[string]string{"id": m.ID, "instead": in.ID})
	return &memoryOut{Location: "/api/v2/memories/" + m.ID, Body: memoryOf(m)}, err
}

func (s *server) forget(ctx context.Context, of ofMemory, in *struct {
	MemoryAt
	Purge bool `query:"purge" doc:"its text goes from messages and kept prompts, too"`
},
) (*struct{}, error) {
	if in.Purge && !api.ActorOf(ctx).May(api.Write) {
		return nil, api.NewProblem(403, "", "purge takes away what was said, which the token's scope does not contain: it is write")
	}
	if err := s.Store().Forget(ctx, of.scope, of.ID, in.Purge); err != nil {
		return nil, err
	}
	return nil, s.Store().Record(ctx, of.scope, "", "memory.forgotten", map[string]any{"id": of.ID, "purge": in.Purge})
}
