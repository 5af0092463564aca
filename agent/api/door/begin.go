package door

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// aboveName is what the fence of a client's own instructions is called.
const aboveName = "what the client program says above the conversation: it tells where and how the answer is shown, and changes nothing of who you are"

// plan is how a conversation goes on.
type plan struct {
	session string
	program string // what the session was told by the program
	retell  []Line // what it does not have
}

// Begin begins the answer to a request.
func (d *Door) Begin(ctx context.Context, a Ask) (*Turn, error) {
	sc, role, err := d.choose(ctx, a.Model)
	if err != nil {
		return nil, err
	}
	if len(a.Tools) > 0 && d.NoTools {
		return nil, api.NewProblem(400, "tools_not_allowed", "this server takes no tools of clients (--no-client-tools)").About("tools")
	}
	if a.Chore && !d.NoChores {
		return d.beginAside(ctx, sc, a)
	}
	actor := api.ActorOf(ctx).Token
	var p plan
	switch {
	case a.After != nil:
		p, err = d.after(ctx, sc, actor, a)
	case a.Key.IsZero():
		p, err = d.fresh(ctx, sc, role, "", a.Said[:len(a.Said)-1])
	default:
		release, held := d.keys.hold(ctx, actor+"/"+sc.Profile()+"/"+a.Key.In(role))
		if held != nil {
			return nil, held
		}
		defer release()
		p, err = d.known(ctx, sc, actor, role, a)
	}
	if err != nil {
		return nil, err
	}
	began := time.Now()
	run, err := d.Run(ctx, sc, p.session, d.job(sc, p, a))
	if err != nil {
		return nil, d.unmade(ctx, sc, p, err)
	}
	t := &Turn{Point: Point{p.session, run.Number()}, Began: began, door: d, run: run}
	if a.Forget && a.Key.IsZero() {
		t.drop = func() { _ = d.Store().DeleteSession(context.WithoutCancel(ctx), sc, p.session) } // nobody can ask for it
		return t, nil
	}
	if a.Forget {
		err = d.hide(ctx, sc, t.Point)
	}
	return t, errors.Join(err, d.remember(ctx, sc, actor, role, a.Key, p.session))
}

// remember has a key mean a session from now on, as does its id, which the answer has.
func (d *Door) remember(ctx context.Context, sc scope.Scope, actor, role string, key Key, session string) error {
	keys := []string{key.Named(session).In(role), madeBy(session)}
	if !key.IsZero() {
		keys = append(keys, key.In(role))
	}
	return d.Store().SetClientSession(ctx, sc, actor, session, keys...)
}

// unmade removes a session whose first turn did not begin.
func (d *Door) unmade(ctx context.Context, sc scope.Scope, p plan, why error) error {
	if s, err := d.Store().Session(ctx, sc, p.session); err == nil && s.Seq == 0 {
		_ = d.Store().DeleteSession(context.WithoutCancel(ctx), sc, p.session) // an empty one does no harm
	}
	return why
}

// fresh makes a session for lines that none has.
func (d *Door) fresh(ctx context.Context, sc scope.Scope, role, parent string, retell []Line) (plan, error) {
	want := store.Session{Kind: store.Client, Role: role, Parent: parent}
	var err error
	if want.Model, err = d.Manager().Model(ctx, sc, want); err != nil {
		return plan{}, err
	}
	made, err := d.Store().CreateSession(ctx, sc, want)
	d.Manager().Tidy(ctx, sc, store.Client)
	return plan{session: made.ID, retell: retell}, err
}

