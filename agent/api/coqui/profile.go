package coqui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// Profile is what a list says of a profile, with Coqui's keys.
type Profile struct {
	Name        string    `json:"name"`
	Display     string    `json:"display_name"`
	Description string    `json:"description"`
	Model       *string   `json:"model" doc:"of the soul"`
	Default     bool      `json:"is_default"`
	Roles       []string  `json:"allowed_roles" nullable:"false"`
	Rules       RoleRules `json:"role_restrictions"`
	HasRules    bool      `json:"has_role_restrictions"`
}

// RoleRules are the roles that a profile allows and denies.
type RoleRules struct {
	Allow []string `json:"allow" nullable:"false"`
	Deny  []string `json:"deny" nullable:"false"`
}

// ProfileList is all profiles.
type ProfileList struct {
	Count    int       `json:"count"`
	Default  *string   `json:"default_profile"`
	Profiles []Profile `json:"profiles" nullable:"false"`
}

// ProfileDetail is a profile with its files.
type ProfileDetail struct {
	Profile
	Soul        string      `json:"soul" doc:"without front matter"`
	Backstory   *string     `json:"backstory"`
	Preferences Preferences `json:"preferences" doc:"what holds"`
	Values      Values      `json:"preference_values"`
	Document    any         `json:"preference_document" doc:"the file as it is; null where there is none"`
}

// Preferences says what the preferences of a profile come to.
type Preferences struct {
	Valid    bool              `json:"is_valid"`
	Errors   []string          `json:"validation_errors" nullable:"false"`
	Features map[string]bool   `json:"features"`
	Sections map[string]string `json:"prompt_sections" doc:"true, false or stub"`
	Roles    RoleRules         `json:"roles"`
	Labels   map[string]string `json:"labels"`
}

// Values are what an editor of preferences shows.
type Values struct {
	Directives map[string]string `json:"prompt_directives"`
	Behavior   any               `json:"behavior"`
	Prompts    struct {
		Features map[string]bool `json:"features"`
		Roles    RoleRules       `json:"roles"`
	} `json:"prompts"`
}

func (s *server) profileRoutes() {
	const tag, base = "coqui", "/api/v1/profiles"
	for _, r := range [][2]string{{"coqui-config-profiles", "/api/v1/config/profiles"}, {"coqui-profiles", base}} {
		api.Add(s.Server, api.Route{ID: r[0], Method: "GET", Path: r[1], Right: api.Read, Tag: tag, Summary: "List profiles"}, s.listProfiles)
	}
	api.Add(s.Server, api.Route{
		ID: "coqui-create-profile", Method: "POST", Path: base, Right: api.Write, Tag: tag, Summary: "Make a profile", Status: 201, Errors: []int{409},
	}, s.createProfile)
	api.AddOf(s.Server, api.Route{ID: "coqui-profile", Method: "GET", Path: base + "/{name}", Right: api.Read, Tag: tag, Summary: "Show a profile with its files"}, s.detail)
	api.AddOf(s.Server, api.Route{
		ID: "coqui-update-profile", Method: "PATCH", Path: base + "/{name}", Right: api.Write, Tag: tag, Errors: []int{409},
		Summary: "Change the files of a profile; null removes backstory and preferences",
	}, s.updateProfile)
	api.AddOf(s.Server, api.Route{ID: "coqui-delete-profile", Method: "DELETE", Path: base + "/{name}", Right: api.Write, Tag: tag, Summary: "Delete a profile with its sources", Errors: []int{409}}, s.deleteProfile)
}

// defaultProfile is that of a session that names none.
func (s *server) defaultProfile(ctx context.Context) (string, error) {
	return s.Host(ctx).Directory().Default(ctx)
}

