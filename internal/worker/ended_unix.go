//go:build unix

package worker

import (
	"os"
	"syscall"
)

// endedFromOutside reports whether a process was ended by a signal that a
// program does not send itself.
func endedFromOutside(state *os.ProcessState) bool {
	if state == nil {
		return false
	}
	s, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !s.Signaled() {
		return false
	}
	switch s.Signal() {
	case syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP:
		return true
	default:
		return false
	}
}
