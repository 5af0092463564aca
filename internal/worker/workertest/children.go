// Package workertest finds the processes that tests start and kill.
//
//   - children.go: children of a process
//   - pdfium.go: compiled PDFium for tests
//   - refuse_linux.go, refuse_other.go: systems that refuse filters of calls
package workertest

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Children returns the processes that a process started and that have not
// ended, as Linux tells them; elsewhere none.
func Children(parent int) []int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	var out []int
	for _, path := range stats {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		// The name, in brackets, may have brackets and spaces (proc(5)).
		fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) && fields[0] != "Z" {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				out = append(out, pid)
			}
		}
	}
	return out
}
