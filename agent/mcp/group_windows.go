package mcp

import (
	"os/exec"
	"syscall"
)

// apart keeps Ctrl-C, which ends an answer, from a command.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// sweep kills what a command has started and left behind: nothing here, where
// a group cannot be named after its leader is gone.
func sweep(*exec.Cmd) {}
