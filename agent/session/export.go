package session

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

// exportSchema is the version of an [Export] as JSON.
const exportSchema = 1

// Format is what a session is exported as.
type Format string

// The formats. JSON has everything, Markdown what people read.
const (
	JSON     Format = "json"
	Markdown Format = "markdown"
)

// Export is a session with all that is kept of it.
type Export struct {
	Schema   int             `json:"schema"`
	Session  ExportedSession `json:"session"`
	Turns    []ExportedTurn  `json:"turns"`
	Prompts  []ExportedEpoch `json:"prompts"`
	Messages []ExportedWords `json:"messages"`
}

// ExportedSession is what is known of a session.
type ExportedSession struct {
	ID      string       `json:"id"`
	Profile string       `json:"profile"`
	Role    string       `json:"role"`
	Model   string       `json:"model"`
	Title   string       `json:"title"`
	Summary string       `json:"summary,omitempty"`
	Kind    store.Kind   `json:"kind"`
	Status  store.Status `json:"status"`
	Reason  string       `json:"closed_reason,omitempty"`
	Parent  string       `json:"parent,omitempty"`
	Since   int          `json:"parent_message,omitempty"`
	Epoch   int          `json:"prompt"`
	Created time.Time    `json:"created"`
	Updated time.Time    `json:"updated"`
}

// ExportedTurn is a turn.
type ExportedTurn struct {
	Number     int             `json:"number"`
	State      store.TurnState `json:"state"`
	Epoch      int             `json:"prompt"`
	Prefix     string          `json:"prefix,omitempty"`
	Error      string          `json:"error,omitempty"`
	Partial    string          `json:"partial,omitempty"` // of an answer that has not ended, as far as it came
	Input      int             `json:"input_tokens"`
	Output     int             `json:"output_tokens"`
	CacheRead  int             `json:"cache_read_tokens"`
	CacheWrite int             `json:"cache_write_tokens"`
	Started    time.Time       `json:"started"`
	Ended      time.Time       `json:"ended,omitzero"`
}

// ExportedEpoch is a prompt that was used. Its text and tools are those that
// were sent.
type ExportedEpoch struct {
	Number  int       `json:"number"`
	Hash    string    `json:"hash"`
	Reason  string    `json:"reason"`
	Changed []string  `json:"changed_sections"`
	Summary int       `json:"summary_message,omitempty"`
	From    int       `json:"from_message,omitempty"`
	Text    string    `json:"text"`
	Tools   string    `json:"tools"`
	Created time.Time `json:"created"`
	// Files are the versions of the files that it was composed of.
	Files []prompt.FileVersion `json:"files,omitempty"`
}

// ExportedWords is a message.
type ExportedWords struct {
	Seq     int             `json:"seq"`
	Turn    int             `json:"turn,omitempty"`
	Role    string          `json:"role"`
	Parts   json.RawMessage `json:"parts"`
	Tokens  int             `json:"tokens"`
	Created time.Time       `json:"created"`
}

// Export writes a session to w.
func (m *Manager) Export(ctx context.Context, sc scope.Scope, id string, as Format, w io.Writer) error {
	e, err := export(ctx, m.Store, sc, id)
	if err != nil {
		return err
	}
	switch as {
	case JSON:
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		err = enc.Encode(e)
	case Markdown:
		var text string
		if m.Called != nil && e.Session.Profile != "" {
			e.Session.Profile = m.Called(ctx, sc)
		}
		if text, err = transcript(e); err == nil {
			_, err = io.WriteString(w, text)
		}
	default:
		err = fmt.Errorf("%q is neither %s nor %s", as, JSON, Markdown)
	}
	if err != nil {
		return fmt.Errorf("exporting a session: %w", err)
	}
	return nil
}

func export(ctx context.Context, st runner.Keeper, sc scope.Scope, id string) (*Export, error) {
	s, err := st.Session(ctx, sc, id)
	if err != nil {
		return nil, err
	}
	e := &Export{Schema: exportSchema, Turns: []ExportedTurn{}, Prompts: []ExportedEpoch{}, Messages: []ExportedWords{}, Session: ExportedSession{
		ID: s.ID, Profile: s.Profile, Role: s.Role, Model: s.Model, Title: s.Title, Summary: s.Summary, Kind: s.Kind, Status: s.Status,
		Reason: s.Reason, Parent: s.Parent, Since: s.Since, Epoch: s.Epoch, Created: s.Created, Updated: s.Updated,
	}}
	turns, err := st.Turns(ctx, sc, id)
	if err != nil {
		return nil, err
	}
	for _, t := range turns {
		if t.State != store.TurnRunning {
			t.Partial = "" // it is a message
		}
		e.Turns = append(e.Turns, ExportedTurn{
			Number: t.Number, Partial: t.Partial, State: t.State, Epoch: t.Epoch, Prefix: t.Prefix, Error: t.Error, Input: t.Input, Output: t.Output,
			CacheRead: t.CacheRead, CacheWrite: t.CacheWrite, Started: t.Started, Ended: t.Ended,
		})
	}
	epochs, err := st.Epochs(ctx, sc, id)
	if err != nil {
		return nil, err
	}
	for _, p := range epochs {
		var record prompt.Epoch
		if len(p.Record) > 0 {
			if err := json.Unmarshal(p.Record, &record); err != nil {
				return nil, fmt.Errorf("reading prompt %d of session %s: %w", p.Number, id, err)
			}
		}
		e.Prompts = append(e.Prompts, ExportedEpoch{
			Number: p.Number, Hash: p.Hash, Reason: p.Reason, Changed: p.Changed, Summary: p.Summary, From: p.From,
			Text: p.System, Tools: p.Tools, Created: p.Created, Files: record.Files,
		})
	}
	messages, err := st.Messages(ctx, sc, id, 0, 0)
	for _, x := range messages {
		e.Messages = append(e.Messages, ExportedWords{Seq: x.Seq, Turn: x.Turn, Role: x.Role, Parts: x.Body, Tokens: x.Tokens, Created: x.Created})
	}
	return e, err
}
