package manifest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/seed353dc258/backstory/internal/lineend"
)

// Match says which of a manifest's digests an output has.
type Match int

// The outcomes of [Manifest.Verify].
const (
	// NoMatch is a file that was written or changed by somebody else.
	NoMatch Match = iota
	// Current is the file that the manifest describes.
	Current
	// CurrentCRLF is that file with the line ends of a Windows checkout.
	CurrentCRLF
	// Previous is the file before it: a build was stopped between renaming the
	// manifest and renaming the output, and the next run completes it.
	Previous
	// PreviousCRLF is that with the line ends of a Windows checkout.
	PreviousCRLF
)

// Ours reports whether the output is one that a build wrote.
func (v Match) Ours() bool { return v != NoMatch }

// Fresh reports whether it is the one that the manifest describes.
func (v Match) Fresh() bool { return v == Current || v == CurrentCRLF }

// Verify compares an output with the digests of the manifest. A manifest
// without a digest (Coqui's, or one of a build that wrote nothing) matches
// nothing.
func (m *Manifest) Verify(output []byte) Match {
	s, _ := Sum(bytes.NewReader(output)) // memory has no errors
	return m.Match(s)
}

// Match compares the digests of an output with those of the manifest, as
// Verify does.
func (m *Manifest) Match(s Sums) Match {
	if m.Output == nil {
		return NoMatch
	}
	if v := m.match(s.Raw, Current, Previous); v != NoMatch || s.Raw == s.LF {
		return v
	}
	return m.match(s.LF, CurrentCRLF, PreviousCRLF)
}

func (m *Manifest) match(sum string, current, previous Match) Match {
	switch sum {
	case m.Output.SHA256:
		return current
	case m.Output.PreviousSHA256:
		return previous
	}
	return NoMatch
}

// Sums are the digests of an output.
type Sums struct {
	Raw string // of its bytes
	LF  string // with LF for every CRLF
}

// Sum reads an output, once, or twice if it has carriage returns. Its errors
// are the reader's.
func Sum(r io.ReadSeeker) (Sums, error) {
	raw, returns, err := sumOf(r)
	if err != nil || !returns {
		return Sums{raw, raw}, err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return Sums{}, err
	}
	lf, _, err := sumOf(lineend.NewReader(r))
	return Sums{raw, lf}, err
}

// sumOf returns a digest, and whether there are carriage returns.
func sumOf(r io.Reader) (sum string, returns bool, err error) {
	h := sha256.New()
	buf := make([]byte, 32<<10) // a server reads a short one for each answer
	for {
		n, err := r.Read(buf)
		returns = returns || bytes.IndexByte(buf[:n], '\r') >= 0
		h.Write(buf[:n])
		switch {
		case err == io.EOF:
			return hex.EncodeToString(h.Sum(nil)), returns, nil
		case err != nil:
			return "", false, err
		}
	}
}
