package api

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// message is what one side said.
type message struct {
	ID      int       `json:"id" doc:"its number in the session, from 1"`
	Turn    int       `json:"turn"`
	Role    string    `json:"role" enum:"user,assistant,summary"`
	Text    string    `json:"text"`
	Parts   []any     `json:"parts" nullable:"false" doc:"calls of tools and their results"`
	Created time.Time `json:"created"`
}

func (x *sessions) listMessages(ctx context.Context, of OfSession, in *struct {
	readAt
	Cursor
},
) (*Listing[message], error) {
	list, err := x.server.store.Messages(ctx, of.Scope, of.ID, in.skip(), in.Limit+1)
	if err != nil {
		return nil, err
	}
	all := make([]message, len(list))
	for i, m := range list {
		if all[i], err = MessageOf(m); err != nil {
			return nil, err
		}
	}
	return paged(in.Cursor, all), nil
}

// materialPart is a text that came with a person's words.
type materialPart struct {
	Class model.Class `json:"class"`
	Text  string      `json:"text"`
}

// MessageOf returns a message of the store as clients see it.
func MessageOf(m store.Message) (message, error) {
	var parts []model.Part
	if err := json.Unmarshal(m.Body, &parts); err != nil {
		return message{}, err
	}
	out := message{ID: m.Seq, Turn: m.Turn, Role: m.Role, Parts: []any{}, Created: m.Created}
	var text strings.Builder
	for _, p := range parts {
		switch p.Class {
		case "":
			text.WriteString(p.Text)
		case model.Head:
		default:
			out.Parts = append(out.Parts, materialPart{p.Class, p.Text})
		}
		if p.Call != nil {
			out.Parts = append(out.Parts, toolEvent{ID: p.Call.ID, Name: p.Call.Name, Arguments: p.Call.Arguments})
		}
		if p.Result != nil {
			out.Parts = append(out.Parts, toolEvent{ID: p.Result.CallID, Result: p.Result.Text, Failed: p.Result.Failed})
		}
	}
	out.Text = text.String()
	return out, nil
}

// says is what a client says.
type says struct {
	SessionAt
	Accept string `header:"Accept" hidden:"true"`
	Body   struct {
		Text   string `json:"text" minLength:"1" maxLength:"1048576"`
		Stream bool   `json:"stream,omitempty" doc:"events, as with Accept: text/event-stream"`
	}
}

func (x *sessions) sendMessage(ctx context.Context, of OfSession, in *says) (*huma.StreamResponse, error) {
	turn, err := x.server.Say(ctx, of.Scope, of.Session, in.Body.Text)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		if in.Body.Stream || wantsEvents(in.Accept) {
			x.server.follow(r.Context(), w, of.Scope, of.ID, turn, 0)
			return
		}
		last, err := x.lastOf(r.Context(), of.Scope, of.ID, turn)
		switch {
		case r.Context().Err() != nil: // the turn goes on
		case err != nil:
			turnProblem(err).write(w, r)
		default:
			_ = wire.WriteJSON(w, last) // which is JSON that was kept
		}
	}}, nil
}

// lastOf waits for the end of a turn, and returns how it ended.
func (x *sessions) lastOf(ctx context.Context, sc scope.Scope, session string, turn int) (end json.RawMessage, err error) {
	var last store.TurnEvent
	err = x.server.Each(ctx, sc, session, turn, 0, func(events []store.TurnEvent) error {
		last = events[len(events)-1]
		return nil
	}, nil)
	if err != nil || last.Type == typeDone {
		return last.Data, err
	}
	var failed failure
	if err := json.Unmarshal(last.Data, &failed); err != nil {
		return nil, err
	}
	return nil, NewProblem(cmp.Or(failed.Status, 502), failed.Code, failed.Detail)
}

// Say begins a turn in a session that people talk in and returns its number.
// The turn goes on by itself: [Server.Each] tells of it. A request that came
// before gets the turn that it began then.
func (s *Server) Say(ctx context.Context, sc scope.Scope, in store.Session, text string) (turn int, err error) {
	if in.Kind.Unattended() || in.Kind == store.Child {
		return 0, session.ErrHidden
	}
	c := claimOf(ctx)
	if c != nil && c.was.Turn > 0 {
		return c.was.Turn, nil
	}
	t, err := s.turns.start(ctx, sc, in.ID, s.turnIn(sc, in.ID, text))
	if err != nil {
		return 0, err
	}
	if c != nil {
		c.turn = t.number
	}
	return t.number, nil
}

// turnIn answers a text in a session.
func (s *Server) turnIn(sc scope.Scope, id, text string) job {
	return func(ctx context.Context, emit func(runner.Event)) (runner.Answer, error) {
		for _, note := range s.host.Await(ctx, host.ShortPatience) {
			emit(runner.Event{Notice: note})
		}
		c, opening, err := s.manager.Open(ctx, sc, id)
		switch {
		case err != nil:
			return runner.Answer{}, err
		case opening.Busy != nil:
			return runner.Answer{}, opening.Busy
		}
		if opening.Prompt.Line != "" {
			emit(runner.Event{Notice: opening.Prompt.Line})
		}
		s.TellSecrets(id, opening, emit)
		stale, err := host.Stale(ctx, c)
		if err != nil {
			return runner.Answer{}, err
		}
		if t, _ := ctx.Value(turnKey).(*turn); t != nil && stale != "" {
			t.stale = true // which is read when the turn is over
			emit(runner.Event{Notice: "profile_stale: " + stale})
		}
		in, err := s.input(ctx, c, text)
		if err != nil {
			return runner.Answer{}, err
		}
		if claim := claimOf(ctx); claim != nil {
			reply := claim.reply
			in.Request = &reply
		}
		return c.Turn(ctx, in, emit)
	}
}

