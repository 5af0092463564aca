package worker

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
)

// maxPages is the most pages that a child may say a source has.
const maxPages = 1 << 20

// talk is the way of one source through a child.
type talk struct {
	child      *child
	job        ingest.Job
	passwords  converters.Passwords
	recognizer converters.Recognizer // may be nil
	progress   converters.Progress   // may be nil
	deadline   func(size int64, pages int) time.Duration

	limit    time.Duration // of the child's own work
	spent    time.Duration // of it
	pages    int
	pictures int
}

// errNoEngine says that a source needs an engine and its child has none.
var errNoEngine = errors.New("the process has no PDF engine")

// told is an error of the source, from a child that is well.
type told struct{ err error }

func (t *told) Error() string { return t.err.Error() }
func (t *told) Unwrap() error { return t.err }

// run lets the child convert the source, and does for it what it may not.
func (t *talk) run(ctx context.Context) (*ingest.Chapter, error) {
	received := ingest.Receive(t.job.Spool, t.job.Limits)
	defer received.Close()
	t.limit = t.deadline(t.job.Content.Size(), 0)
	if err := t.step(ctx, t.send); err != nil {
		return nil, err
	}
	for {
		var kind byte
		var payload []byte
		err := t.step(ctx, func() error {
			var err error
			kind, payload, err = readFrame(t.child.out, t.most)
			return err
		})
		switch {
		case err != nil:
		case kind == frameProgress:
			err = t.tell(payload)
		case kind == framePicture:
			err = t.recognize(ctx, payload)
		case kind == frameText:
			_, err = received.Write(payload)
		case kind == frameChapter:
			t.child.jobs++
			return received.Chapter(payload)
		case kind == frameEngine && !t.child.full:
			t.child.jobs++
			return nil, errNoEngine
		case kind == frameError:
			t.child.jobs++
			return nil, &told{decodeError(payload)}
		default:
			err = errFrame
		}
		if err != nil {
			return nil, err
		}
	}
}

// step runs a step in which the child works, on the time that it has left.
func (t *talk) step(ctx context.Context, step func() error) error {
	began := time.Now()
	timed, cancel := context.WithTimeout(ctx, t.limit-t.spent)
	defer cancel()
	err := t.child.during(timed, step)
	t.spent += time.Since(began)
	return err
}

// send sends the source.
func (t *talk) send() error {
	q := request{
		Name: t.job.Name, Size: t.job.Content.Size(), Options: t.job.Options, Limits: t.job.Limits, Base: t.job.Base, Prefix: t.job.Prefix,
		NoTokens: t.job.NoTokens, Passwords: t.passwords, Recognizes: t.recognizer != nil,
		Seconds: uint64(t.deadline(t.job.Content.Size(), maxPages)/time.Second) + 2,
	}
	content, watched := ingest.Watch(t.job.Content)
	err := writeRequest(t.child.in, q, content)
	if fault := watched.Err(); fault != nil {
		return fault
	}
	return err
}

// most returns how long a frame of the child may be.
func (t *talk) most(kind byte) uint64 {
	switch kind {
	case frameChapter:
		return uint64(16*t.job.Limits.Get(converters.LimitText)) + 1<<20
	case frameText:
		return maxPiece
	case frameError:
		return maxError
	case frameProgress:
		return progressSize
	case framePicture:
		return pictureHead + maxPixels
	default:
		return 0
	}
}

// tell takes what the child says of its progress: a source with more pages
// has more time.
func (t *talk) tell(payload []byte) error {
	if len(payload) != progressSize {
		return errFrame
	}
	page, pages := int(binary.LittleEndian.Uint32(payload)), int(binary.LittleEndian.Uint32(payload[4:]))
	if page > pages || pages > maxPages {
		return errFrame
	}
	if page == 1 { // of the source, or of one inside of it
		t.pages = min(t.pages+pages, maxPages)
		t.limit = max(t.limit, t.deadline(t.job.Content.Size(), t.pages))
	}
	if t.progress != nil {
		t.progress(page, pages)
	}
	return nil
}

// recognize has a picture read for the child. That time is not the child's:
// the recognizer has a limit of its own. A child may show each page once.
func (t *talk) recognize(ctx context.Context, payload []byte) error {
	t.pictures++
	if t.recognizer == nil || t.job.Options.OCR == "" || t.pictures > max(t.pages, 1) {
		return errFrame
	}
	p, err := decodePicture(payload)
	if err != nil {
		return err
	}
	words, err := t.recognizer.Recognize(ctx, p, t.job.Options.OCRLanguages)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, converters.ErrMachine):
		return err
	}
	reply, err := encodeWords(words, err)
	if err != nil {
		return fmt.Errorf("encoding words: %w", err)
	}
	return t.step(ctx, func() error { return writeFrame(t.child.in, frameWords, reply) })
}
