package lineend

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"io"
	"sync"
)

// Content is what there is to say of the bytes of a file without having them.
type Content struct {
	Raw     [sha256.Size]byte // SHA-256 of them
	Unix    [sha256.Size]byte // of the form with LF; the same where there is none
	Returns int64             // how many bytes shorter that form is
}

// ContentOf describes a file that is in memory, and returns its form with LF.
func ContentOf(raw []byte) (c Content, unix []byte) {
	unix = Unix(raw)
	c.Raw, c.Returns = sha256.Sum256(raw), int64(len(raw)-len(unix))
	if c.Unix = c.Raw; c.Returns > 0 {
		c.Unix = sha256.Sum256(unix)
	}
	return c, unix
}

// scanBlock is how far apart the places are that a [Scan] notes.
const scanBlock = 64 << 10

// Scan describes a file that is too long for memory, as it is read. The zero value
// is ready.
type Scan struct {
	raw, unix hash.Hash // the second is nil before the first CRLF
	head      []byte    // what is not looked at yet: the file's start, then a CR at an end
	watch     watch
	started   bool
	text      bool
	size      int64   // of what was hashed
	returns   int64   // in it
	before    []int64 // how many there are before each block of the file
}

// Write takes the next bytes. It has no errors.
func (s *Scan) Write(p []byte) (int, error) {
	n := len(p)
	if !s.started {
		if s.head = append(s.head, p...); len(s.head) < probe {
			return n, nil
		}
		p = s.begin()
	}
	s.put(p, false)
	return n, nil
}

// begin decides what the file is, by its start.
func (s *Scan) begin() []byte {
	p := s.head
	s.started, s.text, s.head = true, IsText(p), nil
	s.raw = sha256.New()
	return p
}

// put hashes bytes, of which the last one may be held back for the next time.
func (s *Scan) put(p []byte, last bool) {
	if !s.text {
		s.raw.Write(p)
		s.size += int64(len(p))
		return
	}
	s.watch.see(p)
	if len(s.head) > 0 {
		p, s.head = append(s.head, p...), nil
	}
	if n := len(p); n > 0 && p[n-1] == '\r' && !last {
		p, s.head = p[:n-1], []byte{'\r'}
	}
	for len(p) > 0 {
		n := int(min(int64(len(p)), scanBlock-s.size%scanBlock))
		if s.size%scanBlock == 0 {
			s.before = append(s.before, s.returns)
		}
		// What is behind the piece says whether its last CR is of a CRLF.
		s.piece(p[:n], n < len(p) && p[n-1] == '\r' && p[n] == '\n')
		p = p[n:]
	}
}

// piece hashes a piece, the last byte of which may be a CR that goes.
func (s *Scan) piece(p []byte, drop bool) {
	s.size += int64(len(p))
	for len(p) > 0 {
		at := bytes.Index(p, []byte("\r\n"))
		if at < 0 && drop {
			at = len(p) - 1
		}
		if at < 0 {
			s.both(p)
			return
		}
		s.both(p[:at])
		if s.unix == nil {
			s.unix = clone(s.raw)
		}
		s.raw.Write(p[at : at+1])
		s.returns++
		p = p[at+1:]
	}
}

// both hashes what both forms have.
func (s *Scan) both(p []byte) {
	s.raw.Write(p)
	if s.unix != nil {
		s.unix.Write(p)
	}
}

// clone returns a copy of a hash of the standard library, which all can be copied.
func clone(h hash.Hash) hash.Hash {
	c, _ := h.(hash.Cloner).Clone() // it has no errors
	return c
}

// Content describes all that was written. Nothing may be written afterwards.
func (s *Scan) Content() (c Content) {
	if !s.started {
		p := s.begin()
		s.put(p, true)
	} else {
		s.put(nil, true)
	}
	if s.watch.found {
		s.unix, s.returns = nil, 0
	}
	s.raw.Sum(c.Raw[:0])
	if c.Unix = c.Raw; s.unix != nil {
		s.unix.Sum(c.Unix[:0])
	}
	c.Returns = s.returns
	return c
}

// Reader returns the form with LF of the file that was written: read from the same
// file, without holding it. It may be used by several goroutines.
func (s *Scan) Reader(file io.ReaderAt) *io.SectionReader {
	if s.returns == 0 {
		return io.NewSectionReader(file, 0, s.size)
	}
	v := &view{file: file, size: s.size, before: s.before, at: -1}
	return io.NewSectionReader(v, 0, s.size-s.returns)
}

// view is a file with LF for every CRLF.
type view struct {
	file   io.ReaderAt
	size   int64
	before []int64

	mu    sync.Mutex
	at    int // the block that is held; -1 for none
	block []byte
}

// ReadAt reads from an offset in the form with LF.
func (v *view) ReadAt(p []byte, off int64) (n int, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for n < len(p) {
		at := v.find(off + int64(n))
		if err := v.load(at); err != nil {
			return n, err
		}
		begin := off + int64(n) - (int64(at)*scanBlock - v.before[at])
		if begin >= int64(len(v.block)) {
			return n, io.EOF
		}
		n += copy(p[n:], v.block[begin:])
	}
	return n, nil
}

// find returns the block that has an offset in the form with LF.
func (v *view) find(off int64) int {
	low, high := 0, len(v.before)
	for high-low > 1 {
		if mid := (low + high) / 2; int64(mid)*scanBlock-v.before[mid] <= off {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// load reads a block.
func (v *view) load(at int) error {
	if v.at == at {
		return nil
	}
	v.at = -1
	begin := int64(at) * scanBlock
	raw := make([]byte, min(scanBlock+1, v.size-begin)) // and the byte behind it
	if n, err := v.file.ReadAt(raw, begin); n < len(raw) {
		return err
	}
	kept := raw[:len(raw)-drop(raw)]
	if len(raw) > scanBlock {
		kept = kept[:len(kept)-1]
	}
	v.block, v.at = kept, at
	return nil
}
