package worker

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// shelf is the folder of compiled code in the cache: that of the whole module,
// under the name by which wazero looks for the bare one. Decoding and checking
// the bodies of functions takes more than half of loading code that was compiled
// from them long ago; see [pdfium.Config].
//
// What wazero names a file by is its own affair (the module, its version, the
// processor): it is given a desk, a new folder with links to all of the shelf.
// If there is a file beside the links afterwards, that is the code of the bare
// module, which does nothing, and its name is what to keep the code of the whole
// module by. Code of a bare module is never put on the shelf.
type shelf struct{ folder string }

const (
	shelfName = "code"
	deskName  = "desk-" // and what sets one apart
	deskLong  = time.Hour
)

var errShelf = errors.New("the shelf of compiled code is not as it has to be")

// load returns an engine with the code from the shelf. If it is not there, the
// module is compiled, which takes seconds, and put there. An error says that
// the shelf is of no use on this system, such as one without symbolic links.
func (s shelf) load(ctx context.Context, config pdfium.Config) (*pdfium.Engine, error) {
	engine, name, err := s.find(ctx, config)
	if err != nil || name == "" {
		return engine, err
	}
	s.sweep()
	return s.fill(ctx, config, name)
}

// find returns an engine with code from the shelf, or the name, in the shelf,
// of code that is not there.
func (s shelf) find(ctx context.Context, config pdfium.Config) (*pdfium.Engine, string, error) {
	desk, err := s.desk()
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(desk)
	if err := s.link(desk); err != nil {
		return nil, "", err
	}
	config.Cache, config.Bare = desk, true
	engine, err := pdfium.Compile(ctx, config)
	if err != nil {
		return nil, "", err
	}
	made, err := filesIn(desk)
	if err == nil && len(made) == 0 {
		return engine, "", nil
	}
	if err = errors.Join(err, engine.Close(ctx)); err != nil {
		return nil, "", err
	}
	return nil, made[0], nil
}

// fill compiles the module and puts its code on the shelf.
func (s shelf) fill(ctx context.Context, config pdfium.Config, name string) (*pdfium.Engine, error) {
	desk, err := s.desk()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(desk)
	config.Cache = desk
	engine, err := pdfium.Compile(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := s.put(desk, name); err != nil {
		return nil, errors.Join(err, engine.Close(ctx))
	}
	return engine, nil
}

// put moves the one file of a desk to the shelf.
func (s shelf) put(desk, name string) error {
	made, err := filesIn(desk)
	if err != nil {
		return err
	}
	if len(made) != 1 {
		return errShelf
	}
	if err := os.MkdirAll(filepath.Join(s.folder, filepath.Dir(name)), 0o700); err != nil {
		return err
	}
	return os.Rename(filepath.Join(desk, made[0]), filepath.Join(s.folder, name))
}

// desk makes an empty folder: beside the shelf, or where files are kept for a
// while if nothing may be written there.
func (s shelf) desk() (string, error) {
	desk, err := os.MkdirTemp(filepath.Dir(s.folder), deskName)
	if err != nil {
		return os.MkdirTemp("", "backstory-"+deskName)
	}
	return desk, nil
}

// link links all that is on the shelf to the same places on a desk.
func (s shelf) link(desk string) error {
	shelf, err := filepath.Abs(s.folder) // a link leads on from where it stands
	if err != nil {
		return err
	}
	names, err := filesIn(shelf)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(desk, filepath.Dir(name)), 0o700); err != nil {
			return err
		}
		if err := os.Symlink(filepath.Join(shelf, name), filepath.Join(desk, name)); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes the desks of programs that were killed.
func (s shelf) sweep() {
	beside := filepath.Dir(s.folder)
	entries, err := os.ReadDir(beside)
	if err != nil {
		return // it is there to be swept the next time
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), deskName) && time.Since(info.ModTime()) > deskLong {
			_ = os.RemoveAll(filepath.Join(beside, e.Name())) // as above
		}
	}
}

// filesIn returns the names of the files in a folder and in those below it,
// sorted; links are not among them. A folder that is not there has none.
func filesIn(folder string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		out = append(out, name)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return out, err
}
