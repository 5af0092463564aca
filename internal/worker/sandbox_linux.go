package worker

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// confine gives up what converting does not need: making files, the file system,
// other processes, the network. It returns what this system does not offer, and
// whether it refuses what none should be without: the filter of calls, which every
// kernel has and some containers forbid.
func confine() (missing []string, refused bool) {
	for _, l := range []struct {
		what int
		most uint64
	}{{unix.RLIMIT_CORE, 0}, {unix.RLIMIT_FSIZE, 0}, {unix.RLIMIT_NOFILE, 16}} {
		if err := unix.Setrlimit(l.what, &unix.Rlimit{Cur: l.most, Max: l.most}); err != nil {
			missing = append(missing, "limits of the system: "+err.Error())
		}
	}
	if err := endAtLimit(); err != nil {
		missing = append(missing, "limit of processor time: "+err.Error())
	}
	// A program that is linked with C cannot ask for all its threads at once:
	// seccomp does that for them, and Landlock is missing.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	_, _, e := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)
	if e == unix.ENOTSUP {
		_, _, e = unix.Syscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)
	}
	if e != 0 {
		return append(missing, "no new privileges: "+e.Error()), true
	}
	if err := landlock(); err != nil {
		missing = append(missing, "Landlock: "+err.Error())
	}
	if err := seccomp(); err != nil {
		return append(missing, "seccomp: "+err.Error()), auditArch != 0
	}
	return missing, false
}

// endAtLimit lets the system end the process when its processor time is spent.
// The runtime would take the signal and go on.
func endAtLimit() error {
	const setSize = 8       // bytes of a set of signals
	var byDefault [4]uint64 // struct kernel_sigaction, or more
	_, _, e := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(unix.SIGXCPU), uintptr(unsafe.Pointer(&byDefault)), 0, setSize, 0, 0)
	if e != 0 {
		return e
	}
	return nil
}

// limitSeconds lets the process take so much more processor time.
func limitSeconds(n uint64) {
	var used unix.Rusage
	var limit unix.Rlimit
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil || unix.Getrlimit(unix.RLIMIT_CPU, &limit) != nil {
		return // the parent's clock holds still
	}
	limit.Cur = min(uint64(used.Utime.Sec+used.Stime.Sec)+n, limit.Max)
	_ = unix.Setrlimit(unix.RLIMIT_CPU, &limit) // as above
}

// landlock forbids every access to files, and TCP, sockets by name and signals
// to others where the kernel knows them; seccomp refuses such signals anyway.
func landlock() error {
	version, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 {
		return e
	}
	const first = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // all of version 1
	attr := unix.LandlockRulesetAttr{Handled_access_fs: first}
	size := unsafe.Sizeof(attr.Handled_access_fs)
	if version >= 2 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		size += unsafe.Sizeof(attr.Handled_access_net)
	}
	if version >= 5 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if version >= 6 {
		fixed, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_ERRATA)
		if e != 0 {
			fixed = 0 // the kernel is older than the question
		}
		attr.Scoped = scopes(fixed)
		size += unsafe.Sizeof(attr.Scoped)
	}
	fd, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if e != 0 {
		return e
	}
	defer unix.Close(int(fd))
	if _, _, e := syscall.AllThreadsSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); e == unix.ENOTSUP {
		return errors.New("the program was built with cgo, which CGO_ENABLED=0 leaves out")
	} else if e != 0 {
		return e
	}
	return nil
}

// scopes returns what a kernel that knows scopes, and has mended these errors in
// them, can keep inside. Before erratum 2 was mended, threads that are confined
// one by one could not send signals to one another, by which the runtime of Go
// confines them: it would wait for the others without end.
func scopes(fixed uintptr) uint64 {
	const threads = 1 << (2 - 1) // erratum 2
	if fixed&threads == 0 {
		return unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	return unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
}

// memoryOf returns how much memory a process has in use for itself, in bytes,
// without what it shares with files, such as its code; 0 if it is gone.
func memoryOf(pid int) int64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b))
	if len(fields) < 3 {
		return 0
	}
	resident, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	shared, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return 0
	}
	return (resident - shared) * int64(os.Getpagesize())
}
