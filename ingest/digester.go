package ingest

import (
	"crypto/sha256"
	"hash"
	"io"
	"sync"

	"github.com/seed353dc258/backstory/internal/tokens"
)

// Digester computes the SHA-256 of what is written to it in a goroutine of its
// own, beside its writer. The goroutine ends with Sum or Close, one of which
// has to be called.
type Digester struct {
	count  bool
	block  []byte
	full   chan []byte
	free   chan []byte
	hash   hash.Hash
	chars  int64
	closed bool
	idle   chan struct{}
}

const (
	digesterBlock  = 128 << 10
	digesterBlocks = 4
)

// NewDigester starts a digester, which also counts characters if it is to.
func NewDigester(count bool) *Digester {
	d := &Digester{
		count: count,
		full:  make(chan []byte, digesterBlocks), free: make(chan []byte, digesterBlocks),
		hash: sha256.New(), idle: make(chan struct{}),
	}
	for range digesterBlocks {
		d.free <- nil // what is short needs one block, or none
	}
	d.block = <-d.free
	go func() {
		defer close(d.idle)
		for block := range d.full {
			d.hash.Write(block)
			if d.count {
				d.chars += int64(tokens.Characters(block))
			}
			d.free <- block[:0]
		}
	}()
	return d
}

// Write takes a copy of p. It has no errors.
func (d *Digester) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		d.block = room(d.block)
		n := min(len(rest), digesterBlock-len(d.block))
		d.block = append(d.block, rest[:n]...)
		rest = rest[n:]
		if len(d.block) == digesterBlock {
			d.full <- d.block
			d.block = <-d.free
		}
	}
	return len(p), nil
}

// room returns a block that has its memory.
func room(block []byte) []byte {
	if cap(block) == 0 {
		block = make([]byte, 0, digesterBlock)
	}
	return block
}

// give takes a block without a copy of it, and returns an empty one. The block
// may be read until the next is given, not written to.
func (d *Digester) give(block []byte) []byte {
	d.full <- block
	return <-d.free
}

// SoFar returns the digest of what was written up to now.
func (d *Digester) SoFar() (sum [sha256.Size]byte) {
	d.full <- d.block
	blocks := make([][]byte, 0, digesterBlocks)
	for range digesterBlocks { // when all are free, all were hashed
		blocks = append(blocks, <-d.free)
	}
	d.hash.Sum(sum[:0])
	for _, block := range blocks[1:] {
		d.free <- block
	}
	d.block = blocks[0]
	return sum
}

// Close ends the digester.
func (d *Digester) Close() {
	if !d.closed {
		d.closed = true
		d.full <- d.block
		close(d.full)
		<-d.idle
	}
}

// Sum ends the digester and returns the digest of all that was written and
// the number of its characters, if they were counted.
func (d *Digester) Sum() (sum [sha256.Size]byte, characters int64) {
	d.Close()
	d.hash.Sum(sum[:0])
	return sum, d.chars
}

// Reread reads pieces of a file, each behind the one before, and computes the
// digest of the whole file, also of what lies between.
type Reread struct {
	file   io.Reader
	digest *Digester
	at     int64  // what was read and digested so far
	left   int64  // of the piece
	next   []byte // to read to
	ready  []byte // read, and not given yet
}

// NewReread begins at the start of a file. It has to be ended by Sum or Close.
func NewReread(file io.Reader) *Reread {
	digest := NewDigester(false)
	return &Reread{file: file, digest: digest, next: <-digest.free}
}

// Piece sets the next piece, which does not begin before the end of the last.
// The piece is what Read gives next; another one may be set before its end.
func (r *Reread) Piece(offset, length int64) error {
	if offset < r.at {
		return io.ErrNoProgress
	}
	for r.at < offset {
		if len(r.ready) == 0 {
			if err := r.fill(); err != nil {
				return err
			}
		}
		r.take(min(offset-r.at, int64(len(r.ready))))
	}
	r.left = length
	return nil
}

// Read gives the piece, a bit at a time.
func (r *Reread) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if len(r.ready) == 0 {
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p[:min(int64(len(p)), r.left)], r.ready)
	r.take(int64(n))
	r.left -= int64(n)
	return n, nil
}

// WriteTo gives the rest of the piece.
func (r *Reread) WriteTo(w io.Writer) (written int64, err error) {
	for r.left > 0 {
		if len(r.ready) == 0 {
			if err := r.fill(); err != nil {
				return written, err
			}
		}
		n, err := w.Write(r.ready[:min(r.left, int64(len(r.ready)))])
		r.take(int64(n))
		r.left -= int64(n)
		if written += int64(n); err != nil {
			return written, err
		}
	}
	return written, nil
}

// take moves on in what is ready.
func (r *Reread) take(n int64) {
	r.ready = r.ready[n:]
	r.at += n
}

// fill reads on. The end of the file is an error: nobody asks for what lies
// behind it.
func (r *Reread) fill() error {
	r.next = room(r.next)
	n, err := r.file.Read(r.next[:digesterBlock])
	r.ready = r.next[:n]
	r.next = r.digest.give(r.ready)
	switch {
	case n > 0:
		return nil
	case err == io.EOF:
		return io.ErrUnexpectedEOF
	}
	return err
}

// Sum reads the rest and returns the digest of the whole file.
func (r *Reread) Sum() (sum [sha256.Size]byte, err error) {
	r.left = 0
	for err == nil {
		err = r.fill()
	}
	sum, _ = r.digest.Sum()
	if err == io.ErrUnexpectedEOF {
		err = nil
	}
	return sum, err
}

// Close ends it without a digest.
func (r *Reread) Close() { r.digest.Close() }

// Beside runs a function in a goroutine of its own, which ends with it, and
// returns what waits for that and gives its error, as often as it is called.
func Beside(f func() error) (wait func() error) {
	done := make(chan error, 1)
	go func() { done <- f() }()
	return sync.OnceValue(func() error { return <-done })
}
