package ingest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"

	"github.com/seed353dc258/backstory/ingest/discover"
)

// ErrChanging says that a file was written to during every attempt to read it.
var ErrChanging = errors.New("the file keeps changing while it is read")

// readAttempts is how often a file that changes is read.
const readAttempts = 3

// hashBuffer is what is read at once; a cancelled context is noticed between.
const hashBuffer = 128 << 10

// Hasher computes digests of files. It keeps a buffer, so it is for one
// goroutine, and for many files.
type Hasher struct {
	hash hash.Hash
	buf  []byte
}

// newHasher returns a hasher that is ready.
func newHasher() *Hasher { return &Hasher{sha256.New(), make([]byte, hashBuffer)} }

// Sum returns the SHA-256 of a file and the description that belongs to it.
// The file is described before and after it is read; when they differ it was
// written to in between, and is read again, three times in all before
// [ErrChanging]. However long the file grows meanwhile, no more is read than
// it had when the attempt began.
func (h *Hasher) Sum(ctx context.Context, f *os.File) (sum [sha256.Size]byte, st discover.Stat, err error) {
	return h.sum(ctx, f, func() (discover.Stat, error) {
		d, err := discover.StatOf(f)
		return d.Stat, err
	})
}

func (h *Hasher) sum(ctx context.Context, r io.ReaderAt, stat func() (discover.Stat, error)) (sum [sha256.Size]byte, st discover.Stat, err error) {
	for range readAttempts {
		before, err := stat()
		if err != nil {
			return sum, st, fmt.Errorf("describing: %w", err)
		}
		n, err := h.read(ctx, r, before.Size)
		if err != nil {
			return sum, st, err
		}
		after, err := stat()
		if err != nil {
			return sum, st, fmt.Errorf("describing: %w", err)
		}
		if n == before.Size && before == after {
			h.hash.Sum(sum[:0])
			return sum, after, nil
		}
	}
	return sum, st, ErrChanging
}

// read hashes the first size bytes, or all if there are less, and returns
// their number.
func (h *Hasher) read(ctx context.Context, r io.ReaderAt, size int64) (n int64, err error) {
	h.hash.Reset()
	for n < size {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		m, err := r.ReadAt(h.buf[:min(int64(len(h.buf)), size-n)], n)
		h.hash.Write(h.buf[:m])
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
