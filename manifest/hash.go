package manifest

import (
	"crypto/sha256"
	"encoding/hex"
)

// ContentHash is Coqui's digest of an inventory: "sha256:" and the SHA-256
// over the lines kind, path and digest of every source, then kind, path,
// extension and digest of every unsupported file. Only those fields of the
// entries are looked at.
//
// The formula does not escape, so a name with line breaks can be made to
// look like several files; it is kept for those who compare it, and decides
// nothing that the entries' own digests do not.
func ContentHash(files []Entry, unsupported []Unsupported) string {
	h := sha256.New()
	var line []byte
	for i := range files {
		line = appendLines(line[:0], "supported", files[i].Path, files[i].SHA256)
		h.Write(line)
	}
	for i := range unsupported {
		u := &unsupported[i]
		line = appendLines(line[:0], "unsupported", u.Path, u.Extension, u.SHA256)
		h.Write(line)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

func appendLines(b []byte, items ...string) []byte {
	for _, s := range items {
		b = append(append(b, s...), '\n')
	}
	return b
}
