// Package equipment has the routes of what the agent of a profile has: tools,
// skills, servers of tools, the files that it made, and a picture. They lie at the
// addresses that TinyClaw gives them, under /v1/profiles.
package equipment

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/blob"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
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

// maxAvatar is how large a picture may be, in bytes.
const maxAvatar = 1 << 20

// picture is a kind of file that a picture may be, by what it begins with.
type picture struct{ name, mediaType string }

func pictures() []picture {
	return []picture{{"avatar.png", "image/png"}, {"avatar.jpg", "image/jpeg"}, {"avatar.webp", "image/webp"}}
}

func (s *server) avatarRoutes() {
	const at = base + "/avatar"
	changes := []int{409, 412, 428}
	api.AddOf(s.Server, api.Route{ID: "get-avatar", Method: "GET", Path: at, Right: api.Read, Tag: tag, Summary: "Read the picture of a profile", Adapt: blob.Gives}, s.avatar)
	api.AddOf(s.Server, api.Route{ID: "put-avatar", Method: "PUT", Path: at, Right: api.Write, Tag: tag, Status: 204, Summary: "Give a profile a picture: PNG, JPEG or WebP, at most 1 MiB", Errors: changes, Adapt: takesPicture}, s.putAvatar)
	api.AddOf(s.Server, api.Route{ID: "delete-avatar", Method: "DELETE", Path: at, Right: api.Write, Tag: tag, Status: 204, Summary: "Take the picture away", Errors: changes}, s.deleteAvatar)
}

// takesPicture describes what a profile's picture may be, and the answer to anything
// else.
func takesPicture(op *huma.Operation) {
	blob.Takes(op)
	op.Responses = map[string]*huma.Response{"415": {Description: notPicture}}
}

const notPicture = "this is neither PNG nor JPEG nor WebP"

// seen opens the picture of a profile, an [fs.ErrNotExist] where there is none.
func seen(p *profile.Profile) (name string, content []byte, err error) {
	for _, k := range pictures() {
		content, err := plainfile.Read(p.Root, p.At(k.name), maxAvatar)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return k.name, content, err
		}
	}
	return "", nil, fs.ErrNotExist
}

func (s *server) avatar(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*huma.StreamResponse, error) {
	name, content, err := seen(p.Profile)
	if err != nil {
		return nil, err
	}
	f, info, err := plainfile.Open(p.Root, p.At(name))
	if err != nil {
		return nil, err
	}
	return blob.Answer(f, info.Size(), api.Tag(content), func() { f.Close() }), nil
}

func (s *server) putAvatar(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	api.Version
	blob.Upload
},
) (*struct{}, error) {
	content, err := io.ReadAll(io.LimitReader(in.Content, maxAvatar+1))
	if err != nil {
		return nil, api.NewProblem(400, "", "the body broke off")
	}
	if len(content) > maxAvatar {
		return nil, api.NewProblem(413, "", "a picture has at most 1048576 bytes")
	}
	mediaType := http.DetectContentType(content)
	i := slices.IndexFunc(pictures(), func(k picture) bool { return k.mediaType == mediaType })
	if i < 0 {
		return nil, api.NewProblem(415, "", notPicture)
	}
	return nil, change(ctx, p.Profile, in.Version, func(old string) error {
		name := pictures()[i].name
		err := edit.Write(p.Profile, name, content)
		if err == nil && old != "" && old != name {
			err = edit.Write(p.Profile, old, nil)
		}
		return err
	})
}

func (s *server) deleteAvatar(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	api.Version
},
) (*struct{}, error) {
	return nil, change(ctx, p.Profile, in.Version, func(old string) error {
		if old == "" {
			return api.NotFound()
		}
		return edit.Write(p.Profile, old, nil)
	})
}

// change does something to the picture, if its version is the one that the client
// knows.
func change(ctx context.Context, p *profile.Profile, v api.Version, do func(old string) error) error {
	return edit.Change(ctx, p, func() error {
		name, content, err := seen(p)
		tag := ""
		if err == nil {
			tag = api.Tag(content)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := v.Check(tag); err != nil {
			return err
		}
		return do(name)
	})
}
