//go:build !linux

package atomicfile

import (
	"errors"
	"os"
)

func syncAll(*os.File) error { return errors.ErrUnsupported }