func (s *server) listProfiles(ctx context.Context, _ *struct{}) (*api.Answer[ProfileList], error) {
	list, err := s.Host(ctx).Profiles()
	if err != nil {
		return nil, err
	}
	def, err := s.defaultProfile(ctx)
	if err != nil {
		return nil, err
	}
	out := ProfileList{Default: orNil(def), Profiles: []Profile{}}
	for _, one := range list {
		i, err := s.Host(ctx).Beside(one.Name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, profile.ErrUnknown) {
			continue // it went just now
		}
		if err != nil {
			return nil, err
		}
		out.Profiles = append(out.Profiles, profileOf(i, def))
	}
	out.Count = len(out.Profiles)
	return &api.Answer[ProfileList]{Body: out}, nil
}

func profileOf(i *profile.Identity, def string) Profile {
	p := Profile{
		Name: i.Name, Display: i.Display, Description: i.Soul.Description, Model: orNil(i.Soul.Model), Default: i.Name == def,
		Roles: slices.Sorted(slices.Values(i.AvailableRoles())), Rules: rulesOf(&i.Preferences),
	}
	p.HasRules = len(p.Rules.Allow)+len(p.Rules.Deny) > 0
	return p
}

func rulesOf(p *profile.Preferences) RoleRules {
	return RoleRules{Allow: append([]string{}, p.Allow...), Deny: append([]string{}, p.Deny...)}
}

func featuresOf(p *profile.Preferences) map[string]bool {
	out := map[string]bool{}
	for _, f := range profile.Features() {
		out[f] = p.Feature(f)
	}
	return out
}

// detail reads all files of a profile.
func (s *server) detail(ctx context.Context, p *api.Of, _ *profileAt) (*api.Answer[ProfileDetail], error) {
	i, err := s.Host(ctx).Identity(p.Scope.Profile())
	if err != nil {
		return nil, err
	}
	def, err := s.defaultProfile(ctx)
	if err != nil {
		return nil, err
	}
	prefs := &i.Preferences
	out := ProfileDetail{Profile: profileOf(i, def), Soul: i.Soul.Body, Preferences: Preferences{
		Valid: len(prefs.Problems) == 0, Errors: api.Mapped(prefs.Problems, func(p profile.Problem) string { return p.Message }), Features: featuresOf(prefs), Sections: map[string]string{}, Roles: rulesOf(prefs),
		Labels: map[string]string{"backstory": prefs.BackstoryLabel(), "context": prefs.ContextLabel()},
	}}
	if i.Backstory.Found {
		out.Backstory = &i.Backstory.Text
	}
	for _, section := range profile.PromptSections() {
		out.Preferences.Sections[section] = string(prefs.Section(section))
	}
	out.Values.Directives, out.Values.Behavior = map[string]string{}, map[string]any{}
	for _, d := range prefs.Directives {
		out.Values.Directives[d.Key] = d.Value
	}
	if len(prefs.Behavior) > 0 {
		out.Values.Behavior = prefs.Behavior
	}
	out.Values.Prompts.Features, out.Values.Prompts.Roles = out.Preferences.Features, out.Preferences.Roles
	if content, err := p.ReadFile(profile.PreferencesFile, maxSourceText); err == nil && json.Valid(content) {
		out.Document = json.RawMessage(content)
	}
	return &api.Answer[ProfileDetail]{Body: out}, nil
}

// Edit is what a client says of a profile's files.
type Edit struct {
	Description *string         `json:"description,omitempty"`
	Soul        *string         `json:"soul,omitempty" pattern:"\\S"`
	Backstory   textOrNull      `json:"backstory,omitempty"`
	Preferences json.RawMessage `json:"preferences,omitempty" doc:"an object; null removes the file"`
}

// preferences returns the file of preferences; empty to remove it.
func (e *Edit) preferences() ([]byte, error) {
	if e.Preferences == nil || string(e.Preferences) == "null" {
		return nil, nil
	}
	if problems := profile.ParsePreferences(e.Preferences).Problems; len(problems) > 0 {
		return nil, api.NewProblem(400, "", "preferences: "+problems[0].Message)
	}
	var b bytes.Buffer
	err := json.Indent(&b, e.Preferences, "", "  ")
	return append(b.Bytes(), '\n'), err
}

