package tool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// Bounds of what is read of a project.
const (
	maxProjectFile  = 64 << 10  // bytes of one file
	maxProjectBytes = 256 << 10 // of all
	maxProjectDepth = 64        // folders up to the repository's root
	maxProjectRules = 1000      // entries of a folder of rules
)

// projectFiles are the names of the files in which a project says how to work
// on it, in the order in which they are looked at.
func projectFiles() []string {
	return []string{"AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", ".cursorrules"}
}

// Project is the files in which the active project says how to work on it.
type Project struct {
	Dir     string           // absolute
	Root    string           // the folder up to which files are read: that of the repository, or Dir where there is none
	Folders [][]profile.File // of each folder that has some, the outermost first, each file before those that it imports
	Notes   []string         // what was left out, and why
}

// projectReader reads the files of a project.
type projectReader struct {
	project  *Project
	root     *os.Root
	files    []profile.File // of the folder that is read now
	seen     []fs.FileInfo
	left     int // bytes that may still be read
	imported int // files
}

// LoadProject reads the instructions of the project in a folder: those of the
// folder with its .claude/rules and .cursor/rules, and those of each folder above
// it up to the repository's root, or to the folder top that the user's configuration
// names, if the project lies in it. Where there is neither it is the folder alone.
// Files of the root that they import with @path are read with them. No link is
// followed out of the root.
func LoadProject(dir, top string) (*Project, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the project: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, fmt.Errorf("reading the project: %w", err)
	}
	p := &Project{Dir: dir, Root: repository(dir)}
	if top != "" {
		if top, err = filepath.EvalSymlinks(top); err != nil {
			return nil, fmt.Errorf("reading the project up to project_root: %w", err)
		}
		if below, err := filepath.Rel(top, dir); err == nil && filepath.IsLocal(below) {
			p.Root = top
		}
	}
	root, err := os.OpenRoot(p.Root)
	if err != nil {
		return nil, fmt.Errorf("reading the project: %w", err)
	}
	defer root.Close()
	own, err := filepath.Rel(p.Root, dir)
	if err != nil {
		return nil, fmt.Errorf("reading the project: %w", err)
	}
	r := &projectReader{project: p, root: root, left: maxProjectBytes}
	r.readFolders(filepath.ToSlash(own))
	slices.Reverse(p.Folders)
	return p, nil
}

// readFolders reads the files of a folder and of those above it: the nearest one
// first, since what may be read is bounded.
func (r *projectReader) readFolders(own string) {
	for at := own; ; at = path.Dir(at) {
		r.files = nil
		for _, name := range projectFiles() {
			r.read(path.Join(at, name), 0)
		}
		if at == own { // not of those above it
			r.readRules(path.Join(at, ".claude/rules"), ".md")
			r.readRules(path.Join(at, ".cursor/rules"), ".md", ".mdc")
		}
		if len(r.files) > 0 {
			r.project.Folders = append(r.project.Folders, r.files)
		}
		if at == "." {
			return
		}
	}
}

// readRules reads the files of a folder of rules with one of some endings, by
// their names.
func (r *projectReader) readRules(folder string, endings ...string) {
	f, err := plainfile.OpenFolder(r.root, filepath.FromSlash(folder))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			r.note("%s: %v: it is left out", folder, told(err))
		}
		return
	}
	defer f.Close()
	names, err := f.Readdirnames(maxProjectRules + 1)
	if len(names) > maxProjectRules || err != nil && !errors.Is(err, io.EOF) {
		r.note("%s has more than %d entries, or cannot be listed: it is left out", folder, maxProjectRules)
		return
	}
	slices.Sort(names)
	for _, name := range names {
		if slices.Contains(endings, path.Ext(name)) {
			r.read(path.Join(folder, name), 0)
		}
	}
}

// repository returns the root of the repository that a folder is in, or the
// folder.
func repository(dir string) string {
	up := dir
	for range maxProjectDepth {
		if _, err := os.Lstat(filepath.Join(up, ".git")); err == nil {
			return up
		}
		next := filepath.Dir(up)
		if next == up {
			break
		}
		up = next
	}
	return dir
}

// read reads one file, and what it imports. One that does not fit is left out as
// a whole: half a rule is none.
func (r *projectReader) read(name string, depth int) {
	if r.known(name) {
		return
	}
	content, err := readIn(r.root, name, int64(min(maxProjectFile, r.left)))
	if err != nil {
		r.leftOut(err)
		return
	}
	if info, err := r.root.Stat(name); err == nil {
		r.seen = append(r.seen, info)
	}
	if strings.TrimSpace(string(content)) == "" {
		return
	}
	decoded, note, err := text.Decode(content)
	if err != nil {
		note = err.Error() + ": it is left out"
	}
	if note != "" {
		r.note("%s: %s", name, note)
	}
	if err != nil {
		return
	}
	r.left -= len(content)
	r.files = append(r.files, profile.File{Name: path.Base(name), Tier: profile.TierWorkspace, Path: name, Text: decoded, Found: true})
	r.follow(name, decoded, depth)
}

// Projects returns the tool that shows how a project is worked on.
func Projects(p *Project) []Tool {
	return []Tool{New("project_read", about("project_read"), Auto, p.show)}
}

func (p *Project) show(_ context.Context, _ At, a struct {
	Name string `json:"name,omitempty" doc:"one of the files; without it they are listed"`
},
) (string, error) {
	var b strings.Builder
	for _, f := range slices.Concat(p.Folders...) {
		if f.Path == a.Name {
			return Fenced(f.Path, f.Text), nil
		}
		fmt.Fprintf(&b, "- %s, %d bytes\n", f.Path, len(f.Text))
	}
	if a.Name != "" {
		return "", &ArgumentError{fmt.Sprintf("there is no %+.80q: leave the name out to see what there is", a.Name)}
	}
	for _, n := range p.Notes {
		fmt.Fprintf(&b, "- %s\n", n)
	}
	if b.Len() == 0 {
		return "there is none", nil
	}
	return Fenced("project", b.String()), nil
}
