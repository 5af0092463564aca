package coqui

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/source"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// Backstory is what the last build made of a profile's sources, with Coqui's
// keys.
type Backstory struct {
	Profile         *string            `json:"profile"`
	Available       bool               `json:"available"`
	Reason          *string            `json:"reason"`
	SourceFolder    *string            `json:"source_folder"`
	Output          *string            `json:"generated_backstory_path"`
	FolderExists    bool               `json:"source_folder_exists"`
	HasOutput       bool               `json:"has_generated_backstory"`
	GeneratedAt     *string            `json:"generated_at"`
	LastModified    *string            `json:"last_modified_at"`
	ContentHash     *string            `json:"content_hash"`
	Needs           bool               `json:"needs_regeneration"`
	Total           int                `json:"total_files"`
	Supported       int                `json:"supported_file_count"`
	Successful      int                `json:"successful_file_count"`
	UnsupportedN    int                `json:"unsupported_file_count"`
	Failed          int                `json:"failed_file_count"`
	Tokens          int                `json:"total_tokens"`
	Size            int64              `json:"total_size_bytes"`
	Content         *string            `json:"content"`
	Files           []BackstoryFile    `json:"files" nullable:"false"`
	Folders         []manifest.Folder  `json:"folders" nullable:"false"`
	UnsupportedList []BackstoryIgnored `json:"unsupported_files" nullable:"false"`
	Errors          []BackstoryError   `json:"errors" nullable:"false"`
}

// BackstoryFile is one source.
type BackstoryFile struct {
	Path     string  `json:"path"`
	Relative string  `json:"relative_path"`
	Size     int64   `json:"size_bytes"`
	Tokens   int     `json:"token_estimate"`
	Status   string  `json:"status"`
	Error    *string `json:"error"`
	Modified string  `json:"modified_at"`
	SHA256   string  `json:"sha256"`
}

// BackstoryIgnored is a file that no format claims.
type BackstoryIgnored struct {
	Path      string `json:"path"`
	Relative  string `json:"relative_path"`
	Extension string `json:"extension"`
	Reason    string `json:"reason"`
	Size      int64  `json:"size_bytes"`
	Modified  string `json:"modified_at"`
	SHA256    string `json:"sha256"`
}

// BackstoryError says why a source has no chapter.
type BackstoryError struct {
	Path  string `json:"path"`
	Error string `json:"error"`
	Code  string `json:"code"`
}

// maxSourceText is how long a source may be that is written as text, in bytes.
const maxSourceText = api.MaxBody

// backstories has the routes of the documents of profiles.
type backstories struct{ server *server }

func (x *backstories) routes() {
	const tag, base = "coqui", "/api/v1/profiles/{name}/backstory"
	api.Add(x.server.Server, api.Route{ID: "coqui-server-backstory", Method: "GET", Path: "/api/v1/server/backstory", Right: api.Read, Tag: tag, Summary: "Inspect a backstory"}, x.server.inspect)
	api.AddOf(x.server.Server, api.Route{ID: "coqui-backstory", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "Inspect a profile's backstory"}, x.server.payload)
	api.AddOf(x.server.Server, api.Route{ID: "coqui-entry", Method: "GET", Path: base + "/entries", Right: api.Read, Tag: tag, Summary: "Read a source as it is"}, x.readEntry)
	api.AddOf(x.server.Server, api.Route{ID: "coqui-make-folder", Method: "POST", Path: base + "/folders", Right: api.Write, Tag: tag, Summary: "Make a folder for sources", Status: 201}, x.makeFolder)
	api.AddOf(x.server.Server, api.Route{ID: "coqui-put-entry", Method: "PUT", Path: base + "/entries", Right: api.Write, Tag: tag, Summary: "Write a source and rebuild", Errors: []int{409}}, x.putEntry)
	api.AddOf(x.server.Server, api.Route{ID: "coqui-delete-entry", Method: "DELETE", Path: base + "/entries", Right: api.Write, Tag: tag, Summary: "Delete a source and rebuild", Errors: []int{409}}, x.deleteEntry)
}