// TellSecrets tells who follows a turn, and the log, that the prompt which a session just
// got has text that reads like a secret.
func (s *Server) TellSecrets(id string, opening session.Opening, emit func(runner.Event)) {
	if line := opening.Prompt.Secrets; line != "" {
		s.log.Warn(line, "session", id)
		emit(runner.Event{Notice: line})
	}
}

// wantsEvents reports whether a client asks for a stream.
func wantsEvents(accept string) bool {
	return slices.ContainsFunc(strings.Split(accept, ","), func(kind string) bool {
		kind, _, _ = strings.Cut(kind, ";")
		return strings.EqualFold(strings.TrimSpace(kind), "text/event-stream")
	})
}

// Turn is a question and all that was done to answer it.
type Turn struct {
	Turn    int        `json:"turn"`
	State   string     `json:"state" enum:"running,waiting,done,interrupted,failed,limited"`
	Error   string     `json:"error"`
	Usage   usage      `json:"usage"`
	Started time.Time  `json:"started"`
	Ended   *time.Time `json:"ended" doc:"null while it goes on"`
}

func (x *sessions) listTurns(ctx context.Context, of OfSession, in *struct {
	readAt
	Cursor
},
) (*Listing[Turn], error) {
	turns, err := x.server.store.Turns(ctx, of.Scope, of.ID)
	return Listed(in.Cursor, Mapped(turns, func(t store.Turn) Turn {
		one := Turn{Turn: t.Number, State: string(t.State), Error: t.Error, Started: t.Started, Usage: usage{t.Input, t.Output, t.CacheRead, t.CacheWrite}}
		if !t.Ended.IsZero() {
			one.Ended = &t.Ended
		}
		return one
	})), err
}

// turnAt names a turn in a path.
type turnAt struct {
	SessionAt
	N int `path:"n" minimum:"1" maximum:"999999" doc:"the number of the turn"`
}

func (x *sessions) followTurn(ctx context.Context, of OfSession, in *struct {
	turnAt
	Last string `header:"Last-Event-ID" maxLength:"40"`
},
) (*huma.StreamResponse, error) {
	if _, err := x.server.past.turnOf(ctx, of.Scope, of.ID, in.N); err != nil {
		return nil, err
	}
	after := 0
	if in.Last != "" {
		turn, number, ok := parseEventID(in.Last)
		if !ok || turn != in.N {
			return nil, NotFound()
		}
		if after = number; number > 0 {
			if events, err := x.server.store.TurnEvents(ctx, of.Scope, of.ID, in.N, number-1, 1); err != nil || len(events) == 0 {
				return nil, NotFound()
			}
		}
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		x.server.follow(r.Context(), w, of.Scope, of.ID, in.N, after)
	}}, nil
}

func (x *sessions) cancelTurn(ctx context.Context, of OfSession, in *turnAt) (*struct{}, error) {
	t := x.server.turns.of(of.ID)
	if t == nil || t.at() != in.N {
		return nil, NewProblem(409, "turn_over", "the turn is over, or goes on in another process")
	}
	t.cancel(errCancelled)
	select {
	case <-t.over:
	case <-ctx.Done():
	}
	return nil, nil
}

func (x *sessions) listApprovals(ctx context.Context, in *struct{ Cursor }) (*Listing[approval], error) {
	a := ActorOf(ctx)
	var all []approval
	for _, t := range x.server.turns.all() {
		if t.scope.Org() != a.Org || t.scope.User() != a.User {
			continue
		}
		t.mu.Lock()
		for _, one := range t.approvals {
			all = append(all, *one)
		}
		t.mu.Unlock()
	}
	slices.SortFunc(all, func(a, b approval) int { return strings.Compare(a.ID, b.ID) })
	return Listed(in.Cursor, all), nil
}

// decide takes a decision about a call, from the token that began its turn
// alone: another one of the same person may be a program's.
func (x *sessions) decide(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"200"`
	Body struct {
		Decision string `json:"decision" enum:"approve,deny"`
		Reason   string `json:"reason,omitempty" maxLength:"2000" doc:"told to the model when denied"`
	}
},
) (*struct{}, error) {
	a := ActorOf(ctx)
	for _, t := range x.server.turns.all() {
		t.mu.Lock()
		one := t.approvals[in.ID]
		t.mu.Unlock()
		if one == nil || t.scope.Org() != a.Org || t.scope.User() != a.User {
			continue
		}
		if t.actor.Token != a.Token {
			return nil, NewProblem(403, "", "only the token that began the turn decides about its calls")
		}
		select {
		case one.decided <- decision{in.Body.Decision == "approve", in.Body.Reason}:
			return nil, nil
		default:
			return nil, NewProblem(409, "", "it was decided already")
		}
	}
	return nil, NotFound()
}
