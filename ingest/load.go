package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
)

// smallSource is the size up to which a source is read into memory once, for
// its digest and for its conversion, in bytes.
const smallSource = 4 << 20

// loaded is what a source was when it was read.
type loaded struct {
	digest [sha256.Size]byte
	stat   Stat
}

// load hashes a source and returns its content for conversion: from memory if
// it is small, from the file if not.
func load(ctx context.Context, f *os.File) (*io.SectionReader, loaded, error) {
	d, err := statOf(f)
	if err != nil {
		return nil, loaded{}, fmt.Errorf("reading: %w", err)
	}
	whole := io.NewSectionReader(f, 0, d.Size)
	if d.Size > smallSource {
		digest, stat, err := NewHasher().Sum(ctx, f)
		if err != nil {
			return nil, loaded{}, fmt.Errorf("reading: %w", err)
		}
		return io.NewSectionReader(f, 0, stat.Size), loaded{digest, stat}, nil
	}
	content := make([]byte, d.Size)
	if n, err := io.ReadFull(whole, content); err != nil {
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, loaded{}, fmt.Errorf("reading: %w", err)
		}
		content = content[:n] // it became shorter: it will not hold
	}
	section := io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))
	return section, loaded{sha256.Sum256(content), d.Stat}, nil
}

// holds reports whether the file is still as it was when it was read.
func (l loaded) holds(f *os.File) bool {
	d, err := statOf(f)
	return err == nil && d.Stat == l.stat
}
