package pipeline_test

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// fault is what goes wrong at one call of the write path.
type fault struct {
	name  string
	err   error
	short bool // a write stores half, and says so with err or without
	crash bool // the process ends here: no call has an effect any more
}

var errCrash = errors.New("the process was killed")

func faults() []fault {
	return []fault{
		{name: "EIO", err: syscall.EIO},
		{name: "ENOSPC", err: syscall.ENOSPC, short: true},
		{name: "EDQUOT", err: syscall.EDQUOT},
		{name: "EXDEV", err: syscall.EXDEV},
		{name: "short write", short: true},
		{name: "kill", err: errCrash, short: true, crash: true},
	}
}

// broken is a profile's folder whose call number at fails. Every call of it
// and of its files that changes something is counted, by one goroutine at a
// time.
type broken struct {
	atomicfile.Lister
	fault fault
	at    int
	calls []string
	dead  bool
}

func (b *broken) call(name string) error {
	if b.dead {
		return errCrash
	}
	b.calls = append(b.calls, name)
	if len(b.calls)-1 != b.at {
		return nil
	}
	b.dead = b.fault.crash
	return b.fault.err
}

// hit returns the call that failed, or "" if there were fewer.
func (b *broken) hit() string {
	if b.at < len(b.calls) {
		return b.calls[b.at]
	}
	return ""
}

func (b *broken) Create(name string, perm fs.FileMode) (atomicfile.File, error) {
	if err := b.call("create"); err != nil {
		return nil, err
	}
	f, err := b.Lister.Create(name, perm)
	if err != nil {
		return nil, err
	}
	return &brokenFile{f, b}, nil
}

func (b *broken) Lstat(name string) (fs.FileInfo, error) {
	if err := b.call("lstat"); err != nil {
		return nil, err
	}
	return b.Lister.Lstat(name)
}

func (b *broken) Rename(from, to string) error {
	if err := b.call("rename"); err != nil {
		return err
	}
	return b.Lister.Rename(from, to)
}

func (b *broken) Remove(name string) error {
	if err := b.call("remove"); err != nil {
		return err
	}
	return b.Lister.Remove(name)
}

func (b *broken) Sync() error {
	if err := b.call("sync folder"); err != nil {
		return err
	}
	return b.Lister.Sync()
}

type brokenFile struct {
	atomicfile.File
	b *broken
}

func (f *brokenFile) Write(p []byte) (n int, err error) {
	half := f.b.fault.short && !f.b.dead && len(f.b.calls) == f.b.at
	err = f.b.call("write")
	switch {
	case half:
		n, writeErr := f.File.Write(p[:len(p)/2])
		return n, errors.Join(err, writeErr)
	case err != nil:
		return 0, err
	}
	return f.File.Write(p)
}

func (f *brokenFile) Chmod(perm fs.FileMode) error {
	if err := f.b.call("chmod"); err != nil {
		return err
	}
	return f.File.Chmod(perm)
}

func (f *brokenFile) Sync() error {
	if err := f.b.call("sync"); err != nil {
		return err
	}
	return f.File.Sync()
}

// Close closes in any case, as the system does.
func (f *brokenFile) Close() error {
	return errors.Join(f.b.call("close"), f.File.Close())
}
