package profiles

import (
	"context"
	"errors"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/feed"
	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
)

func (s *server) buildRoutes() {
	const tag = "builds"
	api.AddOf(s.Server, api.Route{ID: "build-profile", Method: "POST", Path: one + "/build", Right: api.Write, Tag: tag, Summary: "Bring the backstory up to date", Errors: []int{409}}, s.build)
	api.AddOf(s.Server, api.Route{ID: "check-profile", Method: "GET", Path: one + "/check", Right: api.Read, Tag: tag, Summary: "Say whether the backstory is up to date, and why not"}, s.check)
	api.AddOf(s.Server, api.Route{ID: "list-warnings", Method: "GET", Path: one + "/warnings", Right: api.Read, Tag: tag, Summary: "List what could not be kept of the documents"}, s.warnings)
	api.AddOf(s.Server, api.Route{ID: "explain-line", Method: "GET", Path: one + "/explain", Right: api.Read, Tag: tag, Summary: "Say which document, and which place in it, lines of the backstory came from", Errors: []int{409}}, s.explain)
	api.AddOf(s.Server, api.Route{ID: "search-profile", Method: "GET", Path: one + "/search", Right: api.Read, Tag: tag, Summary: "Find the passages that answer a question"}, s.search)
}

// BuildResult is what a build did.
type BuildResult struct {
	State string `json:"state" enum:"built,current,removed,empty"`
	feed.Build
}

func resultOf(r *pipeline.Report) BuildResult {
	return BuildResult{string(r.State), feed.BuildOf(r.Summary, r.Bytes, r.Took)}
}

func (s *server) build(ctx context.Context, p *api.Of, in *api.ProfileAt) (*api.Answer[BuildResult], error) {
	r, err := s.Builds.Build(ctx, p.Profile)
	if errors.Is(err, pipeline.ErrNotOurs) {
		return nil, api.NewProblem(409, "not_generated", "backstory.md was written by hand and is kept as it is")
	}
	if err != nil {
		return nil, err
	}
	return &api.Answer[BuildResult]{Body: resultOf(r)}, nil
}

// CheckResult is whether a backstory is up to date.
type CheckResult struct {
	Fresh   bool           `json:"fresh"`
	Edited  bool           `json:"edited" doc:"backstory.md is not what a build wrote"`
	Reasons []CheckReason  `json:"reasons" nullable:"false"`
	Sources int            `json:"sources"`
	Tokens  int            `json:"tokens"`
	Digest  string         `json:"digest" doc:"SHA-256 of backstory.md; empty where there is none"`
	Failed  []feed.Failure `json:"failed" nullable:"false"`
}

// CheckReason is a reason why a build is due.
type CheckReason struct {
	Kind string `json:"kind"`
	Path string `json:"path" doc:"empty where it is about no single document"`
	Old  string `json:"old" doc:"as the last build had it"`
	New  string `json:"new" doc:"as it is now"`
}

func (s *server) check(ctx context.Context, p *api.Of, in *api.ProfileAt) (*api.Answer[CheckResult], error) {
	v, err := s.Builds.Check(ctx, p.Profile)
	if err != nil {
		return nil, err
	}
	return &api.Answer[CheckResult]{Body: CheckResult{
		Fresh: v.Fresh, Edited: v.Edited, Digest: v.Digest, Sources: v.Summary.Sources, Tokens: v.Summary.Tokens, Failed: feed.Failures(v.Failed),
		Reasons: api.Mapped(v.Reasons, func(r manifest.Change) CheckReason {
			return CheckReason{string(r.Kind), names.Show(r.Path), r.Old, r.New}
		}),
	}}, nil
}

// SourceWarning is something that could not be kept of a document.
type SourceWarning struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Count   int    `json:"count"`
	Message string `json:"message"`
	Place   string `json:"place" doc:"in the document; empty when it is everywhere"`
}

