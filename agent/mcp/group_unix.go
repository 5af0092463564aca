//go:build unix

package mcp

import (
	"os/exec"
	"syscall"
)

// apart keeps Ctrl-C, which ends an answer, from a command: the terminal sends
// it to its own group of processes alone.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// sweep kills what a command has started and left behind.
func sweep(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // that nobody is left is well
	}
}
