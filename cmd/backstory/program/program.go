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
	asked := ""
	if len(args) > 0 {
		asked = args[0]
	}
	return execute(ctx, newRoot(t, asked), args, t)
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

// newRoot returns the command that all others are below. Where one is asked for, it is the
// only one that is made: each start pays for what is. Else all are.
func newRoot(t *cli.Terminal, asked string) *cobra.Command {
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
	below := commands(t)
	if create := below[asked]; create != nil {
		root.CompletionOptions.DisableDefaultCmd = true
		root.AddCommand(create())
	} else {
		for _, create := range below {
			root.AddCommand(create())
		}
		addHelp(root, t)
	}
	cli.PlainArguments(root)
	answerText(root, t)
	return root
}

// commands returns what makes each command, by its name.
func commands(t *cli.Terminal) map[string]func() *cobra.Command {
	return map[string]func() *cobra.Command{
		"ask":                 func() *cobra.Command { return chat.NewAsk(t) },
		"build":               func() *cobra.Command { return compile.NewBuild(t, &cluster.Ahead{}) },
		"cache":               func() *cobra.Command { return cache.New(t) },
		"chat":                func() *cobra.Command { return chat.NewChat(t) },
		"check":               func() *cobra.Command { return compile.NewCheck(t) },
		"cluster":             func() *cobra.Command { return cluster.New(t) },
		"convert":             func() *cobra.Command { return compile.NewConvert(t) },
		"doctor":              func() *cobra.Command { return doctor.New(t) },
		"explain":             func() *cobra.Command { return compile.NewExplain(t) },
		"export":              func() *cobra.Command { return persona.NewExport(t) },
		"failed":              func() *cobra.Command { return compile.NewFailed(t) },
		"folders":             func() *cobra.Command { return records.NewFolders(t) },
		"formats":             func() *cobra.Command { return compile.NewFormats(t) },
		"import":              func() *cobra.Command { return persona.NewImport(t) },
		"init":                func() *cobra.Command { return compile.NewInit(t) },
		"lint":                func() *cobra.Command { return lint.New(t) },
		"mcp":                 func() *cobra.Command { return serve.NewMCP(t) },
		"memory":              func() *cobra.Command { return records.NewMemory(t) },
		"merge-driver":        func() *cobra.Command { return compile.NewMergeDriver(t) },
		"open":                func() *cobra.Command { return serve.NewOpen(t) },
		"org":                 func() *cobra.Command { return people.NewOrg(t) },
		"profiles":            func() *cobra.Command { return persona.NewProfiles(t) },
		"prompt":              func() *cobra.Command { return persona.NewPrompt(t) },
		"proposals":           func() *cobra.Command { return proposals.NewProposals(t) },
		"report":              func() *cobra.Command { return serve.NewReport(t) },
		"run":                 func() *cobra.Command { return chat.NewRun(t) },
		"schema":              func() *cobra.Command { return schema.New(t) },
		"search":              func() *cobra.Command { return persona.NewSearch(t) },
		"serve":               func() *cobra.Command { return serve.NewServe(t) },
		"sessions":            func() *cobra.Command { return records.NewSessions(t) },
		"status":              func() *cobra.Command { return compile.NewStatus(t, lint.Hidden(t)) },
		"store":               func() *cobra.Command { return records.NewStore(t) },
		"task":                func() *cobra.Command { return chat.NewTask(t) },
		"token":               func() *cobra.Command { return people.NewToken(t) },
		"tokens":              func() *cobra.Command { return compile.NewTokens(t) },
		"trust":               func() *cobra.Command { return persona.NewTrust(t) },
		"user":                func() *cobra.Command { return people.NewUser(t) },
		"version":             func() *cobra.Command { return newVersion(t) },
		"watch":               func() *cobra.Command { return compile.NewWatch(t) },
		"worker":              func() *cobra.Command { return cluster.NewWorker(t) },
		compile.WorkerCommand: func() *cobra.Command { return compile.NewWorker() },
	}
}

// addHelp gives the program the commands that are about all others, and puts all into their
// groups.
func addHelp(root *cobra.Command, t *cli.Terminal) {
	root.AddCommand(newMan(root, t))
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	group(root)
	if shells, _, err := root.Find([]string{"completion"}); err == nil {
		shells.Args = cli.OnlyCommands
		shells.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}
