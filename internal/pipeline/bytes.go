package pipeline

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/seed353dc258/backstory/ingest"
)

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func isHex(digits string, sum []byte) bool {
	var buf [2 * sha256.Size]byte
	hex.Encode(buf[:], sum)
	return digits == string(buf[:])
}

// sumOf begins to compute a digest beside what the caller does, and returns
// what waits for it.
func sumOf(text []byte) func() [sha256.Size]byte {
	var sum [sha256.Size]byte
	wait := ingest.Beside(func() error { sum = sha256.Sum256(text); return nil })
	return func() [sha256.Size]byte {
		_ = wait() // it has no errors
		return sum
	}
}

// unixLines returns text with line feeds alone, as it was before a checkout
// gave it the line ends of Windows.
func unixLines(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// digested is what a digest is made of.
type digested struct{ b []byte }

// put appends fields, each behind its length.
func (d *digested) put(fields ...string) {
	for _, field := range fields {
		d.b = binary.LittleEndian.AppendUint64(d.b, uint64(len(field)))
		d.b = append(d.b, field...)
	}
}
