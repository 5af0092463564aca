package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// SyncTree returns when a folder of regular files and all that is in it is on
// disk: before the rename that publishes it. Where the system can write a whole
// file system out, that is done once, which costs thousands of small files less
// than a sync of each.
func SyncTree(root *os.Root) error {
	dir, err := root.Open(".")
	if err != nil {
		return err
	}
	err = syncAll(dir)
	if err = errors.Join(err, dir.Close()); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return syncEach(root)
}

// syncEach syncs one file and folder after the other.
func syncEach(root *os.Root) error {
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			sub, err := root.OpenRoot(filepath.FromSlash(name))
			if err != nil {
				return err
			}
			return errors.Join(In(sub).Sync(), sub.Close())
		}
		// Windows syncs what is open for writing alone.
		file, err := root.OpenFile(filepath.FromSlash(name), os.O_RDWR, 0)
		if err != nil {
			return err
		}
		return errors.Join(file.Sync(), file.Close())
	})
}
