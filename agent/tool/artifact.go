package tool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// Bounds of the artifacts of a workspace.
const (
	maxArtifact      = 1 << 20  // bytes of one
	maxArtifacts     = 1000     // files, folders counted
	maxArtifactBytes = 64 << 20 // of all
	maxArtifactDepth = 4        // folders one in the other
	maxArtifactName  = 200      // bytes of a path
	maxArtifactRead  = 24 << 10 // bytes of whole lines that are read at once
)

// Artifacts returns the tools that keep files in a folder: what is made for the
// person, such as a report. No name leads out of the folder, and no link is
// followed out of it.
func Artifacts(folder *os.Root) []Tool {
	a := artifacts{folder}
	tools := []Tool{
		unlisted(New("artifact_list", about("artifact_list"), Auto, a.list)),
		New("artifact_read", about("artifact_read"), Auto, a.read),
		New("artifact_write", about("artifact_write"), Ask, a.write),
		New("artifact_delete", about("artifact_delete"), Ask, a.delete),
	}
	tools[2].Serial, tools[3].Serial = true, true
	return tools
}

type artifacts struct{ folder *os.Root }

func (a artifacts) list(_ context.Context, _ At, _ struct{}) (string, error) {
	found, _, err := a.walk()
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "there is none", nil
	}
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "- %s, %d bytes\n", f.Name, f.Size)
	}
	return Fenced("artifacts", b.String()), nil
}

func (a artifacts) read(ctx context.Context, at At, r struct {
	Name string `json:"name,omitempty" doc:"without it they are listed"`
	From int    `json:"from,omitempty" doc:"line"`
},
) (string, error) {
	if r.Name == "" {
		return a.list(ctx, at, struct{}{})
	}
	name, err := artifactName(r.Name)
	if err != nil {
		return "", err
	}
	content, err := readIn(a.folder, name, maxArtifact)
	if err != nil {
		return "", told(err)
	}
	if !utf8.Valid(content) {
		return "", fmt.Errorf("%s is not text", name)
	}
	lines := strings.SplitAfter(string(content), "\n")
	from := max(1, r.From)
	if from > len(lines) {
		return "", &ArgumentError{fmt.Sprintf("%s has %d lines", name, len(lines))}
	}
	to, size := from-1, 0
	for to < len(lines) && (to < from || size+len(lines[to]) <= maxArtifactRead) {
		size += len(lines[to])
		to++
	}
	text := Fenced(name, strings.Join(lines[from-1:to], ""))
	if to < len(lines) {
		text += fmt.Sprintf("\n\nIt goes on from line %d of %d.", to+1, len(lines))
	}
	return text, nil
}

func (a artifacts) write(_ context.Context, _ At, w struct {
	Name    string `json:"name"`
	Text    string `json:"text"`
	Replace bool   `json:"replace,omitempty"`
},
) (string, error) {
	name, err := artifactName(w.Name)
	if err != nil {
		return "", err
	}
	if len(w.Text) > maxArtifact {
		return "", &ArgumentError{fmt.Sprintf("text has %d bytes and may have %d", len(w.Text), maxArtifact)}
	}
	if err := a.room(name, int64(len(w.Text)), w.Replace); err != nil {
		return "", err
	}
	if dir := path.Dir(name); dir != "." {
		if err := a.folder.MkdirAll(dir, 0o755); err != nil {
			return "", told(err)
		}
	}
	if err := replaceIn(a.folder, name, []byte(w.Text)); err != nil {
		return "", told(err)
	}
	return fmt.Sprintf("%s holds %d bytes", name, len(w.Text)), nil
}

func (a artifacts) delete(_ context.Context, _ At, d struct {
	Name string `json:"name"`
},
) (string, error) {
	name, err := artifactName(d.Name)
	if err != nil {
		return "", err
	}
	info, err := a.folder.Lstat(name)
	if err == nil && info.IsDir() {
		return "", &ArgumentError{name + " is a folder"}
	}
	if err == nil {
		err = a.folder.Remove(name)
	}
	if err != nil {
		return "", told(err)
	}
	return "deleted", nil
}

