// Command backstory compiles a folder of mixed documents into one Markdown
// file for a language model.
//
// One file here is one subcommand: its options, its flags, what it prints.
// The work is done in internal/pipeline.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// version is set when a release is built.
var version = "devel"

// The exit codes, the same for every subcommand.
const (
	exitDone   = 0   // done, or fresh
	exitStale  = 1   // stale, or something found
	exitError  = 2   // usage, configuration or input and output: nothing was written
	exitFailed = 3   // current, but some sources failed
	exitBug    = 101 // a bug of ours

	exitInterrupted = 130 // by Ctrl-C or SIGTERM: what was not done is as it was
)

const exitHelp = `Exit codes:
  0    done, or fresh
  1    stale
  2    wrong usage or configuration, or the machine failed: a file could not be
       read or written, or no process started: that profile was not written
  3    current, but some sources failed, by what is in them; the manifest names them
  101  a bug in backstory
  130  interrupted
With several profiles each is worked on, and the worst counts: 2 before 3 before 1.`

// exitCode is an error that has been told already and only sets the code.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// grace is how long what is under way may take to end after a signal. A build may
// be ended at any moment: its files are whole.
const grace = 5 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once
		time.Sleep(grace)
		os.Exit(exitError)
	})
	code := run(ctx, os.Args[1:], newTerminal(os.Stdin, os.Stdout, os.Stderr))
	stop()
	os.Exit(code)
}

// run runs one command line and returns its exit code.
func run(ctx context.Context, args []string, t *terminal) (code int) {
	defer func() {
		if v := recover(); v != nil {
			t.fail(notice{Code: codeBug, Message: fmt.Sprintf("this is a bug, please report it: %v", v)})
			t.talk("%s", stack())
			code = t.end(args, exitCode(exitBug))
		}
	}()
	root := newRoot(t)
	root.SetArgs(joinValues(args))
	cmd, err := root.ExecuteContextC(ctx)
	t.answer.asked = t.answer.asked && !cmd.Flags().Changed("help")
	t.answer.command = strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
	return t.end(args, err)
}

func newRoot(t *terminal) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "backstory",
		Short: "Compile a folder of documents into one Markdown file for a language model",
		Long: `backstory turns the folder backstory/ of a profile, with documents of many formats, into
backstory.md and a manifest that says what became of each of them.

` + exitHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          onlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return writeVersion(t.out)
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVarP(&version, "version", "V", false, "print the version")
	root.SetFlagErrorFunc(flagError)
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	root.PersistentFlags().StringVar(&t.root, "root", "", "work in this `folder` instead of the current one")
	root.PersistentFlags().StringVar(&t.color, "color", "auto", "use colour: auto, always or never (`WHEN`)")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		t.answer.command = strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
		return t.prepare()
	}
	root.AddCommand(
		newBuild(t), newWatch(t), newCheck(t), newStatus(t), newFailed(t), newConvert(t), newFormats(t), newExplain(t),
		newInit(t), newMergeDriver(t), newProfiles(t), newPrompt(t), newChat(t), newServe(t), newMCP(t), newToken(t), newOrg(t), newUser(t), newTask(t), newRun(t), newCache(t), newTrust(t), newImport(t), newExport(t), newVersion(t), newWorker(),
	)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(newSessions(t), newMemory(t), newProposals(t), newStore(t)) // what chat keeps
	plainArguments(root)
	return root
}
