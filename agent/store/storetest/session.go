package storetest

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

func oneActive(k *kit) {
	s := k.session(k.me)
	_, err := k.CreateSession(k.ctx, k.me, store.Session{})
	k.is(err, store.ErrActive)
	if err == nil || !strings.Contains(err.Error(), s.ID) {
		k.Errorf("the error does not name the session: %v", err)
	}
	for _, kind := range []store.Kind{store.Background, store.Child, store.Child} {
		_, err := k.CreateSession(k.ctx, k.me, store.Session{Kind: kind, Parent: s.ID})
		k.ok(err)
	}
	k.session(k.scope("local", "ida", "")) // none speaks: another stream
	got, err := k.Session(k.ctx, k.me, s.ID)
	k.ok(err)
	if diff := cmp.Diff(s, got); diff != "" {
		k.Error(diff)
	}
}

func listed(k *kit) {
	a := k.session(k.me)
	k.clock.Add(time.Second)
	b, err := k.CreateSession(k.ctx, k.me, store.Session{Kind: store.Child})
	k.ok(err)
	k.clock.Add(time.Second)
	c := k.session(k.scope("local", "ida", ""))
	k.clock.Add(time.Second)
	d := k.session(k.scope("local", "ole", "caelum"))
	k.session(k.scope("acme", "ida", "caelum"))
	for name, x := range map[string]struct {
		filter store.Filter
		want   []string
	}{
		"all of the profile": {store.Filter{}, []string{b.ID, a.ID}},
		"all users":          {store.Filter{AnyProfile: true, AnyUser: true}, []string{d.ID, c.ID, b.ID, a.ID}},
		"all profiles":       {store.Filter{AnyProfile: true}, []string{c.ID, b.ID, a.ID}},
		"a kind":             {store.Filter{Kind: store.Interactive}, []string{a.ID}},
		"a state":            {store.Filter{Status: store.Closed}, nil},
		"some":               {store.Filter{AnyProfile: true, Limit: 1}, []string{c.ID}},
		"the next":           {store.Filter{AnyProfile: true, Limit: 1, Skip: 1}, []string{b.ID}},
		"by its start":       {store.Filter{AnyProfile: true, Prefix: a.ID[:len(a.ID)-2]}, []string{a.ID}},
	} {
		all, err := k.ListSessions(k.ctx, k.me, x.filter)
		k.ok(err)
		var ids []string
		for _, s := range all {
			ids = append(ids, s.ID)
		}
		if diff := cmp.Diff(x.want, ids); diff != "" {
			k.Errorf("%s: %s", name, diff)
		}
	}
	k.ok(k.UpdateSession(k.ctx, k.me, a.ID, store.Session{Role: "r", Model: "n", Title: "U", Summary: "S"}))
	got, err := k.Session(k.ctx, k.me, a.ID)
	k.ok(err)
	if got.Role != "r" || got.Model != "n" || got.Title != "U" || got.Summary != "S" || !got.Updated.After(a.Updated) {
		k.Errorf("%+v", got)
	}
}

func inOrder(k *kit) {
	var made, listed []string
	for range 30 {
		x, err := k.CreateSession(k.ctx, k.me, store.Session{Kind: store.Once})
		k.ok(err)
		made = append(made, x.ID)
	}
	all, err := k.ListSessions(k.ctx, k.me, store.Filter{})
	k.ok(err)
	for _, x := range slices.Backward(all) {
		listed = append(listed, x.ID)
	}
	if diff := cmp.Diff(made, listed); diff != "" {
		k.Error(diff)
	}
}

func closed(k *kit) {
	a := k.session(k.me)
	l := k.lease(a)
	k.ok(k.CloseSession(k.ctx, k.me, a.ID, store.Closed, "why"))
	_, err := k.Append(k.ctx, k.me, l, []store.Message{say("x")})
	k.is(err, store.ErrLost)
	_, err = k.Lease(k.ctx, k.me, a.ID, "here", time.Minute)
	k.is(err, store.ErrClosed)
	k.ok(k.CloseSession(k.ctx, k.me, a.ID, store.Archived, "later"))
	got, err := k.Session(k.ctx, k.me, a.ID)
	k.ok(err)
	if got.Status != store.Archived || got.Reason != "why" {
		k.Errorf("%s because of %q", got.Status, got.Reason)
	}
	b := k.session(k.me)
	k.is(k.ReopenSession(k.ctx, k.me, a.ID), store.ErrActive)
	k.is(k.ReopenSession(k.ctx, k.me, b.ID), store.ErrNotFound)
	k.ok(k.CloseSession(k.ctx, k.me, b.ID, store.Closed, "x"))
	k.ok(k.ReopenSession(k.ctx, k.me, a.ID))
	got, err = k.Session(k.ctx, k.me, a.ID)
	k.ok(err)
	if got.Status != store.Active || got.Reason != "" {
		k.Errorf("%s because of %q", got.Status, got.Reason)
	}
}

