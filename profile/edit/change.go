package edit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
)

// ApprovalsFolder is the folder of a profile in which approvals of changes are kept.
const ApprovalsFolder = "approvals"

// patience is how long somebody else who changes the files of a profile is waited for.
const patience = 10 * time.Second

// Change calls a function while nobody else changes the files of the profile: all who
// read a file and write it again do both in there. It holds for other processes, too.
// Who only reads need not wait, since each file is whole at any moment.
//
// The lock is on the folder of approvals, since builds hold that of the profile
// itself. A folder that was made for it goes again, unless it has got approvals.
func Change(ctx context.Context, p *profile.Profile, do func() error) error {
	if err := p.Editable(); err != nil {
		return err
	}
	timed, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		release, err := lock(timed, p)
		if err != nil {
			return err
		}
		if release != nil {
			defer release()
			return do()
		}
	}
}

// lock takes the lock of [Change]. It returns nothing where the folder was
// removed by who had the lock before: then there is another folder, or none.
func lock(ctx context.Context, p *profile.Profile) (release func(), err error) {
	folder, made, err := open(p, ApprovalsFolder)
	if err != nil {
		return nil, err
	}
	held, err := atomicfile.Acquire(ctx, folder, atomicfile.LockOptions{Command: "backstory: changing a profile", Cache: p.Locks})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the files of the profile are being changed: %w", err), folder.Close())
	}
	if !has(p, ApprovalsFolder, folder) {
		return nil, errors.Join(held.Release(), folder.Close(), ctx.Err())
	}
	return func() {
		if made {
			_ = p.Root.Remove(ApprovalsFolder) // which fails where something is in it now
		}
		// A lock that cannot be released goes with the process; what was done is done.
		_ = errors.Join(held.Release(), folder.Close())
	}, nil
}

// open opens a folder of the profile, which is made where it is not there.
func open(p *profile.Profile, name string) (folder *os.Root, made bool, err error) {
	for folder == nil { // somebody may remove it before it is open
		err = p.Root.Mkdir(name, 0o755)
		if made = err == nil; !made && !errors.Is(err, fs.ErrExist) {
			return nil, false, fmt.Errorf("making %s: %w", name, err)
		}
		if info, err := p.Root.Lstat(name); err == nil && !info.IsDir() {
			return nil, false, fmt.Errorf("%s is not a folder: move it away", filepath.Join(p.Dir, name))
		}
		if folder, err = p.Root.OpenRoot(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, false, err
		}
	}
	return folder, made, nil
}

// has reports whether an open folder is the one that has a name.
func has(p *profile.Profile, name string, folder *os.Root) bool {
	named, err := p.Root.Lstat(name)
	if err != nil {
		return false
	}
	opened, err := folder.Stat(".")
	return err == nil && os.SameFile(named, opened)
}

// Write gives a file of the profile a content, whole at any moment; nil removes it.
// Folders are made, and permissions stay. Who read the file before does both in
// [Change].
func Write(p *profile.Profile, name string, content []byte) error {
	name = filepath.FromSlash(p.At(name))
	if content == nil {
		if err := p.Root.Remove(name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	dir, base := path.Split(filepath.ToSlash(name))
	if err := p.Root.MkdirAll(path.Join(".", dir), 0o755); err != nil {
		return err
	}
	folder, err := p.Root.OpenRoot(path.Join(".", dir))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := atomicfile.Write(atomicfile.In(folder), atomicfile.Bytes(base, content)); err != nil {
		return fmt.Errorf("writing %s: %w", filepath.ToSlash(name), err)
	}
	return nil
}
