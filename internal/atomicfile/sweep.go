package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// Sweep removes the temporary files that killed writers left in a folder and
// returns their names, sorted. Only regular files with a temporary name that
// were last written before the given time are removed. Who holds the folder's
// lock passes the zero time, which stands for any: no other writer is alive.
// Without the lock an hour ago is safe. It goes on after an error.
func Sweep(folder Lister, before time.Time) (removed []string, err error) {
	names, err := Leftovers(folder)
	if err != nil {
		return nil, fmt.Errorf("sweeping: %w", err)
	}
	for _, name := range names {
		gone, e := sweepOne(folder, name, before)
		if e != nil {
			err = errors.Join(err, fmt.Errorf("sweeping %s: %w", name, e))
		}
		if gone {
			removed = append(removed, name)
		}
	}
	return removed, err
}

// Leftovers returns the names of temporary files in a folder, sorted.
func Leftovers(folder Lister) ([]string, error) {
	names, err := folder.Names()
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !isTemporary(name) })
	slices.Sort(names)
	return names, nil
}

func sweepOne(folder Folder, name string, before time.Time) (gone bool, err error) {
	info, err := folder.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	if !before.IsZero() && !info.ModTime().Before(before) {
		return false, nil
	}
	err = folder.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// isTemporary reports whether a name is one that create makes. A source that
// merely begins like one is not touched.
func isTemporary(name string) bool {
	numbers, ours := strings.CutPrefix(name, Prefix)
	pid, n, two := strings.Cut(numbers, "-")
	return ours && two && isNumber(pid) && isNumber(n)
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
