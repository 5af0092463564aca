package worker_test

import (
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// worldOfSystem says what a converter can reach by calls of Linux that Go does
// not make by itself.
func worldOfSystem() []string {
	var reached []string
	if _, err := os.Stat("/etc/passwd"); err == nil {
		reached = append(reached, "names of files")
	}
	parent := os.Getppid()
	if err := unix.Tgkill(parent, parent, 0); err == nil {
		reached = append(reached, "signals")
	}
	if err := unix.Prlimit(parent, unix.RLIMIT_CPU, nil, &unix.Rlimit{}); err == nil {
		reached = append(reached, "other processes")
	}
	pid, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if errno == 0 && pid == 0 {
		syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	if errno == 0 {
		reached = append(reached, "new processes")
	}
	clone := [8]uint64{4: uint64(unix.SIGCHLD)} // struct clone_args, its first version
	pid, _, errno = syscall.RawSyscall(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&clone)), unsafe.Sizeof(clone), 0)
	if errno == 0 && pid == 0 {
		syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	if errno == 0 {
		reached = append(reached, "new processes by clone3")
	}
	return reached
}

// die ends the process as a system does that has no more memory.
func die() { _ = unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGKILL) }
