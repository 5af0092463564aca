// Package equipment has the routes of what the agent of a profile has: tools,
// skills, servers of tools, the files that it made, and a picture. They lie at the
// addresses that TinyClaw gives them, under /v1/profiles.
//
//   - equipment.go: tools, skills, servers and artifacts
//   - avatar.go: the picture
package equipment

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/blob"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/tool"
)

const (
	tag  = "teams"
	base = "/v1/profiles/{profile}"
)

// server is the one whose routes these are.
type server struct{ *api.Server }

// Routes adds the routes to a server.
func Routes(to *api.Server) {
	s := &server{to}
	api.AddOf(to, api.Route{ID: "list-tools", Method: "GET", Path: base + "/tools", Right: api.Read, Tag: tag, Summary: "List what the agent may call in a session"}, s.tools)
	api.AddOf(to, api.Route{ID: "list-skills", Method: "GET", Path: base + "/skills", Right: api.Read, Tag: tag, Summary: "List the skills that the owner trusts"}, s.skills)
	api.AddOf(to, api.Route{ID: "list-servers", Method: "GET", Path: base + "/mcp-servers", Right: api.Read, Tag: tag, Summary: "List the servers of tools by name"}, s.servers)
	api.AddOf(to, api.Route{ID: "list-artifacts", Method: "GET", Path: base + "/artifacts", Right: api.Read, Tag: tag, Summary: "List the files that the agent made"}, s.artifacts)
	api.AddOf(to, api.Route{ID: "get-artifact", Method: "GET", Path: base + "/artifacts/content", Right: api.Read, Tag: tag, Summary: "Read such a file", Adapt: blob.Gives}, s.artifact)
	s.avatarRoutes()
}

// whole is a list in one page.
func whole[From, To any](list []From, to func(From) To) *api.Listing[To] {
	return &api.Listing[To]{Body: api.Page[To]{Data: api.Mapped(list, to)}}
}

// Tool is something that the agent may call.
type Tool struct {
	Name    string `json:"name"`
	Summary string `json:"summary" doc:"what the model is told of it"`
	Set     string `json:"set" doc:"what it belongs to, such as memory; empty where it is alone"`
	Foreign bool   `json:"foreign" doc:"a server of tools has it"`
	Policy  string `json:"policy" doc:"whether a person is asked before a call"`
}

func (s *server) tools(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*api.Listing[Tool], error) {
	list, err := s.Host(ctx).Tools(p.Scope)
	return whole(list, func(t tool.Tool) Tool { return Tool{t.Name, t.Summary, t.Set, t.Foreign, string(t.Policy)} }), err
}

// Skill is a folder with instructions that the agent reads where they fit.
type Skill struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func (s *server) skills(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*api.Listing[Skill], error) {
	return whole(s.Host(ctx).Skills(p.Scope), func(k skill.Skill) Skill { return Skill{k.Name, k.Description} }), nil
}

// ToolServer is a server of tools. Its command and its address are not told.
type ToolServer struct {
	Name string `json:"name"`
}

func (s *server) servers(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*api.Listing[ToolServer], error) {
	var names []string
	if h := s.Host(ctx); h.Servers != nil {
		names = slices.Sorted(maps.Keys(h.Catalog.Servers()))
	}
	return whole(names, func(name string) ToolServer { return ToolServer{name} }), nil
}

// Artifact is a file that the agent made.
type Artifact struct {
	Path string `json:"path"`
	Size int64  `json:"size"`
}

func (s *server) artifacts(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*api.Listing[Artifact], error) {
	folder, err := s.Host(ctx).Artifacts(p.Scope)
	if err != nil {
		return nil, err
	}
	list, err := tool.ArtifactsIn(folder)
	return whole(list, func(f tool.Artifact) Artifact { return Artifact{f.Name, f.Size} }), err
}

func (s *server) artifact(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	Path string `query:"path" required:"true" maxLength:"200"`
},
) (*huma.StreamResponse, error) {
	folder, err := s.Host(ctx).Artifacts(p.Scope)
	if err != nil {
		return nil, err
	}
	f, info, err := tool.OpenArtifact(folder, in.Path)
	if wrong := new(tool.ArgumentError); errors.As(err, &wrong) {
		return nil, api.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return blob.Answer(f, info.Size(), "", func() { f.Close() }), nil
}
