//go:build unix

package mcp_test

import (
	"syscall"
	"testing"
)

// makePipes makes named pipes, which nobody writes to: what reads them waits.
func makePipes(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
