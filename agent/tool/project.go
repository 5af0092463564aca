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
	Dir   string // absolute
	Root  string // the folder up to which files are read: that of the repository, or Dir where there is none
	Files []profile.File
	Notes []string // what was left out, and why
}

// LoadProject reads the instructions of the project in a folder: those of the
// folder with its .claude/rules and .cursor/rules, then those of each folder above
// it up to the repository's root, or to the folder top that the user's configuration
// names, if the project lies in it. Where there is neither it is the folder alone.
// No link is followed out of the root. The nearest files come first: [prompt.Inputs]
// takes them so.
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
	left := maxProjectBytes
	for at := filepath.ToSlash(own); ; at = path.Dir(at) {
		for _, name := range projectFiles() {
			p.read(root, path.Join(at, name), &left)
		}
		if at == filepath.ToSlash(own) { // not of those above it
			p.readRules(root, path.Join(at, ".claude/rules"), &left, ".md")
			p.readRules(root, path.Join(at, ".cursor/rules"), &left, ".md", ".mdc")
		}
		if at == "." {
			return p, nil
		}
	}
}

// readRules reads the files of a folder of rules with one of some endings, by
// their names.
func (p *Project) readRules(root *os.Root, folder string, left *int, endings ...string) {
	f, err := plainfile.OpenFolder(root, filepath.FromSlash(folder))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			p.Notes = append(p.Notes, fmt.Sprintf("%s: %v: it is left out", folder, told(err)))
		}
		return
	}
	defer f.Close()
	names, err := f.Readdirnames(maxProjectRules + 1)
	if len(names) > maxProjectRules || err != nil && !errors.Is(err, io.EOF) {
		p.Notes = append(p.Notes, fmt.Sprintf("%s has more than %d entries, or cannot be listed: it is left out", folder, maxProjectRules))
		return
	}
	slices.Sort(names)
	for _, name := range names {
		if slices.Contains(endings, path.Ext(name)) {
			p.read(root, path.Join(folder, name), left)
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

// read reads one file. One that does not fit is left out as a whole: half a
// rule is none.
func (p *Project) read(root *os.Root, name string, left *int) {
	if p.known(root, name) {
		return
	}
	content, err := readIn(root, name, int64(min(maxProjectFile, *left)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		p.Notes = append(p.Notes, told(err).Error()+": it is left out")
	case strings.TrimSpace(string(content)) != "":
		decoded, note, err := text.Decode(content)
		if err != nil {
			note = err.Error() + ": it is left out"
		}
		if note != "" {
			p.Notes = append(p.Notes, name+": "+note)
		}
		if err != nil {
			return
		}
		*left -= len(content)
		p.Files = append(p.Files, profile.File{Name: path.Base(name), Tier: profile.TierWorkspace, Path: name, Text: decoded, Found: true})
	}
}

// known reports whether a name is another one of the file beside it, as where
// the file system does not tell cases apart or CLAUDE.md is a link to AGENTS.md.
func (p *Project) known(root *os.Root, name string) bool {
	info, err := root.Stat(name)
	if err != nil {
		return false
	}
	for _, f := range p.Files {
		if have, err := root.Stat(f.Path); err == nil && path.Dir(f.Path) == path.Dir(name) && os.SameFile(have, info) {
			return true
		}
	}
	return false
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
	for _, f := range p.Files {
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
