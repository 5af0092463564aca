// Package tinyclaw has the routes of profiles and the list of sessions with the
// bodies that TinyClaw gives and takes, under /v1, so that its clients find what
// they know. What a profile is called there is its id here, and its system prompt
// is the text of soul.md.
package tinyclaw

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/pattern"
	"github.com/seed353dc258/backstory/internal/starter"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
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
	return &api.Answer[Sessions]{Body: Sessions{api.Mapped(found, func(f store.Session) Session {
		one := Session{ID: f.ID, Profile: f.Profile, Channel: "web", Created: f.Created.UTC(), Updated: f.Updated.UTC(), Messages: f.Seq}
		if f.Title != "" {
			one.Title = &f.Title
		}
		return one
	})}}, err
}

// maxText is how long a file is that is changed, in bytes.
const maxText = 1 << 20

// defaultPrompt is the soul of a profile that is made without one.
const defaultPrompt = "You are a helpful personal assistant."

// NewProfile is what a profile is made of.
type NewProfile struct {
	Name   string `json:"name" minLength:"1" maxLength:"200" doc:"for people"`
	ID     string `json:"id,omitempty" maxLength:"64" doc:"of its folder; without it the name in small letters with hyphens"`
	Prompt string `json:"systemPrompt,omitempty" maxLength:"1048576"`
	Model  string `json:"model,omitempty" maxLength:"200"`
	Super  bool   `json:"isSuper,omitempty" doc:"true is refused"`
}

func (s *server) create(ctx context.Context, in *struct{ Body NewProfile }) (*api.Made[Found], error) {
	b := &in.Body
	if b.Super {
		return nil, api.NewProblem(422, "", "isSuper: no profile has more rights than others here")
	}
	name := oneLine(b.Name)
	if name == "" {
		return nil, api.NewProblem(422, "", "name: it must not be blank")
	}
	id, err := org.ProfileID(b.ID, name)
	if err != nil {
		return nil, err
	}
	soul := strings.TrimSpace(b.Prompt)
	if soul == "" {
		soul = defaultPrompt
	}
	p, err := api.MakeProfile(ctx, s.Server, id, func(folder *os.Root) error {
		if _, err := starter.Make(folder, starter.Options{Name: id, Soul: withModel(soul+"\n", oneLine(b.Model)), Bare: true}); err != nil {
			return err
		}
		return writeName(&profile.Profile{Root: folder}, name)
	})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	out, err := s.show(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	return &api.Made[Found]{Location: base + "/" + id, Body: out.Body}, nil
}

func (s *server) update(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	Body struct {
		Name   *string `json:"name,omitempty" minLength:"1" maxLength:"200"`
		Prompt *string `json:"systemPrompt,omitempty" minLength:"1" maxLength:"1048576"`
		Model  *string `json:"model,omitempty" maxLength:"200" nullable:"true" doc:"empty for none"`
	}
},
) (*api.Answer[Found], error) {
	err := edit.Change(ctx, p.Profile, func() error {
		was, err := p.ReadFile(profile.SoulFile, maxText)
		if err != nil {
			return err
		}
		soul := string(was)
		if in.Body.Prompt != nil && strings.TrimSpace(*in.Body.Prompt) != "" {
			soul = profile.WithBody(soul, *in.Body.Prompt)
		}
		if in.Body.Model != nil {
			soul = withModel(soul, oneLine(*in.Body.Model))
		}
		if soul != string(was) {
			err = edit.Write(p.Profile, profile.SoulFile, []byte(soul))
		}
		if in.Body.Name != nil && oneLine(*in.Body.Name) != "" && err == nil {
			err = writeName(p.Profile, oneLine(*in.Body.Name))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, p, nil)
}

func (s *server) delete(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*struct{}, error) {
	return nil, p.Remove(ctx, s.Server, func() error { return nil })
}

// oneLine is a text as one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// nameLine is the line in which an identity.md says the name, in a list or in
// front matter.
var nameLine = pattern.Lazy(`(?im)^([-*] +\*\*name:\*\*|name:).*$`)

// writeName writes the name that people know into the identity.md of a profile.
func writeName(p *profile.Profile, name string) error {
	was, err := p.ReadFile(profile.IdentityFile, maxText)
	if err != nil {
		return err
	}
	text := string(was)
	if at := nameLine().FindStringSubmatchIndex(text); at != nil {
		text = text[:at[3]] + " " + name + text[at[1]:]
	} else {
		text = "- **Name:** " + name + "\n" + text
	}
	return edit.Write(p, profile.IdentityFile, []byte(text))
}

// modelLine is the line in which the front matter of a soul names its model.
var modelLine = pattern.Lazy(`(?m)^model:.*\n`)

// withModel returns a soul that asks for a model; "" is none.
func withModel(soul, model string) string {
	line := ""
	if model != "" {
		line = "model: " + model + "\n"
	}
	front, body, found := strings.Cut(strings.TrimPrefix(soul, "---\n"), "\n---\n")
	if !strings.HasPrefix(soul, "---\n") || !found {
		if line == "" {
			return soul
		}
		return "---\n" + line + "---\n\n" + soul
	}
	front = line + modelLine().ReplaceAllString(front+"\n", "")
	if front == "" {
		return strings.TrimLeft(body, "\n")
	}
	return "---\n" + front + "---\n" + body
}
