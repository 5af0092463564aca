package plainfile

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Code says in one word why a file is refused. Clients tell refusals apart by it.
type Code string

// The codes.
const (
	NullByte    Code = "NULL_BYTE"    // the name holds a NUL
	SpecialFile Code = "SPECIAL_FILE" // it is not a regular file, or lies among those of the system
	Traversal   Code = "TRAVERSAL"    // it lies outside of the folder
	TooLarge    Code = "TOO_LARGE"    // it has more bytes than are read
)

// Refusal is an error of a file that is not read or written, whoever asks.
type Refusal struct {
	Code Code
	err  error
}

// Error implements error.
func (r *Refusal) Error() string { return r.err.Error() }

// Unwrap returns what is wrong, such as [ErrNotPlain].
func (r *Refusal) Unwrap() error { return r.err }

// Refuse returns a refusal that says what is wrong.
func Refuse(code Code, format string, args ...any) error {
	return &Refusal{code, fmt.Errorf(format, args...)}
}

// Guard refuses a name by which nothing of a folder can be meant: one with a NUL,
// one of the system's special files, and one that leads out of the folder. What a
// name leads to over links is found out by opening it.
func Guard(name string) error {
	slashed := filepath.ToSlash(name)
	switch {
	case strings.ContainsRune(name, 0):
		return Refuse(NullByte, "the name %.80q holds a NUL", name)
	case isSpecial(slashed):
		return Refuse(SpecialFile, "%.80q is one of the system's special files", name)
	case !filepath.IsLocal(name) || path.IsAbs(slashed):
		return Refuse(Traversal, "%.80q leads out of the folder: name a file in it", name)
	}
	return nil
}

// isSpecial reports whether a path is in a folder of devices or of a virtual file
// system, such as /proc. Files in memory are plain ones.
func isSpecial(name string) bool {
	name = path.Clean(name)
	if strings.HasPrefix(name, "/dev/shm/") {
		return false
	}
	for _, folder := range []string{"/dev", "/proc", "/sys"} {
		if name == folder || strings.HasPrefix(name, folder+"/") {
			return true
		}
	}
	return false
}

// linkCode is the code of a link that leads out of a folder.
func linkCode(root *os.Root, name string) Code {
	target, err := root.Readlink(name)
	if err == nil && isSpecial(filepath.ToSlash(target)) {
		return SpecialFile
	}
	return Traversal
}