func (s *server) warnings(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	api.Cursor
	Path string `query:"path" maxLength:"1100" doc:"of this document alone"`
},
) (*api.Listing[SourceWarning], error) {
	v, err := s.Builds.Check(ctx, p.Profile)
	if err != nil {
		return nil, err
	}
	all := []SourceWarning{}
	for _, e := range v.Manifest.Files {
		for _, w := range e.Warnings {
			if in.Path == "" || in.Path == e.Path {
				all = append(all, SourceWarning{names.Show(e.Path), w.Code, w.Count, w.Message, w.Place})
			}
		}
	}
	return api.Listed(in.Cursor, all), nil
}

// ExplainedLines are lines of a backstory, and where they came from.
type ExplainedLines struct {
	Data []ExplainedLine `json:"data" nullable:"false"`
	All  int             `json:"all" doc:"how many lines there are; data has some of them where it is fewer"`
}

// ExplainedLine is one of them.
type ExplainedLine struct {
	Line     int             `json:"line"`
	Text     string          `json:"text"`
	Source   string          `json:"source" doc:"empty where the build wrote it"`
	Heading  bool            `json:"heading" doc:"the line is the heading of the source, which is not in the source itself"`
	Kept     bool            `json:"kept" doc:"it is of the last good version of a source that fails now"`
	Place    string          `json:"place" doc:"in the source, as near as it is known"`
	Box      []float32       `json:"box,omitempty" doc:"on the page of a PDF, in points from its top left corner: left, top, right, bottom"`
	Format   string          `json:"format"`
	Version  int             `json:"format_version"`
	Warnings []SourceWarning `json:"warnings" nullable:"false"`
}

func (s *server) explain(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	Line  int    `query:"line" minimum:"1" doc:"a line of backstory.md, from 1"`
	Text  string `query:"text" maxLength:"1000" doc:"lines that contain this"`
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
},
) (*api.Answer[ExplainedLines], error) {
	if (in.Line == 0) == (in.Text == "") {
		return nil, api.NewProblem(422, "", "name a line or a text, and one of them")
	}
	found, all, err := s.Builds.Explain(ctx, p.Profile, pipeline.Lines{Number: in.Line, Grep: in.Text, Most: in.Limit})
	switch {
	case errors.Is(err, pipeline.ErrStale):
		return nil, api.NewProblem(409, "stale", "the backstory is out of date: build it first")
	case errors.Is(err, pipeline.ErrNoLine):
		return nil, api.NewProblem(404, "", err.Error())
	case err != nil:
		return nil, err
	}
	return &api.Answer[ExplainedLines]{Body: ExplainedLines{All: all, Data: api.Mapped(found, func(x pipeline.Explanation) ExplainedLine {
		source := names.Show(x.Source)
		return ExplainedLine{
			x.Line, x.Text, source, x.Heading, x.Kept, x.Place(), x.Pos.Box.Sides(), x.Format, x.Version,
			api.Mapped(x.Warnings, func(w document.Warning) SourceWarning {
				return SourceWarning{source, w.Code, w.Count, w.Message, w.Pos.String()}
			}),
		}
	})}}, nil
}

// Found is what a search found.
type Found struct {
	Query    string     `json:"query"`
	Answered bool       `json:"answered" doc:"one of the first hits answers the query, if that is a question"`
	Hits     []find.Hit `json:"hits" nullable:"false" doc:"the best first; equal texts come once"`
}

func (s *server) search(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	Query  string `query:"q" required:"true" pattern:"\\S" maxLength:"1000" doc:"what is looked for"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Tokens int    `query:"max_tokens" minimum:"1" doc:"of all passages together, but for the first; any number without it"`
},
) (*api.Answer[Found], error) {
	host := s.Host(ctx)
	i, err := host.Identity(in.Profile)
	if err != nil {
		return nil, err
	}
	q := find.Query{Text: in.Query, Limit: in.Limit, Tokens: in.Tokens, Near: host.Near(p.Scope, i), Searcher: host.Searcher(i)}
	hits, err := find.Search(ctx, s.Builder(), p.Profile, i, q)
	return &api.Answer[Found]{Body: Found{in.Query, find.Answered(hits), hits}}, err
}
