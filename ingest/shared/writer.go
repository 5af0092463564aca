package shared

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"

	"github.com/seed353dc258/backstory/ingest"
)

// packBytes is how large a pack is, from which on the next chapter goes to another one.
const packBytes = 8 << 20

// writer gathers the chapters of a run into packs.
type writer struct {
	pack    *ingest.Pack // that is being written; nil where none is
	keys    []byte
	formats formats
	done    []written
	problem error
}

// written is a pack that is whole.
type written struct {
	entry
	file string
}

func (w *writer) add(key ingest.Key, chapter *ingest.Chapter) error {
	if w.pack == nil {
		f, err := os.CreateTemp("", "backstory-shared-*")
		if err != nil {
			return err
		}
		w.pack, w.keys, w.formats = &ingest.Pack{File: f}, nil, formats{}
	}
	if w.pack.Has(key) {
		return nil
	}
	if err := w.pack.Add(key, chapter); err != nil {
		return err
	}
	w.keys = append(w.keys, key[:keyStart]...)
	w.formats[chapter.Format] = chapter.Version
	if w.pack.Size() >= packBytes {
		return w.finish()
	}
	return nil
}

// finish ends the pack that is being written.
func (w *writer) finish() error {
	if w.pack == nil {
		return nil
	}
	name, pack := w.pack.File.Name(), w.pack
	w.pack = nil
	w.done = append(w.done, written{file: name})
	e := &w.done[len(w.done)-1]
	if err := pack.Finish(); err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if e.Size, err = io.Copy(sum, f); err != nil {
		return err
	}
	e.Digest, e.Keys, e.Formats = hex.EncodeToString(sum.Sum(nil)), w.keys, w.formats.String()
	return nil
}

// discard removes what is temporary.
func (w *writer) discard() {
	if w.pack != nil {
		w.pack.File.Close()
		_ = os.Remove(w.pack.File.Name()) // it is temporary, as those below
	}
	for _, d := range w.done {
		_ = os.Remove(d.file)
	}
	*w = writer{}
}

// chapters returns how many chapters wait.
func (w *writer) chapters() (n int) {
	for _, d := range w.done {
		n += len(d.Keys) / keyStart
	}
	if w.pack != nil {
		n += len(w.keys) / keyStart
	}
	return n
}
