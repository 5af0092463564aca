package ingest

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// maxHeld is how long a chapter's text may be that is held in memory, in bytes.
const maxHeld = 4 << 20

// spool takes the text of a chapter as it is written: in memory up to a few
// MiB, and what grows longer in a temporary file, which has no name any more
// where the system allows that. It has to be ended by Close.
type spool struct {
	folder string
	held   *bytes.Buffer // what is not in the file
	file   *spoolFile    // nil as long as all is held
	digest *Digester     // of the file, without the line ends at its end
	size   int64         // of the file
	ends   int           // how many line ends it ends with
}

// newSpool returns an empty spool, which makes its file in a folder, or where
// that is empty or cannot be written to, in the folder for temporary files.
func newSpool(folder string) *spool { return &spool{folder: folder, held: new(bytes.Buffer)} }

// SpoolError says that there was no place for a long text while it was written.
// It is not a property of the source.
type SpoolError struct{ Err error }

// Error says what was tried.
func (e *SpoolError) Error() string {
	return "keeping a long chapter in a temporary file: " + e.Err.Error()
}

// Is reports whether the target is [converters.ErrMachine].
func (e *SpoolError) Is(target error) bool { return target == converters.ErrMachine }

// Unwrap returns the system's error.
func (e *SpoolError) Unwrap() error { return e.Err }

// Write takes the next bytes. Its error is a [SpoolError].
func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil {
		if s.held.Len()+len(p) <= maxHeld {
			return s.held.Write(p)
		}
		if err := s.begin(); err != nil {
			return 0, &SpoolError{err}
		}
	}
	if err := s.put(p); err != nil {
		return 0, &SpoolError{err}
	}
	return len(p), nil
}

// begin moves what is held to a file.
func (s *spool) begin() error {
	f, err := createSpool(s.folder)
	if err != nil {
		return err
	}
	s.file, s.digest = f, NewDigester(true)
	err = s.put(s.held.Bytes())
	*s.held = bytes.Buffer{}
	return err
}

// spoolFile is a temporary file.
type spoolFile struct {
	*os.File
	name string // to be removed; empty where it is gone already
}

// createSpool makes a file in a folder. Its name goes at once, where the system
// lets it.
func createSpool(folder string) (*spoolFile, error) {
	var f *os.File
	err := os.ErrNotExist
	if folder != "" {
		f, err = os.CreateTemp(folder, packTemp+"*") // a cache sweeps what is left of it
	}
	if err != nil {
		if f, err = os.CreateTemp("", "backstory-"+packTemp+"*"); err != nil {
			return nil, err
		}
	}
	s := &spoolFile{f, f.Name()}
	if os.Remove(s.name) == nil {
		s.name = ""
	}
	return s, nil
}

// end closes the file, which nobody reads any more.
func (f *spoolFile) end() {
	_ = f.Close()
	if f.name != "" {
		_ = os.Remove(f.name) // it is temporary
	}
}

// put writes to the file, and digests all but the line ends that may be its end.
func (s *spool) put(p []byte) error {
	n, err := s.file.Write(p)
	if s.size += int64(n); err != nil {
		return err
	}
	body := bytes.TrimRight(p, "\n")
	if len(body) > 0 {
		for ; s.ends > 0; s.ends-- {
			_, _ = s.digest.Write([]byte{'\n'}) // it has no errors
		}
		_, _ = s.digest.Write(body)
	}
	s.ends += len(p) - len(body)
	return nil
}

// give gives the text to a chapter, without line ends at its end, and what is
// computed of it.
func (s *spool) give(c *Chapter) {
	if s.file == nil {
		text := bytes.TrimRight(s.held.Bytes(), "\n")
		c.Text, c.Digest = string(text), sha256.Sum256(text)
		c.Coqui = tokens.Coqui(c.Text)
		return
	}
	var characters int64
	c.Digest, characters = s.digest.Sum()
	c.Coqui = int((characters + 3) / 4)
	c.Long = &LongText{io.NewSectionReader(s.file, 0, s.size-int64(s.ends)), s.file}
	s.file, s.digest = nil, nil
}

// copyTo writes the text to somewhere else.
func (s *spool) copyTo(w io.Writer) error {
	text := io.Reader(s.held)
	if s.file != nil {
		text = io.NewSectionReader(s.file, 0, s.size)
	}
	_, err := io.Copy(w, text)
	return err
}

// Close gives up a text that was not given to a chapter.
func (s *spool) Close() {
	if s.file != nil {
		s.digest.Close()
		s.file.end()
		s.file = nil
	}
}

// LongText is a text that is not in memory. It has to be closed.
type LongText struct {
	text *io.SectionReader
	file *spoolFile // that is its own; nil where it lies in another one's
}

// Size returns its length in bytes.
func (l *LongText) Size() int64 { return l.text.Size() }

// ReadAt reads from an offset on.
func (l *LongText) ReadAt(p []byte, at int64) (int, error) { return l.text.ReadAt(p, at) }

// Reader returns a reader of all of it.
func (l *LongText) Reader() io.Reader { return io.NewSectionReader(l.text, 0, l.text.Size()) }

// Close lets it go. It may be called of nil.
func (l *LongText) Close() {
	if l != nil && l.file != nil {
		l.file.end()
	}
}

const (
	packSuffix = ".pack"
	packTemp   = "new-"
	maxPacks   = 16                 // beyond it packs are joined
	packOld    = 3 * 24 * time.Hour // older than that, what is used moves to a new pack
	tempOld    = 24 * time.Hour     // a pack that was never finished
)