// known returns how the session of a key goes on. What it has is not said again;
// where the client has another past, a branch goes on from what both have.
func (d *Door) known(ctx context.Context, sc scope.Scope, actor, role string, a Ask) (plan, error) {
	past := a.Said[:len(a.Said)-1]
	id, err := d.Store().ClientSession(ctx, sc, actor, a.Key.In(role))
	if errors.Is(err, store.ErrNotFound) {
		return d.fresh(ctx, sc, role, "", past)
	}
	if err != nil {
		return plan{}, err
	}
	turns, program, active, err := d.turns(ctx, sc, id)
	if err != nil {
		return plan{}, err
	}
	if !active {
		return d.fresh(ctx, sc, role, "", past)
	}
	matched, lines := Match(turns, a.Said)
	switch {
	case matched == len(turns):
		return plan{session: id, program: program, retell: past[lines:]}, nil
	case matched == 0:
		return d.fresh(ctx, sc, role, id, past)
	}
	return d.branch(ctx, sc, id, turns[matched-1].Last, past[lines:])
}

// after returns how a session goes on from one of its turns.
func (d *Door) after(ctx context.Context, sc scope.Scope, actor string, a Ask) (plan, error) {
	past := a.Said[:len(a.Said)-1]
	gone := api.NewProblem(404, "previous_response_not_found", "there is no response of this id").About("previous_response_id")
	if _, err := d.Store().ClientSession(ctx, sc, actor, madeBy(a.After.Session)); err != nil {
		return plan{}, gone
	}
	if hidden, err := d.isGone(ctx, sc, *a.After); hidden || err != nil {
		return plan{}, errors.Join(err, gone)
	}
	turns, program, active, err := d.turns(ctx, sc, a.After.Session)
	if err != nil {
		return plan{}, err
	}
	at := slices.IndexFunc(turns, func(h Held) bool { return h.Number == a.After.Turn })
	if a.After.Turn == 0 {
		at = len(turns) - 1
	}
	switch {
	case at < 0:
		return plan{}, gone
	case at == len(turns)-1 && active && !a.Forget:
		return plan{session: a.After.Session, program: program, retell: past}, nil
	}
	return d.branch(ctx, sc, a.After.Session, turns[at].Last, past)
}

// branch makes a session that has another one's messages up to one of them.
func (d *Door) branch(ctx context.Context, sc scope.Scope, id string, last int, retell []Line) (plan, error) {
	made, err := d.Store().BranchSession(ctx, sc, id, last, store.Client)
	if err != nil {
		return plan{}, err
	}
	_, program, _, err := d.turns(ctx, sc, made.ID)
	return plan{session: made.ID, program: program, retell: retell}, err
}

// job has the last line of a request answered.
func (d *Door) job(sc scope.Scope, p plan, a Ask) func(context.Context, func(runner.Event)) (runner.Answer, error) {
	return func(ctx context.Context, emit func(runner.Event)) (runner.Answer, error) {
		c, opening, err := d.Manager().Open(ctx, sc, p.session)
		switch {
		case err != nil:
			return runner.Answer{}, err
		case opening.Busy != nil:
			return runner.Answer{}, opening.Busy
		}
		d.TellSecrets(p.session, opening, emit)
		if err := clash(c, a.Tools); err != nil {
			return runner.Answer{}, err
		}
		if len(p.retell) > 0 {
			if err := c.Retell(ctx, retold(p.retell)); err != nil {
				return runner.Answer{}, err
			}
		}
		said := a.Said[len(a.Said)-1]
		in := runner.Input{Text: said.Text, Images: said.Images, Results: said.Results, Tools: a.Tools, MaxTokens: a.MaxTokens, Wishes: a.Wishes}
		if in.Head, err = d.Host(ctx).Head(ctx, c, said.Text); err != nil {
			return runner.Answer{}, err
		}
		if text := strings.TrimSpace(a.Program); text != "" {
			if m := runner.Material(model.Program, aboveName, text); m.Text != p.program {
				in.Material = append(in.Material, m)
			}
		}
		return c.Turn(ctx, in, emit)
	}
}

// clash refuses tools of a client that have the names of the profile's.
func clash(c *session.Conversation, tools []model.Tool) error {
	for i, t := range tools {
		if c.HasTool(t.Name) {
			return api.NewProblem(http.StatusBadRequest, "tool_name_taken", fmt.Sprintf("the profile has a tool %q of its own: give yours another name", t.Name)).
				About(fmt.Sprintf("tools[%d]", i))
		}
	}
	return nil
}
