package folder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/manifest"
)

const (
	foldersName = "folders"     // in the user's data folder
	recordFile  = "folder.json" // says whose state a folder has
	maxRecord   = 1 << 20
)

// Record says whose a folder of state is.
type Record struct {
	Path   string    `json:"path"`           // what it is known by, absolute; in the file as it is shown
	Base   string    `json:"base,omitempty"` // the folder that is opened, where it is another one
	Name   string    `json:"name"`           // of the profile
	Device uint64    `json:"device,omitempty"`
	Inode  uint64    `json:"inode,omitempty"`
	Used   time.Time `json:"used"`

	dir string // of the state
}

// Dir is the folder of what is kept.
func (r *Record) Dir() string { return r.dir }

// Size returns how many bytes are kept.
func (r *Record) Size() (size int64) {
	_ = filepath.WalkDir(r.dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}

// List returns what is kept of folders, the one that was used last in front.
func List(data string) (list []Record, err error) {
	entries, err := os.ReadDir(filepath.Join(data, foldersName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if r, readErr := readRecord(filepath.Join(data, foldersName, e.Name())); readErr == nil {
			list = append(list, *r)
		}
	}
	slices.SortStableFunc(list, func(a, b Record) int { return b.Used.Compare(a.Used) })
	return list, err
}

// Forget removes what is kept of a folder. Its own files are not touched.
func Forget(r Record) error {
	lock, err := os.OpenRoot(filepath.Dir(r.dir))
	if err != nil {
		return err
	}
	defer lock.Close()
	return lock.RemoveAll(filepath.Base(r.dir))
}

func readRecord(dir string) (*Record, error) {
	root, err := plainfile.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	content, err := plainfile.Read(root, recordFile, maxRecord)
	r := &Record{dir: dir}
	if err == nil {
		err = json.Unmarshal(content, r)
	}
	r.Path, r.Base = names.Read(r.Path), names.Read(r.Base)
	return r, err
}

// often is how much later a folder has to be used for that to be written down.
const often = time.Hour

func (r *Record) write(root *os.Root, now time.Time) error {
	if before, err := readRecord(r.dir); err == nil && before.Path == r.Path && now.Sub(before.Used) < often && before.Device == r.Device && before.Inode == r.Inode {
		return nil
	}
	r.Used = now.UTC().Truncate(time.Second)
	shown := *r // a name may have any bytes
	shown.Path, shown.Base = names.Show(r.Path), names.Show(r.Base)
	content, err := json.MarshalIndent(shown, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(recordFile, append(content, '\n')))
}

// recordOf returns what is kept of a target, which may be nothing yet.
func recordOf(data string, t target, moved func(from string) bool) (*Record, error) {
	r := &Record{Path: t.path, Name: t.name, dir: filepath.Join(data, foldersName, t.key())}
	if t.dir != t.path {
		r.Base = t.dir
	}
	f, err := os.Open(t.dir)
	if err != nil {
		return nil, pathError(t.dir, err)
	}
	st, err := discover.StatOf(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, pathError(t.dir, err)
	}
	r.Device, r.Inode = st.Device, st.Inode
	switch before, err := readRecord(r.dir); {
	case err == nil && before.Path == t.path:
		r.Name = before.Name
		return r, nil
	case err == nil:
		return nil, fmt.Errorf("%s has what belongs to %s: remove it", r.dir, names.Show(before.Path))
	}
	if moved != nil && len(t.only) == 0 {
		if err := r.take(data, moved); err != nil {
			return nil, err
		}
	}
	return r, os.MkdirAll(r.dir, 0o700)
}

// take looks for what is kept of the folder while it was in another place, and takes
// it over if the user wants it.
func (r *Record) take(data string, moved func(from string) bool) error {
	list, err := List(data)
	if err != nil {
		return nil // there is nothing that could be offered
	}
	for i := range list {
		was := &list[i]
		if was.Inode == 0 || was.Inode != r.Inode || was.Device != r.Device || was.Base != "" || isThere(was.Path) || !sampled(was.dir, r.Path) {
			continue
		}
		if !moved(was.Path) {
			return nil
		}
		r.Name = was.Name // by which its conversations are kept
		return os.Rename(was.dir, r.dir)
	}
	return nil
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// The sample of sources that have to be in a folder for it to be the one that moved:
// so many, of at most so many bytes.
const (
	sampleSize = 8
	maxSampled = 16 << 20
)

// sampled reports whether a sample of the sources that a folder of state has are in a
// folder as they were, most of them: some may have changed.
func sampled(state, dir string) bool {
	root, err := plainfile.OpenRoot(state)
	if err != nil {
		return false
	}
	defer root.Close()
	raw, err := root.ReadFile(manifest.Name)
	if err != nil {
		return false
	}
	m, err := manifest.Load(raw)
	if err != nil || len(m.Files) == 0 {
		return false
	}
	at, err := plainfile.OpenRoot(dir)
	if err != nil {
		return false
	}
	defer at.Close()
	step, asked, same := max(1, len(m.Files)/sampleSize), 0, 0
	for i := 0; i < len(m.Files); i += step {
		if f := &m.Files[i]; f.SizeBytes <= maxSampled {
			asked++
			if digestOf(at, f.Path) == f.SHA256 {
				same++
			}
		}
	}
	return asked > 0 && 2*same > asked
}

// digestOf returns the SHA-256 of a file, or "" where it cannot be read.
func digestOf(root *os.Root, name string) string {
	f, _, err := plainfile.Open(root, filepath.FromSlash(name))
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(f, maxSampled+1)); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}
