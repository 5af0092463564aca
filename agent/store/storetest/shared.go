package storetest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/store"
)

// texts are those of the entries of a version.
func (k *kit) texts(v store.SharedVersion) string {
	var all []string
	for _, e := range v.Entries {
		all = append(all, e.Text)
	}
	return strings.Join(all, " ")
}

// TC-26: what an organisation shares has versions, of which 50 are kept.
func shared(k *kit) {
	acme, zeta := k.org("acme", "ida"), k.org("zeta", "ida")
	v, err := k.Shared(k.ctx, acme, 0)
	k.ok(err)
	if v.Number != 0 || len(v.Entries) != 0 {
		k.Errorf("%+v", v)
	}
	for n := 1; n <= store.SharedKept+2; n++ {
		k.clock.Add(time.Second)
		v.Action, v.Source = "added", 0
		v.Entries = []store.SharedEntry{{Text: fmt.Sprint("fact ", n), Author: "ida", Pinned: n == 1}}
		v, err = k.PutShared(k.ctx, acme, v, nil)
		k.ok(err)
		if v.Number != n || v.Source != n || v.Entries[0].ID == "" || !v.Entries[0].Created.Equal(k.clock.Now()) || v.Author != "ida" {
			k.Fatalf("%+v", v)
		}
	}
	stale := v
	stale.Number--
	_, err = k.PutShared(k.ctx, acme, stale, nil)
	k.is(err, store.ErrChanged)
	now, err := k.Shared(k.ctx, acme, 0)
	k.ok(err)
	if diff := cmp.Diff(v, now); diff != "" {
		k.Error(diff)
	}
	all, err := k.SharedVersions(k.ctx, acme)
	if err != nil || len(all) != store.SharedKept || all[0].Number != store.SharedKept+2 || all[len(all)-1].Number != 3 {
		k.Errorf("%d versions, %v", len(all), err)
	}
	_, err = k.Shared(k.ctx, acme, 2)
	k.is(err, store.ErrNotFound)
	if old, err := k.Shared(k.ctx, acme, 3); err != nil || k.texts(old) != "fact 3" {
		k.Errorf("%+v, %v", old, err)
	}
	if other, err := k.Shared(k.ctx, zeta, 0); err != nil || other.Number != 0 {
		k.Errorf("another organisation sees %+v, %v", other, err)
	}
	if got := k.actions(acme); len(got) != store.SharedKept+3 || got[1] != "shared.added" {
		k.Errorf("the audit has %v", got)
	}
}

// TC-26: a proposal is decided once, with the version that it gives.
func sharedProposals(k *kit) {
	acme, zeta := k.org("acme", "bo"), k.org("zeta", "bo")
	p, err := k.ProposeShared(k.ctx, acme, "The well is deep.")
	k.ok(err)
	q, err := k.ProposeShared(k.ctx, acme, "The well is dry.")
	k.ok(err)
	ida := k.scope("acme", "ida", "")
	_, err = k.SharedProposal(k.ctx, zeta, p.ID)
	k.is(err, store.ErrNotFound)
	k.is(k.RejectShared(k.ctx, zeta, p.ID, ""), store.ErrNotFound)
	p.State = store.SharedApproved
	// Of many who approve at once, one does.
	var done sync.WaitGroup
	results := make([]error, 8)
	for n := range results {
		done.Go(func() {
			_, results[n] = k.PutShared(k.ctx, ida, store.SharedVersion{Action: "approved", Entries: []store.SharedEntry{{Text: p.Text, Author: p.Author}}}, &p)
		})
	}
	done.Wait()
	won := 0
	for _, err := range results {
		if err == nil {
			won++
		} else {
			k.is(err, store.ErrChanged)
		}
	}
	if now, err := k.Shared(k.ctx, acme, 0); err != nil || won != 1 || now.Number != 1 || k.texts(now) != "The well is deep." {
		k.Errorf("%d won: %+v, %v", won, now, err)
	}
	k.is(k.RejectShared(k.ctx, ida, p.ID, "late"), store.ErrChanged)
	// What cannot be decided changes nothing.
	_, err = k.PutShared(k.ctx, ida, store.SharedVersion{Number: 1, Action: "approved"}, &p)
	k.is(err, store.ErrChanged)
	k.ok(k.RejectShared(k.ctx, ida, q.ID, "It is not."))
	pending, err := k.SharedProposals(k.ctx, acme, store.SharedPending, 0)
	all, allErr := k.SharedProposals(k.ctx, acme, "", 0)
	if err != nil || allErr != nil || len(pending) != 0 || len(all) != 2 || all[0].ID != q.ID || all[0].State != store.SharedRejected ||
		all[0].Reason != "It is not." || all[0].Decider != "ida" || all[0].Author != "bo" || all[1].State != store.SharedApproved || all[1].Decided.IsZero() {
		k.Errorf("%v, %+v (%v, %v)", pending, all, err, allErr)
	}
	k.audits(acme, "org.created", "shared.proposed", "shared.proposed", "shared.proposal.approved", "shared.approved", "shared.proposal.rejected")
}

