// Package workspace opens what a command line names: the workspace, the profile,
// the store and the host of its agents.
package workspace

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/mcp"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/repl"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/agent/trust"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Options are the flags of chat.
type Options struct {
	Start   repl.Start
	Org     string // empty for the machine's own profiles
	Once    string
	Project string
	Config  string
	Adopt   bool
	Mode    string
	Layout  string        // of the prompt; empty for what the preferences say
	Look    bool          // nothing is written
	Bare    bool          // without servers of tools
	Below   bool          // where there is no workspace, the profiles directly in the current folder
	Verify  bool          // see [host.Settings]
	Budget  prompt.Budget // that takes the place of what is configured
	Plain   Plain
	Builder compile.BuilderOptions
}

// Plain is what is asked in place of a profile.
type Plain struct {
	Paths []string // folders and files that are nobody's profile; none for a profile
	Data  string   // folder for what belongs to them, which goes with the process; empty for the user's
}

// Built are the options of what builds profiles, and tells the terminal.
func (o *Options) Built(t *cli.Terminal) *compile.BuilderOptions {
	built := o.Builder
	built.Tell = t.Talk
	return &built
}

// TakePlain takes a plain folder or file in place of the profile, where the argument
// for that names one.
func (o *Options) TakePlain() error {
	if o.Start.Profile == "" || o.Org != "" {
		return nil
	}
	is, err := plain.Is(o.Start.Profile)
	if is {
		o.Plain.Paths, o.Start.Profile = []string{o.Start.Profile}, ""
	}
	return err
}

// closers are closed in the other order than they were opened in.
type closers struct {
	t    *cli.Terminal
	open []func() error
}

// Add has something closed before what was added earlier.
func (c *closers) Add(f func() error) { c.open = append(c.open, f) }

// Close closes all that was added, the last first, and tells of errors.
func (c *closers) Close() {
	for i := len(c.open) - 1; i >= 0; i-- {
		if err := c.open[i](); err != nil {
			c.t.Talk("backstory: %v\n", err)
		}
	}
	c.open = nil
}

// OpenHost opens a host. The servers of tools start beside that.
func OpenHost(ctx context.Context, t *cli.Terminal, o *Options) (*host.Host, *closers, error) {
	open := &closers{t: t}
	settings, err := o.Settings(t)
	if err != nil {
		return nil, open, err
	}
	if w := settings.Workspace; w != nil {
		open.Add(w.Close)
	}
	if p := settings.Alone; p != nil {
		open.Add(p.Close)
	}
	if servers := settings.Catalog.Servers(); len(servers) > 0 && !o.Bare {
		options := mcp.Options{Version: cli.ProgramVersion()}
		if folder := compile.CacheFolder(o.Builder.Caches.CacheDir); folder != "" {
			options.Known = filepath.Join(folder, compile.ServersFolder)
		}
		hub := mcp.Open(ctx, servers, options)
		open.Add(hub.Close)
		settings.Servers = hub
	}
	h, err := host.Open(ctx, *settings)
	if err != nil {
		open.Close()
		return nil, open, err
	}
	open.Add(h.Close)
	if h, err = o.enter(ctx, h); err == nil && o.Org != "" && o.Start.Profile == "" {
		o.Start.Profile, err = h.Directory().Default(ctx)
	}
	if err == nil && !o.Look {
		err = inUse(ctx, h)
	}
	if err != nil {
		open.Close()
	}
	return h, open, err
}

// inUse is an error where the organisation of a host is archived: nobody talks there.
func inUse(ctx context.Context, h *host.Host) error {
	slug := h.Org()
	if slug == scope.Local {
		return nil
	}
	o, err := h.Orgs.Org(ctx, org.Owner(slug))
	if err == nil && !o.Archived.IsZero() {
		err = fmt.Errorf("--org: organisation %q: %w: backstory org archive %s --restore brings it back", slug, org.ErrArchived, slug)
	}
	return err
}

// Settings finds the profile and the models.
func (o *Options) Settings(t *cli.Terminal) (*host.Settings, error) {
	s := &host.Settings{Prompts: host.Prompts{Mode: prompt.Mode(o.Mode), Layout: o.Layout, Budget: o.Budget, Verify: o.Verify}}
	s.Adopt, s.Look, s.Warn = o.Adopt, o.Look, func(err error) { t.Talk("backstory: %v\n", err) }
	s.Rebuild, s.Trace, s.Cache = o.rebuild(t), o.trace(t), compile.CacheFolder(o.Builder.Caches.CacheDir)
	user, err := catalog.Load(o.Config)
	if err != nil {
		return nil, err
	}
	s.Database = Database()
	models := catalog.Options{User: user}
	if folder, err := catalog.Folder(); err == nil {
		s.Known = filepath.Join(folder, "stores")
	}
	if folder, err := plain.DataFolder(); err == nil {
		s.Data = filepath.Join(folder, "state")
	}
	if o.Project != "" {
		if s.Project, err = tool.LoadProject(o.Project, user.ProjectRoot); err != nil {
			return nil, fmt.Errorf("--project: %w", err)
		}
		for _, note := range s.Project.Notes {
			t.Talk("%s\n", oneline.Safe(note))
		}
	}
	if err := o.openProfile(t, s); err != nil {
		return nil, err
	}
	if s.Workspace != nil {
		if models.Trusted, s.Untrusted, err = Trusted(t, s.Workspace.Dir); err != nil {
			return nil, errors.Join(err, s.Workspace.Close())
		}
	}
	s.Catalog = catalog.New(models)
	return s, trustConduct(t, s)
}

