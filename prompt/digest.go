package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// textDigest returns the SHA-256 of a text in hexadecimal.
func textDigest(text string) string { return digestOf(text) }

// digestOf returns the SHA-256 of some texts, one behind the other.
func digestOf(texts ...string) string {
	h := sha256.New()
	for _, s := range texts {
		add(h, s)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// add writes a text to a hash without a copy of all of it.
func add(h hash.Hash, text string) {
	buffer := make([]byte, min(len(text), 4<<10))
	for len(text) > 0 {
		n := copy(buffer, text)
		h.Write(buffer[:n]) // a hash never fails
		text = text[n:]
	}
}
