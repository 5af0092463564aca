package storetest

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/store"
)

func tokens(k *kit) {
	made, err := k.AddToken(k.ctx, k.me, store.Token{
		Name: "ci", Prefix: "abcd", Hash: "h", Scopes: []string{"read", "approve"}, Expires: k.clock.Now().Add(time.Hour),
	})
	k.ok(err)
	found, err := k.FindToken(k.ctx, "abcd")
	k.ok(err)
	if diff := cmp.Diff(made, found); diff != "" || found.Org != "local" || found.User != "ida" {
		k.Errorf("%s%+v", diff, found)
	}
	_, err = k.FindToken(k.ctx, "abc")
	k.is(err, store.ErrNotFound)
	_, err = k.FindToken(k.ctx, "")
	k.is(err, store.ErrNotFound)
	if _, err = k.AddToken(k.ctx, k.me, store.Token{Prefix: "abcd"}); err == nil {
		k.Error("two tokens have one prefix")
	}
	k.clock.Add(time.Minute)
	k.ok(k.UseToken(k.ctx, k.me, made.ID))
	other := k.scope("other", "ida", "")
	k.is(k.RevokeToken(k.ctx, other, made.ID), store.ErrNotFound)
	k.ok(k.RevokeToken(k.ctx, k.scope("local", "ole", ""), made.ID))
	list, err := k.ListTokens(k.ctx, k.me)
	k.ok(err)
	if len(list) != 1 || !list[0].Used.Equal(k.clock.Now()) || !list[0].Revoked.Equal(k.clock.Now()) {
		k.Errorf("%+v", list)
	}
	if list, err = k.ListTokens(k.ctx, other); err != nil || len(list) != 0 {
		k.Errorf("another organisation sees %v (%v)", list, err)
	}
}

func event(text string) store.TurnEvent {
	data, _ := json.Marshal(text)
	return store.TurnEvent{Type: "delta", Data: data}
}

func events(k *kit) {
	s := k.session(k.me)
	for n := range 3 {
		added, err := k.AddEvents(k.ctx, k.me, s.ID, 1, []store.TurnEvent{event(fmt.Sprint(n)), event("x")})
		k.ok(err)
		if added[0].Number != 2*n+1 || added[1].Number != 2*n+2 {
			k.Errorf("%+v", added)
		}
	}
	_, err := k.AddEvents(k.ctx, k.me, s.ID, 2, []store.TurnEvent{event("other turn")})
	k.ok(err)
	got, err := k.TurnEvents(k.ctx, k.me, s.ID, 1, 2, 3)
	k.ok(err)
	if len(got) != 3 || got[0].Number != 3 || got[2].Number != 5 || string(got[0].Data) != `"1"` {
		k.Errorf("%+v", got)
	}
	for _, user := range []string{"ole", "ida"} {
		sc := k.scope("local", user, "aurora")
		_, err = k.TurnEvents(k.ctx, sc, s.ID, 1, 0, 0)
		k.is(err, store.ErrNotFound)
		_, err = k.AddEvents(k.ctx, sc, s.ID, 1, []store.TurnEvent{event("x")})
		k.is(err, store.ErrNotFound)
	}
	m := k.remember(k.me, "The lamp.")
	k.ok(k.Forget(k.ctx, k.me, m.ID, true))
	if got, err = k.TurnEvents(k.ctx, k.me, s.ID, 1, 0, 0); err != nil || len(got) != 0 {
		k.Errorf("events may still have what was forgotten: %+v (%v)", got, err)
	}
	k.ok(k.DeleteSession(k.ctx, k.me, s.ID))
	_, err = k.TurnEvents(k.ctx, k.me, s.ID, 2, 0, 0)
	k.is(err, store.ErrNotFound)
}

// turnOfARequest has a turn named in the reply to its request with the turn's
// first row: who takes the request over finds the turn, or there is none.
func turnOfARequest(k *kit) {
	sc := k.me
	x := k.session(sc)
	l, err := k.Lease(k.ctx, sc, x.ID, "here", time.Minute)
	k.ok(err)
	claim := store.Reply{Key: "k", Route: "POST /x", Actor: "t", Digest: "d", Holder: "here"}
	begin := func(gone store.Reply) (store.Reply, bool) {
		k.Helper()
		was, fresh, err := k.BeginReply(k.ctx, sc, claim, gone)
		k.ok(err)
		return was, fresh
	}
	begin(store.Reply{})
	held, _ := begin(store.Reply{})
	late := claim
	claim.Holder = "there"
	if _, fresh := begin(held); !fresh {
		k.Fatal("the claim was not taken over")
	}
	_, err = k.PutTurn(k.ctx, sc, l, store.Turn{State: store.TurnRunning, Request: &late}, say("one"))
	k.is(err, store.ErrLost)
	t, err := k.PutTurn(k.ctx, sc, l, store.Turn{State: store.TurnRunning, Request: &claim}, say("two"))
	k.ok(err)
	held, fresh := begin(held)
	if fresh || held.Session != x.ID || held.Turn != 1 || t.Number != 1 {
		k.Errorf("%+v %v, turn %d", held, fresh, t.Number)
	}
	if _, fresh := begin(held); fresh {
		k.Error("a request whose turn began was taken over")
	}
	all, err := k.Messages(k.ctx, sc, x.ID, 0, 0)
	k.ok(err)
	if len(all) != 1 || string(all[0].Body) != string(say("two").Body) {
		k.Errorf("%+v", all)
	}
	t.State, t.Request = store.TurnDone, &late // which counts for a new turn alone
	_, err = k.PutTurn(k.ctx, sc, l, t)
	k.ok(err)
}

