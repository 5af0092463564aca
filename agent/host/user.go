package host

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// EraseUserFiles removes what a user says of themselves, in all organisations. Of
// a user who said nothing it removes nothing. Folders that cannot be looked at are an
// error when all others are done: something of the user may be there.
func (h *Host) EraseUserFiles(name string) error {
	const doing = "erasing the files of a user"
	if err := plainfile.Guard(name); err != nil || path.Base(name) != name || name == "." {
		return errors.Join(err, fmt.Errorf("%s: %q is not a name", doing, name))
	}
	if h.Workspace == nil {
		return nil
	}
	folder, err := plainfile.OpenFolder(h.Workspace.Root, profile.OrgsFolder)
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
		if removeErr := h.Workspace.Root.RemoveAll(at); removeErr != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w: remove it yourself, if it is there", at, plainfile.LeftOut(at, removeErr).Err))
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
