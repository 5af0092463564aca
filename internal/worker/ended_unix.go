//go:build unix

package worker

import (
	"os"
	"syscall"
)

// endedFromOutside reports whether a process was ended by a signal that a
// program does not send itself.
func endedFromOutside(state *os.ProcessState) bool {
	switch signalOf(state) {
	case syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP:
		return true
	default:
		return false
	}
}

// ranOut reports whether a process was ended for its processor time.
func ranOut(state *os.ProcessState) bool { return signalOf(state) == syscall.SIGXCPU }

// signalOf returns the signal that ended a process, or 0.
func signalOf(state *os.ProcessState) syscall.Signal {
	if state == nil {
		return 0
	}
	s, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !s.Signaled() {
		return 0
	}
	return s.Signal()
}
