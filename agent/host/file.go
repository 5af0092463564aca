package host

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// maxEntries is how many entries of a folder are listed.
const maxEntries = 2000

// Stat describes a file or folder of the workspace. Nothing outside of it is
// there.
func (h *Host) Stat(name string) (fs.FileInfo, error) {
	root, _ := h.root()
	info, err := root.Stat(filepath.FromSlash(name))
	if err != nil {
		return nil, plainfile.Why(root, filepath.FromSlash(name), err)
	}
	return info, nil
}

// ReadFile reads a regular file of the workspace, of at most limit bytes.
func (h *Host) ReadFile(name string, limit int64) ([]byte, error) {
	root, _ := h.root()
	return plainfile.Read(root, filepath.FromSlash(name), limit)
}

// Entries lists a folder of the workspace, sorted; "" is the workspace's. One
// that cannot be read has none.
func (h *Host) Entries(name string) []fs.DirEntry {
	root, _ := h.root()
	folder, err := plainfile.OpenFolder(root, filepath.FromSlash(filepath.Clean(name)))
	if err != nil {
		return nil
	}
	defer folder.Close()
	list, _ := folder.ReadDir(maxEntries) // what could be read is there
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}
