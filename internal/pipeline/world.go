package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
)

// Locking says how a build waits for another one of the same profile. The
// zero value does not wait.
type Locking struct {
	Timeout time.Duration
	Holders string              // folder for the names of holders; empty names none
	Waiting func(holder string) // called when there is one to wait for; may be nil
}

// take takes the profile's lock and removes what a killed build left.
func (l Locking) take(ctx context.Context, p *profile.Profile) (release func(), err error) {
	timed, cancel := context.WithDeadline(ctx, time.Now().Add(l.Timeout))
	defer cancel()
	lock, err := atomicfile.Acquire(timed, p.Root, atomicfile.LockOptions{
		Cache:   l.Holders,
		Command: "backstory build",
		Waiting: func(h atomicfile.Holder) {
			if l.Waiting != nil && l.Timeout > 0 {
				l.Waiting(h.String())
			}
		},
	})
	if errors.Is(err, atomicfile.ErrLocked) {
		return nil, fmt.Errorf("%w: wait for it, or raise --lock-timeout", err)
	}
	if err != nil {
		return nil, err
	}
	if err := settle(p); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	// A lock that cannot be released goes with the process; the build is done.
	return func() { _ = lock.Release() }, nil
}

// settle ends what a killed build left: an output that it made, and whose
// manifest it wrote, takes its place, and what else it left goes.
func settle(p *profile.Profile) error {
	folder := atomicfile.In(p.Root)
	left, err := atomicfile.Leftovers(folder)
	if err != nil || len(left) == 0 {
		return err
	}
	before, err := stand(p, nothing(), false)
	if err != nil {
		return err
	}
	// Not every file system of Windows renames over an open file.
	if err := before.close(); err != nil {
		return err
	}
	if name := before.unfinished; name != "" {
		if err := errors.Join(folder.Rename(name, profile.OutputFile), folder.Sync()); err != nil {
			return fmt.Errorf("ending the build that was interrupted: %w", err)
		}
	}
	_, err = atomicfile.Sweep(folder, time.Time{})
	return err
}

// unfinished returns the temporary file of the output that the manifest
// describes, if there is one: a build was ended between renaming the manifest
// and renaming the output. An output that was written to since is not the one
// that the build was to replace.
func unfinished(p *profile.Profile, s *standing) (string, error) {
	if s.manifest.Schema == 0 || len(s.manifest.Files) == 0 {
		return "", nil
	}
	left, err := atomicfile.Leftovers(atomicfile.In(p.Root))
	if err != nil {
		return "", err
	}
	for _, name := range left {
		f, err := p.Root.Open(name)
		if err != nil {
			continue // another build may be at work, and this one only look
		}
		info, err := f.Stat()
		same := err == nil && info.Mode().IsRegular() && info.Size() <= maxOutput && !s.written.After(info.ModTime())
		if same {
			same, err = Describes(s.manifest, f)
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return "", fmt.Errorf("reading %s: %w", name, err)
		}
		if same {
			return name, nil
		}
	}
	return "", nil
}

// remove removes a file of a profile, if it is there.
func (b *Builder) remove(p *profile.Profile, name string) error {
	folder := b.in(p)
	if err := folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing %s: %w", name, err)
	}
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("syncing the folder after removing %s: %w", name, err)
	}
	return nil
}