// profileAt names a profile in a path.
type profileAt struct {
	Name string `path:"name" maxLength:"200"`
}

// Find opens the profile, with Coqui's answer where it is not there.
func (at profileAt) Find(ctx context.Context, s *api.Server) (*api.Of, error) {
	return open(ctx, s, at.Name)
}

// open opens a profile by the name in a request: blanks around it do not count.
func open(ctx context.Context, s *api.Server, name string) (*api.Of, error) {
	name = strings.TrimSpace(name)
	p, err := s.Open(ctx, name)
	if err != nil {
		return nil, api.NewProblem(400, "", fmt.Sprintf("Unknown profile %q", strings.ToLower(name)))
	}
	return p, nil
}

// inspect says what there is of a backstory.
func (s *server) inspect(ctx context.Context, in *struct {
	Profile string `query:"profile" maxLength:"200"`
},
) (*api.Answer[Backstory], error) {
	if strings.TrimSpace(in.Profile) == "" {
		why := "no_active_profile"
		return &api.Answer[Backstory]{Body: Backstory{
			Reason: &why, Files: []BackstoryFile{}, Folders: []manifest.Folder{}, UnsupportedList: []BackstoryIgnored{}, Errors: []BackstoryError{},
		}}, nil
	}
	p, err := open(ctx, s.Server, in.Profile)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return s.payload(ctx, p, nil)
}

// payload is what inspect says of a profile that is open.
func (s *server) payload(ctx context.Context, p *api.Of, _ *profileAt) (*api.Answer[Backstory], error) {
	v, err := s.Builder().Check(ctx, p.Profile, pipeline.CheckOptions{Whole: true, Bytes: true})
	if err != nil {
		return nil, err
	}
	m, key := v.Manifest, p.Scope.Profile()
	at := path.Join("profiles", key)
	sources := path.Join(at, p.At(profile.SourcesFolder))
	output := path.Join(at, profile.OutputFile)
	b := Backstory{
		Profile: &key, Available: true, SourceFolder: &sources, Output: &output, GeneratedAt: orNil(m.GeneratedAt), ContentHash: orNil(m.ContentHash),
		Needs: !v.Fresh, Total: m.TotalFiles, Supported: len(m.Files), Successful: len(m.Files) - m.FailedFiles, UnsupportedN: len(m.Unsupported),
		Failed: m.FailedFiles, Tokens: m.Tokens, Folders: m.Folders(),
	}
	if info, err := p.Root.Stat(p.At(profile.SourcesFolder)); err == nil {
		b.FolderExists = info.IsDir()
	}
	if text, err := p.ReadFile(profile.OutputFile, maxOutput); err == nil {
		content := string(text)
		b.HasOutput, b.Content = true, &content
	}
	last := ""
	b.Files = api.Mapped(m.Files, func(f manifest.Entry) BackstoryFile {
		last = max(last, f.ModifiedAt)
		b.Size += f.SizeBytes
		return BackstoryFile{
			path.Join(sources, names.Show(f.Path)), names.Show(f.Path), f.SizeBytes, f.Tokens, string(f.Status), orNil(f.Error), f.ModifiedAt, f.SHA256,
		}
	})
	b.UnsupportedList = api.Mapped(m.Unsupported, func(u manifest.Unsupported) BackstoryIgnored {
		last = max(last, u.ModifiedAt)
		return BackstoryIgnored{
			path.Join(sources, names.Show(u.Path)), names.Show(u.Path), u.Extension, u.Reason, u.SizeBytes, u.ModifiedAt, u.SHA256,
		}
	})
	b.Errors = api.Mapped(m.Errors, func(e manifest.Failure) BackstoryError { return BackstoryError{names.Show(e.Path), e.Error, e.Code} })
	b.LastModified = orNil(last)
	slices.SortFunc(b.Files, func(x, y BackstoryFile) int { return strings.Compare(x.Relative, y.Relative) })
	slices.SortFunc(b.UnsupportedList, func(x, y BackstoryIgnored) int { return strings.Compare(x.Relative, y.Relative) })
	return &api.Answer[Backstory]{Body: b}, nil
}

