//go:build !linux

package worker

// confine has nothing to offer here: the process has its pipes and its clock.
func confine() (missing []string, refused bool) {
	return []string{"no sandbox of this system is used"}, false
}

// limitSeconds leaves the time to the parent's clock.
func limitSeconds(uint64) {}

// memoryOf does not know; PDFium has its own limit.
func memoryOf(int) int64 { return 0 }
