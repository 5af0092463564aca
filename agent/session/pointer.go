package session

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// Pointer names the session that was used last. It is a convenience: for a
// profile it decides nothing, and one that is gone or broken names none.
type Pointer interface {
	Read() (id string, err error)
	// Write names a session, or none with "".
	Write(id string) error
}

// PointerName is the name of the file in a workspace that names the session
// used last.
const PointerName = ".backstory-session"

// File returns the pointer in a workspace's folder. It is written as a whole,
// and a link in its place is left alone.
func File(workspace *os.Root) Pointer { return file{workspace} }

type file struct{ root *os.Root }

// maxPointer is how long the file may be, in bytes.
const maxPointer = 1 << 10

func (f file) Read() (string, error) {
	info, err := f.root.Lstat(PointerName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("reading %s: %w", PointerName, err)
	case !info.Mode().IsRegular() || info.Size() > maxPointer:
		return "", nil
	}
	opened, err := f.root.Open(PointerName)
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", PointerName, err)
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, maxPointer))
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", PointerName, err)
	}
	return cleanID(string(content)), nil
}

func (f file) Write(id string) error {
	if now, err := f.Read(); err == nil && now == id {
		return nil
	}
	content := ""
	if id != "" {
		content = id + "\n"
	}
	err := atomicfile.Write(atomicfile.In(f.root), atomicfile.Bytes(PointerName, []byte(content)))
	if err != nil {
		return fmt.Errorf("naming the session: %w", err)
	}
	return nil
}
