//go:build !linux && !darwin

package discover

import (
	"cmp"
	"os"
)

// openNonblock is needed where opening can wait.
const openNonblock = 0

// StatOf describes an open file.
func StatOf(f *os.File) (described, error) {
	info, err := f.Stat()
	if err != nil {
		return described{}, err
	}
	d := describe(info)
	if d.Mode.IsRegular() {
		d.ChangeTime = cmp.Or(d.ChangeTime, openChangeTime(f))
	}
	return d, nil
}

// IsReplaced reports whether an error says that a name means another file by now.
func IsReplaced(error) bool { return false }

func isTooLong(error) bool { return false }
