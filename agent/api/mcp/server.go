package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
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
	names := api.Mapped(list, func(p profile.Summary) string { return p.Name })
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

// The size of an answer, in tokens. Clients refuse answers of more than about
// 25,000 (Claude Code's limit).
const (
	usualTokens = 20_000
	maxTokens   = 100_000
	minTokens   = 200
)

var errCursor = errors.New("cursor: this answer has no such page; it may have changed since: ask again without a cursor")

// Paged are the arguments of tools whose answers may be long.
type Paged struct {
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"how long the answer may be, 200 to 100000; default 20000"`
	Cursor    string `json:"cursor,omitempty" jsonschema:"next_cursor of the answer before, to read on"`
}

func (p Paged) tokens() int {
	if p.MaxTokens <= 0 {
		return usualTokens
	}
	return min(max(p.MaxTokens, minTokens), maxTokens)
}

// offset is where the cursor says that the next page begins.
func (p Paged) offset(text string) (int, error) {
	n, err := p.index(len(text))
	if err == nil && n < len(text) && !utf8.RuneStart(text[n]) {
		err = errCursor
	}
	return n, err
}

// cut returns the page of a text that the arguments ask for, in whole lines.
// next is empty at the end.
func (p Paged) cut(text string) (page, next string, err error) {
	begin, err := p.offset(text)
	if err != nil {
		return "", "", err
	}
	end := begin + prompt.PageEnd(text[begin:], p.tokens())
	if end < len(text) {
		next = strconv.Itoa(end)
	}
	return text[begin:end], next, nil
}

// index is where the cursor says that the next page of a list begins.
func (p Paged) index(length int) (int, error) {
	if p.Cursor == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(p.Cursor)
	if err != nil || n < 0 || n > length {
		return 0, errCursor
	}
	return n, nil
}

func count(text string) int { return tokens.Estimate(text) }
