package compile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// conversion is a file to convert, and the name that its Markdown has in the
// folder of -o.
type conversion struct {
	file, to string
	found    bool  // in a folder that was named
	err      error // why it cannot be looked at, if it is a folder
}

// code is the exit code for an error. What was found in a folder and may not be read
// fails alone, as a source.
func (c *conversion) code(err error) int {
	path := new(fs.PathError)
	switch {
	case errors.Is(err, converters.ErrPanic):
		return cli.ExitBug
	case pipeline.IsConversion(err), c.err != nil, c.found && errors.As(err, &path) && path.Path == c.file && errors.Is(err, fs.ErrPermission):
		return cli.ExitFailed
	}
	return cli.ExitError
}

// matching replaces patterns, which a shell leaves where nothing matches and on
// Windows always, by the files that match. A file may have such a name itself.
func matching(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if _, err := os.Lstat(arg); err == nil || arg == "-" || !strings.ContainsAny(arg, "*?[") {
			files = append(files, arg)
			continue
		}
		found, err := filepath.Glob(arg)
		if err != nil {
			return nil, fmt.Errorf("convert: %s: %w", names.Show(arg), err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("convert: nothing matches %s", names.Show(arg))
		}
		files = append(files, found...)
	}
	return files, nil
}

// intoFolder reports whether -o names a folder: it is there, a slash ends it, or a
// folder is to be converted.
func intoFolder(output string, files []string) bool {
	if output == "" {
		return false
	}
	for _, name := range append([]string{output}, files...) {
		if isFolder(name) {
			return true
		}
	}
	return os.IsPathSeparator(output[len(output)-1])
}

// planned returns what is to be converted into a folder: of folders all files that
// a format reads, under the names that they have there. Hidden ones, links and what
// is in the folder of the output are left out.
func planned(o convertOptions, files []string, registry *converters.Registry) ([]conversion, error) {
	var all []conversion
	for _, arg := range files {
		if !isFolder(arg) {
			name := arg
			if arg == "-" {
				name = o.name
			}
			all = append(all, conversion{file: arg, to: filepath.Base(name) + ".md"})
			continue
		}
		if sameFolder(arg, o.output) {
			return nil, errors.New("convert: -o is the folder that is to be converted: choose another one")
		}
		found, err := filesIn(arg, o.output, registry)
		all = append(all, found...)
		if err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, errors.New("convert: there is no file of a format that is read: backstory formats lists them")
	}
	return all, nil
}

// filesIn returns what is to be converted of a folder.
func filesIn(folder, output string, registry *converters.Registry) (all []conversion, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == folder:
			return err
		case err != nil:
			all = append(all, conversion{file: path, found: true, err: plainfile.LeftOut(path, err).Err})
			return nil
		case path != folder && strings.HasPrefix(d.Name(), ".") || d.IsDir() && sameFolder(path, output):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if _, reads := registry.ForName(d.Name()); !reads || !d.Type().IsRegular() {
			return nil
		}
		name, err := filepath.Rel(folder, path)
		all = append(all, conversion{file: path, to: name + ".md", found: true})
		return err
	})
	return all, err
}

func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	two, none := os.Stat(b)
	return err == nil && none == nil && os.SameFile(one, two)
}

// destination is the folder of -o.
type destination struct {
	root    *os.Root
	name    string // of the root, as the user has it
	path    string // of it, absolute
	force   bool   // replace files that were there before
	written map[string]string
	sources map[string]string // like written: paths, by what they are where case does not count
}

// openDestination makes the folder, if there is none.
func openDestination(o convertOptions, sources []conversion) (*destination, error) {
	path, err := filepath.Abs(o.output)
	if err == nil {
		err = os.MkdirAll(path, 0o755)
	}
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	d := &destination{root, o.output, path, o.force, map[string]string{}, map[string]string{}}
	for _, s := range sources {
		if abs, err := filepath.Abs(s.file); err == nil {
			d.sources[strings.ToLower(abs)] = abs
		}
	}
	return d, nil
}

// write has a file written, whole or not at all. Two sources never have one name,
// and no source is written over.
func (d *destination) write(name string, convert func(io.Writer) error) error {
	info, err := d.root.Lstat(name)
	path, shown := filepath.Join(d.path, name), names.Show(filepath.Join(d.name, name))
	key := strings.ToLower(path)
	switch {
	case err == nil && isFile(info, d.written[key]):
		return fmt.Errorf("%s has the text of another source: convert this one into another folder", shown)
	case err == nil && isFile(info, d.sources[key]):
		return fmt.Errorf("%s is a source: choose another folder for -o", shown)
	case err == nil && !d.force:
		return fmt.Errorf("%s is there already: --force replaces it", shown)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := d.root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	folder, err := d.root.OpenRoot(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := writeWhole(folder, filepath.Base(name), convert); err != nil {
		return err
	}
	d.written[key] = path
	return nil
}

// isFile reports whether a file is that of a path, if there is one.
func isFile(info fs.FileInfo, path string) bool {
	if path == "" {
		return false
	}
	at, err := os.Lstat(path)
	return err == nil && os.SameFile(at, info)
}

// writeWhole writes a file when all of it is there. Only where it replaces one the disk
// is waited for: a new one can be made again.
func writeWhole(folder *os.Root, name string, convert func(io.Writer) error) error {
	var to atomicfile.Folder = atomicfile.In(folder)
	if _, err := folder.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		to = atomicfile.Unsynced(to)
	}
	group := atomicfile.NewGroup(to)
	file, err := group.Create(name)
	if err == nil {
		err = errors.Join(convert(file), file.Close())
	}
	if err == nil {
		err = group.Commit(name)
	}
	return errors.Join(err, group.Discard())
}
