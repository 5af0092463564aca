package coqui

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// Session is a session with Coqui's keys.
type Session struct {
	ID       string    `json:"id"`
	Role     string    `json:"model_role"`
	Model    string    `json:"model"`
	Profile  *string   `json:"profile"`
	Title    *string   `json:"title"`
	Project  *string   `json:"active_project_id" doc:"always null: projects are those of the program"`
	Type     string    `json:"session_type" example:"interactive"`
	Origin   string    `json:"session_origin" example:"user"`
	Group    int       `json:"group_enabled" doc:"always 0"`
	Status   string    `json:"status" enum:"active,closed,archived"`
	Closed   int       `json:"is_closed" enum:"0,1"`
	Archived int       `json:"is_archived" enum:"0,1"`
	ClosedAt *string   `json:"closed_at"`
	StoredAt *string   `json:"archived_at"`
	Reason   *string   `json:"closure_reason"`
	Created  time.Time `json:"created_at"`
	Updated  time.Time `json:"updated_at"`
	Tokens   int       `json:"token_count" doc:"of all that was said"`
}

// Made is a session that was created or continued.
type Made struct {
	Session
	New       *bool    `json:"created,omitempty"`
	ClosedIDs []string `json:"closed_session_ids,omitempty" doc:"sessions that were closed for it"`
}

// made is an answer with a session, and whether it is a new one.
type made struct {
	Status int
	Body   Made
}

// confirmField is the field by which a client agrees that the profile's session is
// closed.
const confirmField = "confirm_close_active_profile_session"

// roleOf returns a role as a session keeps it: none is that of the profile itself.
func roleOf(name string) string {
	if profile.RoleKey(name) == profile.Orchestrator {
		return ""
	}
	return profile.RoleKey(name)
}

// show returns a session as clients see it, with its tokens.
func (s *server) show(ctx context.Context, x store.Session) (Session, error) {
	sc, err := api.ActorOf(ctx).Scope(x.Profile)
	if err != nil {
		return Session{}, err
	}
	tokens, err := s.Store().Tokens(ctx, sc, x.ID)
	return show(x, tokens[x.ID]), err
}

// show returns a session as clients see it.
func show(x store.Session, tokens int) Session {
	out := Session{
		Tokens: tokens,
		ID:     x.ID, Role: x.Role, Model: x.Model, Profile: orNil(x.Profile), Title: orNil(x.Title), Type: string(x.Kind), Origin: "user",
		Status: string(x.Status), Reason: orNil(x.Reason), Created: x.Created, Updated: x.Updated,
	}
	if x.Role == "" {
		out.Role = profile.Orchestrator
	}
	if x.Kind != store.Interactive && x.Kind != store.Branch {
		out.Origin = "program"
	}
	at := x.Updated.Format(time.RFC3339)
	if x.Status != store.Active {
		out.Closed, out.ClosedAt = 1, &at
	}
	if x.Status == store.Archived {
		out.Archived, out.StoredAt = 1, &at
	}
	return out
}

// sessions has the routes of sessions.
type sessions struct{ server *server }

func (h *sessions) routes() {
	const tag, base = "coqui", "/api/v1/sessions"
	api.Add(h.server.Server, api.Route{ID: "coqui-list-sessions", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "List sessions, those used last first"}, h.listSessions)
	api.Add(h.server.Server, api.Route{
		ID: "coqui-create-session", Method: "POST", Path: base, Right: api.Chat, Tag: tag, Summary: "Begin a session", Status: 201, Errors: []int{409, 501},
	}, h.createSession)
	api.Add(h.server.Server, api.Route{
		ID: "coqui-resolve-session", Method: "POST", Path: base + "/resolve", Right: api.Chat, Tag: tag,
		Summary: "Go on with the session of a profile, or begin one", Errors: []int{409, 501}, Adapt: func(op *huma.Operation) {
			op.Responses = map[string]*huma.Response{"201": {Description: http.StatusText(http.StatusCreated), Content: map[string]*huma.MediaType{
				"application/json": {Schema: h.server.SchemaOf(reflect.TypeFor[Made]())},
			}}}
		},
	}, h.resolveSession)
	api.AddOf(h.server.Server, api.Route{ID: "coqui-session", Method: "GET", Path: base + "/{id}", Right: api.Read, Tag: tag, Summary: "Show a session"}, h.getSession)
	api.AddOf(h.server.Server, api.Route{
		ID: "coqui-update-session", Method: "PATCH", Path: base + "/{id}", Right: api.Chat, Tag: tag, Summary: "Change title, role or profile", Errors: []int{409},
	}, h.updateSession)
	api.AddOf(h.server.Server, api.Route{ID: "coqui-delete-session", Method: "DELETE", Path: base + "/{id}", Right: api.Write, Tag: tag, Summary: "Delete a session", Errors: []int{409}}, h.deleteSession)
}

