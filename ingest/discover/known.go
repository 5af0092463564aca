package discover

// rereader is a folder that can be compared while it is read, and be read again
// where it is not as it was.
type rereader interface {
	// each reads the names in the folder, in the file system's order, until a
	// function does not want more. A name is valid until the function returns.
	each(buf []byte, want func(name []byte, kind entryKind) bool) error
	// rewind goes back to the first name.
	rewind() error
}

// compare compares a folder that is open with what the last build's listing has
// of it. It reports whether that was all there is to do with the folder, or is
// left to other tasks: a folder with many names is shared out, like one that is
// read.
func (w *walker) compare(n *node, use *tools) (done bool) {
	place, ok := n.place.(rereader)
	if !ok || n.linked || n.past.record == 0 {
		return false
	}
	if use.names, ok = w.known.Listing.record(n.past.record, use.names[:0]); !ok {
		return false
	}
	if w.opts.Plain && isMaildir(use.names, func(r ranked) (string, entryKind) { return r.name, r.kind.listed() }) {
		return false // hidden folders in it may be read, and no names are compared that are hidden
	}
	switch {
	case !w.opts.sameNames(n, place, use):
	case len(use.names) > namesPerTask:
		w.tasks.share(n, use.names)
		return true
	case sameFiles(w.known, n, use.names):
		w.keep(n, use.names)
		return true
	}
	return !w.again(n, place)
}

// again goes back to the first name of a folder that is not as it was. It
// reports whether the folder can be read.
func (w *walker) again(n *node, place rereader) bool {
	w.changed.Store(true)
	n.content.err = place.rewind()
	return n.content.err == nil
}

// share has the files of a folder compared in parts.
func (q *taskStack) share(n *node, names []ranked) {
	n.past.then = append([]ranked(nil), names...)
	var parts []task
	for from := 0; from < len(names); from += namesPerTask {
		parts = append(parts, task{node: n, from: from, to: min(from+namesPerTask, len(names)), compare: true})
	}
	n.past.parts.Store(int32(len(parts)))
	n.users.Add(int32(len(parts)))
	q.push(parts...)
}

// comparePart compares a part of a folder's files. Who compares the last part
// continues with the folder.
func (w *walker) comparePart(t task, use *tools) {
	n := t.node
	if !n.past.differ.Load() && !sameFiles(w.known, n, n.past.then[t.from:t.to]) {
		n.past.differ.Store(true)
	}
	if n.past.parts.Add(-1) > 0 {
		return
	}
	then := n.past.then
	n.past.then = nil // it is read again when the folder is restored
	if !n.past.differ.Load() {
		w.keep(n, then)
		return
	}
	if w.again(n, n.place.(rereader)) {
		w.read(n, use)
	}
}

// sameNames reports whether a folder holds the names of a record and no others,
// in the same order, and whether they are of the same kinds, as far as the
// listing says.
func (o *Options) sameNames(n *node, place rereader, use *tools) bool {
	rest, same := use.names, true
	err := place.each(use.buf, func(name []byte, kind entryKind) bool {
		if name[0] == '.' {
			o.Hidden(n.rel, string(name))
			return true
		}
		same = len(rest) > 0 && string(name) == rest[0].name && rest[0].kind.mayBe(kind)
		if same {
			rest = rest[1:]
		}
		return same
	})
	return err == nil && same && len(rest) == 0
}

// mayBe reports whether a name of the record is what a folder's listing says
// now. What it is not sure of is only believed of files, which are looked at.
func (k rankedKind) mayBe(now entryKind) bool {
	return now == k.listed() || now == kindUnknown && k == rankedFile
}

// listed returns what a folder's listing says of such a name.
func (k rankedKind) listed() entryKind {
	switch k {
	case rankedFile, rankedPassedFile:
		return kindRegular
	case rankedFolder, rankedPassedFolder:
		return kindFolder
	}
	return kindSpecial // a record of ours has no other
}

// sameFiles reports whether the files among names have surely not changed.
func sameFiles(index *Index, n *node, names []ranked) bool {
	for i := range names {
		if names[i].kind != rankedFile {
			continue
		}
		if st, err := n.place.stat(names[i].name); err != nil || !index.Same(names[i].stat, st.Stat) {
			return false
		}
	}
	return true
}

// keep takes a folder as it was, and hands out its subfolders.
func (w *walker) keep(n *node, names []ranked) {
	n.past.kept = true
	passed := 0
	var subs []task
	for i := range names {
		switch names[i].kind {
		case rankedPassedFile, rankedPassedFolder:
			passed++
		case rankedFolder:
			real := join(n.real, names[i].name)
			sub := &node{
				parent: n, name: names[i].name, rel: real[n.base:], real: real,
				depth: n.depth + 1, base: n.base, past: past{record: names[i].record},
			}
			n.past.subs, subs = append(n.past.subs, sub), append(subs, task{node: sub})
		}
	}
	if w.names.Add(int64(len(names))) > int64(namesPerFile*w.opts.MaxFiles) || w.found.Add(int64(len(names)-passed)) > int64(w.opts.MaxFiles) {
		w.over.Store(true)
		return
	}
	w.passed.Add(int64(passed))
	if len(subs) > 0 {
		n.users.Add(int32(len(subs)))
		w.tasks.push(subs...)
	}
}

// recordOf returns where the listing has a subfolder of a folder that is not as
// it was, or 0.
func recordOf(index *Index, n *node, name string) int {
	n.past.recorded.Do(func() {
		names, _ := index.Listing.record(n.past.record, nil)
		n.past.folders = make(map[string]int)
		for i := range names {
			if names[i].kind == rankedFolder {
				n.past.folders[names[i].name] = names[i].record
			}
		}
	})
	return n.past.folders[name]
}
