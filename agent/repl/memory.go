package repl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// maxMemories is how many memories a list shows.
const maxMemories = 50

// memories is what a person may do with what is remembered.
type memories struct {
	*Terminal
	store   store.Store
	scope   scope.Scope
	session string // that goes on
}

func memoriesOf(s *Shell) *memories {
	return &memories{&s.Terminal, s.Host.Store, s.at.scope, sessionID(s.at.talk)}
}

// obey is what a person may do with what is remembered. It is more than
// the model may: only a person promotes.
func (k *memories) obey(ctx context.Context, args string) error {
	verb, rest, _ := strings.Cut(args, " ")
	rest = strings.TrimSpace(rest)
	if rest == "" && verb != "" && verb != "list" {
		return usage("memory")
	}
	switch verb {
	case "", "list":
		list, err := k.store.ListMemories(ctx, k.scope, rest == "all", maxMemories)
		return k.tell(list, err)
	case "search":
		list, err := k.store.SearchMemories(ctx, k.scope, rest, false, maxMemories)
		return k.tell(list, err)
	case "save":
		return k.save(ctx, rest)
	case "archive":
		return k.archive(ctx, rest)
	case "forget":
		return k.forget(ctx, rest)
	case "promote":
		return k.promote(ctx, rest)
	case "why":
		return k.with(ctx, rest, func(m store.Memory) error { return k.why(ctx, m) })
	}
	return usage("memory")
}

func (k *memories) save(ctx context.Context, text string) error {
	if kinds := secrets.Kinds(text); kinds != "" {
		return fmt.Errorf("this reads like a secret (%s), and memories go into prompts: backstory memory add --insist keeps it", kinds)
	}
	m, err := k.store.SaveMemory(ctx, k.scope, store.Memory{Text: text, Session: k.session, Confidence: 1, Promoted: true})
	if err == nil {
		err = k.record(ctx, "memory.saved", m.ID)
	}
	if err != nil {
		return err
	}
	return k.say("remembered as %s", m.ID)
}

// archive takes an ID, and the reason behind it.
func (k *memories) archive(ctx context.Context, args string) error {
	id, reason, _ := strings.Cut(args, " ")
	return k.with(ctx, id, func(m store.Memory) error {
		if err := k.store.ArchiveMemories(ctx, k.scope, []string{m.ID}, strings.TrimSpace(reason)); err != nil {
			return err
		}
		return k.say("archived %s: %s", m.ID, oneline.Safe(short(m.Text)))
	})
}

func (k *memories) promote(ctx context.Context, id string) error {
	return k.with(ctx, id, func(m store.Memory) error {
		err := k.store.Promote(ctx, k.scope, m.ID)
		if err == nil {
			err = k.record(ctx, "memory.promoted", m.ID)
		}
		if err != nil {
			return err
		}
		return k.say("promoted %s: %s", m.ID, oneline.Safe(short(m.Text)))
	})
}

func (k *memories) tell(list []store.Memory, err error) error {
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return k.say("nothing is remembered")
	}
	w := tabwriter.NewWriter(k.Out, 0, 0, 2, ' ', 0)
	for _, m := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", m.ID, day(m.Created), marks(m), oneline.Safe(short(m.Text)))
	}
	return w.Flush()
}

// marks says in words what holds of a memory.
func marks(m store.Memory) string {
	var words []string
	for _, mark := range []struct {
		holds bool
		word  string
	}{
		{m.Profile == "", "all profiles"},
		{m.Pinned, "pinned"},
		{m.Promoted, "promoted"},
		{m.Superseded != "", "superseded"},
		{!m.Archived.IsZero(), "archived"},
	} {
		if mark.holds {
			words = append(words, mark.word)
		}
	}
	return strings.Join(words, ", ")
}

func day(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// with finds a memory by its id or the beginning of it, if no other begins
// the same.
func (k *memories) with(ctx context.Context, id string, do func(store.Memory) error) error {
	m, err := k.store.Memory(ctx, k.scope, id)
	if err == nil {
		return do(m)
	}
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	list, err := k.store.ListMemories(ctx, k.scope, false, 1000)
	if err != nil {
		return err
	}
	var found []store.Memory
	for _, m := range list {
		if strings.HasPrefix(m.ID, id) {
			found = append(found, m)
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("no memory has an id beginning with %q: /memory list shows them", short(id))
	}
	if len(found) != 1 {
		return fmt.Errorf("%d memories begin with %q: /memory list shows them", len(found), short(id))
	}
	return do(found[0])
}

func (k *memories) forget(ctx context.Context, args string) error {
	id, purge := strings.CutSuffix(args, "--purge")
	id = strings.TrimSpace(id)
	return k.with(ctx, id, func(m store.Memory) error {
		question := fmt.Sprintf("forget %q?", oneline.Safe(short(m.Text)))
		if purge {
			question = fmt.Sprintf("forget %q, and take the text out of all that was said?", oneline.Safe(short(m.Text)))
		}
		if yes, err := k.confirm(question); !yes || err != nil {
			return err
		}
		if err := k.store.Forget(ctx, k.scope, m.ID, purge); err != nil {
			return err
		}
		what := "memory.forgotten"
		if purge {
			what = "memory.purged"
		}
		if err := k.record(ctx, what, m.ID); err != nil {
			return err
		}
		return k.say("forgotten: %s", m.ID)
	})
}

// record keeps in the audit what a person did with a memory. Its text is
// not there: what is forgotten is forgotten.
func (k *memories) record(ctx context.Context, action, id string) error {
	return k.store.Record(ctx, k.scope, k.session, action, map[string]string{"memory": id})
}

// why says where a memory comes from, with what was said there.
func (k *memories) why(ctx context.Context, m store.Memory) error {
	if m.Session == "" {
		return k.say("%s was not learned in a session", m.ID)
	}
	fmt.Fprintf(k.Out, "%s was learned in session %s, turn %d, on %s\n", m.ID, m.Session, m.Turn, day(m.Created))
	messages, err := k.store.Messages(ctx, k.scope, m.Session, 0, 0)
	if errors.Is(err, store.ErrNotFound) {
		return k.say("the session is gone")
	}
	if err != nil {
		return err
	}
	for _, said := range messages {
		if said.Turn == m.Turn {
			fmt.Fprintf(k.Out, "  %s: %s\n", said.Role, oneline.Safe(short(textOf(said))))
		}
	}
	return nil
}

// textOf returns the words of a message.
func textOf(m store.Message) string {
	var parts []model.Part
	if json.Unmarshal(m.Body, &parts) != nil {
		return ""
	}
	var text []string
	for _, p := range parts {
		switch {
		case p.Text != "" && p.Class == "":
			text = append(text, p.Text)
		case p.Call != nil:
			text = append(text, "calls "+p.Call.Name)
		case p.Result != nil:
			text = append(text, p.Result.Text)
		}
	}
	return strings.Join(text, "\n")
}