// trustConduct finds the files of skills and schedules that the user trusts. In a plain
// folder nothing is trusted or asked about.
func trustConduct(t *cli.Terminal, s *host.Settings) (err error) {
	dir := ""
	switch {
	case s.Workspace != nil:
		dir = s.Workspace.Dir
	case s.Alone.Sources != nil:
		s.Untrusted = true
		return nil
	default:
		dir = s.Alone.Dir
	}
	files, lines, err := TrustedConduct(dir)
	if err != nil {
		return err
	}
	s.Conduct = skill.Trust(files)
	s.Untrusted = s.Untrusted || len(lines) > 0
	for _, line := range lines {
		t.Talk("%s\n", oneline.Safe(line))
	}
	return err
}

// Trusted returns what a workspace's configuration says of the world outside,
// if the user trusts it, and whether it says something that they do not trust.
func Trusted(t *cli.Terminal, dir string) (settings *catalog.Settings, refused bool, err error) {
	store, err := trust.Open("")
	if err != nil {
		return nil, false, nil // there is no home: nothing is trusted
	}
	settings, line, err := store.Settings(dir)
	if line != "" {
		t.Talk("%s\n", oneline.Safe(line))
	}
	return settings, line != "", err
}

// TrustedConduct returns the files of skills and schedules in a folder that the
// user trusts, and lines that say why others are not used.
func TrustedConduct(dir string) (files map[string]string, lines []string, err error) {
	store, err := trust.Open("")
	if err != nil {
		return nil, nil, nil // there is no home: nothing is trusted
	}
	return store.Trusts(dir)
}

// openProfile finds the workspace and the profile, or the profile that stands
// alone.
func (o *Options) openProfile(t *cli.Terminal, s *host.Settings) (err error) {
	if len(o.Plain.Paths) > 0 {
		return o.openPlain(t, s)
	}
	if o.Org != "" { // whose profiles the store knows
		dir, err := profile.FindWorkspace(".")
		if err == nil {
			s.Workspace, err = profile.OpenWorkspace(dir)
		}
		return err
	}
	w, p, err := OpenProfile(o.Start.Profile)
	if o.Below && o.Start.Profile == "" && errors.Is(err, profile.ErrNoWorkspace) {
		w, err = profile.OpenBelow(".")
	}
	if dir, e := filepath.Abs(o.Start.Profile); err != nil && e == nil && state.Vanished(s.Data, dir) {
		err = fmt.Errorf("WORKSPACE_VANISHED: you talked in %s, and its files are gone: restore them; its conversations are kept", dir)
	}
	if err != nil {
		if w != nil {
			w.Close()
		}
		return err
	}
	s.Workspace = w
	o.Start.Profile = ""
	switch {
	case p == nil:
	case w == nil:
		s.Alone = p
		o.Start.Profile = profile.RoleKey(p.Name())
	default:
		o.Start.Profile = profile.RoleKey(p.Name())
		p.Close()
	}
	return nil
}

// openPlain opens plain folders and files.
func (o *Options) openPlain(t *cli.Terminal, s *host.Settings) (err error) {
	if s.Database = ""; o.Plain.Data != "" { // the database is that of a workspace
		s.Known = ""
	}
	if s.Alone, err = plain.Open(t, o.Plain.Data, o.Plain.Paths, o.Builder.Yes); err == nil {
		o.Start.Profile = profile.RoleKey(s.Alone.Name())
	}
	return err
}

// rebuild returns what builds a profile of which a proposal changed a file.
func (o *Options) rebuild(t *cli.Terminal) func(context.Context, *profile.Profile) ([]string, error) {
	return func(ctx context.Context, p *profile.Profile) ([]string, error) {
		if !compile.HasSources(p) {
			return nil, nil
		}
		c, err := compile.NewCompiler(t, o.Built(t))
		if err != nil {
			return nil, err
		}
		if _, err := c.Build(ctx, p); err != nil {
			return nil, err
		}
		return []string{profile.OutputFile, profile.ManifestFile}, nil
	}
}

// trace returns what says where sources have quotes, by what the last build keeps.
func (o *Options) trace(t *cli.Terminal) func(context.Context, *profile.Profile, []pipeline.Quote, []pipeline.Known) ([]pipeline.Origin, error) {
	type traces = func(context.Context, *profile.Profile, []pipeline.Quote, []pipeline.Known) ([]pipeline.Origin, error)
	tracer := sync.OnceValues(func() (traces, error) {
		b, err := o.Built(t).Builder()
		if err != nil {
			return nil, err
		}
		return b.Tracer(), nil
	})
	return func(ctx context.Context, p *profile.Profile, quotes []pipeline.Quote, known []pipeline.Known) ([]pipeline.Origin, error) {
		trace, err := tracer()
		if err != nil || !compile.HasSources(p) {
			return nil, err
		}
		return trace(ctx, p, quotes, known)
	}
}

// AddOrg adds the flag that chooses an organisation.
func AddOrg(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "org", "", "work in the organisation `SLUG` (default: the machine's own profiles)")
}

// enter returns the host of the organisation that a command line chooses, with
// the profile that it means there.
func (o *Options) enter(ctx context.Context, h *host.Host) (*host.Host, error) {
	if o.Org == "" {
		return h, nil
	}
	in, err := h.Enter(ctx, o.Org)
	if err != nil {
		return h, fmt.Errorf("--org: %w", err)
	}
	if o.Start.Profile != "" && in != h {
		if o.Start.Profile, err = in.Directory().Meant(ctx, o.Start.Profile); err != nil {
			return in, fmt.Errorf("--profile: %w", err)
		}
	}
	return in, nil
}
