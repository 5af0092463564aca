package storetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

func (k *kit) propose(sc scope.Scope, target string) store.Proposal {
	k.Helper()
	p, err := k.AddProposal(k.ctx, sc, store.Proposal{
		Target: target, Title: "T", Observation: "O", Confidence: 0.9, Origin: store.Origin{User: sc.User(), By: "agent"},
		Change:   store.Change{Patch: json.RawMessage(`{"kind":"append","text":"x"}`), Base: "b", Result: "r"},
		Evidence: []store.Evidence{{Session: "s", Turn: 1, Quote: "the lamp needs oil", Class: "user"}},
		Expires:  k.clock.Now().Add(time.Hour),
	}, 0, []byte("old"), []byte("new"))
	k.ok(err)
	return p
}

// A proposal is kept with its contents, and written with an entry of the
// audit; a week has so many of a profile.
func proposed(k *kit) {
	p := k.propose(k.me, "soul.md")
	if p.State != store.ProposalPending || p.Version != 1 || p.Profile != "caelum" || !p.Created.Equal(k.clock.Now()) {
		k.Errorf("%+v", p)
	}
	got, err := k.Proposal(k.ctx, k.me, p.ID)
	k.ok(err)
	if diff := cmp.Diff(p, got); diff != "" {
		k.Error(diff)
	}
	content, err := k.Content(k.ctx, k.me, "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437") // of "new"
	if err != nil || string(content) != "new" {
		k.Errorf("%q, %v", content, err)
	}
	p.State, p.Reason = store.ProposalRejected, "no"
	changed, err := k.ChangeProposal(k.ctx, k.me, p, "proposal.rejected", map[string]string{"id": p.ID}, []byte("more"))
	k.ok(err)
	if changed.Version != 2 {
		k.Errorf("version %d", changed.Version)
	}
	_, err = k.ChangeProposal(k.ctx, k.me, p, "proposal.rejected", nil)
	k.is(err, store.ErrChanged)
	entries, err := k.Entries(k.ctx, k.me, 0, 0)
	k.ok(err)
	if len(entries) != 2 || entries[0].Action != "proposal.created" || entries[1].Action != "proposal.rejected" {
		k.Errorf("%+v", entries)
	}
	strange := changed
	strange.ID = "none"
	_, err = k.ChangeProposal(k.ctx, k.me, strange, "x", nil)
	k.is(err, store.ErrNotFound)
	// A profile that has enough of a week's proposals gets no more.
	for n, want := range map[int]error{1: store.ErrQuota, 2: nil} {
		_, err = k.AddProposal(k.ctx, k.me, store.Proposal{Target: "soul.md"}, n)
		k.is(err, want)
	}
	k.clock.Add(8 * 24 * time.Hour)
	_, err = k.AddProposal(k.ctx, k.me, store.Proposal{Target: "soul.md"}, 1)
	k.ok(err)
}

func proposalsListed(k *kit) {
	var want []string
	for i := range 5 {
		p := k.propose(k.me, fmt.Sprintf("context/%d.md", i%2))
		want = append([]string{p.ID}, want...)
		k.clock.Add(time.Second)
	}
	k.propose(k.scope("local", "ole", "lyra"), "soul.md")
	ids := func(sc scope.Scope, f store.ProposalFilter) []string {
		list, err := k.ListProposals(k.ctx, sc, f)
		k.ok(err)
		var out []string
		for _, p := range list {
			out = append(out, p.ID)
		}
		return out
	}
	for _, test := range []struct {
		f    store.ProposalFilter
		want []string
	}{
		{store.ProposalFilter{}, want},
		{store.ProposalFilter{Limit: 2}, want[:2]},
		{store.ProposalFilter{Before: want[1]}, want[2:]},
		{store.ProposalFilter{Target: "context/1.md"}, []string{want[1], want[3]}},
		{store.ProposalFilter{Prefix: want[2]}, want[2:3]},
		{store.ProposalFilter{State: store.ProposalApplied}, nil},
		{store.ProposalFilter{Doing: true}, nil},
		{store.ProposalFilter{Since: k.clock.Now().Add(-2 * time.Second)}, want[:2]},
	} {
		if diff := cmp.Diff(test.want, ids(k.me, test.f)); diff != "" {
			k.Errorf("%+v: %s", test.f, diff)
		}
	}
	// A colleague sees the profile's, and without a profile all of them.
	if n := len(ids(k.scope("local", "ole", "caelum"), store.ProposalFilter{})); n != 5 {
		k.Errorf("a colleague sees %d", n)
	}
	if n := len(ids(k.scope("local", "ida", ""), store.ProposalFilter{})); n != 6 {
		k.Errorf("without a profile there are %d", n)
	}
	for _, sc := range []scope.Scope{k.scope("other", "ida", "caelum"), k.scope("local", "ida", "lyra")} {
		_, err := k.Proposal(k.ctx, sc, want[0])
		k.is(err, store.ErrNotFound)
		mine, err := k.Proposal(k.ctx, k.me, want[0])
		k.ok(err)
		_, err = k.ChangeProposal(k.ctx, sc, mine, "x", nil)
		k.is(err, store.ErrNotFound)
	}
	_, err := k.Content(k.ctx, k.scope("other", "ida", "caelum"), "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437")
	k.is(err, store.ErrNotFound)
	_, err = k.AddProposal(k.ctx, k.scope("local", "ida", ""), store.Proposal{}, 0)
	if err == nil {
		k.Error("a proposal of no profile was kept")
	}
}

