package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

func moved(k *kit) {
	s := k.session(k.me)
	_, err := k.Append(k.ctx, k.me, k.lease(s), []store.Message{say("hello")})
	k.ok(err)
	none, ole := k.scope("local", "ida", ""), k.scope("local", "ole", "caelum")
	k.is(k.MoveSession(k.ctx, ole, s.ID, none), store.ErrNotFound)
	k.is(k.MoveSession(k.ctx, k.me, s.ID, ole), store.ErrNotFound)
	k.is(k.MoveSession(k.ctx, k.me, s.ID, k.scope("other", "ida", "caelum")), store.ErrNotFound)
	other := k.session(none)
	k.is(k.MoveSession(k.ctx, k.me, s.ID, none), store.ErrActive)
	k.ok(k.CloseSession(k.ctx, none, other.ID, store.Closed, "x"))
	k.ok(k.MoveSession(k.ctx, k.me, s.ID, none))
	_, err = k.Session(k.ctx, k.me, s.ID)
	k.is(err, store.ErrNotFound)
	got, err := k.Session(k.ctx, none, s.ID)
	k.ok(err)
	list, err := k.Messages(k.ctx, none, s.ID, 0, 0)
	k.ok(err)
	if holder, err := k.Holder(k.ctx, none, s.ID); got.Profile != "" || len(list) != 1 || holder != nil || err != nil {
		k.Errorf("%+v, %d messages, held by %v (%v)", got, len(list), holder, err)
	}
	k.ok(k.CloseSession(k.ctx, none, s.ID, store.Closed, "x"))
	k.is(k.MoveSession(k.ctx, none, s.ID, k.me), store.ErrNotFound)
}

func strangers(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	m := k.remember(k.me, "The lamp.")
	for _, sc := range []scope.Scope{
		k.scope("local", "ole", "caelum"), k.scope("other", "ida", "caelum"), k.scope("local", "ida", "aurora"),
	} {
		_, err := k.Session(k.ctx, sc, s.ID)
		k.is(err, store.ErrNotFound)
		_, err = k.Messages(k.ctx, sc, s.ID, 0, 0)
		k.is(err, store.ErrNotFound)
		_, err = k.Turns(k.ctx, sc, s.ID)
		k.is(err, store.ErrNotFound)
		_, err = k.Epoch(k.ctx, sc, s.ID, 0)
		k.is(err, store.ErrNotFound)
		_, err = k.Lease(k.ctx, sc, s.ID, "there", time.Minute)
		k.is(err, store.ErrNotFound)
		_, err = k.Epochs(k.ctx, sc, s.ID)
		k.is(err, store.ErrNotFound)
		_, err = k.Seize(k.ctx, sc, s.ID, store.HeldError{Owner: "here"}, "there", time.Minute)
		k.is(err, store.ErrNotFound)
		_, err = k.BranchSession(k.ctx, sc, s.ID, 0, store.Branch)
		k.is(err, store.ErrNotFound)
		_, err = k.Compact(k.ctx, sc, l, store.Epoch{}, say("x"))
		k.is(err, store.ErrLost)
		_, err = k.Append(k.ctx, sc, l, []store.Message{say("x")})
		k.is(err, store.ErrLost)
		_, err = k.PutTurn(k.ctx, sc, l, store.Turn{})
		k.is(err, store.ErrLost)
		_, err = k.AddEpoch(k.ctx, sc, l, store.Epoch{})
		k.is(err, store.ErrLost)
		k.is(k.UpdateSession(k.ctx, sc, s.ID, store.Session{}), store.ErrNotFound)
		k.is(k.CloseSession(k.ctx, sc, s.ID, store.Closed, "x"), store.ErrNotFound)
		k.is(k.DeleteSession(k.ctx, sc, s.ID), store.ErrNotFound)
		_, err = k.Memory(k.ctx, sc, m.ID)
		k.is(err, store.ErrNotFound)
		k.is(k.Forget(k.ctx, sc, m.ID, true), store.ErrNotFound)
		found, err := k.SearchMemories(k.ctx, sc, "lamp", true, 0)
		k.ok(err)
		if len(found) != 0 {
			k.Errorf("%v sees %q", sc, texts(found))
		}
		k.session(sc) // and has a stream of its own
	}
}

