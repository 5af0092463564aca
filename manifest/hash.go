package manifest

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/seed353dc258/backstory/internal/names"
)

// ContentHash is Coqui's digest of an inventory: "sha256:" and the SHA-256
// over the lines kind, path and digest of every source, then kind, path,
// extension and digest of every unsupported file. Only those fields of the
// entries are looked at.
//
// A name is what the manifest has of it ([names.Show]): a line break in one
// does not begin another line.
func ContentHash(files []Entry, unsupported []Unsupported) string {
	h := sha256.New()
	var line []byte
	for i := range files {
		line = appendLines(line[:0], "supported", names.Show(files[i].Path), files[i].SHA256)
		h.Write(line)
	}
	for i := range unsupported {
		u := &unsupported[i]
		line = appendLines(line[:0], "unsupported", names.Show(u.Path), names.Show(u.Extension), u.SHA256)
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
