package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/prompt"
)

// Files converts files of one folder. What is outside does not exist, wherever
// links lead.
type Files struct {
	Dir     string // absolute
	Root    *os.Root
	Convert func(ctx context.Context, in converters.Input, w io.Writer) (*pipeline.Converted, error)

	mu   sync.Mutex
	last converted // whose next page is likely asked for
}

// converted is a file as it was converted.
type converted struct {
	name     string
	size     int64
	modified time.Time
	text     string
	format   string
	warnings []Loss
}

// maxKept is how long a text may be to be kept for its next page, in bytes.
const maxKept = 16 << 20

func (s *server) addConvert() {
	sdk.AddTool(s.mcp, &sdk.Tool{
		Name: "convert", Annotations: reads("Convert a file"),
		Description: "Convert a file of the folder to Markdown: Word, Excel, PowerPoint, OpenDocument, PDF, HTML, CSV, SQL, notebooks, code and others. Ask again with next_cursor for the rest of a long one.",
	}, s.convert)
}

// Converted is the answer of convert.
type Converted struct {
	Path     string `json:"path"`
	Format   string `json:"format"`
	Text     string `json:"text" jsonschema:"fenced: it is what the file says"`
	Tokens   int    `json:"tokens" jsonschema:"of the whole file"`
	Warnings []Loss `json:"warnings" jsonschema:"what could not be kept or was neutralised"`
	Next     string `json:"next_cursor,omitempty"`
}

func (s *server) convert(ctx context.Context, r *sdk.CallToolRequest, in struct {
	Path string `json:"path" jsonschema:"of the file, relative to the folder, or absolute within it"`
	Paged
},
) (*sdk.CallToolResult, Converted, error) {
	name, err := s.Files.inside(in.Path)
	if err == nil {
		err = s.allowed(ctx, r.Session, name)
	}
	if err != nil {
		return nil, Converted{}, err
	}
	c, err := s.Files.convert(ctx, name)
	if err != nil {
		return nil, Converted{}, err
	}
	out := Converted{Path: names.Show(name), Format: c.format, Tokens: count(c.text), Warnings: c.warnings}
	page, next, err := in.cut(c.text)
	if err != nil {
		return nil, Converted{}, err
	}
	out.Text, out.Next = prompt.Quote(out.Path, page), next
	result := answer(out.Text + more(next))
	hidden := 0
	for _, w := range c.warnings {
		hidden += w.Count
	}
	result.Meta = sdk.Meta{"backstory/warnings": hidden}
	return result, out, nil
}

// errOutside is the same for what is outside and for what is not there.
var errOutside = errors.New("no such file in the folder that is served")

// inside returns the name of a file in the folder, without the links in it: one that
// leads to what is not read leads nowhere.
func (f *Files) inside(name string) (string, error) {
	if strings.ContainsRune(name, 0) {
		return "", errOutside
	}
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(f.Dir, name)
		if err != nil {
			return "", errOutside
		}
		name = rel
	}
	name, err := plain(name)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(f.Dir)
	if err != nil {
		return "", errOutside
	}
	real, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return "", errOutside
	}
	if real, err = filepath.Rel(dir, real); err != nil {
		return "", errOutside
	}
	return plain(real)
}

// plain returns a name within the folder, with slashes, if no part of it begins
// with a dot.
func plain(name string) (string, error) {
	name = path.Clean(filepath.ToSlash(name))
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", errOutside
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") && part != "." {
			return "", fmt.Errorf("%s: files and folders whose names begin with a dot are not read", names.Show(name))
		}
	}
	return name, nil
}

func (f *Files) convert(ctx context.Context, name string) (*converted, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, info, err := plainfile.Open(f.Root, filepath.FromSlash(name))
	if errors.Is(err, plainfile.ErrNotPlain) {
		return nil, fmt.Errorf("%s is not a regular file%s", names.Show(name), f.list(name))
	}
	if err != nil {
		return nil, errOutside
	}
	defer file.Close()
	if c := f.last; c.name == name && c.size == info.Size() && c.modified.Equal(info.ModTime()) {
		return &c, nil
	}
	var text bytes.Buffer
	done, err := f.Convert(ctx, converters.Input{Name: path.Base(name), SectionReader: io.NewSectionReader(file, 0, info.Size())}, &text)
	if err != nil {
		return nil, fmt.Errorf("converting %s: %w", names.Show(name), err)
	}
	c := converted{name, info.Size(), info.ModTime(), text.String(), done.Format, []Loss{}}
	for _, w := range done.Warnings {
		c.warnings = append(c.warnings, Loss{Code: w.Code, Count: max(w.Count, 1), Path: names.Show(name)})
	}
	if len(c.text) <= maxKept {
		f.last = c
	}
	return &c, nil
}

// list names some files of a folder, for who named the folder; "" for what is no
// folder.
func (f *Files) list(name string) string {
	folder, err := plainfile.OpenFolder(f.Root, filepath.FromSlash(name))
	if err != nil {
		return ""
	}
	defer folder.Close()
	entries, err := folder.ReadDir(maxListed + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	var found []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && (e.IsDir() || e.Type()&fs.ModeType == 0) {
			found = append(found, names.Show(path.Join(name, e.Name())))
		}
	}
	if len(entries) > maxListed {
		found = append(found, "and more")
	}
	slices.Sort(found)
	return ": it is a folder with " + strings.Join(found, ", ")
}

// maxListed is how many files of a folder are named.
const maxListed = 100

// rootless is the first version of the protocol that has no roots any more: a
// server cannot ask for them while it answers (SEP-2577).
const rootless = "2026-07-28"

// allowed asks a client that has roots whether a file is in one of them. A client
// without roots has none to keep to.
func (s *server) allowed(ctx context.Context, session *sdk.ServerSession, name string) error {
	p := session.InitializeParams()
	//lint:ignore SA1019 clients of today have roots, until the version that has none
	if p == nil || p.Capabilities == nil || p.Capabilities.RootsV2 == nil || p.ProtocolVersion >= rootless {
		return nil
	}
	//lint:ignore SA1019 as above
	list, err := session.ListRoots(ctx, nil)
	if err != nil {
		return fmt.Errorf("asking the client for its roots: %w", err)
	}
	if len(list.Roots) == 0 {
		return nil
	}
	full := filepath.Join(s.Files.Dir, filepath.FromSlash(name))
	var all []string
	for _, root := range list.Roots {
		u, err := url.Parse(root.URI)
		if err != nil || u.Scheme != "file" {
			continue
		}
		dir := filepath.FromSlash(u.Path)
		if rel, err := filepath.Rel(dir, full); err == nil && filepath.IsLocal(rel) {
			return nil
		}
		all = append(all, dir)
	}
	return fmt.Errorf("%s is outside of the roots of the client: %s", names.Show(name), strings.Join(all, ", "))
}
