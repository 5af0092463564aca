package cli

import "fmt"

// The exit codes, the same for every subcommand.
const (
	ExitDone   = 0   // done, or fresh
	ExitStale  = 1   // stale, or something found
	ExitError  = 2   // usage, configuration or input and output: nothing was written
	ExitFailed = 3   // current, but some sources failed
	ExitBug    = 101 // a bug of ours

	ExitInterrupted = 130 // by Ctrl-C or SIGTERM: what was not done is as it was
)

// ExitHelp is what the help of a command says of its exit code.
const ExitHelp = `Exit codes:
  0    done, or fresh
  1    stale
  2    wrong usage or configuration, or the machine failed: a file could not be
       read or written, or no process started: that profile was not written
  3    current, but some sources failed, by what is in them; the manifest names them
  101  a bug in backstory
  130  interrupted
With several profiles each is worked on, and the worst counts: 2 before 3 before 1.`

// ExitCode is an error that has been told already and only sets the code.
type ExitCode int

func (e ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }
