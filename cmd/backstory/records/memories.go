package records

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/memory"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/persona"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// maxMemories is how many memories are listed and edited.
const maxMemories = 1000

// memoryRow is a memory as lists show it.
type memoryRow struct {
	ID         string    `json:"id"`
	Profile    string    `json:"profile"` // empty for all of the user's
	Text       string    `json:"text"`
	Area       string    `json:"area"`
	Session    string    `json:"session,omitempty"`
	Turn       int       `json:"turn,omitempty"`
	Confidence float64   `json:"confidence"`
	Pinned     bool      `json:"pinned"`
	Promoted   bool      `json:"promoted"`
	Superseded string    `json:"superseded_by,omitempty"`
	Created    time.Time `json:"created"`
	Archived   time.Time `json:"archived,omitzero"`
	Why        string    `json:"archived_because,omitempty"`
}

func rowOfMemory(m store.Memory) memoryRow {
	return memoryRow{m.ID, m.Profile, m.Text, m.Area, m.Session, m.Turn, m.Confidence, m.Pinned, m.Promoted, m.Superseded, m.Created, m.Archived, m.Why}
}

// memories is a profile's memories, to work on.
type memories struct {
	host  *host.Host
	t     *cli.Terminal
	scope scope.Scope
}

func (m *memories) tell(list []store.Memory, err error) error {
	if err != nil {
		return err
	}
	rows := make([]memoryRow, len(list))
	for i, one := range list {
		rows[i] = rowOfMemory(one)
		if !m.t.Answer.Asked {
			fmt.Fprintf(m.t.Out, "%s  %s  %s\n", one.ID, one.Created.Local().Format(time.DateOnly), oneline.Safe(oneline.Short(one.Text, 100)))
		}
	}
	m.t.Answers(struct {
		Memories []memoryRow `json:"memories"`
	}{rows})
	return nil
}

// add keeps a memory that a person wrote.
func (m *memories) add(ctx context.Context, text string, insist bool) (store.Memory, error) {
	if text = strings.TrimSpace(text); text == "" {
		return store.Memory{}, errors.New("a memory needs a text")
	}
	if kinds := secrets.Kinds(text); kinds != "" && !insist {
		return store.Memory{}, fmt.Errorf("this reads like a secret (%s), and memories go into prompts: leave it out, or give --insist", kinds)
	}
	made, err := m.host.Store.SaveMemory(ctx, m.scope, store.Memory{Text: text, Confidence: 1, Promoted: true})
	if err != nil {
		return made, err
	}
	return made, m.host.Store.Record(ctx, m.scope, "", "memory.saved", map[string]string{"id": made.ID})
}

// imported takes over what was said elsewhere.
func (m *memories) imported(ctx context.Context, name string, most int) error {
	if most < 1 || most > memory.MaxMessages {
		return fmt.Errorf("--most: %d must be 1 to %d", most, memory.MaxMessages)
	}
	in, closeInput, err := persona.OpenPersona(name)
	if err != nil {
		return err
	}
	defer closeInput()
	done, report, err := memory.Import(ctx, m.host.Store, m.scope, in, most)
	if err != nil {
		return fmt.Errorf("importing %s: after %s: %w", oneline.Safe(name), cli.Plural(done.Kept, "memory"), err)
	}
	persona.ShowReport(m.t, report)
	m.t.Talk("kept %d in the archive, where a search finds them; %d were there already, %d are older\n", done.Kept, done.There, done.Older)
	m.t.Answers(done)
	return m.host.Store.Record(ctx, m.scope, "", "memories.imported", done)
}

// drop forgets a memory.
func (m *memories) drop(ctx context.Context, id string, purge bool) error {
	if err := m.host.Store.Forget(ctx, m.scope, id, purge); err != nil {
		return err
	}
	return m.host.Store.Record(ctx, m.scope, "", "memory.forgotten", map[string]any{"id": id, "purge": purge})
}

func (m *memories) forget(ctx context.Context, prefix string, purge bool) error {
	list, err := m.host.Store.ListMemories(ctx, m.scope, false, maxMemories)
	if err != nil {
		return err
	}
	found, err := begins(list, prefix)
	if err != nil {
		return err
	}
	if err := m.drop(ctx, found.ID, purge); err != nil {
		return err
	}
	m.t.Talk("forgotten: %s\n", oneline.Safe(oneline.Short(found.Text, 60)))
	m.t.Answers(struct {
		Forgotten string `json:"forgotten"`
	}{found.ID})
	return nil
}

// begins returns the one memory whose id begins with a prefix.
func begins(list []store.Memory, prefix string) (store.Memory, error) {
	var found []store.Memory
	for _, one := range list {
		if strings.HasPrefix(one.ID, prefix) {
			found = append(found, one)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return store.Memory{}, fmt.Errorf("no memory has an id beginning with %q; backstory memory list shows them", prefix)
	}
	return store.Memory{}, fmt.Errorf("%d memories have an id beginning with %q; give more of it", len(found), prefix)
}
