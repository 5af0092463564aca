// Package tinyclaw has the routes of profiles and the list of sessions with the
// bodies that TinyClaw gives and takes, under /v1, so that its clients find what
// they know. What a profile is called there is its id here, and its system prompt
// is the text of soul.md.
//
//   - change.go: profiles that are made, changed and deleted
//   - tinyclaw.go: the routes, and what they show
package tinyclaw

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

const (
	tag  = "teams"
	base = "/v1/profiles"
	one  = base + "/{profile}"
)

// server is the one whose routes these are.
type server struct{ *api.Server }

// Routes adds the routes to a server.
func Routes(to *api.Server) {
	s := &server{to}
	api.Add(to, api.Route{ID: "team-list-profiles", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "List the profiles, as TinyClaw does"}, s.list)
	api.Add(to, api.Route{
		ID: "team-create-profile", Method: "POST", Path: base, Right: api.Write, Tag: tag, Status: 201, Errors: []int{409},
		Summary: "Make a profile of a name for people; its id is given, or made of the name",
	}, s.create)
	api.AddOf(to, api.Route{ID: "team-get-profile", Method: "GET", Path: one, Right: api.Read, Tag: tag, Summary: "Show a profile, as TinyClaw does"}, s.show)
	api.AddOf(to, api.Route{ID: "team-update-profile", Method: "PUT", Path: one, Right: api.Write, Tag: tag, Errors: []int{409}, Summary: "Change the name, the system prompt or the model of a profile"}, s.update)
	api.AddOf(to, api.Route{ID: "team-delete-profile", Method: "DELETE", Path: one, Right: api.Write, Tag: tag, Status: 204, Errors: []int{409}, Summary: "Delete a profile with all of its files"}, s.delete)
	api.Add(to, api.Route{ID: "team-list-sessions", Method: "GET", Path: "/v1/sessions", Right: api.Read, Tag: tag, Summary: "List the sessions of a profile, the newest first"}, s.sessions)
}

// Profile is a profile, in TinyClaw's words.
type Profile struct {
	ID        string   `json:"id"`
	Name      string   `json:"name" doc:"for people"`
	Model     *string  `json:"model" doc:"that its soul asks for; null for none"`
	Prompt    string   `json:"systemPrompt" doc:"the text of soul.md"`
	Super     bool     `json:"isSuper" doc:"always false: no profile has more rights than others"`
	Default   bool     `json:"isDefault" doc:"it speaks where none is named"`
	Tools     []Tool   `json:"tools" nullable:"false"`
	Servers   []Server `json:"mcpServers" nullable:"false"`
	Skills    []Skill  `json:"skills" nullable:"false"`
	HasAvatar bool     `json:"hasAvatar"`
	Active    bool     `json:"soulActive" doc:"somebody filled in a file that says who it is"`
}

// Tool is something that the agent may call.
type Tool struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Handler     string `json:"handlerType" doc:"builtin, or mcp for one of a server of tools"`
}

// Server is a server of tools.
type Server struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Skill is a folder with instructions that the agent reads where they fit.
type Skill struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Profiles is a list of profiles.
type Profiles struct {
	Profiles []Profile `json:"profiles" nullable:"false"`
}

// Found is one profile.
type Found struct {
	Profile Profile `json:"profile"`
}

func (s *server) list(ctx context.Context, _ *struct{}) (*api.Answer[Profiles], error) {
	found, err := s.Host(ctx).Profiles()
	if err != nil {
		return nil, err
	}
	out := &api.Answer[Profiles]{Body: Profiles{Profiles: []Profile{}}}
	for _, f := range found {
		of, err := s.Open(ctx, f.Name)
		if err != nil {
			return nil, err
		}
		p, err := s.show(ctx, of, nil)
		if err := errors.Join(err, of.Close()); err != nil {
			return nil, err
		}
		out.Body.Profiles = append(out.Body.Profiles, p.Body.Profile)
	}
	return out, nil
}

// show describes a profile of the caller.
func (s *server) show(ctx context.Context, of *api.Of, _ *api.ProfileAt) (*api.Answer[Found], error) {
	h := s.Host(ctx)
	i, err := h.Identity(of.Scope.Profile())
	if err != nil {
		return nil, err
	}
	def, err := h.Directory().Default(ctx)
	if err != nil {
		return nil, err
	}
	p := Profile{ID: i.Name, Name: i.Display, Prompt: i.Soul.Body, Default: i.Name == def, Tools: []Tool{}, Servers: []Server{}}
	if i.Soul.Model != "" {
		p.Model = &i.Soul.Model
	}
	p.Active = profile.IsFilled(i.Soul.Body) || i.Own.Style.Text+i.Own.Instructions.Text+i.Own.Memory.Text != ""
	tools, err := h.Tools(of.Scope)
	if err != nil {
		return nil, err
	}
	for _, t := range tools {
		kind := "builtin"
		if t.Foreign {
			kind = "mcp"
		}
		p.Tools = append(p.Tools, Tool{t.Name, t.Name, t.Summary, kind})
	}
	if h.Servers != nil {
		for _, name := range slices.Sorted(maps.Keys(h.Catalog.Servers())) {
			p.Servers = append(p.Servers, Server{name, name})
		}
	}
	p.Skills = api.Mapped(h.Skills(of.Scope), func(k skill.Skill) Skill { return Skill{k.Name, k.Name, k.Description} })
	p.HasAvatar = slices.ContainsFunc([]string{"avatar.png", "avatar.jpg", "avatar.webp"}, func(name string) bool {
		info, err := of.Root.Lstat(of.At(name))
		return err == nil && info.Mode().IsRegular()
	})
	return &api.Answer[Found]{Body: Found{p}}, nil
}

// Session is what a list says of a session.
type Session struct {
	ID       string    `json:"id"`
	Profile  string    `json:"profileId"`
	Channel  string    `json:"channel" doc:"always web"`
	Created  time.Time `json:"createdAt"`
	Updated  time.Time `json:"updatedAt"`
	Messages int       `json:"messageCount" doc:"with the calls of tools and their results"`
	Title    *string   `json:"title" doc:"null for none"`
	Preview  *string   `json:"preview" doc:"always null"`
}

// Sessions is a list of sessions.
type Sessions struct {
	Sessions []Session `json:"sessions" nullable:"false"`
}

func (s *server) sessions(ctx context.Context, in *struct {
	Profile string `query:"profileId" required:"true" minLength:"1" maxLength:"128" doc:"the id of a profile"`
	Channel string `query:"channel" maxLength:"40" doc:"is passed over: sessions have none here"`
	Limit   int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
},
) (*api.Answer[Sessions], error) {
	sc, err := s.Speaking(ctx, in.Profile)
	if err != nil {
		return nil, err
	}
	found, err := s.Host(ctx).Store.ListSessions(ctx, sc, store.Filter{Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	return &api.Answer[Sessions]{Body: Sessions{api.Mapped(found, func(f store.Session) Session {
		one := Session{ID: f.ID, Profile: f.Profile, Channel: "web", Created: f.Created.UTC(), Updated: f.Updated.UTC(), Messages: f.Seq}
		if f.Title != "" {
			one.Title = &f.Title
		}
		return one
	})}}, nil
}
