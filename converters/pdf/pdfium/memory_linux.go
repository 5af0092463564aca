package pdfium

import "golang.org/x/sys/unix"

// inLargePages asks for large pages: what an instance starts with is copied,
// and a tenth of a document's time went into the faults for small ones.
func inLargePages(b []byte) {
	_ = unix.Madvise(b, unix.MADV_HUGEPAGE) // a wish
}
