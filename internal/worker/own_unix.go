//go:build unix

package worker

import (
	"io/fs"
	"os"
	"syscall"
)

// isOurs reports whether a folder is the user's and nobody else may write to
// it.
func isOurs(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Getuid() && info.Mode().Perm()&0o022 == 0
}
