package discover

import (
	"encoding/binary"
	"io/fs"
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
	r := textReader{text: string(l[len(l)-8:])}
	return int(r.fixed())
}

// record appends the names of the record that begins somewhere. Without ok there
// is none.
func (l Listing) record(at int, names []ranked) (_ []ranked, ok bool) {
	if at <= 0 || at >= len(l) {
		return names, false
	}
	r := textReader{text: string(l[at:])}
	count := r.uint()
	if count > uint64(len(r.text)) { // a name takes at least a byte
		return names, false
	}
	for range count {
		names = append(names, ranked{})
		n := &names[len(names)-1]
		n.kind = rankedKind(r.uint())
		n.name, n.rank = r.string(), int(r.uint())
		switch n.kind {
		case rankedFile:
			n.stat = Stat{
				Size: int64(r.uint()), ModTime: r.fixed(), ChangeTime: r.fixed(),
				Inode: r.uint(), Device: r.uint(), Mode: fs.FileMode(r.uint()),
			}
		case rankedFolder:
			n.record = int(r.uint())
		}
		if r.bad || uint64(n.rank) >= count {
			return names, false
		}
	}
	return names, true
}

// textReader reads numbers and strings from a text, of which the strings are
// parts, until the first that is not there; bad then says so.
type textReader struct {
	text string
	bad  bool
}

func (r *textReader) uint() (v uint64) {
	for i := 0; i < len(r.text) && i < binary.MaxVarintLen64; i++ {
		c := r.text[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.text = r.text[i+1:]
			return v
		}
	}
	r.bad, r.text = true, ""
	return 0
}

func (r *textReader) fixed() int64 {
	s := r.text
	if len(s) < 8 {
		r.bad, r.text = true, ""
		return 0
	}
	r.text = s[8:]
	return int64(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
}

func (r *textReader) string() string {
	n := r.uint()
	if n > uint64(len(r.text)) {
		r.bad, r.text = true, ""
		return ""
	}
	s := r.text[:n]
	r.text = r.text[n:]
	return s
}

// lister makes a listing of the folders that a walk has seen.
type lister struct{ out []byte }

// newListing returns the listing of the folders below one, in which about so many
// names were found.
func newListing(root *node, found int64) Listing {
	l := lister{out: make([]byte, 1, 64+48*found)} // no record begins at 0
	at := l.folder(root)
	return Listing(binary.LittleEndian.AppendUint64(l.out, uint64(at)))
}

// folder appends the record of a folder behind those of its subfolders, and
// returns where it begins, or 0.
func (l *lister) folder(n *node) int {
	subs := make(map[int]int)
	plain := n.skip == "" && n.err == nil && !n.linked && !n.torn.Load()
	for _, part := range n.other {
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
	at := len(l.out)
	if !l.record(n, subs) {
		l.out = l.out[:at]
		return 0
	}
	return at
}

// record appends the record of a plain folder. It reports whether it is one.
func (l *lister) record(n *node, subs map[int]int) bool {
	ranks := make([]int, len(n.names)) // by place in the file system's order
	for rank := range n.names {
		ranks[n.names[rank].at] = rank
	}
	l.uint(uint64(len(ranks)))
	for _, rank := range ranks {
		name, f := &n.names[rank], &n.files[rank]
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
		l.uint(uint64(kind))
		l.uint(uint64(len(name.name)))
		l.out = append(l.out, name.name...)
		l.uint(uint64(rank))
		switch kind {
		case rankedFile:
			l.stat(&f.Stat)
		case rankedFolder:
			l.uint(uint64(sub))
		}
	}
	return true
}

func (l *lister) uint(n uint64) { l.out = binary.AppendUvarint(l.out, n) }

func (l *lister) stat(s *Stat) {
	l.uint(uint64(s.Size))
	l.out = binary.LittleEndian.AppendUint64(l.out, uint64(s.ModTime))
	l.out = binary.LittleEndian.AppendUint64(l.out, uint64(s.ChangeTime))
	l.uint(s.Inode)
	l.uint(s.Device)
	l.uint(uint64(s.Mode))
}