// sessionAt names a session in a path.
type sessionAt struct{ api.SessionAt }

// Find finds the session, with Coqui's answer where it is not there.
func (at sessionAt) Find(ctx context.Context, s *api.Server) (api.OfSession, error) {
	of, err := at.SessionAt.Find(ctx, s)
	var p *api.Problem
	if errors.As(err, &p) && p.Status == http.StatusNotFound || err == nil && (of.Kind.Unattended() || of.Kind == store.Child) {
		err = api.NewProblem(404, "session_not_found", "Session not found")
	}
	return of, err
}

// SessionList is a list of sessions with Coqui's keys.
type SessionList struct {
	Sessions []Session     `json:"sessions" nullable:"false"`
	Count    int           `json:"count"`
	Status   string        `json:"status"`
	Counts   SessionCounts `json:"counts"`
}

// SessionCounts says how many sessions there are. An archived one counts as closed too.
type SessionCounts struct {
	Active   int `json:"active"`
	Closed   int `json:"closed"`
	Archived int `json:"archived"`
	Total    int `json:"total"`
}

// listPart is how many sessions are read at once.
const listPart = 1000

func (h *sessions) listSessions(ctx context.Context, in *struct {
	Profile string `query:"profile" maxLength:"200" doc:"of this profile; none for those of no profile"`
	Status  string `query:"status" enum:"active,closed,archived,all"`
	All     bool   `query:"include_closed" doc:"as status=all, where there is no status"`
	Limit   int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
},
) (*api.Answer[SessionList], error) {
	name := strings.ToLower(strings.TrimSpace(in.Profile))
	f := store.Filter{AnyProfile: name == "", Limit: listPart}
	if name == "none" {
		name = ""
	}
	sc, err := h.server.scope(ctx, name)
	if err != nil {
		return nil, err
	}
	out := SessionList{Status: in.Status, Sessions: []Session{}}
	if out.Status == "" {
		out.Status = string(store.Active)
		if in.All {
			out.Status = "all"
		}
	}
	var ids []string
	for more := true; more; f.Skip += listPart {
		found, err := h.server.Store().ListSessions(ctx, sc, f)
		if err != nil {
			return nil, err
		}
		more = len(found) == listPart
		for _, x := range found {
			if x.Kind.Unattended() || x.Kind == store.Child {
				continue
			}
			out.Counts.add(x.Status)
			if !wanted(x.Status, out.Status) || len(out.Sessions) == in.Limit {
				continue
			}
			out.Sessions = append(out.Sessions, show(x, 0))
			ids = append(ids, x.ID)
		}
	}
	tokens, err := h.server.Store().Tokens(ctx, sc, ids...)
	if err != nil {
		return nil, err
	}
	for i := range out.Sessions {
		out.Sessions[i].Tokens = tokens[ids[i]]
	}
	out.Count = len(out.Sessions)
	return &api.Answer[SessionList]{Body: out}, nil
}

func (c *SessionCounts) add(s store.Status) {
	c.Total++
	switch s {
	case store.Active:
		c.Active++
	case store.Archived:
		c.Archived++
		c.Closed++
	default:
		c.Closed++
	}
}

