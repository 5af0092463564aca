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

// ExitCode is an error that has been told already and only sets the code.
type ExitCode int

func (e ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }
