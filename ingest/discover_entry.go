package ingest

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/converters"
)

func (w *walker) tooMany() error {
	return fmt.Errorf("%w: more than %d in %s, counting what links repeat", ErrTooMany, w.opts.MaxFiles, SourceDir)
}

// join is path.Join for parts that are clean.
func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// paths are those of a name in a folder. Mostly the one is the end of the
// other, and then they share their memory.
func (n *node) paths(name string) (real, rel string) {
	real = join(n.real, name)
	if !n.linked {
		return real, real[n.base:]
	}
	return real, join(n.rel, name)
}

// entry finds out what one name of a folder is.
func (w *walker) entry(n *node, i int) {
	l, s := n.names[i], &n.slots[i]
	var st described
	if l.kind != kindFolder && l.kind != kindLink {
		var err error
		if st, err = n.place.stat(l.name); err != nil {
			s.vanished(err)
			return
		}
		l.kind = kindOf(st.Mode)
	}
	real, rel := n.paths(l.name)
	if l.kind == kindLink {
		w.followed(n, l.name, rel, s)
		return
	}
	if w.opts.Ignore(rel, l.kind == kindFolder) {
		return
	}
	switch {
	case len(rel) > w.opts.MaxPath:
		s.skip = skipLong
	case l.kind == kindFolder:
		w.folder(&node{parent: n, name: l.name, rel: rel, real: real, depth: n.depth + 1, base: n.base, linked: n.linked}, s)
	default:
		w.file(&File{Path: rel, Stat: st.Stat, Linked: n.linked, real: real, info: st.info}, s)
	}
}

// vanished records an error of looking at a name. A file that is gone by now
// was never there.
func (s *slot) vanished(err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		s.err = err
	}
}

func (w *walker) folder(sub *node, s *slot) {
	if sub.depth >= w.opts.MaxDepth {
		s.skip = skipDeep
		return
	}
	s.sub = sub
}

// file records what is no folder.
func (w *walker) file(f *File, s *slot) {
	if s.skip = specialReason(f.Mode); s.skip != "" {
		return
	}
	if strings.EqualFold(f.real, OutputName) { // some file systems do not tell them apart
		s.skip = skipOutput
		return
	}
	name := path.Base(f.Path)
	f.Extension = converters.Extension(name)
	if !w.opts.Claims(name) {
		f.Reason = converters.Unsupported(name).Error()
	}
	s.file = f
}

// followed records what a link leads to.
func (w *walker) followed(n *node, name, rel string, s *slot) {
	end, err := w.resolve(n.real, name)
	if w.opts.Ignore(rel, err == nil && end.skip == "" && end.mode.IsDir()) {
		return
	}
	switch {
	case err != nil:
		s.vanished(err)
	case end.skip != "":
		s.skip = end.skip
	case len(rel) > w.opts.MaxPath:
		s.skip = skipLong
	case end.mode.IsDir():
		w.folder(&node{parent: n, name: name, rel: rel, real: end.real, depth: n.depth + 1, link: true, linked: true}, s)
	default:
		w.linkedFile(rel, end.real, s)
	}
}

// linkedFile looks at the file that a link leads to, in its own folder.
func (w *walker) linkedFile(rel, real string, s *slot) {
	dir, err := w.open(w.profile, path.Dir(real))
	if err != nil {
		s.vanished(err)
		return
	}
	st, err := dir.stat(path.Base(real))
	if err := errors.Join(err, dir.close()); err != nil {
		s.vanished(err)
		return
	}
	if st.Mode&fs.ModeSymlink != 0 {
		s.skip = skipReplaced
		return
	}
	w.file(&File{Path: rel, Stat: st.Stat, Linked: true, real: real, info: st.info}, s)
}
