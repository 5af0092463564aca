package host

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
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
	return h.head(ctx, c.Scope(), c, text)
}

func (h *Host) head(ctx context.Context, sc scope.Scope, c spoken, text string) (prompt.TurnInputs, error) {
	var (
		user profile.User
		err  error
	)
	if c.Session().Kind != store.Client {
		if user, err = h.User(sc); err != nil {
			return prompt.TurnInputs{}, err
		}
	}
	head := prompt.TurnInputs{Date: user.Clock(h.Now()).Format("Monday, 2 January 2006, 15:04 MST")}
	if h.Alone != nil && h.Alone.System() != "" && c.Session().Kind != store.Client {
		at := c.Session()
		place := prompt.Place{Agent: profile.RoleKey(h.Alone.Name()), OS: runtime.GOOS, Arch: runtime.GOARCH, Model: at.Model, Session: at.ID, Zone: user.Zone}
		if shell := os.Getenv("SHELL"); shell != "" {
			place.Shell = filepath.Base(shell)
		}
		head.Place = prompt.Provenance(string(h.Alone.System()), place)
	}
	tellUser(&head, c, &user)
	head.Skills = h.matched(sc, c, text)
	if head.Passages, err = h.recall(ctx, sc, c, text); err != nil {
		return head, err
	}
	list, err := h.kept.todos.Todos(ctx, sc, c.Session().ID)
	if err != nil {
		return head, err
	}
	for _, t := range list {
		head.Todos = append(head.Todos, prompt.Todo{Text: t.Text, Done: t.State == tool.TodoDone})
	}
	if c.Session().Kind == store.Client {
		return head, nil
	}
	return head, h.newMemories(ctx, sc, c, &head)
}

// newMemories adds the memories that the conversation has not been told of yet.
func (h *Host) newMemories(ctx context.Context, sc scope.Scope, c spoken, head *prompt.TurnInputs) error {
	shared, err := h.shared(ctx, sc)
	if err != nil {
		return err
	}
	for _, m := range shared {
		if !told(c, store.Memory{Text: m.Text}) {
			head.Memories = append(head.Memories, prompt.Memory{ID: m.ID, Text: m.Text})
		}
	}
	memories, err := h.Store.ListMemories(ctx, sc, false, maxFresh)
	if err != nil {
		return err
	}
	for _, m := range memories {
		if m.Superseded == "" && !told(c, m) {
			head.Memories = append(head.Memories, prompt.Memory{ID: m.ID, Text: m.Text})
		}
	}
	return nil
}

// User reads what the user of a scope says of themselves, as their file says it
// now.
func (h *Host) User(sc scope.Scope) (profile.User, error) {
	h, err := h.of(sc)
	if err != nil {
		return profile.User{}, err
	}
	if sc.Org() != scope.Local {
		u, _ := profile.UserIn(h.Workspace, sc.User()) // what is wrong with it is not for the others
		return u, nil
	}
	p, err := h.Profile(sc.Profile())
	if err != nil {
		return profile.User{}, err
	}
	if p != nil {
		defer p.Close()
	}
	u, _ := profile.UserOf(h.Workspace, p) // what is wrong with it is said when the profile is loaded
	return u, nil
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
