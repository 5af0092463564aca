package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/names"
)

// Folder is what a folder of sources has in it, without its subfolders.
type Folder struct {
	Path         string `json:"path" doc:"empty for the root"`
	Tokens       int    `json:"total_tokens"`
	Files        int    `json:"file_count"`
	Unsupported  int    `json:"unsupported_file_count"`
	Failed       int    `json:"failed_file_count"`
	Size         int64  `json:"total_size_bytes"`
	LastModified string `json:"last_modified_at"`
}

// Folders adds the files up by folder: those with most tokens first. The paths are
// as they are shown.
func (m *Manifest) Folders() []Folder {
	byPath := map[string]*Folder{}
	at := func(file, modified string) *Folder {
		dir := path.Dir(file)
		if dir == "." {
			dir = ""
		}
		f := byPath[dir]
		if f == nil {
			f = &Folder{Path: names.Show(dir)}
			byPath[dir] = f
		}
		f.LastModified = max(f.LastModified, modified)
		return f
	}
	empty := m.EmptySources()
	for _, e := range m.Files {
		f := at(e.Path, e.ModifiedAt)
		f.Files++
		f.Tokens += e.Tokens
		f.Size += e.SizeBytes
		if e.Status == StatusFailed && !empty[e.Path] {
			f.Failed++
		}
	}
	for _, u := range m.Unsupported {
		at(u.Path, u.ModifiedAt).Unsupported++
	}
	out := make([]Folder, 0, len(byPath))
	for _, f := range byPath {
		out = append(out, *f)
	}
	slices.SortFunc(out, func(a, b Folder) int {
		if a.Tokens != b.Tokens {
			return b.Tokens - a.Tokens
		}
		return strings.Compare(a.Path, b.Path)
	})
	return out
}
