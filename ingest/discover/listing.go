package discover

import (
	"io/fs"

	"github.com/seed353dc258/backstory/ingest/codec"
)

// Listing is what the folders of a profile held when they were last walked:
// of each the names in the order in which the file system gave them, and what
// it said of the files. An index keeps it, so that a walk can compare a folder
// as it reads it, without sorting names and without asking again what each of
// them is. Only plain folders are in it: those that no link leads to, in which
// there are files, folders and names that are passed over, and nothing else.
//
// It is a text in which every folder has a record, those of its subfolders
// before it, and at its end is where that of the source folder begins. A
// record is the number of its names, and of each its kind, the name, its rank in
// the folder's order, and of a file its description, of a folder where its record
// begins: 0 where it has none.
type Listing string

// rankedKind says what a name of a record was.
type rankedKind byte

const (
	rankedFile         rankedKind = iota + 1 // one of the inventory's
	rankedFolder                             // likewise
	rankedPassedFile                         // passed over without a trace, by the rules that the index names
	rankedPassedFolder                       // likewise
)

// ranked is a name of a record.
type ranked struct {
	name   string
	kind   rankedKind
	rank   int
	record int // of a folder
	stat   Stat
}

// root returns where the record of the source folder begins, or 0.
func (l Listing) root() int {
	if len(l) < 8 {
		return 0
	}
	d := codec.Decoder{S: string(l[len(l)-8:])}
	return int(d.Fixed())
}

// record appends the names of the record that begins somewhere. Without ok there
// is none.
func (l Listing) record(at int, names []ranked) (_ []ranked, ok bool) {
	if at <= 0 || at >= len(l) {
		return names, false
	}
	d := codec.Decoder{S: string(l[at:])}
	count := d.Uint()
	if count > uint64(len(d.S)) { // a name takes at least a byte
		return names, false
	}
	for range count {
		names = append(names, ranked{})
		n := &names[len(names)-1]
		n.kind = rankedKind(d.Uint())
		n.name, n.rank = d.String(), int(d.Uint())
		switch n.kind {
		case rankedFile:
			n.stat = readStat(&d)
		case rankedFolder:
			n.record = int(d.Uint())
		}
		if d.Bad || uint64(n.rank) >= count {
			return names, false
		}
	}
	return names, true
}

// lister makes a listing of the folders that a walk has seen.
type lister struct{ codec.Encoder }

// newListing returns the listing of the folders below one, in which about so many
// names were found.
func newListing(root *node, found int64) Listing {
	l := lister{codec.Encoder{B: make([]byte, 1, 64+48*found)}} // no record begins at 0
	l.Fixed(int64(l.folder(root)))
	return Listing(l.B)
}

// folder appends the record of a folder behind those of its subfolders, and
// returns where it begins, or 0.
func (l *lister) folder(n *node) int {
	subs := make(map[int]int)
	plain := n.content.skip == "" && n.content.err == nil && !n.linked && !n.content.torn.Load()
	for _, part := range n.content.other {
		for _, s := range part {
			if s.sub != nil {
				subs[s.name] = l.folder(s.sub)
			}
			plain = plain && s.sub != nil && !s.sub.linked
		}
	}
	if !plain {
		return 0
	}
	at := len(l.B)
	if !l.record(n, subs) {
		l.B = l.B[:at]
		return 0
	}
	return at
}

// record appends the record of a plain folder. It reports whether it is one.
func (l *lister) record(n *node, subs map[int]int) bool {
	ranks := make([]int, len(n.content.names)) // by place in the file system's order
	for rank := range n.content.names {
		ranks[n.content.names[rank].at] = rank
	}
	l.Uint(uint64(len(ranks)))
	for _, rank := range ranks {
		name, f := &n.content.names[rank], &n.content.files[rank]
		sub, isSub := subs[rank]
		kind := rankedPassedFile
		switch {
		case isSub:
			kind = rankedFolder
		case f.Path != "" && f.Linked:
			return false
		case f.Path != "":
			kind = rankedFile
		case name.kind == kindFolder:
			kind = rankedPassedFolder
		case name.kind != kindRegular:
			return false
		}
		l.Uint(uint64(kind))
		l.String(name.name)
		l.Uint(uint64(rank))
		switch kind {
		case rankedFile:
			putStat(&l.Encoder, f.Stat)
		case rankedFolder:
			l.Uint(uint64(sub))
		}
	}
	return true
}

func putStat(e *codec.Encoder, s Stat) {
	e.Uint(uint64(s.Size))
	e.Fixed(s.ModTime)
	e.Fixed(s.ChangeTime)
	e.Uint(s.Inode)
	e.Uint(s.Device)
	e.Uint(uint64(s.Mode))
}

func readStat(d *codec.Decoder) Stat {
	return Stat{
		Size: int64(d.Uint()), ModTime: d.Fixed(), ChangeTime: d.Fixed(),
		Inode: d.Uint(), Device: d.Uint(), Mode: fs.FileMode(d.Uint()),
	}
}
