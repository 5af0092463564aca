package api

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// Session is a session as clients see it.
type Session struct {
	ID      string    `json:"id"`
	User    string    `json:"user" doc:"whose it is"`
	Profile string    `json:"profile" doc:"empty for none"`
	Role    string    `json:"role"`
	Model   string    `json:"model"`
	Title   string    `json:"title"`
	Summary string    `json:"summary"`
	Kind    string    `json:"kind" enum:"interactive,branch,background,scheduled,child,client,once"`
	Status  string    `json:"status" enum:"active,closed,archived"`
	Reason  string    `json:"reason" doc:"why it ended"`
	Parent  string    `json:"parent" doc:"the session that it branched from"`
	Message int       `json:"messages" doc:"how many messages it has"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

func sessionOf(s store.Session) Session {
	return Session{
		ID: s.ID, User: s.User, Profile: s.Profile, Role: s.Role, Model: s.Model, Title: s.Title, Summary: s.Summary, Kind: string(s.Kind),
		Status: string(s.Status), Reason: s.Reason, Parent: s.Parent, Message: s.Seq, Created: s.Created, Updated: s.Updated,
	}
}

// Page is a part of a list.
type Page[T any] struct {
	Data []T    `json:"data" nullable:"false"`
	Next string `json:"next_cursor" doc:"ask with it for what comes next; empty at the end"`
}

// Listing is an answer with a page of a list.
type Listing[T any] struct{ Body Page[T] }

// Cursor is how a list is asked for.
type Cursor struct {
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	After string `query:"cursor" maxLength:"40" pattern:"^([1-9][0-9]{0,6})?$" doc:"the next_cursor of the page before"`
}

// skip is how many entries the pages before have.
func (c Cursor) skip() int {
	n, _ := strconv.Atoi(c.After) // which has the form of its pattern
	return n
}

// Most is how many entries of a list tell its page, and whether there is another one.
func (c Cursor) Most() int { return c.skip() + c.Limit + 1 }

// Listed makes a page of a list, of which [Cursor.Most] entries are enough.
func Listed[T any](c Cursor, all []T) *Listing[T] { return paged(c, all[min(c.skip(), len(all)):]) }

// paged makes a page of the entries from its first one on.
func paged[T any](c Cursor, rest []T) *Listing[T] {
	out := &Listing[T]{}
	if len(rest) > c.Limit {
		rest, out.Body.Next = rest[:c.Limit], strconv.Itoa(c.skip()+c.Limit)
	}
	out.Body.Data = append([]T{}, rest...)
	return out
}

// Mapped returns what a function makes of each entry of a list, which is never nil.
func Mapped[From, To any](list []From, to func(From) To) []To {
	out := make([]To, len(list))
	for i, one := range list {
		out[i] = to(one)
	}
	return out
}

// SessionAt names a session in a path.
type SessionAt struct {
	ID string `path:"id" maxLength:"64" pattern:"^[0-9a-z]+$" doc:"of a session"`
}

// OfSession is the session that a request names.
type OfSession struct {
	store.Session
	Scope scope.Scope // of whose it is
}

// Find finds a session of the actor.
func (at SessionAt) Find(ctx context.Context, s *Server) (of OfSession, err error) {
	of.Scope, of.Session, err = s.FindSession(ctx, at.ID)
	return of, err
}

// readAt is [SessionAt] for what changes nothing: where the organisation shares
// conversations it finds those of other members, too, and keeps in the audit that the
// actor read it.
type readAt struct{ SessionAt }

// Find finds the session.
func (at readAt) Find(ctx context.Context, s *Server) (OfSession, error) {
	of, err := at.SessionAt.Find(ctx, s)
	if p := new(Problem); !errors.As(err, &p) || p.Status != 404 {
		return of, err
	}
	mine := of.Scope
	began, err := s.shared(ctx)
	if err == nil {
		of.Scope, of.Session, err = s.session(ctx, mine, store.Filter{AnyProfile: true, Others: began, Prefix: at.ID, Limit: 2}, at.ID)
	}
	if err == nil {
		err = s.store.Record(ctx, mine, of.ID, "session.read", map[string]string{"of": of.User})
	}
	return of, err
}

type sessionOut = Made[Session]

type newSession struct {
	Body struct {
		Profile string `json:"profile,omitempty" maxLength:"128" doc:"its name; empty for none"`
		Role    string `json:"role,omitempty" maxLength:"128"`
		Model   string `json:"model,omitempty" maxLength:"256"`
		Title   string `json:"title,omitempty" maxLength:"200"`
		Kind    string `json:"kind,omitempty" enum:"interactive,branch" default:"branch" doc:"interactive: the profile's own, whose predecessor is closed"`
	}
}

// FindSession returns the scope of a session of the actor, whichever profile
// speaks in it.
func (s *Server) FindSession(ctx context.Context, id string) (scope.Scope, store.Session, error) {
	sc, err := ActorOf(ctx).Scope("")
	if err != nil {
		return sc, store.Session{}, err
	}
	return s.session(ctx, sc, store.Filter{AnyProfile: true, Prefix: id, Limit: 2}, id)
}

// session returns a session that a filter chooses, with the scope of whose it is.
func (s *Server) session(ctx context.Context, sc scope.Scope, f store.Filter, id string) (scope.Scope, store.Session, error) {
	found, err := s.store.ListSessions(ctx, sc, f)
	if err != nil {
		return sc, store.Session{}, err
	}
	for _, one := range found {
		if one.ID == id {
			sc, err = scope.New(sc.Org(), one.User, one.Profile)
			return sc, one, err
		}
	}
	return sc, store.Session{}, NotFound()
}

// shared says since when the actor's organisation shares the conversations that
// begin; where it does not, there are none.
func (s *Server) shared(ctx context.Context) (time.Time, error) {
	a := ActorOf(ctx)
	if a.Org == scope.Local {
		return time.Time{}, NotFound()
	}
	o, err := s.Host(ctx).Orgs.Org(ctx, a.Caller())
	if err == nil && o.Shared.IsZero() {
		err = NotFound()
	}
	return o.Shared, err
}

func (x *sessions) listSessions(ctx context.Context, in *struct {
	Cursor
	Profile string `query:"profile" maxLength:"128" doc:"of this profile; none for those of no profile"`
	Status  string `query:"status" enum:"active,closed,archived,all" default:"all"`
	Of      string `query:"of" enum:"caller,others" default:"caller" doc:"others: those of other members, where the organisation shares them"`
},
) (*Listing[Session], error) {
	f := store.Filter{AnyProfile: in.Profile == "", Skip: in.skip(), Limit: in.Limit + 1}
	if in.Status != "all" {
		f.Status = store.Status(in.Status)
	}
	name := in.Profile
	if name == "none" {
		name = ""
	}
	sc, err := ActorOf(ctx).Scope(name)
	if err != nil {
		return nil, NotFound()
	}
	if in.Of == "others" {
		if f.Others, err = x.server.shared(ctx); err != nil {
			return nil, err
		}
		if err = x.server.store.Record(ctx, sc, "", "sessions.listed", nil); err != nil {
			return nil, err
		}
	}
	found, err := x.server.store.ListSessions(ctx, sc, f)
	return paged(in.Cursor, Mapped(found, sessionOf)), err
}

func (x *sessions) createSession(ctx context.Context, in *newSession) (*sessionOut, error) {
	sc, err := x.server.Speaking(ctx, in.Body.Profile)
	if err != nil {
		return nil, err
	}
	want := session.Want{Role: in.Body.Role, Model: in.Body.Model}
	var made store.Session
	if in.Body.Kind == string(store.Interactive) {
		r, err := x.server.manager.New(ctx, sc, want)
		if err != nil {
			return nil, err
		}
		made = r.Session
	} else if made, err = x.server.manager.Make(ctx, sc, store.Branch, want); err != nil {
		return nil, err
	}
	if in.Body.Title != "" {
		made.Title = in.Body.Title
		if err := x.server.store.UpdateSession(ctx, sc, made.ID, made); err != nil {
			return nil, err
		}
	}
	return &sessionOut{Location: "/api/v2/sessions/" + made.ID, Body: sessionOf(made)}, nil
}

// Speaking returns the actor's scope with a profile that exists, or with none.
func (s *Server) Speaking(ctx context.Context, name string) (scope.Scope, error) {
	sc, err := ActorOf(ctx).Scope(name)
	if err != nil {
		return sc, NotFound()
	}
	p, err := s.Host(ctx).Profile(sc.Profile())
	if err != nil {
		return sc, err
	}
	if p != nil {
		err = p.Close()
	}
	return sc, err
}

func (x *sessions) getSession(_ context.Context, of OfSession, _ *readAt) (*sessionOut, error) {
	return &sessionOut{Body: sessionOf(of.Session)}, nil
}

func (x *sessions) updateSession(ctx context.Context, of OfSession, in *struct {
	SessionAt
	Body struct {
		Title *string `json:"title,omitempty" maxLength:"200"`
		Role  *string `json:"role,omitempty" maxLength:"128"`
		Model *string `json:"model,omitempty" maxLength:"256"`
	}
},
) (*sessionOut, error) {
	if of.Status != store.Active {
		return nil, &session.ClosedError{Session: of.Session}
	}
	for _, f := range []struct {
		to   *string
		from *string
	}{{&of.Title, in.Body.Title}, {&of.Role, in.Body.Role}, {&of.Model, in.Body.Model}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	if in.Body.Role != nil || in.Body.Model != nil { // a role or model that cannot be is refused before it is kept
		if _, err := x.server.host.Cast(ctx, of.Scope, of.Session); err != nil {
			return nil, err
		}
	}
	if err := x.server.store.UpdateSession(ctx, of.Scope, of.ID, of.Session); err != nil {
		return nil, err
	}
	found, err := x.server.store.Session(ctx, of.Scope, of.ID)
	return &sessionOut{Body: sessionOf(found)}, err
}

func (x *sessions) closeSession(ctx context.Context, of OfSession, _ *SessionAt) (*sessionOut, error) {
	if _, err := x.server.manager.Close(ctx, of.Scope, of.ID, "api_closed"); err != nil {
		return nil, err
	}
	found, err := x.server.store.Session(ctx, of.Scope, of.ID)
	return &sessionOut{Body: sessionOf(found)}, err
}

// compacted says what summing up gave.
type compacted struct {
	Messages int    `json:"messages" doc:"that the summary replaces in requests"`
	Before   int    `json:"before" doc:"tokens of the next request"`
	After    int    `json:"after"`
	Summary  string `json:"summary"`
	Reason   string `json:"reason,omitempty" doc:"why it has the words themselves, where a model failed"`
}

func (x *sessions) compactSession(ctx context.Context, of OfSession, _ *SessionAt) (*Answer[compacted], error) {
	if x.server.turns.of(of.ID) != nil {
		return nil, NewProblem(409, "agent_busy", "a turn of this session is going on; wait for it, or cancel it")
	}
	c, _, err := x.server.manager.Open(ctx, of.Scope, of.ID)
	if err != nil {
		return nil, err
	}
	done, err := c.Compact(ctx)
	if err != nil {
		return nil, err
	}
	out := compacted{Messages: done.Messages, Before: done.Before, After: done.After, Summary: done.Summary}
	if done.Why != nil {
		out.Reason = "no model summed it up; the server's log says more"
		x.server.log.Warn("summing up", "session", of.ID, "error", done.Why)
	}
	return &Answer[compacted]{Body: out}, nil
}

func (x *sessions) deleteSession(ctx context.Context, of OfSession, _ *SessionAt) (*struct{}, error) {
	if x.server.turns.of(of.ID) != nil {
		return nil, NewProblem(409, "agent_busy", "a turn of this session is going on; cancel it first")
	}
	return nil, x.server.manager.Delete(ctx, of.Scope, of.ID)
}

func (x *sessions) branchSession(ctx context.Context, of OfSession, in *struct {
	SessionAt
	Body struct {
		Message int `json:"message_id,omitempty" minimum:"0" doc:"the last message that the branch has; 0 for all"`
	}
},
) (*sessionOut, error) {
	if in.Body.Message > of.Seq {
		return nil, NewProblem(422, "", "the session has no such message")
	}
	made, err := x.server.manager.Branch(ctx, of.Scope, of.ID, in.Body.Message)
	return &sessionOut{Location: "/api/v2/sessions/" + made.ID, Body: sessionOf(made)}, err
}
