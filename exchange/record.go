package exchange

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// record is what an import leaves for exports: which file came from where, and
// what it was then, so that what nobody has edited goes out as it came in.
type record struct {
	Kind  string     `json:"kind"`
	Name  string     `json:"name"`
	User  string     `json:"user,omitempty"`
	Files []recorded `json:"files"`
}

type recorded struct {
	Path   string `json:"path"`
	From   string `json:"from"` // its place in the input
	SHA256 string `json:"sha256"`
}

// Origin is a file of a profile that an import made.
type Origin struct {
	Path   string
	From   string
	Edited bool // since
	Gone   bool
}

// readRecord returns the record of a profile, empty where there is none.
func readRecord(files *Tree) (record, error) {
	var r record
	content, err := files.Read(recordFile, MaxJSON)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &r)
	}
	if err != nil {
		return r, fmt.Errorf("reading %s: %w: remove it to export the profile as it is", recordFile, err)
	}
	return r, nil
}

// origins compares the files of a profile with its record.
func (r *record) origins(files *Tree) ([]Origin, error) {
	list := make([]Origin, 0, len(r.Files))
	for _, f := range r.Files {
		o := Origin{Path: f.Path, From: f.From}
		content, err := files.Read(f.Path, MaxFile)
		if o.Gone = errors.Is(err, fs.ErrNotExist); !o.Gone {
			if err != nil {
				return nil, err
			}
			digest := sha256.Sum256(content)
			o.Edited = hex.EncodeToString(digest[:]) != f.SHA256
		}
		list = append(list, o)
	}
	return list, nil
}
