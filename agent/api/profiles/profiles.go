// Package profiles has the routes of profiles, in our own form: their files, their
// sources, what builds make of these, and the prompts that they give.
//
//   - profiles.go: the profiles
//   - soul.go: the same files, as clients of teams ask for them
//   - sources.go: documents, and whether they are in the backstory
//   - files.go: files that say who the agent is
//   - build.go: builds, checks and warnings, and where a line came from
//   - prompt.go: prompts
//   - server.go: addresses, and opening a profile
//
// Every change is one of a version that the client has read (If-Match).
package profiles

import (
	"context"
	"os"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/internal/starter"
	"github.com/seed353dc258/backstory/profile"
)

// Routes adds the routes to a server.
func Routes(to *api.Server) {
	s := &server{Server: to}
	const tag = "profiles"
	api.Add(to, api.Route{ID: "list-profiles", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "List the profiles"}, s.list)
	api.Add(to, api.Route{
		ID: "create-profile", Method: "POST", Path: base, Right: api.Write, Tag: tag, Summary: "Make a profile", Status: 201, Errors: []int{409},
	}, s.create)
	api.AddOf(to, api.Route{ID: "get-profile", Method: "GET", Path: one, Right: api.Read, Tag: tag, Summary: "Show a profile; its ETag is that of its soul"}, s.show)
	api.AddOf(to, api.Route{ID: "update-profile", Method: "PATCH", Path: one, Right: api.Write, Tag: tag, Summary: "Make a profile the default one, or no longer", Errors: []int{409}}, s.update)
	api.AddOf(to, api.Route{
		ID: "delete-profile", Method: "DELETE", Path: one, Right: api.Write, Tag: tag, Status: 204, Errors: []int{409, 412, 428},
		Summary: "Delete a profile with all of its files; conversations stay",
	}, s.delete)
	(&files{s}).routes()
	(&files{s}).soulRoutes()
	(&sources{s}).routes()
	s.buildRoutes()
	(&prompts{s}).routes()
}

// Profile is what a list says of a profile.
type Profile struct {
	Name        string `json:"name"`
	Display     string `json:"display" doc:"its name for people"`
	Description string `json:"description"`
	Model       string `json:"model" doc:"that its soul asks for; empty for none"`
	Default     bool   `json:"default" doc:"it speaks where none is named"`
}

// ProfileDetail is a profile.
type ProfileDetail struct {
	Profile
	Roles     []string         `json:"roles" nullable:"false"`
	Backstory bool             `json:"backstory" doc:"there is one that was built"`
	Problems  []ProfileProblem `json:"problems" nullable:"false" doc:"what is wrong with its files"`
}

func (s *server) list(ctx context.Context, in *api.Cursor) (*api.Listing[Profile], error) {
	found, err := s.Host(ctx).Profiles()
	if err != nil {
		return nil, err
	}
	def, err := s.Host(ctx).Directory().Default(ctx)
	return api.Listed(*in, api.Mapped(found, func(p profile.Summary) Profile {
		return Profile{p.Name, p.Display, p.Description, p.Model, p.Name == def}
	})), err
}

func (s *server) show(ctx context.Context, p *api.Of, _ *api.ProfileAt) (*tagged[ProfileDetail], error) {
	soul, err := p.ReadFile(profile.SoulFile, maxText)
	if err != nil {
		return nil, err
	}
	i, err := s.Host(ctx).Identity(p.Scope.Profile())
	if err != nil {
		return nil, err
	}
	def, err := s.Host(ctx).Directory().Default(ctx)
	if err != nil {
		return nil, err
	}
	return &tagged[ProfileDetail]{ETag: api.Tag(soul), Body: ProfileDetail{
		Profile: Profile{i.Name, i.Display, i.Soul.Description, i.Soul.Model, i.Name == def},
		Roles:   append([]string{}, i.AvailableRoles()...), Backstory: i.Backstory.Found, Problems: problemsOf(i.Problems),
	}}, nil
}

// NewProfile is what a profile is made of.
type NewProfile struct {
	Name        string `json:"name" pattern:"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$" maxLength:"64" doc:"of its folder"`
	Soul        string `json:"soul,omitempty" maxLength:"1048576" doc:"the text of soul.md; without it there is one to be filled in"`
	Preferences string `json:"preferences,omitempty" doc:"which example of preferences it begins with" enum:"plain,commercial-operator,deliberate-operator,review-heavy"`
	Security    string `json:"security,omitempty" doc:"which example of security rules it begins with" enum:"cautious,high-autonomy"`
}

func (s *server) create(ctx context.Context, in *struct{ Body NewProfile }) (*tagged[ProfileDetail], error) {
	p, err := api.MakeProfile(ctx, s.Server, in.Body.Name, func(folder *os.Root) error {
		o := starter.Options{Name: in.Body.Name, Soul: in.Body.Soul, Preferences: in.Body.Preferences, Security: in.Body.Security, Bare: true}
		_, err := starter.Make(folder, o)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	out, err := s.show(ctx, p, nil)
	if err == nil {
		out.Location = base + "/" + out.Body.Name
	}
	return out, err
}

func (s *server) update(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	Body struct {
		Default bool `json:"default" doc:"whether it speaks where none is named"`
	}
},
) (*tagged[ProfileDetail], error) {
	s.choosing.Lock()
	defer s.choosing.Unlock()
	def, err := s.Host(ctx).Directory().Default(ctx)
	if err != nil {
		return nil, err
	}
	name := profile.RoleKey(p.Name())
	switch {
	case s.Host(ctx).Workspace == nil:
		return nil, host.ErrAlone
	case in.Body.Default && def != name:
		err = s.Host(ctx).Directory().SetDefault(ctx, api.ActorOf(ctx).Caller(), name)
	case !in.Body.Default && def == name:
		err = s.Host(ctx).Directory().SetDefault(ctx, api.ActorOf(ctx).Caller(), "")
	}
	if err != nil {
		return nil, err
	}
	return s.show(ctx, p, nil)
}

func (s *server) delete(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	api.Version
},
) (*struct{}, error) {
	return nil, p.Remove(ctx, s.Server, func() error {
		soul, err := p.ReadFile(profile.SoulFile, maxText)
		if err == nil {
			err = in.Check(api.Tag(soul))
		}
		return err
	})
}