// maxOutput is how much of a backstory.md is told, in bytes.
const maxOutput = 64 << 20

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Entry is a source, as text.
type Entry struct {
	Path     string `json:"path"`
	Relative string `json:"relative_path"`
	Content  string `json:"content"`
}

func (x *backstories) readEntry(_ context.Context, p *api.Of, in *struct {
	profileAt
	Path string `query:"path" maxLength:"1100"`
},
) (*api.Answer[Entry], error) {
	name, err := source.FilePath(x.server.Builder(), in.Path)
	if err != nil {
		return nil, err
	}
	text, err := source.Read(p.Profile, name, maxSourceText)
	if err != nil {
		return nil, source.Error(err)
	}
	return &api.Answer[Entry]{Body: Entry{path.Join("profiles", p.Scope.Profile(), p.At(profile.SourcesFolder), name), name, strings.ToValidUTF8(string(text), "\uFFFD")}}, nil
}

// Changed is what a change of sources gave.
type Changed struct {
	Created   bool      `json:"created,omitempty"`
	Updated   bool      `json:"updated,omitempty"`
	Deleted   bool      `json:"deleted,omitempty"`
	Path      string    `json:"path"`
	Backstory Backstory `json:"backstory"`
}

// changed rebuilds after a change of sources, and says what came of it.
func (x *backstories) changed(ctx context.Context, p *api.Of, out Changed, err error) (*api.Answer[Changed], error) {
	if err != nil {
		return nil, source.Error(err)
	}
	if !out.Created {
		if _, err := source.Rebuild(ctx, x.server.Server, p.Profile); err != nil {
			return nil, err
		}
	}
	now, err := x.server.payload(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	out.Backstory = now.Body
	return &api.Answer[Changed]{Body: out}, nil
}

// entryAt names a source, or a folder of sources.
type entryAt struct {
	profileAt
	Body struct {
		Path string `json:"path"`
	}
}

func (x *backstories) makeFolder(ctx context.Context, p *api.Of, in *entryAt) (*api.Answer[Changed], error) {
	name, err := source.CleanPath(in.Body.Path)
	if err == nil && path.Ext(name) != "" {
		err = api.NewProblem(400, "", "the name of a folder has no extension")
	}
	if err == nil {
		err = p.Editable()
	}
	if err == nil {
		err = p.Root.MkdirAll(path.Join(p.At(profile.SourcesFolder), name), 0o755)
	}
	return x.changed(ctx, p, Changed{Created: true, Path: name}, err)
}

func (x *backstories) putEntry(ctx context.Context, p *api.Of, in *struct {
	profileAt
	Body struct {
		Path    string `json:"path"`
		Content string `json:"content"`
	}
},
) (*api.Answer[Changed], error) {
	name, err := source.FilePath(x.server.Builder(), in.Body.Path)
	if err == nil && strings.TrimSpace(in.Body.Content) == "" {
		err = api.NewProblem(400, "", "the content is blank")
	}
	if err == nil {
		text := strings.NewReader(strings.TrimRight(in.Body.Content, " \t\r\n\v\f") + "\n")
		err = edit.Change(ctx, p.Profile, func() error { return source.Write(p.Profile, name, text) })
	}
	return x.changed(ctx, p, Changed{Updated: true, Path: name}, err)
}

func (x *backstories) deleteEntry(ctx context.Context, p *api.Of, in *entryAt) (*api.Answer[Changed], error) {
	name, err := source.FilePath(x.server.Builder(), in.Body.Path)
	if err == nil {
		err = edit.Change(ctx, p.Profile, func() error { return source.Remove(p.Profile, name) })
	}
	return x.changed(ctx, p, Changed{Deleted: true, Path: name}, err)
}

// server has the handlers of the routes.
type server struct{ *api.Server }
