package atomicfile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrLocked says that somebody else held the lock until the time was up. The
// error that wraps it is a [*LockedError].
var ErrLocked = errors.New("locked by another process")

// Holder names who holds a lock. It is told to a person who waits; nothing is
// decided by it.
type Holder struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Command string    `json:"command"`
	Since   time.Time `json:"since"`
}

// String says it in a few words; the zero holder is "another process".
func (h Holder) String() string {
	if h.PID == 0 {
		return "another process"
	}
	s := fmt.Sprintf("process %d", h.PID)
	if h.Host != "" {
		s += " on " + h.Host
	}
	if h.Command != "" {
		s += " (" + h.Command + ")"
	}
	return s
}

// LockedError is the error of a lock that was not to be had in time.
type LockedError struct{ Holder Holder }

// Error implements error.
func (e *LockedError) Error() string { return "locked by " + e.Holder.String() }

// Is makes the error an [ErrLocked].
func (e *LockedError) Is(target error) bool { return target == ErrLocked }

// LockOptions are the options of [Acquire]; the zero value works.
type LockOptions struct {
	// Cache is a folder of the user's, outside of what is locked, for the small
	// file that names the holder, and the lock where a folder cannot be locked.
	// Empty: a folder of the user's own for temporary files, where there is one.
	Cache string
	// Command is what this process says it is doing.
	Command string
	// Waiting is called when the lock is taken, and again whenever its holder
	// changes, with what is known of the holder. Default: not called.
	Waiting func(Holder)
	// Poll is the time between two attempts. Default: 20 ms.
	Poll time.Duration
}

// Lock is a lock that this process holds, until Release or its own end,
// however that comes.
type Lock struct {
	file   *os.File
	holder string // path of the file that names us, or empty
}

// Acquire takes the lock of the folder that root is open on, so that at most
// one process (and one call in it) has it. It waits until the context ends:
// [ErrLocked] at its deadline, the context's error when it was cancelled. One
// attempt is made in any case, so a context whose deadline is past means «do
// not wait».
//
// On Unix it is flock(2) on the folder itself: nothing is written in the
// folder, and the kernel frees the lock when its holder dies. Where a folder
// cannot be locked (Windows, some network file systems) a file in the cache
// folder, or in a temporary one that is the user's own, is locked instead, which
// covers the processes of one user on one machine. Systems with neither give an error.
func Acquire(ctx context.Context, root *os.Root, opts LockOptions) (*Lock, error) {
	opts.Poll = defaultPoll(opts.Poll)
	id, err := identity(root)
	if err != nil {
		return nil, fmt.Errorf("locking: %w", err)
	}
	if opts.Cache == "" {
		opts.Cache = ownTemp()
	}
	note := ""
	if opts.Cache != "" {
		note = filepath.Join(opts.Cache, "lock-"+id+".json")
	}
	file, err := wait(ctx, root, opts, note)
	if err != nil {
		return nil, err
	}
	l := &Lock{file: file}
	if note != "" && writeHolder(note, opts.Command) == nil {
		l.holder = note
	}
	return l, nil
}

func defaultPoll(d time.Duration) time.Duration {
	if d <= 0 {
		return 20 * time.Millisecond
	}
	return d
}

// Release frees the lock.
func (l *Lock) Release() error {
	if l.holder != "" {
		// While we still have the lock: afterwards it is the next one's name.
		_ = os.Remove(l.holder) // it informs; a stale one is overwritten
	}
	// Closing alone is not enough: a child that is being started has a copy of
	// the open file until its own program runs, and a copy keeps the lock.
	return errors.Join(unlock(l.file), l.file.Close())
}

// wait tries until the lock is free or the context ends. The open file that it
// returns holds the lock.
func wait(ctx context.Context, root *os.Root, opts LockOptions, note string) (*os.File, error) {
	file, err := openLockable(root, opts.Cache, note)
	if err != nil {
		return nil, fmt.Errorf("locking: %w", err)
	}
	var told Holder
	for first := true; ; first = false {
		free, err := tryLock(file)
		if free && err == nil {
			return file, nil
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("locking: %w", err), file.Close())
		}
		holder := readHolder(note)
		if opts.Waiting != nil && (first || holder != told) {
			opts.Waiting(holder)
			told = holder
		}
		if err := pause(ctx, opts.Poll); err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				err = &LockedError{holder}
			}
			return nil, errors.Join(err, file.Close())
		}
	}
}

// openLockable opens the folder, if it can be locked, or else a file for it.
func openLockable(root *os.Root, cache, note string) (*os.File, error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	if canLock(dir) {
		return dir, nil
	}
	if err := dir.Close(); err != nil {
		return nil, err
	}
	return openLockFile(cache, note)
}

// openLockFile opens the file that stands for a folder which cannot be locked.
func openLockFile(cache, note string) (*os.File, error) {
	if cache == "" {
		return nil, errors.New("this folder cannot be locked, and there is no cache folder")
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(strings.TrimSuffix(note, ".json")+".file", os.O_RDWR|os.O_CREATE, 0o600)
}

// pause waits for d or for the end of the context, whose error it returns.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// identity names a folder independently of the path it was reached by.
func identity(root *os.Root) (string, error) {
	info, err := root.Stat(".")
	if err != nil {
		return "", err
	}
	host, _ := os.Hostname() // device numbers are a machine's own; none is fine
	sum := sha256.Sum256([]byte(host + "\x00" + folderID(info, root.Name())))
	return hex.EncodeToString(sum[:16]), nil
}

func writeHolder(path, command string) error {
	host, _ := os.Hostname() // unnamed where there is none
	h := Holder{PID: os.Getpid(), Host: host, Command: command, Since: time.Now().UTC().Truncate(time.Second)}
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o600)
}

// readHolder is the zero holder where nobody is named (yet).
func readHolder(path string) (h Holder) {
	data, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(data, &h) != nil {
		return Holder{}
	}
	return h
}
