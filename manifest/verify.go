package manifest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
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
	if m.Output == nil {
		return NoMatch
	}
	if v := m.match(digest(output), Current, Previous); v != NoMatch {
		return v
	}
	lf, changed := digestLF(output)
	if !changed {
		return NoMatch
	}
	return m.match(lf, CurrentCRLF, PreviousCRLF)
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

// digestLF is the digest of a text with LF for every CRLF, and whether it has
// any, without a copy of it.
func digestLF(b []byte) (sum string, changed bool) {
	h := sha256.New()
	for {
		i := bytes.Index(b, []byte("\r\n"))
		if i < 0 {
			break
		}
		changed = true
		h.Write(b[:i])
		b = b[i+1:] // the line feed begins the next piece
	}
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil)), changed
}
