package discover

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/manifest"
)

// settle puts the paths of all names into one string, of which the names are
// parts too: a folder of a thousand files costs one allocation for them.
func (n *node) settle() {
	size := 0
	for i := range n.content.names {
		size += len(n.real) + 1 + len(n.content.names[i].name)
	}
	var paths strings.Builder
	paths.Grow(size)
	n.content.reals = make([]string, len(n.content.names))
	for i := range n.content.names {
		l := &n.content.names[i]
		from := paths.Len()
		if n.real != "" {
			paths.WriteString(n.real)
			paths.WriteByte('/')
		}
		paths.WriteString(l.name)
		n.content.reals[i] = paths.String()[from:]
		l.name = n.content.reals[i][len(n.content.reals[i])-len(l.name):]
	}
}

// inventory goes through all folders and puts together what was found.
func (w *walker) inventory(ctx context.Context) (*Inventory, error) {
	root, err := w.walk(ctx)
	if err != nil {
		return &Inventory{Exists: root != nil}, err
	}
	return w.collected(root)
}

// collected puts together what was found in the source folder, if there is one.
func (w *walker) collected(root *node) (*Inventory, error) {
	if root == nil {
		return &Inventory{}, nil
	}
	inv := &Inventory{Exists: true, Files: make([]*File, 0, w.found.Load())}
	var errs []error
	w.collect(inv, root, &errs)
	return inv, errors.Join(errs...)
}

// restore fills a folder that is as it was with what the listing has of it, as
// looking at its names would have.
func (w *walker) restore(n *node) {
	names, _ := w.known.Listing.record(n.past.record, w.spare[:0]) // it was read before
	w.spare = names
	n.content.names = make([]listed, len(names))
	for i := range names {
		n.content.names[names[i].rank] = listed{name: names[i].name, kind: names[i].kind.listed(), at: i}
	}
	n.settle()
	n.content.files = make([]File, len(names))
	slots, subs := make([]slot, len(names)), n.past.subs
	for i := range names {
		switch rank := names[i].rank; names[i].kind {
		case rankedFile:
			n.content.files[rank] = w.opts.claim(n, File{Path: n.path(rank), Stat: names[i].stat, real: n.content.reals[rank]})
		case rankedFolder:
			slots[rank], subs = slot{name: rank, sub: subs[0]}, subs[1:]
		}
	}
	n.content.other = [][]slot{slices.DeleteFunc(slots, func(s slot) bool { return s.sub == nil })}
	n.past.kept = false
}

// fault records that a folder could not be read. In a plain folder that costs it
// alone.
func (o *Options) fault(i *Inventory, n *node, errs *[]error) {
	if o.Plain && n.rel != "" {
		err := n.content.err
		if at := new(fs.PathError); errors.As(err, &at) {
			err = at.Err
		}
		i.Skipped = append(i.Skipped, manifest.Skip{Path: n.rel, Reason: SkipUnreadable + err.Error()})
		return
	}
	*errs = append(*errs, &FolderError{path.Join(o.Folder, n.rel), n.content.err})
}

// collect puts together what was found below a folder. It goes as deep as
// MaxDepth allowed.
func (w *walker) collect(i *Inventory, n *node, errs *[]error) {
	if n.past.kept {
		w.restore(n)
	}
	if n.content.skip != "" {
		i.Skipped = append(i.Skipped, manifest.Skip{Path: n.rel, Reason: n.content.skip})
	}
	if n.content.err != nil {
		w.opts.fault(i, n, errs)
	}
	for f := range n.content.files {
		if n.content.files[f].Path != "" {
			i.Files = append(i.Files, &n.content.files[f])
		}
	}
	other := slices.Concat(n.content.other...)
	for _, s := range other {
		switch {
		case s.skip != "":
			i.Skipped = append(i.Skipped, manifest.Skip{Path: join(n.rel, n.content.names[s.name].name), Reason: s.skip})
		case s.err != nil && n.content.err == nil:
			n.content.err = s.err
			w.opts.fault(i, n, errs)
		}
	}
	for _, s := range other {
		if s.sub != nil {
			w.collect(i, s.sub, errs)
		}
	}
}
