package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
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
	"github.com/seed353dc258/backstory/prompt"
)

// chatOptions are the flags of chat.
type chatOptions struct {
	start    repl.Start
	org      string // empty for the machine's own profiles
	once     string
	project  string
	config   string
	adopt    bool
	mode     string
	layout   string        // of the prompt; empty for what the preferences say
	look     bool          // nothing is written
	bare     bool          // without servers of tools
	verify   bool          // see [host.Settings]
	budget   prompt.Budget // that takes the place of what is configured
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
backstory/config.json in your configuration folder, never by a workspace that you do not trust.

--once is for scripts: each question has a session of its own, beside the one that you talk in; -c goes on
with that of the last question. What is piped in goes with the question as material.

` + exitHelp,
		Example: `  backstory chat --profile ada
  git diff | backstory chat --once "What changed?"
  backstory chat --once "And why?" -c --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runChat(cmd, t, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.start.Profile, "profile", "", "the profile, by its `name` in the workspace or by its folder")
	addOrg(f, &o.org)
	f.StringVar(&o.start.Session, "session", "", "go on with this session (`ID` or title, or a prefix of either)")
	f.StringVar(&o.start.Role, "role", "", "work in this `role`")
	f.StringVar(&o.start.Model, "model", "", "ask this `model`")
	f.StringVar(&o.once, "once", "", "answer one `question` and exit; standard input goes with it")
	f.BoolVarP(&o.start.Last, "continue", "c", false, "with --once: go on with the session of the last such question")
	t.addJSON(f)
	f.BoolVar(&t.answer.lines, "stream-json", false, "with --once: print a JSON object a line as the answer comes")
	f.StringVar(&o.project, "project", "", "work on the project in this `folder`: its AGENTS.md and CLAUDE.md are read")
	f.StringVar(&o.config, "config", "", "your configuration (`file`)")
	f.StringVar(&o.mode, "mode", "", "full, minimal or none: how much of a prompt is sent, and which tools")
	f.BoolVar(&o.adopt, "adopt", false, "take over conversations that somebody else brought, or the workspace of another system")
	addIsolate(cmd, &o.isolate)
	addCacheDir(cmd, &o.cacheDir)
	return cmd
}

func runChat(cmd *cobra.Command, t *terminal, o *chatOptions) error {
	once := cmd.Flags().Changed("once")
	t.answer.asked = t.answer.asked || t.answer.lines
	if err := o.checkOnce(once, t); err != nil {
		return err
	}
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
	if !once {
		s.Host.Recover(ctx)
		return s.Run(ctx, o.start)
	}
	s.Host.RecoverFiles(ctx)
	return runOnce(ctx, t, s, o)
}

// closers are closed in the other order than they were opened in.
type closers struct {
	t    *terminal
	open []func() error
}

func (c *closers) add(f func() error) { c.open = append(c.open, f) }

func (c *closers) close() {
	for i := len(c.open) - 1; i >= 0; i-- {
		if err := c.open[i](); err != nil {
			c.t.talk("backstory: %v\n", err)
		}
	}
	c.open = nil
}

// serversFolder is the folder of the cache for the tools that servers have.
const serversFolder = "servers"

// openHost opens a host. The servers of tools start beside that.
func openHost(ctx context.Context, t *terminal, o *chatOptions) (*host.Host, *closers, error) {
	open := &closers{t: t}
	settings, err := o.settings(t)
	if err != nil {
		return nil, open, err
	}
	if w := settings.Workspace; w != nil {
		open.add(w.Close)
	}
	if p := settings.Alone; p != nil {
		open.add(p.Close)
	}
	if servers := settings.Catalog.Servers(); len(servers) > 0 && !o.bare {
		options := mcp.Options{Version: version}
		if folder := cacheFolder(o.cacheDir); folder != "" {
			options.Known = filepath.Join(folder, serversFolder)
		}
		hub := mcp.Open(ctx, servers, options)
		open.add(hub.Close)
		settings.Servers = hub
	}
	h, err := host.Open(ctx, *settings)
	if err != nil {
		open.close()
		return nil, open, err
	}
	open.add(h.Close)
	if h, err = o.enter(ctx, h); err == nil && o.org != "" && o.start.Profile == "" {
		o.start.Profile, err = h.DefaultProfile(ctx)
	}
	if err != nil {
		open.close()
	}
	return h, open, err
}

