package tool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// Bounds of what files of a project import.
const (
	maxImports     = 64 // files
	maxImportDepth = 5  // imports of imports

	maxProjectNotes = 100
)

// An import is "@" before a path, where a word begins. A blank in the path is
// written with a backslash.
var (
	importWord = pattern.Lazy(`(?:^|[\s(])@((?:\\ |[^\s\\@])+)`)
	inlineCode = pattern.Lazy("`+[^`\n]*`+")
)

// imports returns the paths that a text imports, in order: not those in code and
// comments.
func imports(text string) []string {
	tree := scan.Parse(text, scan.Options{FrontMatter: true})
	plain := []byte(text)
	for i := range tree.Nodes {
		if d := &tree.Nodes[i]; d.Kind == scan.KindCodeBlock || d.Kind == scan.KindHTMLBlock {
			for at := d.Start; at < d.End; at++ {
				plain[at] = ' '
			}
		}
	}
	var list []string
	for _, m := range importWord().FindAllSubmatch(inlineCode().ReplaceAll(plain, []byte(" ")), -1) {
		name := strings.TrimRight(strings.ReplaceAll(string(m[1]), `\ `, " "), ".,;:!?)]}>'\"*")
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// follow reads what a file imports, each file behind the one that names it. What
// is plainly a path and is not read is told.
func (r *projectReader) follow(file, text string, depth int) {
	for _, name := range imports(text) {
		at := path.Join(path.Dir(file), name)
		why, word := r.refuse(name, at)
		switch {
		case word || why == "" && r.known(at):
			continue
		case why != "":
		case depth == maxImportDepth:
			why = fmt.Sprintf("is an import in the depth %d, and %d are followed", depth+1, maxImportDepth)
		case r.imported == maxImports:
			why = fmt.Sprintf("is one too many, and %d are followed", maxImports)
		default:
			r.imported++
			r.read(at, depth+1)
			continue
		}
		r.note("%s: the import @%s %s: it is left out", file, name, why)
	}
}

// refuse says why what a file names is not read, or that it is a word that names
// no file, such as that of a person.
func (r *projectReader) refuse(name, at string) (why string, word bool) {
	if strings.HasPrefix(name, "~") || path.IsAbs(name) || !fs.ValidPath(at) {
		return "is not in the project", false
	}
	info, err := r.root.Lstat(at)
	switch {
	case err != nil && (strings.HasPrefix(name, ".") || slices.Contains([]string{".md", ".mdc", ".txt"}, path.Ext(name))):
		return "is not there", false
	case err != nil || info.IsDir():
		return "", true
	case hidden(at):
		return "is hidden", false
	}
	return "", false
}

// hidden reports whether a path has a part that begins with a dot, but for the
// folders in which programs keep their rules.
func hidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return strings.HasPrefix(part, ".") && !slices.Contains([]string{".claude", ".cursor", ".github"}, part)
	})
}

// known reports whether a file was read, under this name or another one, as
// where the file system does not tell cases apart or CLAUDE.md is a link to
// AGENTS.md beside it.
func (r *projectReader) known(name string) bool {
	info, err := r.root.Stat(name)
	return err == nil && slices.ContainsFunc(r.seen, func(have fs.FileInfo) bool { return os.SameFile(have, info) })
}

// note says what was left out, of the first ones.
func (r *projectReader) note(format string, args ...any) {
	switch n := len(r.project.Notes); {
	case n < maxProjectNotes:
		r.project.Notes = append(r.project.Notes, fmt.Sprintf(format, args...))
	case n == maxProjectNotes:
		r.project.Notes = append(r.project.Notes, "more is left out, and not listed")
	}
}

// leftOut notes a file that cannot be read, but for one that is not there.
func (r *projectReader) leftOut(err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		r.note("%v: it is left out", told(err))
	}
}
