package worker

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// oldCalls are the calls of this processor that some others do not have.
func oldCalls() []uint32 { return []uint32{unix.SYS_RENAMEAT, unix.SYS_ACCEPT, unix.SYS_NEWFSTATAT} }
