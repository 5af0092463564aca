// Package chat has the commands that talk with an agent: chat, and run and task,
// which work without a person.
//
//   - ask.go: ask
//   - chat.go, once.go, prompt.go: chat, with a person or for one question
//   - run.go, schedule.go: run
//   - task.go: task
package chat

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/repl"
	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// NewChat returns the command chat.
func NewChat(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	cmd := &cobra.Command{
		Use:   "chat [PROFILE]",
		Short: "Talk with the agent of a profile",
		Long: `chat brings the profile's backstory up to date and talks with its agent, at a terminal or through a
pipe. If no model is configured, it answers offline: it quotes what the profile says about the
question, and names the source. Lines that begin with a slash are commands; /help lists them.

Conversations are kept in .backstory/ in the workspace. Providers and their keys are configured in
backstory/config.json in your configuration folder, never by a workspace that you do not trust.

--once is for scripts: each question has a session of its own, beside the one that you talk in; -c continues
the session of the last question. Standard input is sent with the question, quoted as material.`,
		Args: workspace.ProfileArg(&o.Start.Profile),
		RunE: func(cmd *cobra.Command, _ []string) error { return runChat(cmd, t, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.Start.Profile, "profile", "", "the profile, by its `NAME` in the workspace or by its folder")
	workspace.AddOrg(f, &o.Org)
	f.StringVar(&o.Start.Session, "session", "", "resume this session (`ID` or title, or a prefix of either)")
	f.StringVar(&o.Start.Role, "role", "", "work in this `ROLE`")
	f.StringVar(&o.Start.Model, "model", "", "ask this `MODEL`; the session keeps it")
	f.StringVar(&o.Once, "once", "", "answer one `QUESTION` and exit; standard input goes with it")
	f.BoolVarP(&o.Start.Last, "continue", "c", false, "with --once: resume the session of the last such question")
	t.AddJSON(f)
	f.BoolVar(&t.Answer.Lines, "stream-json", false, "with --once: print one JSON object per line as the answer comes")
	f.StringVar(&o.Project, "project", "", "work on the project in `FOLDER`: its AGENTS.md, CLAUDE.md and rules are read")
	f.StringVar(&o.Config, "config", "", "your configuration (`FILE`)")
	f.StringVar(&o.Mode, "mode", "", "how much of the prompt is sent, and which tools: `MODE` is full, minimal or none")
	f.BoolVar(&o.Adopt, "adopt", false, "take over conversations that were made under another configuration folder, or the workspace of another system")
	o.Builder.AddPlain(cmd)
	compile.AddIsolate(cmd, &o.Builder.Isolate)
	compile.AddCacheDir(cmd, &o.Builder.Caches.CacheDir)
	return cmd
}

func runChat(cmd *cobra.Command, t *cli.Terminal, o *workspace.Options) error {
	if err := o.TakePlain(); err != nil {
		return err
	}
	return runShell(cmd, t, o, cmd.Flags().Changed("once"))
}

// runShell talks with a person, or has one question answered.
func runShell(cmd *cobra.Command, t *cli.Terminal, o *workspace.Options, once bool) error {
	t.Answer.Asked = t.Answer.Asked || t.Answer.Lines
	if err := checkOnce(o, once, t); err != nil {
		return err
	}
	// Ctrl-C stops an answer and no more: see interruptible. Elsewhere it ends
	// the process, as SIGTERM does; all that was said is kept.
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	ctx := context.WithoutCancel(cmd.Context())
	defer given.Lazily()() // the first answer comes sooner
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
		return s.Run(ctx, o.Start)
	}
	s.Host.RecoverFiles(ctx)
	return runOnce(ctx, t, s, o)
}

// openShell opens all that a chat needs. done closes it again.
func openShell(ctx context.Context, t *cli.Terminal, o *workspace.Options) (s *repl.Shell, done func(), err error) {
	h, open, err := workspace.OpenHost(ctx, t, o)
	done = open.Close
	if err != nil {
		return nil, done, err
	}
	defer func() {
		if err != nil {
			done()
		}
	}()
	c, err := compile.NewCompiler(t, o.Built(t))
	if err != nil {
		return nil, done, err
	}
	if p := h.Alone; p != nil && p.Sources != nil {
		if err = c.Follow(ctx, p); err == nil {
			err = TellModel(t, h)
		}
		if err != nil {
			return nil, done, err
		}
	}
	s = &repl.Shell{
		Host: h, Backstory: c, Prompts: presenter{t}, Interruptible: interruptible,
		Terminal: repl.Terminal{
			Out: t.Out, Err: t.Err, Colored: t.ColorsOut(), Links: cli.HasLinks(os.Getenv), Spins: t.Person && os.Getenv("TERM") != "dumb",
			Width: func() int { return cli.Columns(t.Out) },
		},
	}
	open.Add(s.Close)
	in, terminal := t.In.(*os.File)
	if s.Person = terminal && t.Person && term.IsTerminal(int(in.Fd())); !s.Person {
		s.In = input.NewPipe(t.In)
		return s, done, nil
	}
	k := input.Keyboard{In: in, Out: t.Err, History: filepath.Join(h.StateDir(), "history"), Complete: s.Complete}
	if s.In, err = k.Open(); err != nil {
		return nil, done, err
	}
	open.Add(s.In.Close)
	return s, done, nil
}

// TellModel says which model gets passages of a plain folder, if any does.
func TellModel(t *cli.Terminal, h *host.Host) error {
	i, err := h.Identity(h.Alone.Name())
	if err != nil {
		return err
	}
	choice, err := h.Catalog.ChooseFor(i, store.Session{})
	if err == nil && choice.Full != catalog.Offline {
		t.Talk("%s: passages of these files go to the model %s (%s)\n", names.Show(h.Alone.Name()), oneline.Safe(choice.Full), oneline.Safe(choice.From))
	}
	return err
}

// interruptible returns a context that Ctrl-C ends.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt)
}