// apply writes the files. The soul comes last: with it a profile is there.
func (e *Edit) apply(p *profile.Profile, soul string) error {
	if _, _, err := text.Decode([]byte(soul)); err != nil {
		return api.NewProblem(400, "", "soul: "+err.Error())
	}
	preferences, err := e.preferences()
	if err != nil {
		return err
	}
	if e.Backstory.given {
		if _, err := p.Root.Lstat(manifest.Name); err == nil {
			return api.NewProblem(409, "", "backstory.md is generated from the folder backstory: change the sources there")
		}
		if err := put(p, profile.OutputFile, []byte(e.Backstory.text)); err != nil {
			return err
		}
	}
	if e.Preferences != nil {
		if err := put(p, profile.PreferencesFile, preferences); err != nil {
			return err
		}
	}
	return put(p, profile.SoulFile, []byte(soul))
}

// put writes a file of a profile, or removes it where there is nothing in it.
func put(p *profile.Profile, name string, content []byte) error {
	if len(bytes.TrimSpace(content)) == 0 {
		content = nil
	}
	return edit.Write(p, name, content)
}

// profileName is what a new profile may be called.
var profileName = pattern.Lazy(`^[a-z0-9][a-z0-9_-]{0,63}$`)

func (s *server) createProfile(ctx context.Context, in *struct {
	Body struct {
		Name string `json:"name"`
		Edit
	}
},
) (*api.Made[ProfileDetail], error) {
	name := strings.ToLower(strings.TrimSpace(in.Body.Name))
	if !profileName().MatchString(name) {
		return nil, api.NewProblem(400, "", "the name of a profile has small letters, digits, - and _, up to 64")
	}
	soul := "# " + profile.DisplayName(name) + "\n"
	if in.Body.Soul != nil {
		soul = *in.Body.Soul
	}
	if in.Body.Description != nil {
		soul = profile.WithDescription(soul, *in.Body.Description)
	}
	p, err := api.MakeProfile(ctx, s.Server, name, func(folder *os.Root) error {
		return in.Body.apply(&profile.Profile{Dir: filepath.Join(s.Host(ctx).Dir(), profile.ProfilesFolder, name), Root: folder}, soul)
	})
	if errors.Is(err, store.ErrExists) {
		err = api.NewProblem(409, "", fmt.Sprintf("Profile %q already exists", name))
	}
	if err != nil {
		return nil, err
	}
	defer p.Close()
	d, err := s.detail(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	return &api.Made[ProfileDetail]{Location: "/api/v1/profiles/" + name, Body: d.Body}, nil
}

func (s *server) updateProfile(ctx context.Context, p *api.Of, in *struct {
	profileAt
	Body struct {
		Name any `json:"name,omitempty" doc:"is refused"`
		Edit
	}
},
) (*api.Answer[ProfileDetail], error) {
	if in.Body.Name != nil {
		return nil, api.NewProblem(400, "", "a profile cannot be renamed")
	}
	err := edit.Change(ctx, p.Profile, func() error {
		was, err := p.ReadFile(profile.SoulFile, maxSourceText)
		if err != nil {
			return err
		}
		soul := string(was)
		if in.Body.Soul != nil {
			soul = profile.WithBody(soul, *in.Body.Soul)
		}
		if in.Body.Description != nil {
			soul = profile.WithDescription(soul, *in.Body.Description)
		}
		return in.Body.apply(p.Profile, soul)
	})
	if err != nil {
		return nil, err
	}
	return s.detail(ctx, p, nil)
}

func (s *server) deleteProfile(ctx context.Context, p *api.Of, _ *profileAt) (*api.Answer[Deleted], error) {
	key := p.Scope.Profile()
	def, err := s.defaultProfile(ctx)
	if err != nil {
		return nil, err
	}
	if key == def {
		return nil, api.NewProblem(409, "", fmt.Sprintf("Profile %q is the default: name another one first", key))
	}
	return &api.Answer[Deleted]{Body: Deleted{Deleted: true, Name: key}}, p.Remove(ctx, s.Server, func() error { return nil })
}