// wanted reports whether a list includes sessions of a state.
func wanted(s store.Status, list string) bool {
	return list == "all" || list == string(s) || list == string(store.Closed) && s == store.Archived
}

// scope returns the actor's scope with a profile, which has to be there, or
// with none.
func (s *server) scope(ctx context.Context, name string) (scope.Scope, error) {
	if strings.TrimSpace(name) == "" {
		return api.ActorOf(ctx).Scope("")
	}
	p, err := open(ctx, s.Server, name)
	if err != nil {
		return scope.Scope{}, err
	}
	defer p.Close()
	return p.Scope, nil
}

// textOrNull is a text that null takes away.
type textOrNull struct {
	given bool
	text  string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (t *textOrNull) UnmarshalJSON(raw []byte) error {
	t.given = true
	return json.Unmarshal(raw, &t.text)
}

// Schema implements [huma.SchemaProvider].
func (textOrNull) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Nullable: true, Description: "null removes it"}
}

// begins is a request to create a session, or to continue one. Of what is said of
// groups nothing counts where there is none.
type begins struct {
	Body *struct {
		Role         string `json:"model_role,omitempty"`
		Profile      string `json:"profile,omitempty"`
		Confirm      bool   `json:"confirm_close_active_profile_session,omitempty"`
		Group        bool   `json:"group_enabled,omitempty"`
		Members      any    `json:"members,omitempty"`
		MaxRounds    any    `json:"group_max_rounds,omitempty"`
		ConfirmGroup any    `json:"confirm_close_active_group_session,omitempty"`
	}
}

// begin reads a request to create or continue a session. The profile must have its
// role.
func (h *sessions) begin(ctx context.Context, in *begins) (to scope.Scope, w session.Want, confirm bool, err error) {
	name := ""
	if b := in.Body; b != nil {
		name, w.Role, confirm = b.Profile, roleOf(b.Role), b.Confirm
		switch {
		case b.Group && strings.TrimSpace(name) != "":
			return to, w, confirm, api.NewProblem(400, "", "A session of several profiles has no profile of its own: send members alone")
		case b.Group:
			return to, w, confirm, api.NewProblem(501, "", "sessions in which several profiles speak are not there; begin one session for each of them")
		}
	}
	if to, err = h.server.scope(ctx, name); err != nil {
		return to, w, confirm, err
	}
	i, err := h.server.Host(ctx).Identity(to.Profile())
	if err != nil {
		return to, w, confirm, err
	}
	return to, w, confirm, i.CheckRole(cmp.Or(w.Role, profile.Orchestrator))
}

// free returns a 409 if a profile has another active session than the given one and the
// client did not agree to close it.
func (h *sessions) free(ctx context.Context, to scope.Scope, but string, confirm bool) error {
	if to.Profile() == "" || confirm {
		return nil
	}
	active, err := h.server.Store().ListSessions(ctx, to, store.Filter{Kind: store.Interactive, Status: store.Active})
	if err != nil || len(active) == 0 || len(active) == 1 && active[0].ID == but {
		return err
	}
	p := api.NewProblem(409, "profile_session_active", fmt.Sprintf("Profile %q has an active session: send %q: true to have it closed", to.Profile(), confirmField))
	p.Details = map[string]any{
		"profile": to.Profile(), "active_session_id": active[0].ID, "active_session_count": len(active), "confirm_field": confirmField,
	}
	return p
}

func (h *sessions) createSession(ctx context.Context, in *begins) (*made, error) {
	to, want, confirm, err := h.begin(ctx, in)
	if err == nil {
		err = h.free(ctx, to, "", confirm)
	}
	if err != nil {
		return nil, err
	}
	if to.Profile() == "" {
		// Several sessions without a profile may be active; the first one is continued.
		x, err := h.server.Manager().Make(ctx, to, store.Interactive, want)
		if errors.Is(err, store.ErrActive) {
			x, err = h.server.Manager().Make(ctx, to, store.Branch, want)
		}
		return h.madeOf(ctx, session.Resolved{Session: x}, 201, nil, err)
	}
	r, err := h.server.Manager().New(ctx, to, want)
	return h.madeOf(ctx, r, 201, nil, err)
}

