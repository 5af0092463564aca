package discover

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// listBuffer is the size of the buffer that each goroutine lists folders with.
const listBuffer = 32 << 10

// place is an open folder. No method follows a link in the name.
type place interface {
	// list reads the names in the folder, in any order, at most about most.
	list(buf []byte, most int) ([]listed, error)
	// stat describes a name.
	stat(name string) (described, error)
	// sub opens a subfolder.
	sub(name string) (place, error)
	// id tells the folder from others.
	id() (identity, error)
	close() error
}

// listed is a name in a folder and, where the listing says it, what it is.
type listed struct {
	name string
	kind entryKind
	at   int // in the order in which the file system gave the names
}

type entryKind uint8

const (
	kindUnknown entryKind = iota
	kindRegular
	kindFolder
	kindLink
	kindSpecial
)

func kindOf(mode fs.FileMode) entryKind {
	switch {
	case mode.IsRegular():
		return kindRegular
	case mode.IsDir():
		return kindFolder
	case mode&fs.ModeSymlink != 0:
		return kindLink
	}
	return kindSpecial
}

// described is a Stat, and what stands for an inode where there is none.
type described struct {
	Stat
	info fs.FileInfo
}

// identity tells folders apart: by device and inode, or by what os.SameFile
// makes of the description.
type identity struct {
	device, inode uint64
	info          fs.FileInfo
}

// same reports whether two identities are those of one folder. One that is
// zero is that of none.
func (a identity) same(b identity) bool {
	if a.info != nil && b.info != nil {
		return os.SameFile(a.info, b.info)
	}
	return a.info == nil && b.info == nil && a.inode|a.device != 0 && a.device == b.device && a.inode == b.inode
}

// rootPlace is the portable folder. It goes through os.Root with the whole
// path at every call, which is slower by four times and safe everywhere.
type rootPlace struct {
	profile *os.Root
	real    string
}

func openPortable(profile *os.Root, real string) (place, error) {
	return rootPlace{profile, orDot(real)}, nil
}

// orDot is how to name the profile itself to os.Root.
func orDot(real string) string {
	if real == "" {
		return "."
	}
	return real
}

// path is that of a name in the folder, or of the folder itself.
func (p rootPlace) path(name string) string { return filepath.FromSlash(path.Join(p.real, name)) }

func (p rootPlace) list(_ []byte, most int) ([]listed, error) {
	dir, err := p.profile.Open(p.path(""))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var all []listed
	for len(all) < most {
		entries, err := dir.ReadDir(1024)
		for _, e := range entries {
			all = append(all, listed{name: e.Name(), kind: kindOf(e.Type())})
		}
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (p rootPlace) stat(name string) (described, error) {
	info, err := p.profile.Lstat(p.path(name))
	if err != nil {
		return described{}, err
	}
	return describe(info), nil
}

func describe(info fs.FileInfo) described {
	return described{Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano(), Mode: info.Mode(), ChangeTime: changeTime(info)}, info}
}

func (p rootPlace) sub(name string) (place, error) {
	s, err := p.stat(name)
	if err != nil {
		return nil, err
	}
	if !s.Mode.IsDir() {
		return nil, fs.ErrNotExist // it was a folder when the names were read
	}
	return rootPlace{p.profile, path.Join(p.real, name)}, nil
}

func (p rootPlace) id() (identity, error) {
	info, err := p.profile.Lstat(p.path(""))
	return identity{info: info}, err
}

func (p rootPlace) close() error { return nil }
