package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/mcp"
	"github.com/seed353dc258/backstory/agent/repl"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/agent/trust"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// chatOptions are the flags of chat.
type chatOptions struct {
	start    repl.Start
	once     string
	project  string
	config   string
	adopt    bool
	cacheDir string
	isolate  string
}

func newChat(t *terminal) *cobra.Command {
	var o chatOptions
	cmd := &cobra.Command{
		Use:   "chat",
		Short: "Talk with the agent of a profile",
		Long: `chat brings the profile's backstory up to date and talks with its agent, at a terminal or through a
pipe. Without a model that is configured it answers offline: it quotes what the profile says of the
question, with the source. Lines that begin with a slash are commands; /help lists them.

Conversations are kept in .backstory/ in the workspace. Providers and their keys are configured in
backstory/config.json in the folder of your configuration, never by a workspace that you do not trust.

` + exitHelp,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runChat(cmd, t, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.start.Profile, "profile", "", "the profile, by its `name` in the workspace or by its folder")
	f.StringVar(&o.start.Session, "session", "", "go on with this session (`ID` or its begin)")
	f.StringVar(&o.start.Role, "role", "", "work in this `role`")
	f.StringVar(&o.start.Model, "model", "", "ask this `model`")
	f.StringVar(&o.once, "once", "", "have one `question` answered and leave")
	f.StringVar(&o.project, "project", "", "work on the project in this `folder`: its AGENTS.md and CLAUDE.md are read")
	f.StringVar(&o.config, "config", "", "your configuration (`file`)")
	f.BoolVar(&o.adopt, "adopt", false, "take over conversations that somebody else brought")
	addIsolate(cmd, &o.isolate)
	addCacheDir(cmd, &o.cacheDir)
	return cmd
}

func runChat(cmd *cobra.Command, t *terminal, o *chatOptions) error {
	// Ctrl-C stops an answer and no more: see interruptible. Elsewhere it ends
	// the process, as SIGTERM does; all that was said is kept.
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	ctx := context.WithoutCancel(cmd.Context())
	defer lazily()() // the first answer comes sooner
	s, done, err := openShell(ctx, t, o)
	if err != nil {
		return err
	}
	defer done()
	if s.Person { // whose terminal is given back before the process ends
		var stop context.CancelFunc
		ctx, stop = signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
		defer stop()
		defer context.AfterFunc(ctx, func() { s.In.Close() })()
	}
	if !cmd.Flags().Changed("once") {
		return s.Run(ctx, o.start)
	}
	s.Quiet = true
	if err := s.Begin(ctx, o.start); err != nil {
		return err
	}
	return s.Answer(ctx, o.once)
}

// openShell opens all that a chat needs. done closes it again.
func openShell(ctx context.Context, t *terminal, o *chatOptions) (s *repl.Shell, done func(), err error) {
	var open []func() error
	done = func() {
		for i := len(open) - 1; i >= 0; i-- {
			if err := open[i](); err != nil {
				t.talk("backstory: %v\n", err)
			}
		}
	}
	defer func() {
		if err != nil {
			done()
		}
	}()
	settings, err := o.settings(t)
	if err != nil {
		return nil, done, err
	}
	if w := settings.Workspace; w != nil {
		open = append(open, w.Close)
	}
	if p := settings.Alone; p != nil {
		open = append(open, p.Close)
	}
	if servers := settings.Catalog.Servers(); len(servers) > 0 {
		hub := mcp.Open(ctx, servers, mcp.Options{Version: version})
		open = append(open, hub.Close)
		for _, note := range hub.Notes() {
			t.talk("%s\n", oneline.Safe(note))
		}
		settings.Foreign = hub.Tools()
	}
	h, err := host.Open(ctx, *settings)
	if err != nil {
		return nil, done, err
	}
	open = append(open, h.Close)
	c, err := newCompiler(t, &builderOptions{isolate: o.isolate, cacheDir: o.cacheDir, tell: t.talk})
	if err != nil {
		return nil, done, err
	}
	s = &repl.Shell{
		Host: h, Backstory: c, Prompts: presenter{t}, Out: t.out, Err: t.err, Colored: t.colorsOut(), Interruptible: interruptible,
	}
	open = append(open, s.Close)
	in, terminal := t.in.(*os.File)
	if s.Person = terminal && t.person && term.IsTerminal(int(in.Fd())); !s.Person {
		s.In = repl.NewPipe(t.in)
		return s, done, nil
	}
	k := repl.Keyboard{In: in, Out: t.err, History: filepath.Join(h.Dir(), host.StateFolder, "history"), Complete: s.Complete}
	if s.In, err = k.Open(); err != nil {
		return nil, done, err
	}
	open = append(open, s.In.Close)
	return s, done, nil
}

// interruptible returns a context that Ctrl-C ends.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt)
}

// settings finds the profile and the models.
func (o *chatOptions) settings(t *terminal) (*host.Settings, error) {
	s := &host.Settings{Adopt: o.adopt, Warn: func(err error) { t.talk("backstory: %v\n", err) }}
	user, err := catalog.Load(o.config)
	if err != nil {
		return nil, err
	}
	models := catalog.Options{User: user}
	if folder, err := catalog.Folder(); err == nil {
		s.Known = filepath.Join(folder, "stores")
	}
	if o.project != "" {
		if s.Project, err = tool.LoadProject(o.project); err != nil {
			return nil, fmt.Errorf("--project: %w", err)
		}
		for _, note := range s.Project.Notes {
			t.talk("%s\n", oneline.Safe(note))
		}
	}
	if err := o.openProfile(s); err != nil {
		return nil, err
	}
	if s.Workspace != nil {
		if models.Trusted, err = trusted(t, s.Workspace.Dir); err != nil {
			return nil, errors.Join(err, s.Workspace.Close())
		}
	}
	s.Catalog = catalog.New(models)
	return s, nil
}

// trusted returns what a workspace's configuration says of the world outside,
// if the user trusts it.
func trusted(t *terminal, dir string) (*catalog.Settings, error) {
	store, err := trust.Open("")
	if err != nil {
		return nil, nil // there is no home: nothing is trusted
	}
	settings, line, err := store.Settings(dir)
	if line != "" {
		t.talk("%s\n", oneline.Safe(line))
	}
	return settings, err
}

// openProfile finds the workspace and the profile, or the profile that stands
// alone.
func (o *chatOptions) openProfile(s *host.Settings) error {
	w, p, err := openProfile(o.start.Profile)
	if err != nil {
		if w != nil {
			w.Close()
		}
		return err
	}
	s.Workspace = w
	o.start.Profile = ""
	switch {
	case p == nil:
	case w == nil:
		s.Alone = p
		o.start.Profile = profile.RoleKey(p.Name())
	default:
		o.start.Profile = profile.RoleKey(p.Name())
		p.Close()
	}
	return nil
}
