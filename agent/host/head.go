package host

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// maxFresh is how many memories the head of a turn names.
const maxFresh = 20

// Head returns the head of the next turn of a session, in which a text is said: the
// date, the skills that match it, the passages that it asks for and the prompt left
// out, what is to be done, and what was learned since the prompt was composed and not
// told yet.
func (h *Host) Head(ctx context.Context, c *session.Conversation, text string) (prompt.TurnInputs, error) {
	h, err := h.of(c.Scope())
	if err != nil {
		return prompt.TurnInputs{}, err
	}
	return talk{h, c.Scope(), c}.head(ctx, text)
}

func (t talk) head(ctx context.Context, text string) (prompt.TurnInputs, error) {
	var (
		user profile.User
		err  error
	)
	if t.c.Session().Kind != store.Client {
		if user, err = t.h.User(t.sc); err != nil {
			return prompt.TurnInputs{}, err
		}
	}
	head := prompt.TurnInputs{Date: user.Clock(t.h.Now()).Format("Monday, 2 January 2006, 15:04 MST")}
	if t.h.Alone != nil && t.h.Alone.System() != "" && t.c.Session().Kind != store.Client {
		at := t.c.Session()
		place := prompt.Place{Agent: profile.RoleKey(t.h.Alone.Name()), OS: runtime.GOOS, Arch: runtime.GOARCH, Model: at.Model, Session: at.ID, Zone: user.Zone}
		if shell := os.Getenv("SHELL"); shell != "" {
			place.Shell = filepath.Base(shell)
		}
		head.Place = prompt.Provenance(string(t.h.Alone.System()), place)
	}
	tellUser(&head, t.c, &user)
	head.Skills = t.matched(text)
	if head.Passages, err = t.recall(ctx, text); err != nil {
		return head, err
	}
	list, err := t.h.kept.todos.Todos(ctx, t.sc, t.c.Session().ID)
	if err != nil {
		return head, err
	}
	for _, todo := range list {
		head.Todos = append(head.Todos, prompt.Todo{Text: todo.Text, Done: todo.State == tool.TodoDone})
	}
	if t.c.Session().Kind == store.Client {
		return head, nil
	}
	return head, t.newMemories(ctx, &head)
}

// newMemories adds the memories that the conversation has not been told of yet.
func (t talk) newMemories(ctx context.Context, head *prompt.TurnInputs) error {
	shared, err := sharedIn(ctx, t.h.Store, t.sc)
	if err != nil {
		return err
	}
	for _, m := range shared {
		if !told(t.c, store.Memory{Text: m.Text}) {
			head.Memories = append(head.Memories, prompt.Memory{ID: m.ID, Text: m.Text})
		}
	}
	memories, err := t.h.Store.ListMemories(ctx, t.sc, false, maxFresh)
	if err != nil {
		return err
	}
	for _, m := range memories {
		if m.Superseded == "" && !told(t.c, m) {
			head.Memories = append(head.Memories, prompt.Memory{ID: m.ID, Text: m.Text})
		}
	}
	return nil
}

// userGone says that what was told of a user does not hold any more.
const userGone = "The user took back what was said about the user: it does not hold any more."

// tellUser tells in the head of a turn what the user's file says, where the session
// was told something else last: by its prompt, which stays as it is, or in the head
// of an earlier turn.
func tellUser(head *prompt.TurnInputs, c spoken, u *profile.User) {
	text := prompt.UserText(u)
	want := userGone
	if text != "" {
		want = prompt.UserHeading + "\n\n" + text
	}
	last := ""
	for _, said := range c.History() {
		for _, p := range said.Parts {
			if strings.Contains(p.Text, prompt.UserHeading) || strings.Contains(p.Text, userGone) {
				last = p.Text
			}
		}
	}
	e := c.Epoch()
	switch {
	case strings.Contains(last, want), last == "" && (e == nil || e.InPrompt(u)):
	case text == "":
		head.Notices = append(head.Notices, userGone)
	default:
		head.User = text
	}
}

// holds reports whether a prompt has a text, in which special tokens of chat
// templates are broken there.
func holds(system, text string) bool {
	broken, _ := chattoken.Break(text)
	return strings.Contains(system, text) || strings.Contains(system, broken)
}

// told reports whether a memory is in the prompt, or was learned or told in
// the session.
func told(c spoken, m store.Memory) bool {
	if m.Session == c.Session().ID {
		return true
	}
	if e := c.Epoch(); e != nil && holds(e.System, m.Text) {
		return true
	}
	return wasSaid(c, m.Text)
}
