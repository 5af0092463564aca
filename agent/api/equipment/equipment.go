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
	"github.com/seed353dc258/backstory/agent/scope"
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
	api.Add(to, api.Route{ID: "list-tools", Method: "GET", Path: base + "/tools", Right: api.Read, Tag: tag, Summary: "List what the agent may call in a session"}, s.tools)
	api.Add(to, api.Route{ID: "list-skills", Method: "GET", Path: base + "/skills", Right: api.Read, Tag: tag, Summary: "List the skills that the owner trusts"}, s.skills)
	api.Add(to, api.Route{ID: "list-servers", Method: "GET", Path: base + "/mcp-servers", Right: api.Read, Tag: tag, Summary: "List the servers of tools by name"}, s.servers)
	api.Add(to, api.Route{ID: "list-artifacts", Method: "GET", Path: base + "/artifacts", Right: api.Read, Tag: tag, Summary: "List the files that the agent made"}, s.artifacts)
	api.Add(to, api.Route{ID: "get-artifact", Method: "GET", Path: base + "/artifacts/content", Right: api.Read, Tag: tag, Summary: "Read such a file", Adapt: blob.Gives}, s.artifact)
	s.avatarRoutes()
}

// At names a profile.
type At struct {
	Profile string `path:"profile" maxLength:"128" doc:"its name"`
}

// of returns the scope of the caller with a profile that is there.
func (s *server) of(ctx context.Context, in At) (scope.Scope, error) {
	if in.Profile == "" {
		return scope.Scope{}, api.NotFound()
	}
	return s.Speaking(ctx, in.Profile)
}

// Tool is something that the agent may call.
type Tool struct {
	Name    string `json:"name"`
	Summary string `json:"summary" doc:"what the model is told of it"`
	Set     string `json:"set" doc:"what it belongs to, such as memory; empty where it is alone"`
	Foreign bool   `json:"foreign" doc:"a server of tools has it"`
	Policy  string `json:"policy" doc:"whether a person is asked before a call"`
}

func (s *server) tools(ctx context.Context, in *At) (*api.Listing[Tool], error) {
	sc, err := s.of(ctx, *in)
	if err != nil {
		return nil, err
	}
	list, err := s.Host(ctx).Tools(sc)
	out := &api.Listing[Tool]{Body: api.Page[Tool]{Data: []Tool{}}}
	for _, t := range list {
		out.Body.Data = append(out.Body.Data, Tool{t.Name, t.Summary, t.Set, t.Foreign, string(t.Policy)})
	}
	return out, err
}

// Skill is a folder with instructions that the agent reads where they fit.
type Skill struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func (s *server) skills(ctx context.Context, in *At) (*api.Listing[Skill], error) {
	sc, err := s.of(ctx, *in)
	if err != nil {
		return nil, err
	}
	out := &api.Listing[Skill]{Body: api.Page[Skill]{Data: []Skill{}}}
	for _, k := range s.Host(ctx).Skills(sc) {
		out.Body.Data = append(out.Body.Data, Skill{k.Name, k.Description})
	}
	return out, nil
}

// ToolServer is a server of tools. Its command and its address are not told.
type ToolServer struct {
	Name string `json:"name"`
}

func (s *server) servers(ctx context.Context, in *At) (*api.Listing[ToolServer], error) {
	if _, err := s.of(ctx, *in); err != nil {
		return nil, err
	}
	out := &api.Listing[ToolServer]{Body: api.Page[ToolServer]{Data: []ToolServer{}}}
	if h := s.Host(ctx); h.Servers != nil {
		for _, name := range slices.Sorted(maps.Keys(h.Catalog.Servers())) {
			out.Body.Data = append(out.Body.Data, ToolServer{name})
		}
	}
	return out, nil
}

// Artifact is a file that the agent made.
type Artifact struct {
	Path string `json:"path"`
	Size int64  `json:"size"`
}

func (s *server) artifacts(ctx context.Context, in *At) (*api.Listing[Artifact], error) {
	sc, err := s.of(ctx, *in)
	if err != nil {
		return nil, err
	}
	folder, err := s.Host(ctx).Artifacts(sc)
	if err != nil {
		return nil, err
	}
	list, err := tool.ArtifactsIn(folder)
	out := &api.Listing[Artifact]{Body: api.Page[Artifact]{Data: []Artifact{}}}
	for _, f := range list {
		out.Body.Data = append(out.Body.Data, Artifact{f.Name, f.Size})
	}
	return out, err
}

func (s *server) artifact(ctx context.Context, in *struct {
	At
	Path string `query:"path" required:"true" maxLength:"200"`
},
) (*huma.StreamResponse, error) {
	sc, err := s.of(ctx, in.At)
	if err != nil {
		return nil, err
	}
	folder, err := s.Host(ctx).Artifacts(sc)
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