// room says whether a file may be written.
func (a artifacts) room(name string, size int64, replace bool) error {
	found, sum, err := a.walk()
	if err != nil {
		return err
	}
	entries := len(found)
	for _, f := range found {
		if f.Name != name {
			continue
		}
		if !replace {
			return &ArgumentError{name + " is there already: say replace, or take another name"}
		}
		sum -= f.Size
		entries--
	}
	if entries >= maxArtifacts || sum+size > maxArtifactBytes {
		return fmt.Errorf("there may be %d artifacts of %d bytes in all: delete some first", maxArtifacts, maxArtifactBytes)
	}
	return nil
}

// Artifact is a file that an agent made.
type Artifact struct {
	Name string // below its folder, with slashes
	Size int64
}

// ArtifactsIn lists the files in a folder of artifacts, sorted by name.
func ArtifactsIn(folder *os.Root) ([]Artifact, error) {
	found, _, err := artifacts{folder}.walk()
	return found, err
}

// OpenArtifact opens one of them. A name that no artifact can have is an
// [ArgumentError], another one that is not there an [fs.ErrNotExist].
func OpenArtifact(folder *os.Root, name string) (*os.File, fs.FileInfo, error) {
	name, err := artifactName(name)
	if err != nil {
		return nil, nil, err
	}
	return plainfile.Open(folder, name)
}

// walk returns the files of the folder, sorted, and how many bytes they have.
// What is hidden, no file or too deep is not looked at.
func (a artifacts) walk() (found []Artifact, sum int64, err error) {
	left := 4 * maxArtifacts // entries that are still looked at
	var walk func(dir string, depth int) error
	walk = func(dir string, depth int) error {
		folder, err := a.folder.Open(dir)
		if err != nil {
			return told(err)
		}
		entries, err := folder.ReadDir(left + 1)
		folder.Close()
		if err != nil && !errors.Is(err, io.EOF) {
			return told(err)
		}
		if left -= len(entries); left < 0 {
			return fmt.Errorf("there are more than %d files", 4*maxArtifacts)
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			info, err := e.Info()
			switch {
			case err != nil || strings.HasPrefix(e.Name(), "."):
			case e.IsDir() && depth < maxArtifactDepth:
				if err := walk(name, depth+1); err != nil {
					return err
				}
			case info.Mode().IsRegular():
				found = append(found, Artifact{name, info.Size()})
				sum += info.Size()
			}
		}
		return nil
	}
	err = walk(".", 0)
	slices.SortFunc(found, func(a, b Artifact) int { return strings.Compare(a.Name, b.Name) })
	return found, sum, err
}

// artifactName takes a path that leads nowhere else on any system.
func artifactName(name string) (string, error) {
	wrong := func(why string) (string, error) {
		return "", &ArgumentError{fmt.Sprintf("the name %+.80q %s", name, why)}
	}
	if name == "" || len(name) > maxArtifactName {
		return wrong(fmt.Sprintf("has 1 to %d bytes", maxArtifactName))
	}
	if err := plainfile.Guard(name); err != nil {
		return "", fmt.Errorf("%w: %w", &ArgumentError{"the name"}, err)
	}
	if strings.ContainsFunc(name, func(r rune) bool {
		return r < ' ' || r > '~' && r < 0xa1 || strings.ContainsRune("\\:*?\"<>|\ufffd", r)
	}) {
		return wrong(`has none of \ : * ? " < > | and no control characters`)
	}
	if strings.HasSuffix(name, ".part") {
		return wrong("does not end in .part")
	}
	parts := strings.Split(name, "/")
	if len(parts) > maxArtifactDepth {
		return wrong(fmt.Sprintf("has at most %d folders", maxArtifactDepth-1))
	}
	if slices.ContainsFunc(parts, func(p string) bool {
		return p == "" || p[0] == '.' || strings.Trim(p, " ") != p || strings.HasSuffix(p, ".")
	}) {
		return wrong("is a relative path in which no part is empty, hidden or ends in a dot or blank")
	}
	return name, nil
}

// told takes the place of the folder on this machine out of an error: the model
// need not know it.
func told(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("%s: %w", at.Path, at.Err)
	}
	return err
}
