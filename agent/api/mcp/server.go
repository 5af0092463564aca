package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/profile"
)

// Settings say what is offered.
type Settings struct {
	// Agents are the profiles of a workspace; nil where there is none, so that
	// files can be converted and nothing else.
	Agents *api.Server
	// Files converts files of a folder; nil converts none.
	Files   *Files
	Version string
	Log     *slog.Logger // of the protocol; nil for none
}

type server struct {
	Settings
	mcp     *sdk.Server
	secrets sync.Map // documents of which a client was told that they have one
}

// reads and writes are the annotations of tools. Nothing is reached but the
// workspace.
func reads(title string) *sdk.ToolAnnotations {
	return &sdk.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool), DestructiveHint: new(bool)}
}

func writes(title string, again bool) *sdk.ToolAnnotations {
	return &sdk.ToolAnnotations{Title: title, IdempotentHint: again, OpenWorldHint: new(bool), DestructiveHint: new(bool)}
}

// errNoProfile says which profiles there are.
func (s *server) errNoProfile(ctx context.Context, name string) error {
	list, err := s.Agents.Host(ctx).Profiles()
	if err != nil {
		return err
	}
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return fmt.Errorf("no profile %q: there is none; backstory init makes one", name)
	}
	return fmt.Errorf("no profile %q; there are: %s", name, strings.Join(names[:min(len(names), 50)], ", "))
}

// key is the name of a profile as the host knows it, of one that is there.
func (s *server) key(ctx context.Context, name string) (string, error) {
	return with(ctx, s, name, func(p *profile.Profile) (string, error) { return profile.RoleKey(p.Name()), nil })
}

// identity reads what the files of a profile say.
func (s *server) identity(ctx context.Context, name string) (*profile.Identity, error) {
	key, err := s.key(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.Agents.Host(ctx).Identity(key)
}

// with opens a profile for as long as something is done with it.
func with[T any](ctx context.Context, s *server, name string, do func(p *profile.Profile) (T, error)) (out T, err error) {
	p, err := s.Agents.Host(ctx).Profile(profile.RoleKey(name))
	if errors.Is(err, profile.ErrUnknown) || err == nil && p == nil {
		return out, s.errNoProfile(ctx, name)
	}
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	return do(p)
}

// answer is a result with a text for models beside the fields for programs.
func answer(text string, links ...*sdk.ResourceLink) *sdk.CallToolResult {
	out := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
	for _, l := range links {
		out.Content = append(out.Content, l)
	}
	return out
}

// Of are the arguments of tools for one profile.
type Of struct {
	Profile string `json:"profile" jsonschema:"name of the profile, as profiles_list has it"`
}

// more tells a model how to read on.
func more(next string) string {
	if next == "" {
		return ""
	}
	return fmt.Sprintf("\n\n[It goes on: ask again with cursor %q.]", next)
}
