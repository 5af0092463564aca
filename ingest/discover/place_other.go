//go:build !linux && !darwin

package discover

import "os"

// openNonblock is needed where opening can wait.
const openNonblock = 0

func openPlace(profile *os.Root, real string) (place, error) { return openPortable(profile, real) }

// StatOf describes an open file.
func StatOf(f *os.File) (described, error) {
	info, err := f.Stat()
	if err != nil {
		return described{}, err
	}
	return described{Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano(), Mode: info.Mode()}, info}, nil
}

// IsReplaced reports whether an error says that a name means another file by now.
func IsReplaced(error) bool { return false }

func isTooLong(error) bool { return false }
