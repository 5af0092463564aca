//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd)

package input

import (
	"errors"
	"os"
)

// hushed is a terminal that shows nothing of what is typed: here it cannot be
// told to.
type hushed struct{}

func hush(*os.File) (h hushed, ok bool) { return h, false }

func (hushed) read([]byte) (int, error) { return 0, errors.ErrUnsupported }

func (hushed) restore() {}
