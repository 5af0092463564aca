package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// keep is a folder with the findings of targets, a file for each. It is a cache: what
// cannot be read or written costs time alone.
type keep string

func (k keep) name(target string) string {
	at, _ := os.Getwd() // targets are named from there
	sum := sha256.Sum256([]byte(at + "\x00" + target))
	return hex.EncodeToString(sum[:16]) + ".json"
}

// Get returns what is kept of a target.
func (k keep) Get(target string) []byte {
	text, _ := os.ReadFile(filepath.Join(string(k), k.name(target)))
	return text
}

// maxKept is how many targets are kept.
const maxKept = 500

// Put keeps it.
func (k keep) Put(target string, text []byte) {
	if os.MkdirAll(string(k), 0o700) != nil {
		return
	}
	root, err := os.OpenRoot(string(k))
	if err != nil {
		return
	}
	defer root.Close()
	if all, err := os.ReadDir(string(k)); err == nil && len(all) >= maxKept {
		for _, e := range all {
			_ = root.Remove(e.Name())
		}
	}
	_ = atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(k.name(target), text))
}