func leased(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Lease(k.ctx, k.me, s.ID, "there", time.Minute)
	k.is(err, store.ErrLeased)
	if err == nil || !strings.Contains(err.Error(), "here") {
		k.Errorf("the error does not name the holder: %v", err)
	}
	holder, err := k.Holder(k.ctx, k.me, s.ID)
	if err != nil || holder == nil || holder.Owner != "here" {
		k.Errorf("the holder is %+v, %v", holder, err)
	}
	k.clock.Add(50 * time.Second)
	l, err = k.Renew(k.ctx, k.me, l, time.Minute)
	k.ok(err)
	k.clock.Add(50 * time.Second)
	_, err = k.Lease(k.ctx, k.me, s.ID, "there", time.Minute)
	k.is(err, store.ErrLeased)
	k.clock.Add(20 * time.Second)
	_, err = k.Append(k.ctx, k.me, l, []store.Message{say("late, but nobody else came")})
	k.ok(err)
	_, err = k.Lease(k.ctx, k.me, s.ID, "there", time.Minute)
	var held *store.HeldError
	if !errors.As(err, &held) || held.Beat != 1 { // time alone ends no hold
		k.Fatalf("%v %+v", err, held)
	}
	taken, err := k.Seize(k.ctx, k.me, s.ID, *held, "there", time.Minute)
	k.ok(err)
	_, err = k.Append(k.ctx, k.me, l, []store.Message{say("too late")})
	k.is(err, store.ErrLost)
	_, err = k.Renew(k.ctx, k.me, l, time.Minute)
	k.is(err, store.ErrLost)
	k.ok(k.Release(k.ctx, k.me, l)) // changes nothing
	_, err = k.Append(k.ctx, k.me, taken, []store.Message{say("mine")})
	k.ok(err)
	k.ok(k.Release(k.ctx, k.me, taken))
	holder, err = k.Holder(k.ctx, k.me, s.ID)
	if err != nil || holder != nil {
		k.Errorf("the holder is %+v, %v", holder, err)
	}
	k.lease(s)
}

func seized(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Seize(k.ctx, k.me, s.ID, store.HeldError{Owner: "somebody else"}, "there", time.Minute)
	k.is(err, store.ErrLeased)
	_, err = k.Seize(k.ctx, k.me, s.ID, store.HeldError{}, "there", time.Minute)
	k.is(err, store.ErrLeased)
	l, err = k.Renew(k.ctx, k.me, l, time.Minute)
	k.ok(err)
	_, err = k.Seize(k.ctx, k.me, s.ID, store.HeldError{Owner: "here"}, "there", time.Minute)
	k.is(err, store.ErrLeased) // he gave a sign of life since
	taken, err := k.Seize(k.ctx, k.me, s.ID, store.HeldError{Owner: "here", Beat: 1}, "there", time.Minute)
	k.ok(err)
	_, err = k.Append(k.ctx, k.me, l, []store.Message{say("too late")})
	k.is(err, store.ErrLost)
	_, err = k.Append(k.ctx, k.me, taken, []store.Message{say("mine")})
	k.ok(err)
	_, err = k.Lease(k.ctx, k.me, s.ID, "here", time.Minute)
	k.is(err, store.ErrLeased)
	var held *store.HeldError
	if !errors.As(err, &held) || held.Owner != "there" || !held.Until.Equal(taken.Until) {
		k.Errorf("%+v", held)
	}
	_, err = k.Seize(k.ctx, k.scope("local", "ole", "caelum"), s.ID, *held, "x", time.Minute)
	k.is(err, store.ErrNotFound)
}

