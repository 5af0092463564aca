package ingest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest/discover"
)

// What goes wrong with a source has one of three owners. An error that is the
// document's costs that source alone; it is in the source's [Outcome]. One that is
// the machine's is [converters.ErrMachine], and one of a file that changed while it
// was read has [IsChange]: both end the run, since what the source says is unknown.

// IsChange reports whether an error says that something changed while it was
// read. To look again is the way out.
func IsChange(err error) bool {
	return errors.Is(err, discover.ErrReplaced) || errors.Is(err, ErrChanging)
}

// endsRun reports whether an error of a source is not the source's.
func endsRun(err error) bool { return errors.Is(err, converters.ErrMachine) || IsChange(err) }

// own returns an error of a source in a plain folder as the source's, where it is
// that of its file.
func (s *Settings) own(err error) error {
	unreadable, over := new(unreadableError), new(converters.LimitError)
	switch {
	case !s.Plain:
	case errors.As(err, &over):
		over.User = true
	case errors.As(err, &unreadable):
		return errors.New(unreadable.Err.Error())
	case IsChange(err):
		return errors.New(err.Error())
	}
	return err
}

// unreadableError says that the file of a source cannot be read, which is the
// machine's fault where a profile needs it.
type unreadableError struct{ *converters.MachineError }

// Unwrap returns the error of the machine.
func (e *unreadableError) Unwrap() error { return e.MachineError }

// sourceError names the source whose error ends a run.
func sourceError(path string, err error) error {
	return fmt.Errorf("%s/%s: %w", discover.SourceDir, path, err)
}

// fault returns an error of the file system as the owner's: what is not there
// any more, or is something else now, changed.
func fault(doing string, err error) error {
	var at *fs.PathError // what it names is named already
	if errors.As(err, &at) {
		err = at.Err
	}
	switch {
	case err == nil || IsChange(err) || errors.Is(err, converters.ErrMachine):
		return err
	case errors.Is(err, fs.ErrNotExist), discover.IsReplaced(err):
		return fmt.Errorf("%s: %w (%w)", doing, discover.ErrReplaced, err)
	case errors.Is(err, fs.ErrPermission):
		return &unreadableError{&converters.MachineError{
			Err: fmt.Errorf("%s: %w", doing, err), Remedy: "let the user of this program read it, or leave it out by ignore in backstory/.backstory.json",
		}}
	case errors.Is(err, syscall.EIO):
		return &unreadableError{&converters.MachineError{Err: fmt.Errorf("%s: %w", doing, err)}}
	}
	return &converters.MachineError{Err: fmt.Errorf("%s: %w", doing, err)}
}

// watched is content that remembers how reading it failed. What a reader of it
// makes of that, such as the end of a file, is not to be believed.
type watched struct {
	from io.ReaderAt
	size int64
	err  error
}

// Watch returns content of which reading is watched.
func Watch(content *io.SectionReader) (*io.SectionReader, *watched) {
	w := &watched{from: content, size: content.Size()}
	return io.NewSectionReader(w, 0, w.size), w
}

// ReadAt implements io.ReaderAt.
func (w *watched) ReadAt(p []byte, off int64) (int, error) {
	n, err := w.from.ReadAt(p, off)
	switch {
	case w.err != nil || err == nil || n == len(p):
	case !errors.Is(err, io.EOF):
		w.err = fault("reading", err)
	case off+int64(n) < w.size:
		w.err = fmt.Errorf("reading: %w: it became shorter", ErrChanging)
	}
	return n, err
}

// Err returns how reading failed, if it did: [converters.ErrMachine], or what
// [IsChange].
func (w *watched) Err() error { return w.err }
