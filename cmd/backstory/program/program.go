// Package program is the whole program: all its commands, their help, and how
// it ends. The tests here are of all commands; those of one are in its folder.
//
//   - program.go: running a command line
//   - cmd_version.go, licences.go, man.go: version, licences and manual pages
//   - text.go: --json of commands that print text
//   - help.go: help
//   - complete.go: completion in shells
package program

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cache"
	"github.com/seed353dc258/backstory/cmd/backstory/chat"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cluster"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/doctor"
	"github.com/seed353dc258/backstory/cmd/backstory/lint"
	"github.com/seed353dc258/backstory/cmd/backstory/people"
	"github.com/seed353dc258/backstory/cmd/backstory/persona"
	"github.com/seed353dc258/backstory/cmd/backstory/proposals"
	"github.com/seed353dc258/backstory/cmd/backstory/records"
	"github.com/seed353dc258/backstory/cmd/backstory/schema"
	"github.com/seed353dc258/backstory/cmd/backstory/serve"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

// grace is how long what is under way may take to end after a signal. A build may
// be ended at any moment: its files are whole.
const grace = 5 * time.Second

// Main runs the command line of this process, and ends the process.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once
		time.Sleep(grace)
		os.Exit(cli.ExitInterrupted)
	})
	code := Run(ctx, os.Args[1:], cli.NewTerminal(os.Stdin, os.Stdout, os.Stderr))
	stop()
	os.Exit(code)
}

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, args []string, t *cli.Terminal) int {
	return execute(ctx, newRoot(t), args, t)
}

func execute(ctx context.Context, root *cobra.Command, args []string, t *cli.Terminal) (code int) {
	defer func() {
		if v := recover(); v != nil {
			t.Fail(cli.Notice{Code: cli.CodeBug, Message: fmt.Sprintf("this is a bug, please report it: %v", v)})
			t.Talk("%s", cli.Stack())
			code = t.End(args, cli.ExitCode(cli.ExitBug))
		}
	}()
	if cli.Asks(args, "--json") && (cli.Asks(args, "--help") || cli.Asks(args, "-h")) { // help for programs is had of commands without --json, too
		args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--json" })
		t.Answer.Asked = true
	}
	root.SetArgs(compile.JoinValues(args))
	answerHelp(root, t)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		complete(root)
	}
	cmd, err := root.ExecuteContextC(ctx)
	t.Answer.Command = strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
	return t.End(args, workspace.OrFolder(cmd, err))
}

func newRoot(t *cli.Terminal) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "backstory",
		Short: "Compile a folder of documents into one Markdown file for a language model",
		Long: `backstory turns the folder backstory/ of a profile, with documents of many formats, into
backstory.md and a manifest that says what became of each of them.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cli.OnlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return writeVersion(t.Out)
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVarP(&version, "version", "V", false, "print the version")
	root.SetFlagErrorFunc(cli.FlagError)
	root.SetIn(t.In)
	root.SetOut(t.Out)
	root.SetErr(t.Err)
	root.PersistentFlags().StringVar(&t.Root, "root", "", "work in `FOLDER` instead of the current one")
	root.PersistentFlags().StringVar(&t.Color, "color", "auto", "use colour: auto, always or never (`WHEN`)")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		t.Answer.Command = strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
		return t.Prepare()
	}
	root.AddCommand(
		compile.NewBuild(t, &cluster.Ahead{}), compile.NewWatch(t), compile.NewCheck(t), lint.New(t), compile.NewStatus(t, lint.Hidden(t)), compile.NewTokens(t), compile.NewFailed(t), compile.NewConvert(t), compile.NewFormats(t), compile.NewExplain(t),
		compile.NewInit(t), compile.NewMergeDriver(t), persona.NewProfiles(t), persona.NewPrompt(t), persona.NewSearch(t), chat.NewAsk(t), chat.NewChat(t), serve.NewOpen(t), serve.NewReport(t), serve.NewServe(t), serve.NewMCP(t), people.NewToken(t), people.NewOrg(t), people.NewUser(t), chat.NewTask(t), chat.NewRun(t), cache.New(t), doctor.New(t), persona.NewTrust(t), persona.NewImport(t), persona.NewExport(t), schema.New(t), newVersion(t), compile.NewWorker(),
	)
	root.AddCommand(records.NewSessions(t), records.NewMemory(t), proposals.NewProposals(t), records.NewStore(t), records.NewFolders(t)) // what chat keeps
	root.AddCommand(cluster.NewWorker(t), cluster.New(t))
	root.AddCommand(newMan(root, t))
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	group(root)
	if shells, _, err := root.Find([]string{"completion"}); err == nil {
		shells.Args = cli.OnlyCommands
		shells.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	cli.PlainArguments(root)
	answerText(root, t)
	return root
}
