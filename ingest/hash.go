package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/lineend"
)

// ErrChanging says that a file was written to during every attempt to read it.
var ErrChanging = errors.New("the file keeps changing while it is read")

// readAttempts is how often a file that changes is read.
const readAttempts = 3

// hashBuffer is what is read at once; a cancelled context is noticed between.
const hashBuffer = 128 << 10

// hasher computes digests of files. It keeps a buffer, so it is for one
// goroutine, and for many files.
type hasher struct{ buf []byte }

// newHasher returns a hasher that is ready.
func newHasher() *hasher { return &hasher{make([]byte, hashBuffer)} }

// Sum returns what was read of a file and the description that belongs to it.
// The file is described before and after it is read; when they differ it was
// written to in between, and is read again, three times in all before
// [ErrChanging]. However long the file grows meanwhile, no more is read than
// it had when the attempt began.
func (h *hasher) Sum(ctx context.Context, f *os.File) (*lineend.Scan, discover.Stat, error) {
	return h.sum(ctx, f, func() (discover.Stat, error) {
		d, err := discover.StatOf(f)
		return d.Stat, err
	})
}

func (h *hasher) sum(ctx context.Context, r io.ReaderAt, stat func() (discover.Stat, error)) (*lineend.Scan, discover.Stat, error) {
	for range readAttempts {
		before, err := stat()
		if err != nil {
			return nil, before, fmt.Errorf("describing: %w", err)
		}
		scan := new(lineend.Scan)
		n, err := h.read(ctx, r, before.Size, scan)
		if err != nil {
			return nil, before, err
		}
		after, err := stat()
		if err != nil {
			return nil, after, fmt.Errorf("describing: %w", err)
		}
		if n == before.Size && before == after {
			return scan, after, nil
		}
	}
	return nil, discover.Stat{}, ErrChanging
}

// read hashes the first size bytes, or all if there are less, and returns
// their number.
func (h *hasher) read(ctx context.Context, r io.ReaderAt, size int64, scan *lineend.Scan) (n int64, err error) {
	for n < size {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		m, err := r.ReadAt(h.buf[:min(int64(len(h.buf)), size-n)], n)
		_, _ = scan.Write(h.buf[:m]) // it has no errors
		n += int64(m)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("reading: %w", err)
		}
	}
	return n, nil
}
