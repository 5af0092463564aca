package ingest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"time"

	"github.com/seed353dc258/backstory/ingest/discover"
)

// smallSource is the size up to which a source is read into memory once, for
// its digest and for its conversion, in bytes.
const smallSource = 4 << 20

// loaded is what a source was when it was read.
type loaded struct {
	digest [sha256.Size]byte
	stat   discover.Stat
}

// maxBuffer is how large a buffer is kept from one source to the next, in
// bytes.
const maxBuffer = 1 << 20

// load hashes a source and returns its content for conversion: from memory if
// it is small, from the file if not. The content is good until the next load.
func (w *worker) load(f *os.File) (*io.SectionReader, loaded, error) {
	d, err := discover.StatOf(f)
	if err != nil {
		return nil, loaded{}, fault("reading", err)
	}
	if d.Size > smallSource {
		digest, stat, err := newHasher().Sum(w.ctx, f)
		switch {
		case err == nil:
			return io.NewSectionReader(f, 0, stat.Size), loaded{digest, stat}, nil
		case w.ctx.Err() != nil:
			return nil, loaded{}, err
		}
		return nil, loaded{}, fault("reading", err)
	}
	content := w.room(int(d.Size))
	// From its start: this may be the second attempt.
	if n, err := io.ReadFull(io.NewSectionReader(f, 0, d.Size), content); err != nil {
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, loaded{}, fault("reading", err)
		}
		content = content[:n] // it became shorter: it will not hold
	}
	section := io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))
	return section, loaded{sha256.Sum256(content), d.Stat}, nil
}

// room returns a buffer of a size, the worker's own if it may be that large.
func (w *worker) room(size int) []byte {
	if size > maxBuffer {
		return make([]byte, size)
	}
	if cap(w.content) < size {
		w.content = make([]byte, min(maxBuffer, 2*size))
	}
	return w.content[:size]
}

// shrink gives back the memory of a text that was longer than most.
func (w *worker) shrink() {
	if w.text.Cap() > maxBuffer {
		w.text = bytes.Buffer{}
	}
}

// quiet is how long nobody has to have written to a source before an error in it
// is believed: an editor that saves in place empties the file first.
const quiet = 50 * time.Millisecond

// rest waits until a source that was written to a moment ago is quiet, or is not
// the one that was read any more.
func (w *worker) rest(l loaded) {
	since := time.Since(time.Unix(0, max(l.stat.ModTime, l.stat.ChangeTime)))
	if since < -quiet || since >= quiet {
		return // the clock of the file system may be another one
	}
	select {
	case <-w.ctx.Done():
	case <-time.After(quiet - since):
	}
}

// holds reports whether the file is still as it was when it was read.
func (l loaded) holds(f *os.File) bool {
	d, err := discover.StatOf(f)
	return err == nil && d.Stat == l.stat
}
