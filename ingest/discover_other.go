//go:build !linux && !darwin

package ingest

import "os"

// openNonblock is needed where opening can wait.
const openNonblock = 0

func openPlace(profile *os.Root, real string) (place, error) { return openPortable(profile, real) }

// statOf describes an open file.
func statOf(f *os.File) (described, error) {
	info, err := f.Stat()
	if err != nil {
		return described{}, err
	}
	return described{Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano(), Mode: info.Mode()}, info}, nil
}

func isReplaced(error) bool { return false }

func isTooLong(error) bool { return false }
