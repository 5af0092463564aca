// Command backstory compiles a folder of mixed documents into one Markdown
// file for a language model.
//
// One file here is one subcommand: its options, its flags, what it prints.
// The work is done in internal/pipeline.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

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
)

const exitHelp = `Exit codes:
  0    done, or fresh
  1    stale
  2    wrong usage or configuration, or a file could not be read or written:
       that profile was not written
  3    current, but some sources failed; they are named in the manifest
  101  a bug in backstory
With several profiles each is worked on, and the worst counts: 2 before 3 before 1.`

// exitCode is an error that has been told already and only sets the code.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], newTerminal(os.Stdin, os.Stdout, os.Stderr))
	stop()
	os.Exit(code)
}

// run runs one command line and returns its exit code.
func run(ctx context.Context, args []string, t *terminal) (code int) {
	defer func() {
		if v := recover(); v != nil {
			t.talk("backstory: this is a bug, please report it: %v\n%s", v, stack())
			code = exitBug
		}
	}()
	root := newRoot(t)
	root.SetArgs(joinValues(args))
	err := root.ExecuteContext(ctx)
	var known exitCode
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &known):
		return int(known)
	default:
		t.talk("backstory: %v\n", err)
		return exitError
	}
}

func newRoot(t *terminal) *cobra.Command {
	root := &cobra.Command{
		Use:   "backstory",
		Short: "Compile a folder of documents into one Markdown file for a language model",
		Long: `backstory turns the folder backstory/ of a profile, with documents of many formats, into
backstory.md and a manifest that says what became of each of them.

` + exitHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	root.PersistentFlags().StringVar(&t.root, "root", "", "work in this `folder` instead of the current one")
	root.PersistentFlags().StringVar(&t.color, "color", "auto", "colour the talk: auto, always or never")
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return t.prepare() }
	root.AddCommand(
		newBuild(t), newCheck(t), newStatus(t), newFailed(t), newConvert(t), newFormats(t), newExplain(t),
		newInit(t), newProfiles(t), newPrompt(t), newChat(t), newCache(t), newTrust(t), newVersion(t), newWorker(),
	)
	root.CompletionOptions.HiddenDefaultCmd = true
	return root
}
