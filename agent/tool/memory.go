package tool

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

//go:embed text/*.md
var words embed.FS

// about returns what a tool says of itself. That each has a text is tested.
func about(name string) string {
	text, err := words.ReadFile("text/" + name + ".md")
	if err != nil {
		panic("tool " + name + ": " + err.Error())
	}
	return strings.TrimSpace(string(text))
}

// Memories is what the tools keep memories in.
type Memories interface {
	store.Memories
	store.MemoryArchive
}

// Memory returns the tools that keep and find memories. Whose they are is said
// by where a tool is called, never by its arguments. Where changes of memories are
// proposed, none of them archives or replaces one.
func Memory(s Memories, proposed bool) []Tool {
	m := memory{s, proposed}
	list := []Tool{
		New("memory_save", about("memory_save"), Auto, m.save),
		New("memory_search", about("memory_search"), Auto, m.search),
		unlisted(New("memory_list", about("memory_list"), Auto, m.list)),
		unlisted(New("memory_archive", about("memory_archive"), Ask, m.archive)),
		New("memory_forget", about("memory_forget"), Ask, m.forget),
	}
	if proposed {
		list = slices.DeleteFunc(list, func(t Tool) bool { return t.Name == "memory_archive" })
	}
	return list
}

type memory struct {
	store    Memories
	proposed bool
}

func (m memory) save(ctx context.Context, at At, a struct {
	Text     string `json:"text"`
	Area     string `json:"area,omitempty" doc:"-"`
	Replaces string `json:"replaces,omitempty" doc:"a memory's id"`
},
) (string, error) {
	if m.proposed && a.Replaces != "" {
		return "", &ArgumentError{"replaces: people decide which memory takes the place of another: propose it with persona_propose, targetFile memories"}
	}
	if kinds := secrets.Kinds(a.Text); kinds != "" {
		return "", &ArgumentError{"text: it reads like a secret (" + kinds + "), and none is kept: the user may keep it with backstory memory add --insist"}
	}
	saved, err := m.store.SaveMemory(ctx, at.Scope, store.Memory{Text: a.Text, Area: a.Area, Session: at.Session, Turn: at.Turn, Confidence: 0.5})
	if err != nil {
		return "", err
	}
	if a.Replaces == "" {
		full, err := m.full(ctx, at)
		return "saved as " + saved.ID + full, err
	}
	if err := m.store.Supersede(ctx, at.Scope, a.Replaces, saved.ID); err != nil {
		return "", fmt.Errorf("saved as %s, but %w", saved.ID, err)
	}
	return fmt.Sprintf("saved as %s in place of %s", saved.ID, a.Replaces), nil
}

// full says that there are more memories than a prompt holds; empty where it holds
// them.
func (m memory) full(ctx context.Context, at At) (string, error) {
	list, err := m.store.ListMemories(ctx, at.Scope, false, 0)
	used, most := 0, prompt.MemoryTokens()
	for _, one := range list {
		used += tokens.Estimate(one.Text)
	}
	if err != nil || used <= most {
		return "", err
	}
	return fmt.Sprintf("; the memories have about %d tokens and a prompt has room for %d: archive with memory_archive what no longer matters", used, most), nil
}

// maxArchived is how many memories are archived with one call.
const maxArchived = 20

func (m memory) archive(ctx context.Context, at At, a struct {
	IDs    []string `json:"ids" doc:"1 to 20 ids of memories"`
	Reason string   `json:"reason,omitempty"`
},
) (string, error) {
	if len(a.IDs) == 0 || len(a.IDs) > maxArchived {
		return "", &ArgumentError{fmt.Sprintf("ids has %d entries and may have 1 to %d", len(a.IDs), maxArchived)}
	}
	if err := m.store.ArchiveMemories(ctx, at.Scope, a.IDs, strings.Join(strings.Fields(a.Reason), " ")); err != nil {
		return "", err
	}
	return fmt.Sprintf("archived: %d", len(a.IDs)), nil
}

func (m memory) search(ctx context.Context, at At, a struct {
	Query string `json:"query,omitempty" doc:"without it the newest"`
	Limit int    `json:"limit,omitempty" doc:"-"`
},
) (string, error) {
	if strings.TrimSpace(a.Query) == "" {
		found, err := m.store.ListMemories(ctx, at.Scope, false, count(a.Limit))
		return listed(found), err
	}
	found, err := m.store.SearchMemories(ctx, at.Scope, a.Query, false, count(a.Limit))
	return listed(found), err
}

func (m memory) list(ctx context.Context, at At, a struct {
	Limit int `json:"limit,omitempty"`
},
) (string, error) {
	found, err := m.store.ListMemories(ctx, at.Scope, false, count(a.Limit))
	return listed(found), err
}

func (m memory) forget(ctx context.Context, at At, a struct {
	ID string `json:"id"`
},
) (string, error) {
	if err := m.store.Forget(ctx, at.Scope, a.ID, false); err != nil {
		return "", err
	}
	return "forgotten", nil
}

func count(limit int) int {
	if limit <= 0 {
		return 10
	}
	return min(limit, 100)
}

// listed writes memories as material: what was learned is no order.
func listed(found []store.Memory) string {
	if len(found) == 0 {
		return "there is none"
	}
	var b strings.Builder
	for _, m := range found {
		when := m.Created.Format(time.DateOnly)
		if !m.Archived.IsZero() {
			when += ", archived"
		}
		fmt.Fprintf(&b, "- %s (%s): %s\n", m.ID, when, strings.ReplaceAll(m.Text, "\n", "\n  "))
	}
	return Fenced("memories", b.String())
}
