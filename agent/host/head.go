package host

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// maxFresh is how many memories the head of a turn names.
const maxFresh = 20

// Head returns what stands at the head of the next turn of a session: the date,
// what is to be done, and what was learned since the prompt was composed and
// not told yet.
func (h *Host) Head(ctx context.Context, c *session.Conversation) (prompt.TurnInputs, error) {
	head := prompt.TurnInputs{Date: h.Now().Format("Monday, 2 January 2006, 15:04 MST")}
	sc, err := h.Scope(c.Session().Profile)
	if err != nil {
		return head, err
	}
	list, err := h.todos.Todos(ctx, sc, c.Session().ID)
	if err != nil {
		return head, err
	}
	for _, t := range list {
		head.Todos = append(head.Todos, prompt.Todo{Text: t.Text, Done: t.State == tool.TodoDone})
	}
	memories, err := h.Store.ListMemories(ctx, sc, false, maxFresh)
	if err != nil {
		return head, err
	}
	for _, m := range memories {
		if m.Superseded == "" && !told(c, m) {
			head.Memories = append(head.Memories, prompt.Memory{ID: m.ID, Text: m.Text})
		}
	}
	return head, nil
}

// told reports whether a memory stands in the prompt, or was learned or told in
// the session.
func told(c *session.Conversation, m store.Memory) bool {
	if m.Session == c.Session().ID {
		return true
	}
	if e := c.Epoch(); e != nil && strings.Contains(e.System, m.Text) {
		return true
	}
	for _, said := range c.History() {
		for _, p := range said.Parts {
			if strings.Contains(p.Text, m.Text) {
				return true
			}
		}
	}
	return false
}
