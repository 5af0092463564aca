package discover

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/manifest"
)

// Missed looks for the sources of the last build that are not among files, and were not
// skipped. What is still there was missed, since a name may be left out of the listing of
// a folder in which something is renamed meanwhile; and so may be all that is in a
// folder that was replaced. A source is given up only when it is gone.
func (w *Walk) Missed(files []*File, skipped []manifest.Skip, last *manifest.Manifest) bool {
	if slices.ContainsFunc(skipped, func(s manifest.Skip) bool { return s.Reason == SkipReplaced }) {
		return true
	}
	var gone []string // as it seems
	found := finder(files)
	for e := range last.Heads() {
		if !found(e.Path) {
			gone = append(gone, e.Path)
		}
	}
	found = finder(files)
	for i := range last.Unsupported {
		if at := last.Unsupported[i].Path; !found(at) {
			gone = append(gone, at)
		}
	}
	if len(gone) == 0 {
		return false
	}
	known := make(map[string]bool, len(files)) // looked up, never ranged over
	for _, f := range files {
		known[f.Path] = true
	}
	for _, s := range skipped {
		known[s.Path] = true
	}
	return slices.ContainsFunc(gone, func(at string) bool { return !known[at] && w.walker.isThere(at, known) })
}

// finder returns what reports whether paths are those of files. One that does not come in
// order may not be found.
func finder(files []*File) func(path string) bool {
	return func(path string) bool {
		for len(files) > 0 {
			at := files[0].Path
			if at != path && Compare(at, path) > 0 {
				break
			}
			if files = files[1:]; at == path {
				return true
			}
		}
		return false
	}
}

// isThere reports whether a path that was a source is one still: a plain file in
// plain folders, none of which is passed over or known to be something else.
func (w *walker) isThere(at string, known map[string]bool) bool {
	if at == "" || !fs.ValidPath(at) {
		return false // no build of ours wrote it
	}
	for i, c := range at {
		folder := at[:i]
		if c == '/' && (known[folder] || w.opts.Ignore(folder, true) || isHidden(folder)) {
			return false
		}
	}
	if w.opts.Ignore(at, false) || isHidden(at) {
		return false
	}
	info, err := w.profile.Lstat(filepath.Join(w.opts.Folder, filepath.FromSlash(at)))
	return err == nil && info.Mode().IsRegular()
}

func isHidden(at string) bool { return strings.HasPrefix(path.Base(at), ".") }
