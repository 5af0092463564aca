package profiles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/blob"
	"github.com/seed353dc258/backstory/agent/api/source"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// sources has the routes of documents.
type sources struct{ server *server }

func (x *sources) routes() {
	const tag, content, known = "sources", one + "/sources/content", team + "/knowledge-base"
	changes := []int{409, 412, 428}
	api.AddOf(x.server.Server, api.Route{ID: "list-sources", Method: "GET", Path: one + "/sources", Right: api.Read, Tag: tag, Summary: "List the documents, and what became of each", Also: []string{"GET " + known}}, x.listSources)
	api.AddOf(x.server.Server, api.Route{ID: "get-source", Method: "GET", Path: content, Right: api.Read, Tag: tag, Summary: "Download a document", Adapt: blob.Gives, Also: []string{"GET " + known + "/content"}}, x.readSource)
	api.AddOf(x.server.Server, api.Route{
		ID: "put-source", Method: "PUT", Path: content, Right: api.Write, Tag: tag, Summary: "Upload a document, and build", Errors: changes, Adapt: blob.Takes, Also: []string{"PUT " + known + "/content"},
	}, x.writeSource)
	api.AddOf(x.server.Server, api.Route{ID: "update-source", Method: "PATCH", Path: content, Right: api.Write, Tag: tag, Summary: "Have a document in the backstory or not, and build", Errors: []int{409}}, x.includeSource)
	api.AddOf(x.server.Server, api.Route{ID: "delete-source", Method: "DELETE", Path: content, Right: api.Write, Tag: tag, Summary: "Delete a document, and build", Errors: changes, Also: []string{"DELETE " + known + "/content"}}, x.deleteSource)
}

// SourceAt names a document of a profile.
type SourceAt struct {
	api.ProfileAt
	Path string `query:"path" required:"true" pattern:"^[^/.\\\\][^/\\\\]*(/[^/.\\\\][^/\\\\]*)*$" maxLength:"1024" doc:"in the folder backstory/" example:"data/voyages.csv"`
}

// ProfileSource is a document, and what the last build made of it.
type ProfileSource struct {
	Path     string `json:"path"`
	Status   string `json:"status" enum:"ok,failed,empty,unsupported,skipped" doc:"empty: it holds nothing; unsupported: no format reads it; skipped: it is left out"`
	Reason   string `json:"reason" doc:"why it failed or is not in the backstory"`
	Kept     bool   `json:"kept" doc:"it failed, and its text stays as it was last converted"`
	Included bool   `json:"included" doc:"the options of the profile do not leave it out"`
	Format   string `json:"format"`
	Size     int64  `json:"size"`
	Tokens   int    `json:"tokens"`
	Warnings int    `json:"warnings"`
	Modified string `json:"modified"`
	ETag     string `json:"etag" doc:"for If-Match; empty where it is not known"`
}

func (x *sources) listSources(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	api.Cursor
},
) (*api.Listing[ProfileSource], error) {
	all, err := x.sources(ctx, p.Profile)
	return api.Listed(in.Cursor, all), err
}

// sources returns what the last build knows of all documents.
func (x *sources) sources(ctx context.Context, p *profile.Profile) ([]ProfileSource, error) {
	v, err := x.server.Builds.Check(ctx, p)
	if err != nil {
		return nil, err
	}
	return SourcesOf(v, p)
}

