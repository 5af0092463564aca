package pipeline

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
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
