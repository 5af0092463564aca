package pdfium

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapCode maps a part of a file over p, which wazero has mapped for code: nothing is
// copied, and processes that run the same code share it. It reports false where
// that cannot be, as on a file system without programs.
func mapCode(f *os.File, at int64, p []byte) bool {
	info, err := f.Stat()
	start := unsafe.Pointer(unsafe.SliceData(p))
	if err != nil || info.Size() < at+int64(len(p)) || uintptr(start)%uintptr(os.Getpagesize()) != 0 {
		return false
	}
	_, err = unix.MmapPtr(int(f.Fd()), at, start, uintptr(len(p)), unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_FIXED)
	return err == nil
}
