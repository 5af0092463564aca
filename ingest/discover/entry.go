package discover

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/seed353dc258/backstory/converters"
)

func (o *Options) tooMany() error {
	if o.Plain {
		return fmt.Errorf("%w: more than %d", ErrTooMany, o.MaxFiles)
	}
	return fmt.Errorf("%w: more than %d in %s, counting what links repeat: raise limits.files in %s/.backstory.json, or --limit files=N", ErrTooMany, o.MaxFiles, o.Folder, o.Folder)
}

// join is path.Join for parts that are clean.
func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// path is that of a name in the inventory. Mostly it is the end of the real
// one, and then they share their memory.
func (n *node) path(i int) string {
	if !n.linked {
		return n.content.reals[i][n.base:]
	}
	return join(n.rel, n.content.names[i].name)
}

// entry finds out what one name of a folder is.
func (w *walker) entry(n *node, s *slot) {
	i := s.name
	l := n.content.names[i]
	var st described
	if l.kind != kindFolder && l.kind != kindLink {
		var err error
		if st, err = n.place.stat(l.name); err != nil {
			n.vanished(s, err)
			return
		}
		l.kind = kindOf(st.Mode)
	}
	if n.mail.passes(l) {
		return
	}
	rel := n.path(i)
	if l.kind == kindLink {
		w.followed(n, s, rel)
		return
	}
	if w.opts.Ignore(rel, l.kind == kindFolder) {
		w.passed.Add(1)
		return
	}
	switch {
	case len(rel) > w.opts.MaxPath:
		s.skip = skipLong
	case l.kind == kindFolder:
		w.opts.folder(&node{parent: n, name: l.name, rel: rel, real: n.content.reals[i], depth: n.depth + 1, base: n.base, linked: n.linked, mail: n.mail.below(l.name)}, s)
	case w.opts.isOutput(n.content.reals[i]): // in the profile's folder, to which a link leads: passed over, whether it is there yet or not
	default:
		w.opts.file(n, s, File{Path: rel, Stat: st.Stat, Linked: n.linked, real: n.content.reals[i], info: st.info})
	}
}

// vanished records an error of looking at a name. A file that is gone by now
// was never there.
func (n *node) vanished(s *slot, err error) {
	n.content.torn.Store(true)
	if !errors.Is(err, fs.ErrNotExist) {
		s.err = err
	}
}

func (o *Options) folder(sub *node, s *slot) {
	if sub.depth >= o.MaxDepth {
		s.skip = skipDeep
		return
	}
	s.sub = sub
}

// file records what is not a folder.
func (o *Options) file(n *node, s *slot, f File) {
	if s.skip = specialReason(f.Mode); s.skip != "" {
		return
	}
	if o.isOutput(f.real) {
		s.skip = skipOutput
		return
	}
	n.content.files[s.name] = o.claim(n, f)
}

// claim says of a file whether it is supported.
func (o *Options) claim(n *node, f File) File {
	name := path.Base(f.Path)
	if n.mail == mailFiles {
		f.As = name + mailExtension
		name = f.As
	}
	f.Extension = converters.Extension(name)
	if !o.Claims(name) {
		f.Reason = converters.Unsupported(name).Error()
	}
	return f
}

// followed records what a link leads to.
func (w *walker) followed(n *node, s *slot, rel string) {
	name := n.content.names[s.name].name
	end, err := w.resolve(n.real, name)
	if w.opts.Ignore(rel, err == nil && end.skip == "" && end.mode.IsDir()) {
		w.passed.Add(1)
		return
	}
	switch {
	case err != nil:
		n.vanished(s, err)
	case end.skip != "":
		s.skip = end.skip
	case len(rel) > w.opts.MaxPath:
		s.skip = skipLong
	case end.mode.IsDir():
		w.opts.folder(&node{parent: n, name: name, rel: rel, real: end.real, depth: n.depth + 1, link: true, linked: true}, s)
	default:
		w.linkedFile(n, s, File{Path: rel, Linked: true, real: end.real})
	}
}

// linkedFile looks at the file that a link leads to, in its own folder.
func (w *walker) linkedFile(n *node, s *slot, f File) {
	dir, err := w.open(w.profile, path.Dir(f.real))
	if err != nil {
		n.vanished(s, err)
		return
	}
	st, err := dir.stat(path.Base(f.real))
	if err := errors.Join(err, dir.close()); err != nil {
		n.vanished(s, err)
		return
	}
	if st.Mode&fs.ModeSymlink != 0 {
		s.skip = SkipReplaced
		return
	}
	f.Stat, f.info = st.Stat, st.info
	w.opts.file(n, s, f)
}
