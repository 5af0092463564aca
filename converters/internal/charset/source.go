package charset

import (
	"errors"
	"fmt"
	"io"
)

// chunkSize is how much of an input is in memory at once.
const chunkSize = 256 << 10

// A source is the whole input: a slice, or something to read in chunks.
type source struct {
	b   []byte
	r   io.ReaderAt
	n   int64
	buf []byte
}

// at returns up to n bytes from off. They are valid until the next call.
func (s *source) at(off int64, n int) ([]byte, error) {
	if off >= s.n {
		return nil, nil
	}
	n = int(min(int64(n), s.n-off))
	if s.r == nil {
		return s.b[off : off+int64(n)], nil
	}
	if cap(s.buf) < n {
		s.buf = make([]byte, max(n, int(min(s.n, chunkSize))))
	}
	got, err := s.r.ReadAt(s.buf[:n], off)
	if got == n {
		return s.buf[:n], nil
	}
	if err == io.EOF || err == nil {
		return nil, errShort
	}
	return nil, fmt.Errorf("reading text: %w", err)
}

// errShort is a source that ended before its size.
var errShort = errors.New("reading text: the input is shorter than its size")

// A sample is a part of the input, or all of it.
type sample struct {
	b           []byte
	first, last bool // whether it begins and ends with the input
}