// branched has what a branch takes over: messages with their turns up to one of
// them, and the prompt in use, with its summary where that is among them.
func branched(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	for range 3 {
		t, err := k.PutTurn(k.ctx, k.me, l, store.Turn{State: store.TurnRunning}, say("question"))
		k.ok(err)
		t.State, t.Ended = store.TurnDone, k.clock.Now()
		_, err = k.PutTurn(k.ctx, k.me, l, t, say("answer"))
		k.ok(err)
	}
	e, err := k.Compact(k.ctx, k.me, l, store.Epoch{Hash: "h", System: "S", From: 5, Changed: []string{"soul"}}, say("summary"))
	k.ok(err)
	if e.Summary != 7 || e.Number != 1 {
		k.Errorf("%+v", e)
	}
	all, err := k.Messages(k.ctx, k.me, s.ID, 0, 0)
	k.ok(err)
	if len(all) != 7 || all[6].Role != store.SummaryRole || all[3].Turn != 2 {
		k.Errorf("%+v", all)
	}
	_, err = k.BranchSession(k.ctx, k.me, s.ID, 7, store.Interactive)
	k.is(err, store.ErrActive)
	for upTo, want := range map[int]struct{ messages, turns, summary, from int }{7: {7, 3, 7, 5}, 4: {4, 2, 0, 0}, 3: {3, 2, 0, 0}, 99: {7, 3, 7, 5}, 0: {0, 0, 0, 0}} {
		b, err := k.BranchSession(k.ctx, k.me, s.ID, upTo, store.Branch)
		k.ok(err)
		if b.Parent != s.ID || b.Since != want.messages || b.Seq != want.messages || b.Kind != store.Branch || b.Epoch != 1 || b.Role != s.Role || b.Status != store.Active {
			k.Errorf("%+v", b)
		}
		got, err := k.Messages(k.ctx, k.me, b.ID, 0, 0)
		k.ok(err)
		if diff := cmp.Diff(all[:want.messages], got, cmpopts.EquateEmpty()); diff != "" {
			k.Error(diff)
		}
		turns, err := k.Turns(k.ctx, k.me, b.ID)
		k.ok(err)
		p, err := k.Epochs(k.ctx, k.me, b.ID)
		k.ok(err)
		if len(turns) != want.turns || len(p) != 1 || p[0].Summary != want.summary || p[0].From != want.from || p[0].System != "S" {
			k.Errorf("up to %d: %+v, %+v", upTo, turns, p)
		}
		children, err := k.ListSessions(k.ctx, k.me, store.Filter{Parent: s.ID, Prefix: b.ID})
		k.ok(err)
		if len(children) != 1 || children[0].ID != b.ID {
			k.Errorf("%+v", children)
		}
	}
	_, err = k.BranchSession(k.ctx, k.scope("local", "ole", "caelum"), s.ID, 7, store.Branch)
	k.is(err, store.ErrNotFound)
}

func appended(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Append(k.ctx, k.me, l, []store.Message{say("a"), {Role: "user", Body: json.RawMessage("{")}})
	if err == nil {
		k.Error("what is not JSON was taken")
	}
	first, err := k.Append(k.ctx, k.me, l, []store.Message{say("a"), say("b")})
	k.ok(err)
	second, err := k.Append(k.ctx, k.me, l, []store.Message{say("c\x00 <d>")})
	k.ok(err)
	all, err := k.Messages(k.ctx, k.me, s.ID, 0, 0)
	k.ok(err)
	if diff := cmp.Diff(append(first, second...), all); diff != "" {
		k.Error(diff)
	}
	if all[2].Seq != 3 {
		k.Errorf("the third is %d", all[2].Seq)
	}
	some, err := k.Messages(k.ctx, k.me, s.ID, 1, 1)
	k.ok(err)
	if diff := cmp.Diff(all[1:2], some); diff != "" {
		k.Error(diff)
	}
	got, err := k.Session(k.ctx, k.me, s.ID)
	k.ok(err)
	if got.Seq != 3 {
		k.Errorf("the session is at %d", got.Seq)
	}
	_, err = k.Messages(k.ctx, k.me, "unknown", 0, 0)
	k.is(err, store.ErrNotFound)
	_, err = k.Append(k.ctx, k.me, store.Lease{Session: s.ID}, []store.Message{say("x")})
	k.is(err, store.ErrLost)
}

