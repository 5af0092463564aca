//go:build unix

package serve

import (
	"os/signal"
	"syscall"
)

// readBehind has a read of the terminal fail where the process runs in the background
// of a shell: else the read would stop the process.
func readBehind() { signal.Ignore(syscall.SIGTTIN) }