// openShell opens all that a chat needs. done closes it again.
func openShell(ctx context.Context, t *terminal, o *chatOptions) (s *repl.Shell, done func(), err error) {
	h, open, err := openHost(ctx, t, o)
	done = open.close
	if err != nil {
		return nil, done, err
	}
	defer func() {
		if err != nil {
			done()
		}
	}()
	c, err := newCompiler(t, &builderOptions{isolate: o.isolate, cacheDir: o.cacheDir, tell: t.talk})
	if err != nil {
		return nil, done, err
	}
	s = &repl.Shell{
		Host: h, Backstory: c, Prompts: presenter{t}, Out: t.out, Err: t.err, Colored: t.colorsOut(), Interruptible: interruptible,
		Width: func() int { return columns(t.out) }, Links: hasLinks(os.Getenv), Spins: t.person && os.Getenv("TERM") != "dumb",
	}
	open.add(s.Close)
	in, terminal := t.in.(*os.File)
	if s.Person = terminal && t.person && term.IsTerminal(int(in.Fd())); !s.Person {
		s.In = repl.NewPipe(t.in)
		return s, done, nil
	}
	k := repl.Keyboard{In: in, Out: t.err, History: filepath.Join(h.StateDir(), "history"), Complete: s.Complete}
	if s.In, err = k.Open(); err != nil {
		return nil, done, err
	}
	open.add(s.In.Close)
	return s, done, nil
}

// interruptible returns a context that Ctrl-C ends.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt)
}

// settings finds the profile and the models.
func (o *chatOptions) settings(t *terminal) (*host.Settings, error) {
	s := &host.Settings{Adopt: o.adopt, Mode: prompt.Mode(o.mode), Layout: o.layout, Budget: o.budget, Look: o.look, Verify: o.verify, Warn: func(err error) { t.talk("backstory: %v\n", err) }}
	s.Rebuild = o.rebuild(t)
	user, err := catalog.Load(o.config)
	if err != nil {
		return nil, err
	}
	s.Database = database("DATABASE_URL")
	models := catalog.Options{User: user}
	if folder, err := catalog.Folder(); err == nil {
		s.Known = filepath.Join(folder, "stores")
	}
	if folder, err := dataFolder(); err == nil {
		s.Data = filepath.Join(folder, "state")
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
	dir := ""
	if s.Workspace != nil {
		dir = s.Workspace.Dir
	} else {
		dir = s.Alone.Dir
	}
	var line string
	if s.Conduct, line, err = trustedConduct(dir); err != nil {
		return nil, err
	}
	if line != "" {
		t.talk("%s\n", oneline.Safe(line))
	}
	s.Catalog = catalog.New(models)
	return s, nil
}

// dataFolder returns the folder for the user's data: backstory in
// $XDG_DATA_HOME or ~/.local/share, elsewhere beside the configuration.
func dataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "backstory"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return catalog.Folder()
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "backstory"), err
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

// trustedConduct returns the files of skills and schedules in a folder that the
// user trusts, and a line where he does not.
func trustedConduct(dir string) (files map[string]string, line string, err error) {
	store, err := trust.Open("")
	if err != nil {
		return nil, "", nil // there is no home: nothing is trusted
	}
	return store.Trusts(dir)
}

// openProfile finds the workspace and the profile, or the profile that stands
// alone.
func (o *chatOptions) openProfile(s *host.Settings) error {
	if o.org != "" { // whose profiles the store knows
		dir, err := profile.FindWorkspace(".")
		if err == nil {
			s.Workspace, err = profile.OpenWorkspace(dir)
		}
		return err
	}
	w, p, err := openProfile(o.start.Profile)
	if dir, e := filepath.Abs(o.start.Profile); err != nil && e == nil && host.Vanished(s.Data, dir) {
		err = fmt.Errorf("WORKSPACE_VANISHED: you talked in %s, and its files are gone: restore them; its conversations are kept", dir)
	}
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