func scopeless(k *kit) {
	var none scope.Scope
	_, err := k.CreateSession(k.ctx, none, store.Session{})
	k.is(err, scope.ErrScope)
	_, err = k.ListSessions(k.ctx, none, store.Filter{AnyProfile: true})
	k.is(err, scope.ErrScope)
	_, err = k.ListMemories(k.ctx, none, true, 0)
	k.is(err, scope.ErrScope)
	_, err = k.SearchMemories(k.ctx, none, "x", true, 0)
	k.is(err, scope.ErrScope)
	_, err = k.SearchMemories(k.ctx, none, "", true, 0)
	k.is(err, scope.ErrScope)
	k.is(k.Record(k.ctx, none, "", "x", nil), scope.ErrScope)
	_, err = k.Entries(k.ctx, none, 0, 0)
	k.is(err, scope.ErrScope)
}

// ended has what is asked for in a context that has ended: nothing.
func ended(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	ctx, cancel := context.WithCancel(k.ctx)
	cancel()
	_, err := k.Append(ctx, k.me, l, []store.Message{say("x")})
	k.is(err, context.Canceled)
	_, err = k.PutTurn(ctx, k.me, l, store.Turn{}, say("x"))
	k.is(err, context.Canceled)
	_, err = k.SaveMemory(ctx, k.me, store.Memory{Text: "x"})
	k.is(err, context.Canceled)
	_, err = k.Messages(ctx, k.me, s.ID, 0, 0)
	k.is(err, context.Canceled)
	all, err := k.Messages(k.ctx, k.me, s.ID, 0, 0)
	k.ok(err)
	turns, err := k.Turns(k.ctx, k.me, s.ID)
	k.ok(err)
	if len(all) != 0 || len(turns) != 0 {
		k.Errorf("%d messages, %d turns", len(all), len(turns))
	}
}

func audited(k *kit) {
	for i := range 5 {
		k.ok(k.Record(k.ctx, k.me, "s", "tool.approved", map[string]int{"n": i}))
	}
	k.ok(k.Record(k.ctx, k.scope("other", "ida", ""), "", "x", nil))
	all, err := k.Entries(k.ctx, k.me, 0, 0)
	k.ok(err)
	if len(all) != 5 || all[4].Number != 5 || string(all[4].Detail) != `{"n":4}` || all[4].Action != "tool.approved" {
		k.Errorf("%+v", all)
	}
	some, err := k.Entries(k.ctx, k.me, 2, 2)
	k.ok(err)
	if diff := cmp.Diff(all[2:4], some); diff != "" {
		k.Error(diff)
	}
}

func crowded(k *kit) {
	s := k.session(k.me)
	l := k.lease(s)
	const writers, each = 8, 20
	var group sync.WaitGroup
	errs := make(chan error, writers*each*2)
	for w := range writers {
		group.Go(func() {
			for i := range each {
				_, err := k.Append(k.ctx, k.me, l, []store.Message{say(fmt.Sprint(w, i)), say("more")})
				errs <- err
				_, err = k.SaveMemory(k.ctx, k.me, store.Memory{Text: fmt.Sprint("memory ", w, i)})
				errs <- err
			}
		})
	}
	group.Wait()
	close(errs)
	for err := range errs {
		k.ok(err)
	}
	all, err := k.Messages(k.ctx, k.me, s.ID, 0, 0)
	k.ok(err)
	if len(all) != 2*writers*each {
		k.Errorf("%d messages", len(all))
	}
	for i, m := range all {
		if m.Seq != i+1 {
			k.Fatalf("message %d has the number %d", i+1, m.Seq)
		}
	}
}

func copied(k *kit) {
	k.remember(k.me, "The lamp.")
	path := k.TempDir() + "/copy"
	err := k.Backup(k.ctx, path)
	if errors.Is(err, errors.ErrUnsupported) {
		return // it is for tools of the database
	}
	k.ok(err)
	if err := k.Backup(k.ctx, path); err == nil {
		k.Error("a file was overwritten")
	}
}
