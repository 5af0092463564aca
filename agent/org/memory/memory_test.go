package memory_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/org/memory"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
)

// kit is a service in a test, with an organisation and a caller of each role.
type kit struct {
	*testing.T
	*memory.Service
	ctx                   context.Context
	store                 store.Store
	admin, member, viewer org.Caller
}

func newKit(t *testing.T) *kit {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	k := &kit{T: t, Service: &memory.Service{Store: s}, ctx: t.Context(), store: s}
	k.admin, k.member, k.viewer = org.Caller{User: "ida", Org: "acme", Role: org.Admin}, org.Caller{User: "bo", Org: "acme", Role: org.Member}, org.Caller{User: "vi", Org: "acme", Role: org.Viewer}
	return k
}

func (k *kit) ok(err error) {
	k.Helper()
	if err != nil {
		k.Fatal(err)
	}
}

func (k *kit) is(err, want error) {
	k.Helper()
	if !errors.Is(err, want) {
		k.Errorf("the error is %v, want %v", err, want)
	}
}

func (k *kit) holds(want ...string) {
	k.Helper()
	v, err := k.Show(k.ctx, k.viewer)
	k.ok(err)
	var got []string
	for _, e := range v.Entries {
		got = append(got, e.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		k.Errorf("shared is: %s", diff)
	}
}

// TC-26: members propose, admins decide, viewers read.
func TestMembersProposeAndAdminsDecide(t *testing.T) {
	k := newKit(t)
	_, err := k.Propose(k.ctx, k.viewer, "x")
	k.is(err, org.ErrForbidden)
	p, err := k.Propose(k.ctx, k.member, " The well\nis  deep. ")
	k.ok(err)
	q, err := k.Propose(k.ctx, k.admin, "The gate is red.")
	k.ok(err)
	for _, by := range []org.Caller{k.member, k.viewer, {User: "ida", Org: "zeta", Role: org.Admin}} {
		if _, err := k.Approve(k.ctx, by, p.ID, false); err == nil {
			t.Errorf("%+v may approve", by)
		}
		if err := k.Reject(k.ctx, by, p.ID, ""); err == nil {
			t.Errorf("%+v may reject", by)
		}
	}
	k.holds()
	_, err = k.Proposals(k.ctx, k.viewer, "")
	k.is(err, org.ErrForbidden)
	if own, err := k.Proposals(k.ctx, k.member, ""); err != nil || len(own) != 1 || own[0].Text != "The well is deep." {
		t.Errorf("%+v, %v", own, err)
	}
	_, err = k.Approve(k.ctx, k.admin, p.ID, true)
	k.ok(err)
	_, err = k.Approve(k.ctx, k.admin, p.ID, true)
	k.is(err, store.ErrChanged)
	k.ok(k.Reject(k.ctx, k.admin, q.ID, "It is green."))
	k.is(k.Reject(k.ctx, k.admin, q.ID, ""), store.ErrChanged)
	k.holds("The well is deep.")
	v, err := k.Show(k.ctx, k.viewer)
	if err != nil || !v.Entries[0].Pinned || v.Entries[0].Author != "bo" || v.Author != "ida" {
		t.Errorf("%+v, %v", v, err)
	}
	sc, err := scope.New("acme", "ida", "")
	k.ok(err)
	entries, err := k.store.Entries(k.ctx, sc, 0, 0)
	k.ok(err)
	var actions []string
	for _, e := range entries {
		actions = append(actions, e.User+" "+e.Action)
	}
	if diff := cmp.Diff([]string{
		"bo shared.proposed", "ida shared.proposed", "ida shared.proposal.approved", "ida shared.approved", "ida shared.proposal.rejected",
	}, actions); diff != "" {
		t.Error(diff)
	}
}

// TC-26: every change can be undone, as far back as versions are kept.
func TestChangesAreUndoneAndRestored(t *testing.T) {
	k := newKit(t)
	_, err := k.Undo(k.ctx, k.admin)
	k.is(err, store.ErrNotFound)
	a, err := k.Add(k.ctx, k.admin, "A", false)
	k.ok(err)
	_, err = k.Add(k.ctx, k.admin, "B", true)
	k.ok(err)
	_, err = k.Remove(k.ctx, k.admin, a.Entries[0].ID)
	k.ok(err)
	k.holds("B")
	for _, want := range [][]string{{"B", "A"}, {"A"}, nil} {
		_, err := k.Undo(k.ctx, k.admin)
		k.ok(err)
		k.holds(want...)
	}
	_, err = k.Undo(k.ctx, k.admin)
	k.is(err, store.ErrNotFound)
	_, err = k.Restore(k.ctx, k.admin, 2)
	k.ok(err)
	k.holds("B", "A")
	_, err = k.Add(k.ctx, k.admin, "C", false)
	k.ok(err)
	for _, want := range [][]string{{"B", "A"}, {"A"}} { // over the one that was restored
		_, err := k.Undo(k.ctx, k.admin)
		k.ok(err)
		k.holds(want...)
	}
	for _, number := range []int{-1, 0, 99} {
		_, err := k.Restore(k.ctx, k.admin, number)
		k.is(err, store.ErrNotFound)
	}
	for _, by := range []org.Caller{k.member, k.viewer} {
		_, err := k.Undo(k.ctx, by)
		k.is(err, org.ErrForbidden)
		_, err = k.Restore(k.ctx, by, 1)
		k.is(err, org.ErrForbidden)
		_, err = k.Add(k.ctx, by, "x", false)
		k.is(err, org.ErrForbidden)
	}
	list, err := k.History(k.ctx, k.admin)
	if err != nil || len(list) != 10 || list[0].Action != "undone" || list[len(list)-1].Action != "added" {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestWhatIsSharedIsSmall(t *testing.T) {
	k := newKit(t)
	for _, text := range []string{"", " \n", strings.Repeat("x", memory.MaxEntry+1)} {
		_, err := k.Add(k.ctx, k.admin, text, false)
		k.is(err, memory.ErrText)
		_, err = k.Propose(k.ctx, k.member, text)
		k.is(err, memory.ErrText)
	}
	for range memory.MaxBytes / memory.MaxEntry {
		_, err := k.Add(k.ctx, k.admin, strings.Repeat("x", memory.MaxEntry), false)
		k.ok(err)
	}
	p, err := k.Propose(k.ctx, k.member, "One more.")
	k.ok(err)
	_, err = k.Approve(k.ctx, k.admin, p.ID, false)
	k.is(err, memory.ErrText)
	if waiting, err := k.Proposals(k.ctx, k.member, store.SharedPending); err != nil || len(waiting) != 1 {
		t.Errorf("a proposal for which there is no room is decided: %v, %v", waiting, err)
	}
	v, err := k.Show(k.ctx, k.viewer)
	k.ok(err)
	_, err = k.Pin(k.ctx, k.admin, v.Entries[3].ID, true)
	k.ok(err)
	_, err = k.Remove(k.ctx, k.admin, v.Entries[0].ID)
	k.ok(err)
	_, err = k.Approve(k.ctx, k.admin, p.ID, false)
	k.ok(err)
	if v, err = k.Show(k.ctx, k.viewer); err != nil || v.Entries[0].Text != "One more." || !v.Entries[3].Pinned {
		t.Errorf("%d entries, %v", len(v.Entries), err)
	}
	if chosen := memory.Choose(v); len(chosen) != 4 || !chosen[0].Pinned || chosen[1].Text != "One more." {
		t.Errorf("%d chosen", len(chosen))
	}
	_, err = k.Pin(k.ctx, k.admin, "nothing", false)
	k.is(err, store.ErrNotFound)
}

// TestNoChangeIsLost: of many who share at once, all do.
func TestNoChangeIsLost(t *testing.T) {
	k := newKit(t)
	const many = 6
	var done sync.WaitGroup
	errs := make([]error, many)
	for n := range errs {
		done.Go(func() { _, errs[n] = k.Add(k.ctx, k.admin, strings.Repeat("x", n+1), false) })
	}
	done.Wait()
	for _, err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	v, err := k.Show(k.ctx, k.viewer)
	if err != nil || len(v.Entries) != many || v.Number != many {
		t.Errorf("%d entries in version %d, %v", len(v.Entries), v.Number, err)
	}
}

func TestAPromptHasTheNewest(t *testing.T) {
	var v store.SharedVersion
	for n := range 30 {
		v.Entries = append(v.Entries, store.SharedEntry{Text: strings.Repeat("x", n+1), Pinned: n > 27})
	}
	chosen := memory.Choose(v)
	if len(chosen) != 22 || len(chosen[0].Text) != 29 || len(chosen[2].Text) != 1 || len(chosen[21].Text) != 20 {
		t.Errorf("%d chosen", len(chosen))
	}
}