func replies(k *kit) {
	claim := store.Reply{Key: "k", Route: "POST /x", Actor: "t", Digest: "d", Holder: "here"}
	begin := func(r, gone store.Reply) (store.Reply, bool) {
		k.Helper()
		was, fresh, err := k.BeginReply(k.ctx, k.me, r, gone)
		k.ok(err)
		return was, fresh
	}
	none := store.Reply{}
	if _, fresh := begin(claim, none); !fresh {
		k.Error("the first claim is not fresh")
	}
	held, fresh := begin(claim, none)
	if fresh || held.Status != 0 || held.Holder != "here" {
		k.Errorf("%+v %v", held, fresh)
	}
	other := claim
	other.Digest = "e"
	_, _, err := k.BeginReply(k.ctx, k.me, other, none)
	k.is(err, store.ErrKeyUsed)
	taken := claim
	taken.Holder = "there"
	if _, fresh := begin(taken, store.Reply{Holder: "elsewhere", Created: held.Created}); fresh {
		k.Error("a claim was taken from a holder who is not gone")
	}
	k.is(k.RenewReply(k.ctx, k.me, taken), store.ErrNotFound)
	k.clock.Add(time.Second)
	k.ok(k.RenewReply(k.ctx, k.me, claim))
	if _, fresh := begin(taken, held); fresh {
		k.Error("a claim was taken from a holder who gave a sign of life")
	}
	held, _ = begin(taken, none)
	if _, fresh := begin(taken, held); !fresh {
		k.Error("a claim of a holder who is gone was not taken over")
	}
	k.is(k.EndReply(k.ctx, k.me, claim), store.ErrNotFound)
	k.is(k.DropReply(k.ctx, k.me, claim), store.ErrNotFound)
	done := taken
	done.Status, done.Header, done.Body, done.Session, done.Turn = 201, json.RawMessage(`{"a":["b"]}`), []byte("{}"), "s", 3
	k.ok(k.EndReply(k.ctx, k.me, done))
	k.is(k.RenewReply(k.ctx, k.me, done), store.ErrNotFound)
	if was, fresh := begin(claim, taken); fresh || was.Status != 201 || string(was.Body) != "{}" || was.Session != "s" || was.Turn != 3 {
		k.Errorf("%+v %v", was, fresh)
	}
	stranger := claim
	stranger.Actor = "u"
	if _, fresh := begin(stranger, none); !fresh {
		k.Error("another token sees the reply")
	}
	k.ok(k.DropReply(k.ctx, k.me, stranger))
	if _, fresh := begin(stranger, none); !fresh {
		k.Error("a key that was given free is claimed")
	}
	k.clock.Add(25 * time.Hour)
	if _, fresh := begin(claim, none); !fresh {
		k.Error("a reply is kept for more than a day")
	}
}

func clients(k *kit) {
	s := k.session(k.me)
	_, err := k.ClientSession(k.ctx, k.me, "t", "chat")
	k.is(err, store.ErrNotFound)
	k.ok(k.SetClientSession(k.ctx, k.me, "t", s.ID, "chat", "talk"))
	for _, key := range []string{"chat", "talk"} {
		id, err := k.ClientSession(k.ctx, k.me, "t", key)
		k.ok(err)
		if id != s.ID {
			k.Errorf("session %q", id)
		}
	}
	_, err = k.ClientSession(k.ctx, k.me, "u", "chat")
	k.is(err, store.ErrNotFound)
	_, err = k.ClientSession(k.ctx, k.scope("local", "ida", "aurora"), "t", "chat")
	k.is(err, store.ErrNotFound)
	k.is(k.SetClientSession(k.ctx, k.scope("local", "ole", "caelum"), "t", s.ID, "chat"), store.ErrNotFound)
	k.ok(k.DeleteSession(k.ctx, k.me, s.ID))
	_, err = k.ClientSession(k.ctx, k.me, "t", "chat")
	k.is(err, store.ErrNotFound)
}
