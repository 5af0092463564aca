package worker

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// seccomp makes the system refuse calls that converting does not need.
func seccomp() error {
	if auditArch == 0 {
		return errors.New("not for this processor")
	}
	filter := seccompFilter(refusedCalls(), boundCalls(os.Getpid()))
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if e != 0 {
		return e
	}
	return nil
}

// boundCall is a call that is allowed where its first argument, as far as the
// mask says, is a value.
type boundCall struct{ number, mask, value uint32 }

// boundCalls are the calls that the runtime needs, for its own process alone.
func boundCalls(pid int) []boundCall {
	const whole = 1<<32 - 1
	return []boundCall{
		{unix.SYS_CLONE, unix.CLONE_THREAD, unix.CLONE_THREAD}, // threads, no processes
		{unix.SYS_TGKILL, whole, uint32(pid)},
		{unix.SYS_PRLIMIT64, whole, 0}, // of this process
	}
}

// The instructions of a filter (Linux, Documentation/userspace-api/seccomp_filter.rst).
const (
	filterLoad   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	filterAnd    = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	filterEqual  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	filterAbove  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	filterAnswer = unix.BPF_RET | unix.BPF_K
)

// Where a filter finds what a call is, in bytes (struct seccomp_data). The
// lower half of an argument comes first on the processors that are known.
const (
	atNumber   = 0
	atArch     = 4
	atArgument = 16
)

// seccompFilter returns a program that refuses calls by their numbers, bound
// ones by their argument, and ends the process for those of another
// architecture. That there is no clone3, whose argument cannot be seen, makes
// libraries of C use clone.
func seccompFilter(refused []uint32, bound []boundCall) []unix.SockFilter {
	const (
		x32    = 0x40000000
		refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	)
	f := []unix.SockFilter{
		{Code: filterLoad, K: atArch},
		{Code: filterEqual, K: auditArch, Jt: 1},
		{Code: filterAnswer, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: filterLoad, K: atNumber},
		{Code: filterAbove, K: x32, Jf: 1},
		{Code: filterAnswer, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: filterEqual, K: unix.SYS_CLONE3, Jf: 1},
		{Code: filterAnswer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
	}
	for _, n := range refused {
		f = append(f, unix.SockFilter{Code: filterEqual, K: n, Jf: 1}, unix.SockFilter{Code: filterAnswer, K: refuse})
	}
	for _, b := range bound {
		f = append(f,
			unix.SockFilter{Code: filterEqual, K: b.number, Jf: 5},
			unix.SockFilter{Code: filterLoad, K: atArgument},
			unix.SockFilter{Code: filterAnd, K: b.mask},
			unix.SockFilter{Code: filterEqual, K: b.value, Jt: 1},
			unix.SockFilter{Code: filterAnswer, K: refuse},
			unix.SockFilter{Code: filterAnswer, K: unix.SECCOMP_RET_ALLOW})
	}
	return append(f, unix.SockFilter{Code: filterAnswer, K: unix.SECCOMP_RET_ALLOW})
}
