package profiles

import (
	"context"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/blob"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/prompt"
)

// prompts has the routes of system prompts.
type prompts struct{ server *server }

func (x *prompts) routes() {
	const tag = "prompts"
	api.AddOf(x.server.Server, api.Route{
		ID: "get-prompt", Method: "GET", Path: one + "/prompt", Right: api.Read, Tag: tag,
		Summary: "Show what the next request of a profile begins with: the text, its sections, the budget, and what is left out",
		Also:    []string{"GET " + team + "/soul/stack"},
	}, x.prompt)
	api.AddOf(x.server.Server, api.Route{ID: "export-prompt", Method: "GET", Path: one + "/prompt/export", Right: api.Read, Tag: tag, Summary: "The prompt with what belongs to it, as text, byte for byte as it is sent", Adapt: blob.GivesText}, x.exportPrompt)
	api.AddOf(x.server.Server, api.Route{ID: "diff-prompt", Method: "GET", Path: one + "/prompt/diff", Right: api.Read, Tag: tag, Summary: "Compare the prompt that a session uses with what would be composed for it now"}, x.diffPrompt)
}

// promptAt says which prompt is composed.
type promptAt struct {
	api.ProfileAt
	Role  string `query:"role" maxLength:"128"`
	Model string `query:"model" maxLength:"256"`
}

// next composes what the next request of a profile would begin with.
func (x *prompts) next(ctx context.Context, p *api.Of, in *promptAt) (n host.Next, err error) {
	model := in.Model
	if model != "" {
		i, err := x.server.Host(ctx).Identity(in.Profile)
		if err != nil {
			return n, err
		}
		choice, err := x.server.Host(ctx).Catalog.Choose(catalog.Want{Flag: model, Identity: i, Role: in.Role})
		if err != nil {
			return n, api.NewProblem(422, "", err.Error())
		}
		model = choice.Full
	}
	return x.server.Host(ctx).Next(ctx, p.Scope, in.Role, model)
}

// ComposedPrompt is a prompt, and whether it is the one that the profile's session
// keeps.
type ComposedPrompt struct {
	Epoch prompt.Epoch `json:"epoch"`
	Kept  bool         `json:"kept" doc:"the session keeps this prompt, and would have another one now: see the difference"`
}

func (x *prompts) prompt(ctx context.Context, p *api.Of, in *promptAt) (*api.Answer[ComposedPrompt], error) {
	n, err := x.next(ctx, p, in)
	if err != nil {
		return nil, err
	}
	return &api.Answer[ComposedPrompt]{Body: ComposedPrompt{*n.Cast.Epoch, n.Kept}}, nil
}

func (x *prompts) exportPrompt(ctx context.Context, p *api.Of, in *promptAt) (*blob.Text, error) {
	n, err := x.next(ctx, p, in)
	if err != nil {
		return nil, err
	}
	system, tools, err := n.Sent(ctx)
	if err != nil {
		return nil, err
	}
	return &blob.Text{ContentType: "text/plain; charset=utf-8", Body: []byte(n.Cast.Epoch.Export(system, tools))}, nil
}

// PromptDiff is how two prompts differ.
type PromptDiff struct {
	Changes []prompt.Change     `json:"changes" nullable:"false"`
	Diff    string              `json:"diff" doc:"of the system texts; empty where they are the same"`
	Files   []prompt.FileChange `json:"files" nullable:"false" doc:"files of which the two have other versions"`
}

func (x *prompts) diffPrompt(ctx context.Context, p *api.Of, in *struct {
	api.ProfileAt
	Session string `query:"session" maxLength:"64" doc:"default: the one of the profile that would go on"`
},
) (*api.Answer[PromptDiff], error) {
	used, now, err := x.server.Host(ctx).Epochs(ctx, p.Scope, in.Session)
	if err != nil {
		return nil, err
	}
	out := PromptDiff{Changes: append([]prompt.Change{}, prompt.Compare(used, now)...), Files: append([]prompt.FileChange{}, prompt.CompareFiles(used, now)...)}
	if used.System != now.System {
		out.Diff = string(diff.Diff("used", []byte(used.System), "now", []byte(now.System)))
	}
	return &api.Answer[PromptDiff]{Body: out}, nil
}