// PP-14
func triaged(k *kit) {
	p := k.propose(k.me, "soul.md")
	t := store.Triage{Proposal: p.ID, Input: "i", Policy: "cautious", PolicyVersion: 1, Action: "reject", Reason: "low-confidence", Risk: "low", Record: json.RawMessage(`{"rule":4}`)}
	_, err := k.DecideProposal(k.ctx, k.me, "a", t, nil)
	k.is(err, store.ErrLost)
	k.ok(k.LockProposal(k.ctx, k.me, p.ID, "i", "a", time.Minute))
	k.is(k.LockProposal(k.ctx, k.me, p.ID, "i", "b", time.Minute), store.ErrLeased)
	other := t
	other.Input = "j"
	_, err = k.DecideProposal(k.ctx, k.me, "a", other, nil)
	k.is(err, store.ErrLost)
	stale := p
	stale.Version = 7
	_, err = k.DecideProposal(k.ctx, k.me, "a", t, &stale)
	k.is(err, store.ErrChanged)
	p.State = store.ProposalRejected
	made, err := k.DecideProposal(k.ctx, k.me, "a", t, &p)
	k.ok(err)
	if got, err := k.Proposal(k.ctx, k.me, p.ID); err != nil || got.State != store.ProposalRejected || made.Number != 1 {
		k.Errorf("%+v %v", got, err)
	}
	_, err = k.DecideProposal(k.ctx, k.me, "a", t, nil)
	k.is(err, store.ErrDecided)
	list, err := k.ProposalTriages(k.ctx, k.me, p.ID, 0)
	k.ok(err)
	if diff := cmp.Diff([]store.Triage{made}, list); diff != "" {
		k.Error(diff)
	}
	k.ok(k.LockProposal(k.ctx, k.me, p.ID, "i", "a", -time.Second)) // which is up
	k.ok(k.LockProposal(k.ctx, k.me, p.ID, "i", "b", time.Minute))
	k.ok(k.UnlockProposal(k.ctx, k.me, p.ID, "a")) // which is not its own any more
	k.is(k.LockProposal(k.ctx, k.me, p.ID, "i", "a", time.Minute), store.ErrLeased)
	k.ok(k.UnlockProposal(k.ctx, k.me, p.ID, "b"))
	k.ok(k.LockProposal(k.ctx, k.me, p.ID, "i", "a", time.Minute))
	for _, id := range []string{"", "x", "y"} {
		if at, err := k.TriageCursor(k.ctx, k.me, "cautious"); err != nil || at != id {
			k.Errorf("%q %v, want %q", at, err, id)
		}
		k.ok(k.SetTriageCursor(k.ctx, k.me, "cautious", map[string]string{"": "x", "x": "y", "y": "z"}[id]))
	}
}

// Many decide at once: one of them does.
func decidedOnce(k *kit) {
	p := k.propose(k.me, "soul.md")
	var group sync.WaitGroup
	errs := make(chan error, 8)
	for i := range 8 {
		group.Go(func() {
			own := p
			own.State, own.Reason = store.ProposalRejected, fmt.Sprint(i)
			_, err := k.ChangeProposal(k.ctx, k.me, own, "proposal.rejected", map[string]int{"by": i})
			errs <- err
		})
	}
	group.Wait()
	close(errs)
	done := 0
	for err := range errs {
		if err == nil {
			done++
		} else if !errors.Is(err, store.ErrChanged) {
			k.Error(err)
		}
	}
	entries, err := k.Entries(k.ctx, k.me, 0, 0)
	k.ok(err)
	if done != 1 || len(entries) != 2 {
		k.Errorf("%d decided, with %d entries", done, len(entries))
	}
}

