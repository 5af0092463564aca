//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd && !windows

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

func tryLock(*os.File) (bool, error) { return false, errors.ErrUnsupported }

func canLock(*os.File) bool { return false }

func ownTemp() string { return "" }

func folderID(_ fs.FileInfo, name string) string { return name }

func unlock(*os.File) error { return nil }
