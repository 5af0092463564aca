package ingest

import (
	"encoding/binary"
	"slices"
	"strings"

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

// appendEntries parses linux_dirent64 records: inode and offset of eight bytes
// each, length of two, type of one, then the name and a NUL.
func appendEntries(all []listed, b []byte) []listed {
	const head = 19
	names := string(b) // one for all, of which they are parts
	all = slices.Grow(all, len(b)/(head+13))
	for len(b) > head {
		length := int(binary.NativeEndian.Uint16(b[16:]))
		if length <= head || length > len(b) {
			break
		}
		name := names[len(names)-len(b)+head:][:length-head]
		if i := strings.IndexByte(name, 0); i >= 0 {
			name = name[:i]
		}
		if name != "." && name != ".." {
			all = append(all, listed{name: name, kind: direntKind(b[18])})
		}
		b = b[length:]
	}
	return all
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