func versions(k *kit) {
	for i, content := range []string{"a", "b", "b", "a"} {
		v, err := k.AddFileVersion(k.ctx, k.me, "soul.md", fmt.Sprint(i), []byte(content))
		k.ok(err)
		if want := []int64{1, 2, 2, 3}[i]; v.Number != want {
			k.Errorf("%q has the number %d, want %d", content, v.Number, want)
		}
		k.clock.Add(time.Second)
	}
	_, err := k.AddFileVersion(k.ctx, k.me, "user.md", "", []byte("c"))
	k.ok(err)
	list, err := k.ListFileVersions(k.ctx, k.me, "soul.md", 0)
	k.ok(err)
	if len(list) != 3 || list[0].Number != 3 || list[0].Proposal != "3" || list[1].Proposal != "1" {
		k.Errorf("%+v", list)
	}
	content, err := k.Content(k.ctx, k.me, list[1].Digest)
	if err != nil || !bytes.Equal(content, []byte("b")) {
		k.Errorf("%q %v", content, err)
	}
	all, err := k.ListFileVersions(k.ctx, k.me, "", 0)
	k.ok(err)
	other, err := k.ListFileVersions(k.ctx, k.scope("local", "ida", "lyra"), "", 0)
	k.ok(err)
	if len(all) != 4 || len(other) != 0 {
		k.Errorf("%d and %d", len(all), len(other))
	}
}

// What is forgotten is not quoted any more.
func quotesForgotten(k *kit) {
	m := k.remember(k.me, "the lamp needs oil")
	p := k.propose(k.me, "soul.md")
	k.ok(k.Forget(k.ctx, k.me, m.ID, true))
	got, err := k.Proposal(k.ctx, k.me, p.ID)
	k.ok(err)
	if e := got.Evidence[0]; !e.Withdrawn || e.Quote == p.Evidence[0].Quote || got.Version != 2 {
		k.Errorf("%+v", got)
	}
}

// TC-14: a change of memories and what is said of its proposal are one step; nobody
// else sees it.
func memoriesProposed(k *kit) {
	bo := k.scope("local", "bo", k.me.Profile())
	p := k.propose(k.me, store.ProposedMemories+k.me.User())
	_, err := k.Proposal(k.ctx, bo, p.ID)
	k.is(err, store.ErrNotFound)
	list, err := k.ListProposals(k.ctx, bo, store.ProposalFilter{})
	k.ok(err)
	own, err := k.ListProposals(k.ctx, k.me, store.ProposalFilter{})
	k.ok(err)
	if len(list) != 0 || len(own) != 1 {
		k.Errorf("%d and %d", len(list), len(own))
	}
	a, b := k.remember(k.me, "the lamp needs oil"), k.remember(k.me, "oil is for the lamp")
	was := []store.Memory{a, b}
	made := store.Memory{ID: store.MemoryMade, Text: "The lamp burns oil.", Confidence: 0.5}
	for i := range was {
		was[i].Superseded = ""
	}
	now := []store.Memory{a, b, made}
	now[0].Superseded, now[1].Superseded = store.MemoryMade, store.MemoryMade
	stale := []store.Memory{a, b}
	stale[1].Promoted = true
	_, err = k.ChangeMemories(k.ctx, k.me, stale, now, p, "proposal.applied", nil)
	k.is(err, store.ErrChanged)
	old := p
	old.Version = 7
	_, err = k.ChangeMemories(k.ctx, k.me, was, now, old, "proposal.applied", nil)
	k.is(err, store.ErrChanged)
	_, err = k.ChangeMemories(k.ctx, bo, was, now, p, "proposal.applied", nil)
	k.is(err, store.ErrChanged)
	found, err := k.ListMemories(k.ctx, k.me, false, 0)
	k.ok(err)
	if len(found) != 2 {
		k.Errorf("a change that was refused left %v", texts(found))
	}
	now = []store.Memory{now[0], now[1], made}
	p, err = k.ChangeMemories(k.ctx, k.me, was, now, p, "proposal.applied", nil)
	k.ok(err)
	found, err = k.ListMemories(k.ctx, k.me, false, 0)
	k.ok(err)
	if len(found) != 1 || found[0].ID != p.Change.Made || p.Version != 2 {
		k.Errorf("%v, %+v", texts(found), p)
	}
	m, err := k.Memory(k.ctx, k.me, a.ID)
	k.ok(err)
	if m.Superseded != p.Change.Made {
		k.Errorf("%+v", m)
	}
	if found, err = k.SearchMemories(k.ctx, k.me, "lamp burns", false, 0); err != nil || len(found) == 0 || found[0].ID != p.Change.Made {
		k.Errorf("%v, %v", texts(found), err)
	}
}
