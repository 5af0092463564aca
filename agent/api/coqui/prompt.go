package coqui

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Prompt is what the next request of a profile would begin with, with Coqui's
// keys.
type Prompt struct {
	Profile   *string   `json:"profile"`
	Role      string    `json:"role"`
	Model     string    `json:"resolved_model"`
	Prompt    string    `json:"prompt"`
	Tools     int       `json:"tool_count"`
	Toolkits  int       `json:"toolkit_count"`
	Tokens    int       `json:"prompt_tokens"`
	ToolCost  int       `json:"tool_tokens"`
	Total     int       `json:"total_tokens"`
	Breakdown []Toolkit `json:"toolkit_breakdown" nullable:"false"`
	Budget    Budget    `json:"budget"`
	Sources   Sources   `json:"prompt_sources"`
	Policy    Policy    `json:"profile_policy"`
}

// Toolkit is the tools of one set.
type Toolkit struct {
	Name       string   `json:"name"`
	Tools      []string `json:"tools" nullable:"false"`
	Visibility string   `json:"visibility" enum:"enabled,stub" doc:"stub: the model is told a line of them"`
	Tokens     int      `json:"total_tokens"`
}

// Budget says how much of the room of a prompt is used.
type Budget struct {
	Max      int              `json:"max_tokens"`
	Used     int              `json:"used_tokens"`
	Percent  float64          `json:"usage_percent"`
	Sections []prompt.Section `json:"prompt_sections" nullable:"false"`
}

// Sources are the files that a prompt is made of.
type Sources struct {
	Files        []Source  `json:"files" nullable:"false"`
	Folders      []Source  `json:"folders" nullable:"false"`
	Synthetic    []Section `json:"synthetic" nullable:"false"`
	FileTokens   int       `json:"file_backed_tokens"`
	OtherTokens  int       `json:"synthetic_tokens"`
	LastModified *string   `json:"last_modified_at"`
}

// Source is a file or a folder.
type Source struct {
	Scope    string   `json:"scope" enum:"workspace,project" doc:"project: it came with the program"`
	Path     string   `json:"path"`
	Tokens   int      `json:"tokens"`
	Size     int64    `json:"size_bytes"`
	Modified *string  `json:"last_modified_at"`
	Sections []string `json:"sections" nullable:"false"`
}

// Section is a section that no file has.
type Section struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Tokens int    `json:"tokens"`
}

// Policy is what the preferences of a profile switch.
type Policy struct {
	Stubbed  bool            `json:"tools_stubbed"`
	Features map[string]bool `json:"features"`
	Roles    RoleRules       `json:"roles"`
	Excluded []string        `json:"excluded_tool_prompt_slugs" nullable:"false"`
}

// Toolkits says which tools a profile has.
type Toolkits struct {
	Profile  *string         `json:"profile"`
	Role     string          `json:"role"`
	Toolkits []Toolkit       `json:"toolkits" nullable:"false"`
	Tools    []string        `json:"tools" nullable:"false"`
	Stubbed  []string        `json:"stubbed_sections" nullable:"false"`
	OffParts []string        `json:"sections_off" nullable:"false"`
	Off      []string        `json:"features_off" nullable:"false"`
	Features map[string]bool `json:"features"`
	Rules    RoleRules       `json:"role_restrictions"`
	Roles    []string        `json:"allowed_roles" nullable:"false"`
	Spawn    []string        `json:"spawnable_roles" nullable:"false" doc:"in which agents that it starts may work"`
	Tokens   int             `json:"prompt_tokens"`
	ToolCost int             `json:"tool_tokens"`
	Total    int             `json:"total_tokens"`
}

// asked is who is asked about.
type asked struct {
	Profile string `query:"profile" maxLength:"200"`
	Role    string `query:"role" maxLength:"128"`
}

func (s *server) promptRoutes() {
	const tag = "coqui"
	api.Add(s.Server, api.Route{ID: "coqui-prompt", Method: "GET", Path: "/api/v1/server/prompt", Right: api.Read, Tag: tag, Summary: "Inspect what the next request of a profile begins with"}, s.inspectPrompt)
	api.Add(s.Server, api.Route{ID: "coqui-toolkits", Method: "GET", Path: "/api/v1/toolkits", Right: api.Read, Tag: tag, Summary: "List the tools of a profile, and what its preferences switch off"}, s.listToolkits)
}

// next returns what the next request would be made of, and by whom.
func (s *server) next(ctx context.Context, in *asked) (*profile.Identity, host.Next, error) {
	sc, err := s.scope(ctx, in.Profile)
	if err != nil {
		return nil, host.Next{}, err
	}
	i, err := s.Host(ctx).Identity(sc.Profile())
	if err != nil {
		return nil, host.Next{}, err
	}
	n, err := s.Host(ctx).Next(ctx, sc, strings.TrimSpace(in.Role), "")
	return i, n, err
}

