package mirror

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/objects"
)

// copied says of which object a file is a copy.
type copied struct {
	Tag      string    `json:"tag"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified,omitzero"` // the object, where a listing said so
	Written  int64     `json:"written"`           // the file, in nanoseconds since 1970
}

// isOf reports whether a copy is of the object that is listed. Some servers have no tag for
// what they did not write.
func (c copied) isOf(o objects.Info) bool {
	return c.Tag == o.Tag && c.Size == o.Size && (c.Modified.IsZero() && c.Tag != "" || c.Modified.Equal(o.Modified))
}

// isIn reports whether a file is the copy as it was made.
func (c copied) isIn(file fs.FileInfo) bool {
	return file != nil && file.Size() == c.Size && file.ModTime().UnixNano() == c.Written
}

// recordFile is where the copies of a profile are recorded, beside its folder. One that cannot be read
// says nothing: all is fetched then.
const recordFile = "objects.json"

func readRecord(root *os.Root, place string) map[string]copied {
	record := map[string]copied{}
	if text, err := root.ReadFile(path.Join(place, recordFile)); err == nil && json.Unmarshal(text, &record) != nil {
		return map[string]copied{}
	}
	return record
}

func writeRecord(root *os.Root, place string, record map[string]copied) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	folder, err := root.OpenRoot(place)
	if err != nil {
		return err
	}
	defer folder.Close()
	return atomicfile.Write(atomicfile.Unsynced(atomicfile.In(folder)), atomicfile.Bytes(recordFile, text))
}

// files returns what is in the folder of a profile, by path; folders apart, the outer ones first.
func files(root *os.Root, dir string) (found map[string]fs.FileInfo, folders []string, err error) {
	found = map[string]fs.FileInfo{}
	in, err := fs.Sub(root.FS(), dir)
	if err != nil {
		return nil, nil, err
	}
	err = fs.WalkDir(in, ".", func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == "." || name == "." && err == nil {
			return nil
		}
		if err != nil {
			return err
		}
		if d.IsDir() {
			folders = append(folders, name)
			return nil
		}
		found[name], err = d.Info()
		return err
	})
	return found, folders, err
}