// bornArchived keeps a memory that no prompt ever has, and forgets it.
func bornArchived(k *kit) {
	m, err := k.SaveMemory(k.ctx, k.me, store.Memory{Text: "The gong is brass.", Archived: k.clock.Now().Add(-time.Hour), Why: "imported"})
	if k.ok(err); !m.Archived.Equal(k.clock.Now()) {
		k.Errorf("%+v", m)
	}
	if again, err := k.Memory(k.ctx, k.me, m.ID); err != nil || again != m {
		k.Errorf("%+v, want %+v, %v", again, m, err)
	}
	if live, err := k.ListMemories(k.ctx, k.me, false, 0); err != nil || slices.ContainsFunc(live, func(one store.Memory) bool { return one.ID == m.ID }) {
		k.Errorf("%v, %v", live, err)
	}
	if found, err := k.SearchMemories(k.ctx, k.me, "gong", false, 0); err != nil || len(found) != 1 || found[0].Why != "imported" {
		k.Errorf("%v, %v", found, err)
	}
	k.ok(k.Forget(k.ctx, k.me, m.ID, false))
}

// TC-14: what is archived is in no list, all or none, and can be found.
func archived(k *kit) {
	save := func(text string) string {
		k.clock.Add(time.Second)
		m, err := k.SaveMemory(k.ctx, k.me, store.Memory{Text: text})
		k.ok(err)
		return m.ID
	}
	a, b, c := save("The kettle is blue."), save("The kettle whistles."), save("The lamp burns.")
	other := k.scope("local", "bo", "caelum")
	err := k.ArchiveMemories(k.ctx, other, []string{a}, "")
	k.is(err, store.ErrNotFound)
	err = k.ArchiveMemories(k.ctx, k.me, []string{a, "none"}, "old")
	if k.is(err, store.ErrNotFound); err == nil || !strings.Contains(err.Error(), "none") || strings.Contains(err.Error(), a) {
		k.Errorf("what is missing is not named: %v", err)
	}
	list := func() (texts []string) {
		all, err := k.ListMemories(k.ctx, k.me, false, 0)
		k.ok(err)
		for _, m := range all {
			texts = append(texts, m.Text)
		}
		return texts
	}
	if got := list(); len(got) != 3 {
		k.Errorf("some are archived: %v", got)
	}
	k.ok(k.ArchiveMemories(k.ctx, k.me, []string{a, b}, "old"))
	k.is(k.ArchiveMemories(k.ctx, k.me, []string{a}, ""), store.ErrNotFound)
	if diff := cmp.Diff([]string{"The lamp burns."}, list()); diff != "" {
		k.Error(diff)
	}
	bornArchived(k)
	archive, err := k.ArchivedMemories(k.ctx, k.me, 0)
	if err != nil || len(archive) != 2 || archive[0].ID != b || archive[0].Why != "old" || !archive[0].Archived.Equal(k.clock.Now()) {
		k.Errorf("%+v, %v", archive, err)
	}
	if found, err := k.SearchMemories(k.ctx, k.me, "kettle", false, 5); err != nil || len(found) != 2 || found[0].Archived.IsZero() {
		k.Errorf("searching finds %+v, %v", found, err)
	}
	k.ok(k.RestoreMemory(k.ctx, k.me, a))
	k.is(k.RestoreMemory(k.ctx, k.me, c), store.ErrNotFound)
	if got := list(); len(got) != 2 {
		k.Errorf("the list has %v", got)
	}
	if got, err := k.ArchivedMemories(k.ctx, other, 0); err != nil || len(got) > 0 {
		k.Errorf("another user sees %v, %v", got, err)
	}
}