func (s *server) inspectPrompt(ctx context.Context, in *asked) (*api.Answer[Prompt], error) {
	i, n, err := s.next(ctx, in)
	if err != nil {
		return nil, err
	}
	e := n.Cast.Epoch
	kits := toolkits(i, n)
	out := Prompt{
		Profile: orNil(i.Name), Role: cmp.Or(roleOf(e.Role), profile.Orchestrator), Model: n.Cast.Model, Prompt: e.System, Toolkits: len(kits),
		Tokens: e.Tokens, ToolCost: e.ToolCost, Total: e.Tokens + e.ToolCost, Breakdown: kits,
		Budget:  Budget{Max: e.Limit, Used: e.Tokens + e.ToolCost, Sections: append([]prompt.Section{}, e.Sections...)},
		Sources: s.sources(ctx, e),
		Policy:  Policy{Stubbed: e.Policy.ToolsStubbed, Features: featuresOf(&i.Preferences), Roles: rulesOf(&i.Preferences), Excluded: append([]string{}, e.Policy.ExcludedTools...)},
	}
	for _, k := range kits {
		out.Tools += len(k.Tools)
	}
	out.Budget.Percent = 100
	if e.Limit > 0 {
		out.Budget.Percent = float64(out.Budget.Used*1000/e.Limit) / 10
	}
	return &api.Answer[Prompt]{Body: out}, nil
}

// toolkits adds up tools by the sets that they belong to.
func toolkits(i *profile.Identity, n host.Next) []Toolkit {
	out := []Toolkit{}
	if n.Cast.Tools == nil {
		return out
	}
	stubbed := i.Preferences.Section("tools") == profile.SectionStub
	for _, t := range n.Cast.Tools.List() {
		name := cmp.Or(t.Set, "other")
		at := slices.IndexFunc(out, func(k Toolkit) bool { return k.Name == name })
		if at < 0 {
			out, at = append(out, Toolkit{Name: name, Visibility: "enabled"}), len(out)
		}
		k := &out[at]
		k.Tools = append(k.Tools, t.Name)
		k.Tokens += tokens.Estimate(t.Summary) + tokens.Estimate(string(t.Schema))
		if stubbed && t.IsCondensed() {
			k.Visibility = "stub"
		}
	}
	slices.SortFunc(out, func(a, b Toolkit) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (s *server) listToolkits(ctx context.Context, in *asked) (*api.Answer[Toolkits], error) {
	i, n, err := s.next(ctx, in)
	if err != nil {
		return nil, err
	}
	e := n.Cast.Epoch
	out := Toolkits{
		Profile: orNil(i.Name), Role: cmp.Or(roleOf(e.Role), profile.Orchestrator), Toolkits: toolkits(i, n), Tools: []string{}, Stubbed: []string{}, OffParts: []string{},
		Off: append([]string{}, i.Preferences.Off...), Features: featuresOf(&i.Preferences), Rules: rulesOf(&i.Preferences),
		Roles: i.AvailableRoles(), Spawn: append([]string{}, i.SpawnableRoles()...), Tokens: e.Tokens, ToolCost: e.ToolCost, Total: e.Tokens + e.ToolCost,
	}
	for _, k := range out.Toolkits {
		out.Tools = append(out.Tools, k.Tools...)
	}
	slices.Sort(out.Tools)
	for _, section := range profile.PromptSections() {
		switch i.Preferences.Section(section) {
		case profile.SectionStub:
			out.Stubbed = append(out.Stubbed, section)
		case profile.SectionOff:
			out.OffParts = append(out.OffParts, section)
		}
	}
	return &api.Answer[Toolkits]{Body: out}, nil
}

// sources adds up the sections of a prompt by file and by folder: what is long
// comes first.
func (s *server) sources(ctx context.Context, e *prompt.Epoch) Sources {
	out := Sources{Files: []Source{}, Folders: []Source{}, Synthetic: []Section{}}
	last := ""
	for _, section := range e.Sections {
		if !section.Included {
			continue
		}
		file, ok := s.sourceOf(ctx, section.Source)
		if !ok {
			out.Synthetic = append(out.Synthetic, Section{section.ID, section.Title, section.Tokens})
			out.OtherTokens += section.Tokens
			continue
		}
		out.FileTokens += section.Tokens
		file.Tokens, file.Sections = section.Tokens, []string{section.ID}
		if file.Modified != nil {
			last = max(last, *file.Modified)
		}
		folder := file
		folder.Path = path.Dir(file.Path)
		out.Files, out.Folders = file.into(out.Files), folder.into(out.Folders)
	}
	out.LastModified = orNil(last)
	return out
}

// into adds a source to those that are there.
func (f Source) into(list []Source) []Source {
	at := slices.IndexFunc(list, func(o Source) bool { return o.Scope == f.Scope && o.Path == f.Path })
	if at < 0 {
		list = append(list, f)
	} else {
		o := &list[at]
		o.Tokens, o.Size, o.Sections = o.Tokens+f.Tokens, o.Size+f.Size, append(o.Sections, f.Sections...)
		if f.Modified != nil && (o.Modified == nil || *f.Modified > *o.Modified) {
			o.Modified = f.Modified
		}
	}
	slices.SortStableFunc(list, func(a, b Source) int { return b.Tokens - a.Tokens })
	return list
}

// sourceOf returns the file of a section. What is made of no file has none.
func (s *server) sourceOf(ctx context.Context, source string) (Source, bool) {
	if name, ok := strings.CutPrefix(source, "builtin:"); ok {
		return Source{Scope: "project", Path: path.Join("prompts", name)}, true
	}
	w := s.Host(ctx).Workspace
	if source == "" || w == nil {
		return Source{}, false
	}
	info, err := w.Root.Stat(filepath.FromSlash(source))
	if err != nil || !info.Mode().IsRegular() {
		return Source{}, false
	}
	at := info.ModTime().UTC().Format(time.RFC3339)
	return Source{Scope: "workspace", Path: source, Size: info.Size(), Modified: &at}, true
}
