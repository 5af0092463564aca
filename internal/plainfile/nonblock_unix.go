//go:build unix

package plainfile

import "syscall"

// nonblock keeps opening a pipe from waiting for somebody to write to it.
const nonblock = syscall.O_NONBLOCK
