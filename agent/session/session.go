// Package session keeps the conversations of people apart and together: which
// one goes on when a profile is used, how one ends, how it is found again, and
// with which prompt it goes on.
//
//   - export.go, markdown.go: a session as a file
//   - resolve.go: which session goes on
//   - find.go: lists, finding by the start of an id, branches, titles, deleting
//   - close.go: new ones, ending one with a reason, and going on with an ended one
//   - turn.go: a question and its answer
//   - compact.go, summary.go, extract.go, heading.go: what was said, in short
//   - open.go, prompt.go, conversation.go: a session that somebody talks in, and its prompt
//   - learn.go: what is remembered of a session that ends
//   - session.go: the manager, and making a session
//   - pointer.go: the file that names the session used last
//   - error.go: what may go wrong, in one line each
//
// How an entry point uses it:
//
//	m := &session.Manager{Store: s, Runner: &runner.Runner{Store: s, Provider: p, Cast: cast, Owner: owner}, Pointer: file}
//	found, err := m.Resolve(ctx, sc, session.Want{Role: role, Model: model})
//	c, opening, err := m.Open(ctx, sc, found.Session.ID) // print found.Line() and opening.Lines
//	answer, err := c.Turn(ctx, runner.Input{Text: text}, emit)
//
// A session has no rest: nothing ends it but a person, or a second one of the
// same profile, and each end has a reason and can be undone ([Manager.Reopen]).
package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Manager manages sessions. Its fields are set before it is used; the zero
// value of those that say so works. Of a scope the profile says which stream of
// sessions is meant; an empty one is a stream, too.
type Manager struct {
	Store runner.Keeper
	// Runner answers. Its Cast composes every prompt.
	Runner *runner.Runner
	// Memories keeps what is learned from a session that ends. Default: nowhere.
	Memories store.Memories
	// Pointer names the session used last. Default: none.
	Pointer Pointer
	// Via says who closes sessions, in reasons. Default: [REPL].
	Via Via
	// Patience is how long the model may take over a session that ends.
	// Default: 20 s.
	Patience time.Duration
	// Stamp returns a text that is another one when files of a profile may have
	// changed. Default: nobody looks.
	Stamp func(sc scope.Scope) string
	// Fresh brings what the first prompt of a session is made of up to date.
	// Default: it is taken as it is.
	Fresh func(ctx context.Context, sc scope.Scope)
	// Called is what people call the profile of a scope. Default: its name.
	Called func(ctx context.Context, sc scope.Scope) string
	// Share is how much of the model's window may be used before what was said
	// is summed up. Default: 0.75; a negative one switches that off.
	Share float64
	// Model says which model a new session asks, and whether its role may be
	// worked in. Default: what the cast of the runner says, which takes longer.
	Model func(context.Context, scope.Scope, store.Session) (string, error)
	// Keep is how many sessions of a kind a profile keeps: the newest. Kinds that
	// it lacks are kept whole. Default: 200 of scripts, and 5,000 of clients,
	// which send what was said again.
	Keep map[store.Kind]int
	// Warn is told what went wrong on the side, such as that the pointer could
	// not be written. Default: nobody.
	Warn func(error)
}

// Via is an entry point, as reasons name it.
type Via string

// The entry points.
const (
	REPL Via = "repl"
	API  Via = "api"
)

// Want is what a new session is made with.
type Want struct {
	Role  string // empty for the orchestrator
	Model string // empty for what the cast says
}

// Make makes a session of a kind. It closes none: a profile that has an active
// interactive one is a [store.ErrActive].
func (m *Manager) Make(ctx context.Context, sc scope.Scope, kind store.Kind, want Want) (store.Session, error) {
	s := store.Session{Kind: kind, Role: want.Role, Model: want.Model}
	if s.Model == "" {
		var err error
		if s.Model, err = modelOf(ctx, m.Runner, m.Model, sc, s); err != nil {
			return s, fmt.Errorf("making a session: %w", err)
		}
	}
	s, err := m.Store.CreateSession(ctx, sc, s)
	if err == nil {
		m.Tidy(ctx, sc, kind)
	}
	return s, err
}

// modelOf returns the model of a new session.
func modelOf(ctx context.Context, runner *runner.Runner, given func(context.Context, scope.Scope, store.Session) (string, error), sc scope.Scope, s store.Session) (string, error) {
	if given != nil {
		return given(ctx, sc, s)
	}
	if runner.Cast == nil {
		return "", nil
	}
	cast, err := runner.Cast(ctx, sc, s)
	return cast.Model, err
}

// deletedAtOnce is how many sessions are deleted at a time, so that nobody waits
// for long.
const deletedAtOnce = 20

// Tidy deletes the oldest sessions of a kind that are more than are kept, now and then
// where that are many. One that another process answers in stays. That one cannot be
// deleted is told to Warn.
func (m *Manager) Tidy(ctx context.Context, sc scope.Scope, kind store.Kind) {
	kept := m.Keep
	if kept == nil {
		kept = map[store.Kind]int{store.Once: 200, store.Client: 5000}
	}
	keep, bounded := kept[kind]
	if seldom := min(keep/100, deletedAtOnce/2); !bounded || seldom > 1 && rand.IntN(seldom) > 0 {
		return // what is kept is counted one by one
	}
	old, err := m.Store.ListSessions(ctx, sc, store.Filter{Kind: kind, Skip: keep, Limit: deletedAtOnce})
	for _, s := range old {
		if deleteErr := m.Delete(ctx, sc, s.ID); deleteErr != nil && !isBusy(deleteErr) && !errors.Is(deleteErr, store.ErrNotFound) {
			err = deleteErr
		}
	}
	if err != nil && m.Warn != nil {
		m.Warn(fmt.Errorf("deleting old sessions: %w", err))
	}
}

// reason returns a reason for an end, with the profile.
func (v Via) reason(what string, sc scope.Scope) string {
	if v == API {
		what = "api_" + what
	}
	if sc.Profile() == "" {
		return what
	}
	return what + ":" + sc.Profile()
}

// by returns a reason that names the entry point.
func (v Via) by(what string, sc scope.Scope) string {
	via, kind := v, "session"
	if via == "" {
		via = REPL
	}
	if sc.Profile() != "" {
		kind = "profile_session:" + sc.Profile()
	}
	return string(via) + "_" + what + "_" + kind
}

// attached returns the session used last, or "". The pointer is a convenience:
// one that cannot be read names none.
func attached(pointer Pointer) string {
	if pointer == nil {
		return ""
	}
	id, err := pointer.Read()
	if err != nil {
		return ""
	}
	return id
}

// attach names the session used last. That it cannot is no reason to stop.
func attach(pointer Pointer, warn func(error), id string) {
	if pointer == nil {
		return
	}
	if err := pointer.Write(id); err != nil && warn != nil {
		warn(err)
	}
}
