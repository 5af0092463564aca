package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

// recheck is how often a stream looks whether its token still holds, and for
// events of a turn that another server is at.
const recheck = 2 * time.Second

// eventID is the id of an event: the order of ids as texts is that of events.
func eventID(turn, number int) string { return fmt.Sprintf("%06d-%08d", turn, number) }

// parseEventID returns the turn and number of an id.
func parseEventID(id string) (turn, number int, ok bool) {
	a, b, found := strings.Cut(id, "-")
	if !found || len(a) != 6 || len(b) != 8 {
		return 0, 0, false
	}
	turn, err := strconv.Atoi(a)
	if err != nil || turn < 1 {
		return 0, 0, false
	}
	number, err = strconv.Atoi(b)
	return turn, number, err == nil && number >= 0
}

// Each hands over the events of a turn after a number, those to come, too, until
// its last one. Between events it calls idle, which may be nil, at least every
// few seconds.
func (s *Server) Each(ctx context.Context, sc scope.Scope, session string, turn, after int, give func([]store.TurnEvent) error, idle func() error) error {
	if idle == nil {
		idle = func() error { return nil }
	}
	tick := time.NewTicker(recheck)
	defer tick.Stop()
	for {
		changed := s.turns.changeOf(session, turn)
		events, err := s.store.TurnEvents(ctx, sc, session, turn, after, 0)
		if err != nil {
			return err
		}
		if n := len(events); n > 0 {
			after = events[n-1].Number
			if err := give(events); err != nil || isLast(events[n-1].Type) {
				return err
			}
			continue
		}
		if changed == nil {
			more, err := s.past.ensureOver(ctx, sc, session, turn, after)
			if err != nil || !more {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-changed:
		case <-tick.C:
			if err := idle(); err != nil {
				return err
			}
		}
	}
}

// past are turns that no process may be at any more.
type past struct {
	store   store.Store
	manager *session.Manager
	log     *slog.Logger
}

// ensureOver gives a turn that no process is at any more its last event. It
// reports whether events after a number are to come.
func (p *past) ensureOver(ctx context.Context, sc scope.Scope, session string, number, after int) (more bool, err error) {
	t, err := p.turnOf(ctx, sc, session, number)
	if err != nil {
		return false, err
	}
	if isRunning(t) {
		// Opening a session brings to an end what a process left in the middle.
		_, opening, err := p.manager.Open(ctx, sc, session)
		if err != nil || opening.Busy != nil {
			return true, err
		}
		if t, err = p.turnOf(ctx, sc, session, number); err != nil || isRunning(t) {
			return true, err
		}
	}
	events, err := p.store.TurnEvents(ctx, sc, session, number, 0, 0)
	if err != nil {
		return false, err
	}
	if n := len(events); n > 0 && isLast(events[n-1].Type) {
		return events[n-1].Number > after, nil
	}
	all, text, err := p.said(ctx, sc, session, number)
	if err != nil {
		return false, err
	}
	var last []store.TurnEvent
	if more, ok := strings.CutPrefix(all, store.Heard(events)); ok && more != "" {
		last = append(last, event(typeDelta, delta{more})) // it was kept, and the server ended before it was told
	}
	if t.State != store.TurnDone {
		last = append(last, event(typeError, failure{
			Status: 503, Code: "interrupted", Detail: "the server ended in the middle of the turn; what was said until then is kept", Text: text,
		}))
		return true, p.addLast(ctx, sc, session, number, last...)
	}
	// It ended just before its last event was kept, or somebody else had it
	// answered, such as a person at a terminal.
	return true, p.addLast(ctx, sc, session, number, append(last, event(typeDone, done{
		Turn: number, Text: text, Answered: model.Answers{}.In(text), Session: session, Finish: string(model.StopEnd), Sources: []host.Source{}, NotFound: []host.Missing{}, LeftOut: p.leftOut(ctx, sc, session, t.Epoch),
		Usage: usage{t.Input, t.Output, t.CacheRead, t.CacheWrite},
	}))...)
}

// leftOut returns what did not fit into a prompt of a session.
func (p *past) leftOut(ctx context.Context, sc scope.Scope, session string, epoch int) []prompt.Omission {
	var e prompt.Epoch
	kept, err := p.store.Epoch(ctx, sc, session, epoch)
	if err == nil {
		err = json.Unmarshal(kept.Record, &e)
	}
	if err != nil {
		p.log.Warn("naming what was left out of a prompt", "error", err)
	}
	return e.LeftOut()
}

// isRunning reports whether a turn has not ended.
func isRunning(t store.Turn) bool {
	return t.State == store.TurnRunning || t.State == store.TurnWaiting
}

func (p *past) addLast(ctx context.Context, sc scope.Scope, session string, number int, events ...store.TurnEvent) error {
	_, err := p.store.AddEvents(ctx, sc, session, number, events)
	if errors.Is(err, store.ErrClosed) {
		return nil // somebody else was quicker
	}
	return err
}

// said returns all that the model said in a turn, and the last of it.
func (p *past) said(ctx context.Context, sc scope.Scope, session string, number int) (all, last string, err error) {
	list, err := p.store.Messages(ctx, sc, session, 0, 0)
	for _, m := range list {
		if m.Turn != number || m.Role != string(model.Assistant) {
			continue
		}
		one, err := MessageOf(m)
		if err != nil {
			return "", "", err
		}
		all, last = all+one.Text, one.Text
	}
	return all, last, err
}

// turnOf returns a turn of a session, or an [store.ErrNotFound].
func (p *past) turnOf(ctx context.Context, sc scope.Scope, session string, number int) (store.Turn, error) {
	turns, err := p.store.Turns(ctx, sc, session)
	if err != nil {
		return store.Turn{}, err
	}
	for _, t := range turns {
		if t.Number == number {
			return t, nil
		}
	}
	return store.Turn{}, fmt.Errorf("turn %d: %w", number, store.ErrNotFound)
}

// follow sends the events of a turn from a point on.
func (s *Server) follow(ctx context.Context, w http.ResponseWriter, sc scope.Scope, session string, turn, after int) {
	s.Stream(ctx, w, sc, session, turn, after, func(st *wire.Stream, e store.TurnEvent) error {
		return st.Send(eventID(turn, e.Number), e.Type, withTurn(e.Data, turn))
	})
}

// Stream answers with the events of a turn from a point on, as give sends them.
// It ends with the turn, with the client, and when the token does not hold any
// more.
func (s *Server) Stream(ctx context.Context, w http.ResponseWriter, sc scope.Scope, session string, turn, after int, give func(*wire.Stream, store.TurnEvent) error) {
	st := &wire.Stream{W: w}
	_ = st.Begin() // who has gone ends the context
	a := ActorOf(ctx)
	err := s.Each(ctx, sc, session, turn, after, func(events []store.TurnEvent) error {
		for _, e := range events {
			if err := give(st, e); err != nil {
				return err
			}
		}
		return nil
	}, func() error {
		if err := s.stillHolds(ctx, a); err != nil {
			return err
		}
		return st.Idle()
	})
	if err != nil && ctx.Err() == nil {
		s.log.Debug("a stream ended early", "error", err)
	}
}

// withTurn adds the number of the turn to an event, where it is not there.
func withTurn(data json.RawMessage, turn int) []byte {
	text := strings.TrimSpace(string(data))
	if !strings.HasPrefix(text, "{") || strings.HasPrefix(text, `{"turn":`) {
		return []byte(text)
	}
	rest := strings.TrimSpace(text[1:])
	if rest != "}" {
		rest = "," + rest
	}
	return fmt.Appendf(nil, `{"turn":%d%s`, turn, rest)
}

// stillHolds is an error when the token of who listens was revoked, or expired.
func (s *Server) stillHolds(ctx context.Context, a Actor) error {
	if a.login != "" {
		_, err := s.host.Orgs.Login(ctx, a.login)
		return err
	}
	if a.Prefix == "" {
		return nil
	}
	t, err := s.store.FindToken(ctx, a.Prefix)
	if err != nil {
		return err
	}
	if !holds(t, time.Now()) {
		return NewProblem(401, "", "the token is not valid any more")
	}
	return nil
}
