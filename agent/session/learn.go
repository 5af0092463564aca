package session

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
)

//go:embed text/memories.md
var memoriesQuestion string

// Bounds of what is learned from a session.
const (
	learnTurns = 8   // the last ones
	maxLearn   = 5   // memories
	learnLine  = 500 // bytes of one
	// learnSure is how sure one can be of what a model says that it learned.
	// A person can promote it.
	learnSure = 0.5
)

// learn keeps what the model finds worth remembering of the last turns. Without
// a model nothing is.
func learn(ctx context.Context, memories store.Memories, sc scope.Scope, s store.Session, p runner.Past) (int, error) {
	if memories == nil || p.Offline() {
		return 0, nil
	}
	last := p.Last(learnTurns).Said()
	text, err := last.Ask(ctx, memoriesQuestion, nil)
	if err != nil {
		return 0, fmt.Errorf("learning from the session: %w", err)
	}
	n := 0
	for _, fact := range facts(text) {
		if secrets.Kinds(fact) != "" {
			continue // a person may keep it
		}
		_, err := memories.SaveMemory(ctx, sc, store.Memory{
			Text: fact, Area: "session", Session: s.ID, Turn: last.Turn(), Confidence: learnSure,
		})
		if err != nil {
			return n, fmt.Errorf("learning from the session: %w", err)
		}
		n++
	}
	return n, nil
}

// facts returns the points of a list, without those that occur twice.
func facts(text string) []string {
	var out []string
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		fact, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		fact = strings.TrimSpace(fact)
		if !ok || fact == "" || len(fact) > learnLine || strings.EqualFold(fact, "none") || seen[fact] {
			continue
		}
		seen[fact] = true
		if out = append(out, fact); len(out) == maxLearn {
			break
		}
	}
	return out
}
