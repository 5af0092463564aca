package worker

import "golang.org/x/sys/unix"

// refusedCalls are the calls that converting does not need: files by name,
// other processes, the network, the kernel's own machinery.
func refusedCalls() []uint32 {
	return append(oldCalls(),
		unix.SYS_OPENAT, unix.SYS_OPENAT2, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
		unix.SYS_EXECVE, unix.SYS_EXECVEAT,
		unix.SYS_UNLINKAT, unix.SYS_RENAMEAT2, unix.SYS_LINKAT, unix.SYS_SYMLINKAT, unix.SYS_MKDIRAT, unix.SYS_MKNODAT,
		unix.SYS_FCHMODAT, unix.SYS_FCHOWNAT, unix.SYS_TRUNCATE, unix.SYS_CHDIR, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT,
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_SETXATTR,
		unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT4, unix.SYS_SENDTO, unix.SYS_SENDMSG,
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KILL, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD,
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_IO_URING_SETUP, unix.SYS_USERFAULTFD,
		unix.SYS_MEMFD_CREATE, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE,
		unix.SYS_FINIT_MODULE, unix.SYS_REBOOT, unix.SYS_SETUID, unix.SYS_SETGID, unix.SYS_SETGROUPS,
	)
}
