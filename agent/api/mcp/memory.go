package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

func (s *server) addMemoryTools(may api.Actor) {
	sdk.AddTool(s.mcp, &sdk.Tool{
		Name: "memory_search", Description: "Find what the agent of a profile remembers of its conversations. Without a query it lists the newest.", Annotations: reads("Search memories"),
	}, s.memories)
	if may.May(api.Chat) {
		sdk.AddTool(s.mcp, &sdk.Tool{
			Name: "propose", Annotations: writes("Propose a change", false),
			Description: "Propose a change of a file of a profile, such as soul.md. Nothing changes: a person decides about it (backstory proposals list). " +
				"The patch is a unified diff, or Markdown sections that replace those with the same headings.",
		}, s.propose)
	}
}

// scope is that of who asks, with a profile that is there.
func (s *server) scope(ctx context.Context, name string) (scope.Scope, string, error) {
	key, err := s.key(ctx, name)
	if err != nil {
		return scope.Scope{}, "", err
	}
	sc, err := api.ActorOf(ctx).Scope(key)
	return sc, key, err
}

// Memories is the answer of memory_search.
type Memories struct {
	Profile  string   `json:"profile"`
	Memories []Memory `json:"memories"`
}

// Memory is something that an agent remembers.
type Memory struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Area    string `json:"area"`
	Pinned  bool   `json:"pinned"`
	Session string `json:"session" jsonschema:"where it was learned"`
	Turn    int    `json:"turn"`
	Created string `json:"created"`
}

// maxMemories is how many memories one call gives.
const maxMemories = 50

func (s *server) memories(ctx context.Context, _ *sdk.CallToolRequest, in struct {
	Of
	Query string `json:"query,omitempty" jsonschema:"without it the newest"`
	Limit int    `json:"limit,omitempty" jsonschema:"1 to 50; default 10"`
},
) (*sdk.CallToolResult, Memories, error) {
	out := Memories{Memories: []Memory{}}
	sc, key, err := s.scope(ctx, in.Profile)
	if err != nil {
		return nil, out, err
	}
	out.Profile = key
	limit := 10
	if in.Limit > 0 {
		limit = min(in.Limit, maxMemories)
	}
	var found []store.Memory
	if kept := s.Agents.Host(ctx).Store; strings.TrimSpace(in.Query) == "" {
		found, err = kept.ListMemories(ctx, sc, false, limit)
	} else {
		found, err = kept.SearchMemories(ctx, sc, in.Query, false, limit)
	}
	if err != nil {
		return nil, out, err
	}
	var text strings.Builder
	for _, m := range found {
		out.Memories = append(out.Memories, Memory{m.ID, m.Text, m.Area, m.Pinned, m.Session, m.Turn, m.Created.UTC().Format(time.RFC3339)})
		fmt.Fprintf(&text, "- %s (%s)\n", m.Text, m.Created.UTC().Format(time.DateOnly))
	}
	if len(found) == 0 {
		return answer("There is no such memory."), out, nil
	}
	return answer(prompt.Quote("memories", text.String())), out, nil
}

// Proposed is the answer of propose.
type Proposed struct {
	ID      string `json:"id"`
	State   string `json:"state" jsonschema:"pending: a person decides"`
	Target  string `json:"target"`
	Expires string `json:"expires" jsonschema:"empty where it never does"`
}

func (s *server) propose(ctx context.Context, _ *sdk.CallToolRequest, in struct {
	Of
	Target      string  `json:"target" jsonschema:"a file of the profile, such as soul.md"`
	Title       string  `json:"title"`
	Observation string  `json:"observation" jsonschema:"why"`
	Patch       string  `json:"patch"`
	Confidence  float64 `json:"confidence" jsonschema:"0 to 1"`
	Evidence    []struct {
		Session string `json:"session"`
		Turn    int    `json:"turn" jsonschema:"from 1"`
		Quote   string `json:"quote" jsonschema:"word for word, at least 8 characters"`
	} `json:"evidence"`
},
) (*sdk.CallToolResult, Proposed, error) {
	if !api.ActorOf(ctx).May(api.Chat) {
		return nil, Proposed{}, errors.New("the token may not propose: its scope does not contain chat")
	}
	sc, _, err := s.scope(ctx, in.Profile)
	if err != nil {
		return nil, Proposed{}, err
	}
	draft := proposal.Draft{Target: in.Target, Title: in.Title, Observation: in.Observation, Patch: in.Patch, Confidence: in.Confidence}
	for _, e := range in.Evidence {
		draft.Evidence = append(draft.Evidence, proposal.Quote{Session: e.Session, Turn: e.Turn, Quote: e.Quote})
	}
	p, err := s.Agents.Host(ctx).Desk.Propose(ctx, sc, store.Origin{By: "agent"}, draft)
	var coded *proposal.CodeError
	if errors.As(err, &coded) {
		err = fmt.Errorf("%s: %w", coded.Code, err)
	}
	if err != nil {
		return nil, Proposed{}, err
	}
	out := Proposed{ID: p.ID, State: string(p.State), Target: in.Target}
	if !p.Expires.IsZero() {
		out.Expires = p.Expires.UTC().Format(time.RFC3339)
	}
	return answer(fmt.Sprintf("Proposal %s is %s. A person decides about it: backstory proposals show %s", p.ID, p.State, p.ID)), out, nil
}
