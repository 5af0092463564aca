package ingest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/lineend"
)

// smallSource is the size up to which a source is read into memory once, for
// its digest and for its conversion, in bytes.
const smallSource = 4 << 20

// loaded is what a source was when it was read, and its content: in memory if it is
// small, in the file if not. Without content it is only known.
type loaded struct {
	lineend.Content
	stat      discover.Stat
	raw, unix *io.SectionReader
}

// maxBuffer is how large a buffer is kept from one source to the next, in
// bytes.
const maxBuffer = 1 << 20

// load reads and hashes a source. The content is good until the next load.
func (w *worker) load(f *os.File) (loaded, error) {
	d, err := discover.StatOf(f)
	if err != nil {
		return loaded{}, fault("reading", err)
	}
	if d.Size > smallSource {
		scan, stat, err := newHasher().Sum(w.ctx, f)
		switch {
		case err == nil:
			return loaded{scan.Content(), stat, io.NewSectionReader(f, 0, stat.Size), scan.Reader(f)}, nil
		case w.ctx.Err() != nil:
			return loaded{}, err
		}
		return loaded{}, fault("reading", err)
	}
	content := w.room(int(d.Size))
	// From its start: this may be the second attempt.
	if n, err := io.ReadFull(io.NewSectionReader(f, 0, d.Size), content); err != nil {
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return loaded{}, fault("reading", err)
		}
		content = content[:n] // it became shorter: it will not hold
	}
	described, unix := lineend.ContentOf(content)
	return loaded{described, d.Stat, sectionOf(content), sectionOf(unix)}, nil
}

// hold is load for what is no file.
func (w *worker) hold(content *io.SectionReader) (loaded, error) {
	stat := discover.Stat{Size: content.Size()}
	if stat.Size > smallSource {
		scan := new(lineend.Scan)
		if _, err := newHasher().read(w.ctx, content, stat.Size, scan); err != nil {
			return loaded{}, fault("reading", err)
		}
		return loaded{scan.Content(), stat, content, scan.Reader(content)}, nil
	}
	raw := w.room(int(stat.Size))
	if _, err := io.ReadFull(io.NewSectionReader(content, 0, stat.Size), raw); err != nil {
		return loaded{}, fault("reading", err)
	}
	described, unix := lineend.ContentOf(raw)
	return loaded{described, stat, sectionOf(raw), sectionOf(unix)}, nil
}

// sectionOf returns a reader of what is in memory.
func sectionOf(content []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))
}

// UnixText returns an input as a build converts it by default: with LF for every
// CRLF where it is a text.
func UnixText(r *converters.Registry, o converters.Options, in converters.Input) (*io.SectionReader, error) {
	named, ok := r.ForName(in.Name)
	if !ok || !named.Format().Text || o.Compat == "coqui" {
		return in.SectionReader, nil
	}
	if in.Size() > smallSource {
		var scan lineend.Scan
		if _, err := io.Copy(&scan, io.NewSectionReader(in, 0, in.Size())); err != nil {
			return nil, err
		}
		scan.Content()
		return scan.Reader(in), nil
	}
	raw := make([]byte, in.Size())
	if _, err := io.ReadFull(io.NewSectionReader(in, 0, in.Size()), raw); err != nil {
		return nil, err
	}
	return sectionOf(lineend.Unix(raw)), nil
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