// oddTexts has what databases refuse in a text, or take for something else.
func oddTexts(k *kit) {
	const odd = "a\x00b\x01\x0100 \xff\xc3 'c' \"d\" \\ ? $1 user \u2028 北"
	x, err := k.CreateSession(k.ctx, k.me, store.Session{Title: odd, Model: "\x01"})
	k.ok(err)
	l, err := k.Lease(k.ctx, k.me, x.ID, odd, time.Minute)
	k.ok(err)
	turn, err := k.PutTurn(k.ctx, k.me, l, store.Turn{State: store.TurnRunning, Error: odd}, store.Message{Role: odd, Body: json.RawMessage(`"\u0000 \ud800 ?"`)})
	k.ok(err)
	k.ok(k.PutPartial(k.ctx, k.me, l, turn.Number, odd))
	e, err := k.AddEpoch(k.ctx, k.me, l, store.Epoch{Hash: "h", System: odd, Tools: "[]", Changed: []string{}})
	k.ok(err)
	m, err := k.SaveMemory(k.ctx, k.me, store.Memory{Text: odd, Area: odd})
	k.ok(err)
	session, err := k.Session(k.ctx, k.me, x.ID)
	k.ok(err)
	turns, err := k.Turns(k.ctx, k.me, x.ID)
	k.ok(err)
	messages, err := k.Messages(k.ctx, k.me, x.ID, 0, 0)
	k.ok(err)
	epoch, err := k.Epoch(k.ctx, k.me, x.ID, 0)
	k.ok(err)
	memory, err := k.Memory(k.ctx, k.me, m.ID)
	k.ok(err)
	holder, err := k.Holder(k.ctx, k.me, x.ID)
	k.ok(err)
	for what, text := range map[string]string{
		"title": session.Title, "error": turns[0].Error, "partial": turns[0].Partial, "role": messages[0].Role, "prompt": epoch.System,
		"memory": memory.Text, "area": memory.Area, "owner": holder.Owner,
	} {
		if text != odd {
			k.Errorf("%s: %q", what, text)
		}
	}
	if session.Model != "\x01" || string(messages[0].Body) != `"\u0000 \ud800 ?"` || e.Number != 1 {
		k.Errorf("%q %s %d", session.Model, messages[0].Body, e.Number)
	}
	if found, err := k.SearchMemories(k.ctx, k.me, "\x00 \xff 北", false, 0); err != nil || len(found) != 1 {
		k.Errorf("%q (%v)", texts(found), err)
	}
}

func turned(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Epoch(k.ctx, k.me, s.ID, 0)
	k.is(err, store.ErrNotFound)
	e, err := k.AddEpoch(k.ctx, k.me, l, store.Epoch{
		Hash: "h", System: "You are <Ida>.\r\n", Tools: "[]", Record: json.RawMessage(`{"files":[{"path":"soul.md","digest":"ff00"}]}`), Reason: "new", Changed: []string{"soul"},
	})
	k.ok(err)
	f, err := k.AddEpoch(k.ctx, k.me, l, store.Epoch{Hash: "i", Reason: "refresh", Changed: []string{}})
	k.ok(err)
	for number, want := range map[int]store.Epoch{0: f, 1: e, 2: f} {
		got, err := k.Epoch(k.ctx, k.me, s.ID, number)
		k.ok(err)
		if diff := cmp.Diff(want, got); diff != "" {
			k.Errorf("prompt %d: %s", number, diff)
		}
	}
	for version, want := range map[string]int{"ff00": 1, "ff01": 0} {
		if list, err := k.ListSessions(k.ctx, k.me, store.Filter{Version: version}); err != nil || len(list) != want {
			k.Errorf("%d sessions had a file of the version %s, want %d: %v", len(list), version, want, err)
		}
	}
	a, err := k.PutTurn(k.ctx, k.me, l, store.Turn{State: store.TurnRunning, Epoch: 2})
	k.ok(err)
	k.clock.Add(time.Second)
	a.State, a.Pending, a.Input = store.TurnWaiting, json.RawMessage(`{"call":"x"}`), 7
	a, err = k.PutTurn(k.ctx, k.me, l, a)
	k.ok(err)
	b, err := k.PutTurn(k.ctx, k.me, l, store.Turn{State: store.TurnFailed, Error: "e", Ended: k.clock.Now()})
	k.ok(err)
	all, err := k.Turns(k.ctx, k.me, s.ID)
	k.ok(err)
	if diff := cmp.Diff([]store.Turn{a, b}, all); diff != "" {
		k.Error(diff)
	}
	silent := k.session(k.scope("local", "ida", "other"))
	for sc, want := range map[scope.Scope]map[string]int{
		k.me: {s.ID: 7}, k.scope("local", "ida", "aurora"): {s.ID: 7}, // of the same user
		k.scope("local", "ole", "caelum"): {}, k.scope("other", "ida", "caelum"): {},
	} {
		tokens, err := k.Tokens(k.ctx, sc, silent.ID, s.ID, "unknown")
		k.ok(err)
		if diff := cmp.Diff(want, tokens); diff != "" {
			k.Errorf("%v: %s", sc, diff)
		}
	}
}

func deleted(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Append(k.ctx, k.me, l, []store.Message{say("a")})
	k.ok(err)
	k.ok(k.DeleteSession(k.ctx, k.me, s.ID))
	k.is(k.DeleteSession(k.ctx, k.me, s.ID), store.ErrNotFound)
	_, err = k.Session(k.ctx, k.me, s.ID)
	k.is(err, store.ErrNotFound)
	_, err = k.Append(k.ctx, k.me, l, []store.Message{say("a")})
	k.is(err, store.ErrLost)
	k.session(k.me)
}
