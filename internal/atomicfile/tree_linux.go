package atomicfile

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// syncAll writes out the file system that a folder is in. Where it cannot, that
// is an errors.ErrUnsupported.
func syncAll(dir *os.File) error {
	err := unix.Syncfs(int(dir.Fd()))
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.EPERM) { // the last one of a sandbox
		return errors.ErrUnsupported
	}
	if err != nil {
		return fmt.Errorf("syncing %s: %w", dir.Name(), err)
	}
	return nil
}
