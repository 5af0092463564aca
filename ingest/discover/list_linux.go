package discover

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// list reads directory entries as getdents64(2) gives them, which say what
// most names are.
func (p fdPlace) list(buf []byte, most int) ([]listed, error) {
	var all []listed
	for len(all) < most {
		n, err := unix.Getdents(p.fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n <= 0 {
			break
		}
		all = appendEntries(all, buf[:n])
	}
	return all, nil
}

// appendEntries appends the entries of a buffer, but for the folder itself and
// the one above.
func appendEntries(all []listed, b []byte) []listed {
	names := string(b) // one for all, of which they are parts
	all = slices.Grow(all, len(b)/(direntHead+13))
	for len(b) > 0 {
		var name []byte
		var kind entryKind
		from := len(names) - len(b) + direntHead
		if name, kind, b = dirent(b); len(name) > 0 && string(name) != "." && string(name) != ".." {
			all = append(all, listed{name: names[from : from+len(name)], kind: kind})
		}
	}
	return all
}

// each implements rereader.
func (p fdPlace) each(buf []byte, want func(name []byte, kind entryKind) bool) error {
	for {
		n, err := unix.Getdents(p.fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return err
		}
		for b := buf[:n]; len(b) > 0; {
			var name []byte
			var kind entryKind
			if name, kind, b = dirent(b); len(name) > 0 && !want(name, kind) {
				return nil
			}
		}
	}
}

// rewind implements rereader.
func (p fdPlace) rewind() error {
	_, err := unix.Seek(p.fd, 0, unix.SEEK_SET)
	return os.NewSyscallError("lseek", err)
}

// direntHead is what a linux_dirent64 record begins with: inode and offset of
// eight bytes each, length of two, type of one. The name and a NUL follow.
const direntHead = 19

// dirent reads one record, and returns what follows it. One that is torn is the
// last and has no name.
func dirent(b []byte) (name []byte, kind entryKind, rest []byte) {
	if len(b) < direntHead {
		return nil, kindUnknown, nil
	}
	length := int(binary.NativeEndian.Uint16(b[16:]))
	if length <= direntHead || length > len(b) {
		return nil, kindUnknown, nil
	}
	name = b[direntHead:length]
	if i := bytes.IndexByte(name, 0); i >= 0 {
		name = name[:i]
	}
	return name, direntKind(b[18]), b[length:]
}

func direntKind(t byte) entryKind {
	switch t {
	case unix.DT_REG:
		return kindRegular
	case unix.DT_DIR:
		return kindFolder
	case unix.DT_LNK:
		return kindLink
	case unix.DT_UNKNOWN:
		return kindUnknown
	}
	return kindSpecial
}
