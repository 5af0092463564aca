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
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// maxMemories is how many memories a list shows.
const maxMemories = 50

// cmdMemory is what a person may do with what is remembered. It is more than
// the model may: only a person promotes.
func (s *Shell) cmdMemory(ctx context.Context, args string) error {
	verb, rest, _ := strings.Cut(args, " ")
	rest = strings.TrimSpace(rest)
	if rest == "" && verb != "" && verb != "list" {
		return usage("memory")
	}
	switch verb {
	case "", "list":
		list, err := s.Host.Store.ListMemories(ctx, s.scope, rest == "all", maxMemories)
		return s.tellMemories(list, err)
	case "search":
		list, err := s.Host.Store.SearchMemories(ctx, s.scope, rest, false, maxMemories)
		return s.tellMemories(list, err)
	case "save":
		return s.saveMemory(ctx, rest)
	case "archive":
		return s.archiveMemory(ctx, rest)
	case "forget":
		return s.forget(ctx, rest)
	case "promote":
		return s.promoteMemory(ctx, rest)
	case "why":
		return s.withMemory(ctx, rest, func(m store.Memory) error { return s.whyMemory(ctx, m) })
	}
	return usage("memory")
}

func (s *Shell) saveMemory(ctx context.Context, text string) error {
	if kinds := secrets.Kinds(text); kinds != "" {
		return fmt.Errorf("this reads like a secret (%s), and memories go into prompts: backstory memory add --insist keeps it", kinds)
	}
	m, err := s.Host.Store.SaveMemory(ctx, s.scope, store.Memory{Text: text, Session: s.sessionID(), Confidence: 1, Promoted: true})
	if err == nil {
		err = s.record(ctx, "memory.saved", m.ID)
	}
	if err != nil {
		return err
	}
	return s.say("remembered as %s", m.ID)
}

// archiveMemory takes an ID, and the reason behind it.
func (s *Shell) archiveMemory(ctx context.Context, args string) error {
	id, reason, _ := strings.Cut(args, " ")
	return s.withMemory(ctx, id, func(m store.Memory) error {
		if err := s.Host.Store.ArchiveMemories(ctx, s.scope, []string{m.ID}, strings.TrimSpace(reason)); err != nil {
			return err
		}
		return s.say("archived %s: %s", m.ID, oneline.Safe(short(m.Text)))
	})
}

func (s *Shell) promoteMemory(ctx context.Context, id string) error {
	return s.withMemory(ctx, id, func(m store.Memory) error {
		err := s.Host.Store.Promote(ctx, s.scope, m.ID)
		if err == nil {
			err = s.record(ctx, "memory.promoted", m.ID)
		}
		if err != nil {
			return err
		}
		return s.say("promoted %s: %s", m.ID, oneline.Safe(short(m.Text)))
	})
}

func (s *Shell) tellMemories(list []store.Memory, err error) error {
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return s.say("nothing is remembered")
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
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

// withMemory finds a memory by its id or the beginning of it, if no other begins
// the same.
func (s *Shell) withMemory(ctx context.Context, id string, do func(store.Memory) error) error {
	m, err := s.Host.Store.Memory(ctx, s.scope, id)
	if err == nil {
		return do(m)
	}
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	list, err := s.Host.Store.ListMemories(ctx, s.scope, false, 1000)
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

func (s *Shell) forget(ctx context.Context, args string) error {
	id, purge := strings.CutSuffix(args, "--purge")
	id = strings.TrimSpace(id)
	return s.withMemory(ctx, id, func(m store.Memory) error {
		question := fmt.Sprintf("forget %q?", oneline.Safe(short(m.Text)))
		if purge {
			question = fmt.Sprintf("forget %q, and take the text out of all that was said?", oneline.Safe(short(m.Text)))
		}
		if yes, err := s.confirm(question); !yes || err != nil {
			return err
		}
		if err := s.Host.Store.Forget(ctx, s.scope, m.ID, purge); err != nil {
			return err
		}
		what := "memory.forgotten"
		if purge {
			what = "memory.purged"
		}
		if err := s.record(ctx, what, m.ID); err != nil {
			return err
		}
		return s.say("forgotten: %s", m.ID)
	})
}

// record keeps in the audit what a person did with a memory. Its text is
// not there: what is forgotten is forgotten.
func (s *Shell) record(ctx context.Context, action, id string) error {
	return s.Host.Store.Record(ctx, s.scope, s.sessionID(), action, map[string]string{"memory": id})
}

// whyMemory says where a memory comes from, with what was said there.
func (s *Shell) whyMemory(ctx context.Context, m store.Memory) error {
	if m.Session == "" {
		return s.say("%s was not learned in a session", m.ID)
	}
	fmt.Fprintf(s.Out, "%s was learned in session %s, turn %d, on %s\n", m.ID, m.Session, m.Turn, day(m.Created))
	messages, err := s.Host.Store.Messages(ctx, s.scope, m.Session, 0, 0)
	if errors.Is(err, store.ErrNotFound) {
		return s.say("the session is gone")
	}
	if err != nil {
		return err
	}
	for _, said := range messages {
		if said.Turn == m.Turn {
			fmt.Fprintf(s.Out, "  %s: %s\n", said.Role, oneline.Safe(short(textOf(said))))
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
