package discover

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"
)

// windowsPlace asks besides for the time of the last change, which Windows says of
// an open file alone: without it, an edit that puts the time back is not seen.
type windowsPlace struct {
	rootPlace
	dir *os.File
}

func openPlace(profile *os.Root, real string) (place, error) {
	dir, err := profile.Open(filepath.FromSlash(orDot(real)))
	if err != nil {
		return nil, err
	}
	return windowsPlace{rootPlace{profile, orDot(real)}, dir}, nil
}

func (p windowsPlace) stat(name string) (described, error) {
	d, err := p.rootPlace.stat(name)
	if err == nil && d.Mode.IsRegular() {
		d.ChangeTime = changeTimeIn(p.dir, name)
	}
	return d, err
}

func (p windowsPlace) sub(name string) (place, error) {
	sub, err := p.rootPlace.sub(name)
	if err != nil {
		return nil, err
	}
	return openPlace(p.profile, sub.(rootPlace).real)
}

func (p windowsPlace) close() error { return p.dir.Close() }

// changeTimeIn returns when a file of a folder last changed, or 0 where the file
// system does not say it. It follows no link, and opens nothing but the description.
func changeTimeIn(dir *os.File, name string) int64 {
	object, err := windows.NewNTUnicodeString(name)
	if err != nil {
		return 0
	}
	at := windows.OBJECT_ATTRIBUTES{RootDirectory: windows.Handle(dir.Fd()), ObjectName: object}
	at.Length = uint32(unsafe.Sizeof(at))
	const (
		access = windows.FILE_READ_ATTRIBUTES | windows.SYNCHRONIZE
		share  = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
		how    = windows.FILE_OPEN_REPARSE_POINT | windows.FILE_SYNCHRONOUS_IO_NONALERT | windows.FILE_NON_DIRECTORY_FILE
	)
	var handle windows.Handle
	var status windows.IO_STATUS_BLOCK
	err = windows.NtCreateFile(&handle, access, &at, &status, nil, 0, share, windows.FILE_OPEN, how, 0, 0)
	runtime.KeepAlive(dir)
	if err != nil {
		return 0
	}
	defer windows.CloseHandle(handle)
	return handleChangeTime(handle)
}

// openChangeTime returns when an open file last changed.
func openChangeTime(f *os.File) int64 {
	at := handleChangeTime(windows.Handle(f.Fd()))
	runtime.KeepAlive(f)
	return at
}

// changeTime is 0: a description of the file does not say it.
func changeTime(fs.FileInfo) int64 { return 0 }

func handleChangeTime(handle windows.Handle) int64 {
	// FILE_BASIC_INFO: four times in steps of 100 ns since 1601, and attributes.
	var basic struct {
		creation, access, write, change windows.Filetime
		attributes                      uint32
		_                               uint32
	}
	err := windows.GetFileInformationByHandleEx(handle, windows.FileBasicInfo, (*byte)(unsafe.Pointer(&basic)), uint32(unsafe.Sizeof(basic)))
	if err != nil || basic.change == (windows.Filetime{}) {
		return 0
	}
	return basic.change.Nanoseconds()
}
