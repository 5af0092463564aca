//go:build linux || darwin

package discover

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// openNonblock keeps opening a pipe that took a file's place from waiting for
// somebody to write to it.
const openNonblock = unix.O_NONBLOCK

// fdPlace is a folder by its descriptor. One system call a name instead of one
// for each folder on the way to it.
type fdPlace struct{ fd int }

// openPlace opens a folder of the profile through os.Root.
func openPlace(profile *os.Root, real string) (place, error) {
	dir, err := profile.Open(filepath.FromSlash(orDot(real)))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	fd, err := unix.FcntlInt(dir.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return fdPlace{fd}, nil
}

func (p fdPlace) sub(name string) (place, error) {
	const how = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_NONBLOCK
	for {
		fd, err := unix.Openat(p.fd, name, how, 0)
		if err == nil {
			return fdPlace{fd}, nil
		}
		if err != unix.EINTR {
			return nil, err
		}
	}
}

func (p fdPlace) stat(name string) (described, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(p.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == nil {
			return described{Stat: fromUnix(&st)}, nil
		}
		if err != unix.EINTR {
			return described{}, err
		}
	}
}

func (p fdPlace) id() (identity, error) {
	st, err := fstat(p.fd)
	return identity{device: st.Device, inode: st.Inode}, err
}

func (p fdPlace) close() error { return unix.Close(p.fd) }

func fstat(fd int) (Stat, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstat(fd, &st)
		if err == nil {
			return fromUnix(&st), nil
		}
		if err != unix.EINTR {
			return Stat{}, os.NewSyscallError("fstat", err)
		}
	}
}

// StatOf describes an open file.
func StatOf(f *os.File) (described, error) {
	st, err := fstat(int(f.Fd()))
	return described{Stat: st}, err
}

func fromUnix(st *unix.Stat_t) Stat {
	return Stat{
		Size:       st.Size,
		ModTime:    st.Mtim.Nano(),
		ChangeTime: st.Ctim.Nano(),
		Inode:      st.Ino,
		Device:     uint64(st.Dev),
		Mode:       modeOf(uint32(st.Mode)),
	}
}

func modeOf(m uint32) fs.FileMode {
	mode := fs.FileMode(m & 0o777)
	switch m & unix.S_IFMT {
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	case unix.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		mode |= fs.ModeSocket
	case unix.S_IFCHR:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	case unix.S_IFBLK:
		mode |= fs.ModeDevice
	case unix.S_IFREG:
	default:
		mode |= fs.ModeIrregular
	}
	return mode
}

// IsReplaced reports whether a name that was a folder is now something else.
func IsReplaced(err error) bool {
	return errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) || errors.Is(err, unix.EMLINK)
}

func isTooLong(err error) bool { return errors.Is(err, unix.ENAMETOOLONG) }

// changeTime is not asked for: descriptors say it.
func changeTime(fs.FileInfo) int64 { return 0 }
