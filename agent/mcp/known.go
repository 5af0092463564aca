package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// last is what became of a server the last time. Whatever is kept is a
// stranger's word as it was: it is cleaned again whenever it is read.
type last struct {
	Failed bool        `json:"failed"`
	Tools  []*sdk.Tool `json:"tools"`
}

// maxKnown is how much is kept of a server, in bytes.
const maxKnown = 4 << 20

// knownName is the file of a server: another one where its configuration is.
func (s *server) knownName() (string, bool) {
	if s.o.Known == "" {
		return "", false
	}
	of, err := json.Marshal([]any{"tools 1", s.name, s.of, s.of.Dir})
	if err != nil {
		return "", false
	}
	sum := sha256.Sum256(of)
	return hex.EncodeToString(sum[:16]) + ".json", true
}

// recall returns what is known from the last time. That nothing can be read is as
// if nothing were known.
func (s *server) recall() (last, bool) {
	var l last
	name, ok := s.knownName()
	if !ok {
		return l, false
	}
	root, err := os.OpenRoot(s.o.Known)
	if err != nil {
		return l, false
	}
	defer root.Close()
	content, err := plainfile.Read(root, name, maxKnown)
	return l, err == nil && json.Unmarshal(content, &l) == nil && len(l.Tools) <= maxTools
}

// keep keeps it for the next time. Where that cannot be done the next time waits,
// as the first one did.
func (s *server) keep(l last) {
	name, ok := s.knownName()
	if !ok {
		return
	}
	content, err := json.Marshal(l)
	if err != nil || len(content) > maxKnown || os.MkdirAll(s.o.Known, 0o700) != nil {
		return
	}
	root, err := os.OpenRoot(s.o.Known)
	if err != nil {
		return
	}
	defer root.Close()
	_ = atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(name, append(content, '\n')))
}