// SourcesOf returns what the last build knows of all documents of a profile.
func SourcesOf(v *pipeline.Verdict, p *profile.Profile) ([]ProfileSource, error) {
	options, err := p.Options()
	if err != nil {
		return nil, api.NewProblem(409, "", err.Error())
	}
	all := []ProfileSource{}
	add := func(path, digest string, x ProfileSource) {
		_, _, x.Included = options.For(path)
		x.Path = names.Show(path)
		if digest != "" {
			x.ETag = api.TagOf(digest)
		}
		all = append(all, x)
	}
	m, empty := v.Manifest, v.Manifest.EmptySources()
	for i := range m.Files {
		e := &m.Files[i]
		x := ProfileSource{Status: "ok", Reason: e.Error, Kept: e.Kept != (manifest.Kept{}), Format: e.Format, Size: e.SizeBytes, Tokens: e.Tokens, Modified: e.ModifiedAt}
		switch {
		case empty[e.Path]:
			x.Status = "empty"
		case e.Status == manifest.StatusFailed:
			x.Status = "failed"
		}
		for _, w := range e.Warnings {
			x.Warnings += w.Count
		}
		add(e.Path, e.SHA256, x)
	}
	for _, u := range m.Unsupported {
		add(u.Path, u.SHA256, ProfileSource{Status: "unsupported", Reason: u.Reason, Size: u.SizeBytes, Modified: u.ModifiedAt})
	}
	for _, k := range m.Skipped {
		add(k.Path, "", ProfileSource{Status: "skipped", Reason: k.Reason})
	}
	slices.SortFunc(all, func(a, b ProfileSource) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

func (x *sources) readSource(ctx context.Context, p *api.Of, in *SourceAt) (*huma.StreamResponse, error) {
	name, err := source.CleanPath(in.Path)
	if err != nil {
		return nil, err
	}
	tag, err := source.Tag(p.Profile, name)
	if err != nil {
		return nil, source.Error(err)
	}
	f, info, err := source.Open(p.Profile, name)
	if err != nil {
		return nil, source.Error(err)
	}
	return blob.Answer(f, info.Size(), tag, func() { f.Close() }), nil
}

// uploaded is a document as it comes.
type uploaded struct {
	SourceAt
	api.Version
	blob.Upload
}

// SourceChanged is what a change of a document gave.
type SourceChanged struct {
	Path   string         `json:"path"`
	Source *ProfileSource `json:"source,omitempty" doc:"not there where it is gone"`
	Build  BuildResult    `json:"build"`
}

func (x *sources) writeSource(ctx context.Context, p *api.Of, in *uploaded) (*tagged[SourceChanged], error) {
	name, err := source.FilePath(x.server.Builder(), in.Path)
	if err != nil {
		return nil, err
	}
	if err := x.known(p.Profile, name, in.Version); err != nil { // before all of it comes
		return nil, err
	}
	limit := x.server.Builder().Limits.User.Over(x.server.Builder().Limits.Command).Get(converters.LimitInput)
	body := &io.LimitedReader{R: in.Upload.Content, N: limit + 1}
	staged, err := source.Stage(p.Profile, name, body)
	if err != nil {
		return nil, source.Error(err)
	}
	defer staged.Close()
	if body.N == 0 {
		return nil, api.NewProblem(413, "", fmt.Sprintf("the document has more than %d bytes, which is the limit of a source", limit))
	}
	return x.change(ctx, p.Profile, name, func() error {
		if err := x.known(p.Profile, name, in.Version); err != nil {
			return err
		}
		return staged.Commit()
	})
}

// known checks the version of a source that is changed.
func (x *sources) known(p *profile.Profile, name string, v api.Version) error {
	tag, err := source.Tag(p, name)
	if err != nil {
		return source.Error(err)
	}
	return v.Check(tag)
}

// change does something to a source while nobody else changes the profile, builds, and
// says what became of it.
func (x *sources) change(ctx context.Context, p *profile.Profile, name string, do func() error) (*tagged[SourceChanged], error) {
	if err := edit.Change(ctx, p, do); err != nil {
		return nil, source.Error(err)
	}
	report, err := source.Rebuild(ctx, x.server.Server, p)
	if err != nil {
		return nil, err
	}
	all, err := x.sources(ctx, p)
	if err != nil {
		return nil, err
	}
	out := &tagged[SourceChanged]{Body: SourceChanged{Path: name, Build: resultOf(report)}}
	if i := slices.IndexFunc(all, func(x ProfileSource) bool { return x.Path == names.Show(name) }); i >= 0 {
		out.Body.Source, out.ETag = &all[i], all[i].ETag
	}
	return out, nil
}

func (x *sources) deleteSource(ctx context.Context, p *api.Of, in *struct {
	SourceAt
	api.Version
},
) (*tagged[SourceChanged], error) {
	name, err := source.CleanPath(in.Path)
	if err != nil {
		return nil, err
	}
	return x.change(ctx, p.Profile, name, func() error {
		if err := x.known(p.Profile, name, in.Version); err != nil {
			return err
		}
		return source.Remove(p.Profile, name)
	})
}

func (x *sources) includeSource(ctx context.Context, p *api.Of, in *struct {
	SourceAt
	Body struct {
		Included bool `json:"included"`
	}
},
) (*tagged[SourceChanged], error) {
	name, err := source.CleanPath(in.Path)
	if err != nil {
		return nil, err
	}
	f, _, err := source.Open(p.Profile, name)
	if err != nil {
		return nil, source.Error(err)
	}
	f.Close()
	return x.change(ctx, p.Profile, name, func() error { return include(p.Profile, name, in.Body.Included) })
}

// include changes the options of a profile.
func include(p *profile.Profile, name string, included bool) error {
	before, err := p.ReadFile(profile.OptionsFile, maxText)
	if err != nil {
		return err
	}
	after, err := edit.Include(before, name, included)
	if err != nil {
		return errors.Join(api.NewProblem(409, "", profile.OptionsFile+":"+err.Error()))
	}
	if string(after) == string(before) {
		return nil
	}
	return edit.Write(p, profile.OptionsFile, after)
}
