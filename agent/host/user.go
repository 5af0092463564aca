package host

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// maxUserFile is how long a user.md may be, in bytes.
const maxUserFile = 64 << 10

// User reads what the user of a scope says of themselves, as their file says it
// now.
func (h *Host) User(sc scope.Scope) (profile.User, error) {
	h, err := h.of(sc)
	if err != nil {
		return profile.User{}, err
	}
	if sc.Org() != scope.Local {
		u, _ := profile.UserIn(h.Workspace, sc.User()) // what is wrong with it is not for the others
		return u, nil
	}
	p, err := h.Profile(sc.Profile())
	if err != nil {
		return profile.User{}, err
	}
	if p != nil {
		defer p.Close()
	}
	u, _ := profile.UserOf(h.Workspace, p) // what is wrong with it is said when the profile is loaded
	return u, nil
}

// UserTexts is what users say of themselves in organisations.
type UserTexts struct{ h *Host }

// UserTexts returns what users say of themselves in organisations.
func (h *Host) UserTexts() UserTexts { return UserTexts{h} }

// Read returns what the scope's user says of themselves in the organisation,
// nil where there is nothing. The machine's own profiles have a user.md each: for
// them it is an [ErrOwn].
func (u UserTexts) Read(sc scope.Scope) ([]byte, error) {
	if u.h.Org() == scope.Local {
		return nil, ErrOwn
	}
	text, err := plainfile.Read(u.h.Workspace.Root, path.Join(profile.UsersFolder, sc.User(), profile.UserFile), maxUserFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// Write writes what Read returns, whole at any moment. An empty text
// takes it away.
func (u UserTexts) Write(sc scope.Scope, text []byte) error {
	if u.h.Org() == scope.Local {
		return ErrOwn
	}
	if len(text) > maxUserFile {
		return plainfile.Refuse(plainfile.TooLarge, "it has %d bytes, and may have %d", len(text), maxUserFile)
	}
	dir := path.Join(profile.UsersFolder, sc.User())
	if err := u.h.Workspace.Root.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("writing what is said of a user: %w", err)
	}
	folder, err := plainfile.OpenRootIn(u.h.Workspace.Root, dir)
	if err != nil {
		return fmt.Errorf("writing what is said of a user: %w", err)
	}
	defer folder.Close()
	if len(text) == 0 {
		if err := folder.Remove(profile.UserFile); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return atomicfile.Write(atomicfile.In(folder), atomicfile.Bytes(profile.UserFile, text))
}

// All returns what a user says of themselves, by organisation.
func (u UserTexts) All(name string, orgs []string) (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, slug := range slices.Sorted(slices.Values(orgs)) {
		if slug == scope.Local || slug == scope.Platform {
			continue
		}
		in, err := u.h.In(slug)
		if err != nil {
			return nil, err
		}
		sc, err := scope.New(slug, name, "")
		if err != nil {
			return nil, err
		}
		text, err := in.UserTexts().Read(sc)
		if err != nil {
			return nil, err
		}
		if text != nil {
			all[slug] = text
		}
	}
	return all, nil
}

// Erase removes what a user says of themselves, in all organisations. Of
// a user who said nothing it removes nothing. Folders that cannot be looked at are an
// error when all others are done: something of the user may be there.
func (u UserTexts) Erase(name string) error {
	const doing = "erasing the files of a user"
	if err := plainfile.Guard(name); err != nil || path.Base(name) != name || name == "." {
		return errors.Join(err, fmt.Errorf("%s: %q is not a name", doing, name))
	}
	if u.h.Workspace == nil {
		return nil
	}
	folder, err := plainfile.OpenFolder(u.h.Workspace.Root, profile.OrgsFolder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	defer folder.Close()
	list, err := folder.ReadDir(-1)
	for _, e := range list {
		if !e.IsDir() {
			continue
		}
		at := path.Join(profile.OrgsFolder, e.Name(), profile.UsersFolder, name)
		if removeErr := u.h.Workspace.Root.RemoveAll(at); removeErr != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w: remove it yourself, if it is there", at, plainfile.LeftOut(at, removeErr).Err))
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
