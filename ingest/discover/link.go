package discover

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/seed353dc258/backstory/manifest"
)

// end is where a name leads.
type end struct {
	real string      // path in the profile, without links; empty for the profile itself
	mode fs.FileMode // what is there, when it is not skipped
	skip string      // why it is not followed
}

// Bounds for one name. Unix itself gives up after forty links.
const (
	maxLinks = 40
	maxSteps = 512
)

// resolve follows the name in a folder of the profile, whose path has no
// links, to something that is not a link. It goes part by part, so that it knows
// where it is at every "..", and never looks outside. The answer is good for
// a decision; what is opened afterwards is opened through [os.Root] and
// checked again.
func (w *walker) resolve(folder, name string) (end, error) {
	at := splitPath(folder)
	todo := []string{name}
	links, steps := 0, 0
	mode := fs.ModeDir
	for len(todo) > 0 {
		part := todo[0]
		todo = todo[1:]
		switch {
		case part == "" || part == ".":
			continue
		case !mode.IsDir():
			return end{skip: skipBroken}, nil
		case part == ".." && len(at) == 0:
			return end{skip: SkipLeaves}, nil
		case part == "..":
			at = at[:len(at)-1]
			continue
		}
		if steps++; steps > maxSteps || !step(w.opts, &w.steps, &w.over) {
			return end{skip: skipTangled}, nil
		}
		here := path.Join(append(at, part)...)
		info, err := w.profile.Lstat(filepath.FromSlash(here))
		if err != nil {
			return w.opts.lost(here, len(todo) == 0, err)
		}
		if mode = info.Mode(); mode&fs.ModeSymlink == 0 {
			at = append(at, part)
			continue
		}
		target, err := w.profile.Readlink(filepath.FromSlash(here))
		if err != nil {
			return end{skip: SkipReplaced}, nil
		}
		if leaves(target) {
			return end{skip: SkipLeaves}, nil
		}
		if links++; links > maxLinks {
			return end{skip: skipCircle}, nil
		}
		mode = fs.ModeDir // the folder that the link lies in
		todo = append(splitPath(filepath.ToSlash(target)), todo...)
	}
	return arrived(at, mode), nil
}

// leaves reports whether the target of a link does not begin at the link's folder.
func leaves(target string) bool {
	return filepath.IsAbs(target) || strings.HasPrefix(target, "/") || filepath.VolumeName(target) != ""
}

// step counts a look at the disk, over all links of the profile.
func step(opts Options, steps *atomic.Int64, over *atomic.Bool) bool {
	if steps.Add(1) > int64(stepsPerFile*opts.MaxFiles) {
		over.Store(true)
		return false
	}
	return true
}

// lost is the answer for a part that cannot be looked at, which may be the
// last. That a build has not written its files yet changes nothing.
func (o *Options) lost(real string, last bool, err error) (end, error) {
	switch {
	case !errors.Is(err, fs.ErrNotExist) && !isTooLong(err):
		return end{}, err
	case last && real == manifest.Name:
		return end{skip: skipHidden}, nil
	case last && o.isOutput(real):
		return end{skip: skipOutput}, nil
	}
	return end{skip: skipBroken}, nil
}

// isOutput reports whether a path in the profile is that of the output, be it
// that some file systems do not tell capitals from small letters.
func (o *Options) isOutput(real string) bool {
	return !o.Plain && strings.IndexByte(real, '/') < 0 && strings.EqualFold(real, outputName)
}

// arrived judges where a link has led. Hidden names are no sources, and a link
// does not make them so: a stranger's link must not bring in a .env.
func arrived(at []string, mode fs.FileMode) end {
	for _, part := range at {
		if part[0] == '.' {
			return end{skip: skipHidden}
		}
	}
	return end{real: path.Join(at...), mode: mode}
}

// splitPath splits at slashes; a path of no parts is empty.
func splitPath(p string) []string {
	if p == "" {
		return nil
	}
	return strings.Split(p, "/")
}