func (h *sessions) resolveSession(ctx context.Context, in *begins) (*made, error) {
	to, want, _, err := h.begin(ctx, in)
	if err != nil {
		return nil, err
	}
	r, err := h.server.Manager().Resolve(ctx, to, want)
	isNew := r.How == session.Created
	status := 200
	if isNew {
		status = 201
	}
	return h.madeOf(ctx, r, status, &isNew, err)
}

func (h *sessions) madeOf(ctx context.Context, r session.Resolved, status int, isNew *bool, err error) (*made, error) {
	if err != nil {
		return nil, err
	}
	shown, err := h.server.show(ctx, r.Session)
	return &made{Status: status, Body: Made{Session: shown, New: isNew, ClosedIDs: api.Mapped(r.Closed, func(e session.Ended) string { return e.ID })}}, err
}

func (h *sessions) getSession(ctx context.Context, of api.OfSession, _ *sessionAt) (*api.Answer[Session], error) {
	out, err := h.server.show(ctx, of.Session)
	return &api.Answer[Session]{Body: out}, err
}

func (h *sessions) updateSession(ctx context.Context, of api.OfSession, in *struct {
	sessionAt
	Body struct {
		Title     *string    `json:"title,omitempty"`
		Role      *string    `json:"model_role,omitempty"`
		Profile   textOrNull `json:"profile,omitempty"`
		Confirm   bool       `json:"confirm_close_active_profile_session,omitempty"`
		MaxRounds any        `json:"group_max_rounds,omitempty" doc:"is passed over"`
		Project   any        `json:"active_project_id,omitempty" doc:"is passed over"`
	}
},
) (*made, error) {
	sc, found, title := of.Scope, of.Session, in.Body.Title
	switch {
	case found.Status != store.Active:
		return nil, &session.ClosedError{Session: found}
	case title != nil && strings.TrimSpace(*title) == "":
		return nil, api.NewProblem(400, "missing_field", "Title cannot be empty")
	}
	to, role, err := sc, found.Role, error(nil)
	if in.Body.Profile.given {
		if to, err = h.server.scope(ctx, in.Body.Profile.text); err != nil {
			return nil, err
		}
	}
	if in.Body.Role != nil {
		role = *in.Body.Role
	}
	var closed []session.Ended
	if in.Body.Role != nil || to != sc {
		if closed, err = h.move(ctx, sc, to, found, roleOf(role), in.Body.Confirm); err != nil {
			return nil, err
		}
	}
	if found, err = h.server.Store().Session(ctx, to, found.ID); err == nil && title != nil {
		found.Title = strings.TrimSpace(*title)
		err = h.server.Store().UpdateSession(ctx, to, found.ID, found)
	}
	return h.madeOf(ctx, session.Resolved{Session: found, Closed: closed}, 200, nil, err)
}

// move gives a session another role or profile, which must be free.
func (h *sessions) move(ctx context.Context, sc, to scope.Scope, found store.Session, role string, confirm bool) ([]session.Ended, error) {
	i, err := h.server.Host(ctx).Identity(to.Profile())
	if err == nil {
		err = i.CheckRole(cmp.Or(role, profile.Orchestrator))
	}
	if err == nil && to != sc && found.Kind == store.Interactive {
		err = h.free(ctx, to, found.ID, confirm)
	}
	if err != nil {
		return nil, err
	}
	return h.server.Manager().Move(ctx, sc, found.ID, to, role)
}

// Deleted says that something was deleted.
type Deleted struct {
	Deleted bool   `json:"deleted"`
	ID      string `json:"id,omitempty"`
	Name    string `json:"name,omitempty"`
}

func (h *sessions) deleteSession(ctx context.Context, of api.OfSession, in *sessionAt) (*api.Answer[Deleted], error) {
	err := h.server.Manager().Delete(ctx, of.Scope, of.ID)
	return &api.Answer[Deleted]{Body: Deleted{Deleted: true, ID: in.ID}}, err
}
