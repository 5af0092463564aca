package converters

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// The errors that a caller can act on, for errors.Is. The types of this file
// say more.
var (
	ErrUnsupported = errors.New("unsupported format")
	ErrCorrupt     = errors.New("not readable as its format")
	ErrEncrypted   = errors.New("encrypted")
	ErrLimit       = errors.New("over a limit")
	ErrPanic       = errors.New("a bug in a converter")
	ErrMachine     = errors.New("a fault of the machine")
)

// MachineError says that the machine did not give what reading a source needs:
// a file that may not be opened, a disk that fails, a process that cannot be
// started, a program that is not installed. It says nothing of the source, so it
// ends the whole run: Is [ErrMachine].
type MachineError struct {
	Err    error
	Remedy string // how to mend it; may be empty
}

func (e *MachineError) Error() string { return placed(document.Pos{}, e.Err.Error(), e.Remedy) }

// Unwrap returns the cause.
func (e *MachineError) Unwrap() error { return e.Err }

// Is reports whether the target is [ErrMachine].
func (e *MachineError) Is(target error) bool { return target == ErrMachine }

// CorruptError says that an input is not what its format asks for: Is
// [ErrCorrupt].
type CorruptError struct {
	Pos    document.Pos
	What   string // "invalid JSON: unexpected end of input"
	Remedy string // how to mend it; may be empty
	Empty  bool   // nothing is wrong with it but that it holds nothing
}

// Corrupt returns a [CorruptError] with a formatted text.
func Corrupt(pos document.Pos, format string, args ...any) error {
	return &CorruptError{Pos: pos, What: fmt.Sprintf(format, args...)}
}

func (e *CorruptError) Error() string { return placed(e.Pos, e.What, e.Remedy) }

// Is reports whether the target is [ErrCorrupt].
func (e *CorruptError) Is(target error) bool { return target == ErrCorrupt }

// EncryptedError says that an input is locked: Is [ErrEncrypted].
type EncryptedError struct {
	What   string
	Remedy string
}

func (e *EncryptedError) Error() string { return placed(document.Pos{}, e.What, e.Remedy) }

// Is reports whether the target is [ErrEncrypted].
func (e *EncryptedError) Is(target error) bool { return target == ErrEncrypted }

// LimitError says which limit an input passed: Is [ErrLimit].
type LimitError struct {
	Limit Limit
	Value int64 // what was asked for, or reached
	Max   int64 // what is allowed
	Pos   document.Pos
	User  bool // only the user can raise it: the source is nobody's profile's
}

func (e *LimitError) Error() string {
	info := LimitTable()[e.Limit]
	unit := info.Unit
	if unit != "" {
		unit = " " + unit
	}
	at := "backstory/.backstory.json"
	if e.User {
		at = "your configuration"
	}
	return placed(e.Pos,
		fmt.Sprintf("%s: %s%s is over the limit of %s", info.Title, group(e.Value), unit, group(e.Max)),
		fmt.Sprintf("raise limits.%s in %s, or --limit %s=N", info.Name, at, info.Name))
}

// Is reports whether the target is [ErrLimit].
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// UnsupportedError says that no format reads a file: Is [ErrUnsupported].
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return e.Reason }

// Is reports whether the target is [ErrUnsupported].
func (e *UnsupportedError) Is(target error) bool { return target == ErrUnsupported }

// PanicError is a converter's panic: Is [ErrPanic]. It costs its source only.
type PanicError struct {
	Format string
	Value  string // what was panicked with
	Stack  string
}

func (e *PanicError) Error() string {
	return "the " + e.Format + " converter stopped with a bug: " + e.Value + ": please report it with the file"
}

// Is reports whether the target is [ErrPanic].
func (e *PanicError) Is(target error) bool { return target == ErrPanic }

// placed joins place, what and remedy as every error message has them.
func placed(pos document.Pos, what, remedy string) string {
	parts := make([]string, 0, 3)
	if place := pos.String(); place != "" {
		parts = append(parts, place)
	}
	parts = append(parts, what)
	if remedy != "" {
		parts = append(parts, remedy)
	}
	return strings.Join(parts, ": ")
}

// group writes a number with its thousands set apart.
func group(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
