package worker

import (
	"encoding/binary"
	"os"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// verdict runs the filter of a process on a call.
func verdict(t *testing.T, arch, number uint32, argument uint64) uint32 {
	t.Helper()
	var raw []bpf.RawInstruction
	for _, f := range seccompFilter(refusedCalls(), boundCalls(1234)) {
		raw = append(raw, bpf.RawInstruction{Op: f.Code, Jt: f.Jt, Jf: f.Jf, K: f.K})
	}
	program, ok := bpf.Disassemble(raw)
	if !ok {
		t.Fatal("the filter is not a program")
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	// The machine of x/net reads what comes from a network: its words begin with
	// their high byte.
	var call [64]byte
	binary.BigEndian.PutUint32(call[atNumber:], number)
	binary.BigEndian.PutUint32(call[atArch:], arch)
	binary.BigEndian.PutUint32(call[atArgument:], uint32(argument))
	binary.BigEndian.PutUint32(call[atArgument+4:], uint32(argument>>32))
	out, err := vm.Run(call[:])
	if err != nil {
		t.Fatal(err)
	}
	return uint32(out)
}

func TestFilterRefusesWhatConvertingDoesNotNeed(t *testing.T) {
	if auditArch == 0 {
		t.Skip("there is no filter for this processor")
	}
	const (
		allow   = unix.SECCOMP_RET_ALLOW
		kill    = unix.SECCOMP_RET_KILL_PROCESS
		refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	)
	for _, n := range refusedCalls() {
		if got := verdict(t, auditArch, n, 0); got != refuse {
			t.Errorf("call %d: %#x, want it refused", n, got)
		}
	}
	for _, c := range []struct {
		name         string
		arch, number uint32
		argument     uint64
		want         uint32
	}{
		{"read", auditArch, unix.SYS_READ, 0, allow},
		{"write", auditArch, unix.SYS_WRITE, 1, allow},
		{"mmap", auditArch, unix.SYS_MMAP, 0, allow},
		{"munmap", auditArch, unix.SYS_MUNMAP, 1 << 40, allow},
		{"madvise", auditArch, unix.SYS_MADVISE, 1 << 40, allow},
		{"futex", auditArch, unix.SYS_FUTEX, 1 << 40, allow},
		{"exit", auditArch, unix.SYS_EXIT_GROUP, 0, allow},
		{"a thread", auditArch, unix.SYS_CLONE, unix.CLONE_VM | unix.CLONE_THREAD, allow},
		{"a process", auditArch, unix.SYS_CLONE, uint64(unix.SIGCHLD), refuse},
		{"a process by clone3", auditArch, unix.SYS_CLONE3, 1 << 40, unknown},
		{"a signal to itself", auditArch, unix.SYS_TGKILL, 1234, allow},
		{"a signal to another", auditArch, unix.SYS_TGKILL, 1235, refuse},
		{"its own limits", auditArch, unix.SYS_PRLIMIT64, 0, allow},
		{"the limits of another", auditArch, unix.SYS_PRLIMIT64, 1, refuse},
		{"another architecture", auditArch + 1, unix.SYS_READ, 0, kill},
		{"x32", auditArch, 0x40000000 + unix.SYS_READ, 0, kill},
	} {
		if got := verdict(t, c.arch, c.number, c.argument); got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, got, c.want)
		}
	}
}

func TestFilterOfThisProcessNamesIt(t *testing.T) {
	for _, b := range boundCalls(os.Getpid()) {
		if b.number == unix.SYS_TGKILL && b.value != uint32(os.Getpid()) {
			t.Errorf("signals may go to %d, want %d", b.value, os.Getpid())
		}
	}
}
