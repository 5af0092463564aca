package storetest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// org makes an organisation, and returns the scope of a user in it.
func (k *kit) org(slug, user string) scope.Scope {
	k.Helper()
	sc := k.scope(slug, user, "")
	_, err := k.CreateOrg(k.ctx, sc, "The "+slug, store.OrgProfile{ID: "bot-" + slug, Name: "Default Bot"})
	k.ok(err)
	return sc
}

// platform is the scope of somebody who makes organisations.
func (k *kit) platform() scope.Scope { return k.scope(scope.Platform, "root", "") }

func (k *kit) user(name string) {
	k.Helper()
	_, err := k.CreateUser(k.ctx, k.platform(), store.User{Name: name})
	k.ok(err)
}

// actions are those that the audit of a scope tells of.
func (k *kit) actions(sc scope.Scope) (list []string) {
	k.Helper()
	all, err := k.Entries(k.ctx, sc, 0, 0)
	k.ok(err)
	for _, e := range all {
		list = append(list, e.Action)
	}
	return list
}

func (k *kit) audits(sc scope.Scope, want ...string) {
	k.Helper()
	if diff := cmp.Diff(want, k.actions(sc)); diff != "" {
		k.Errorf("the audit of %s: %s", sc.Org(), diff)
	}
}

func orgs(k *kit) {
	acme, zeta := k.org("acme", "ida"), k.org("zeta", "ida")
	_, err := k.CreateOrg(k.ctx, acme, "Another", store.OrgProfile{ID: "other", Name: "x"})
	k.is(err, store.ErrExists)
	if got, err := k.Org(k.ctx, acme); err != nil || got.Name != "The acme" || !got.Created.Equal(k.clock.Now()) || !got.Archived.IsZero() {
		k.Errorf("%+v (%v)", got, err)
	}
	_, err = k.Org(k.ctx, k.scope("none", "ida", ""))
	k.is(err, store.ErrNotFound)
	k.user("ida") // which makes the platform's row
	slugs := func(sc scope.Scope, after string, limit int) (list []string) {
		all, err := k.ListOrgs(k.ctx, sc, after, limit)
		k.ok(err)
		for _, o := range all {
			list = append(list, o.Slug)
		}
		return list
	}
	if diff := cmp.Diff([][]string{{"acme", "zeta"}, {"zeta"}, {"acme"}, {"zeta"}}, [][]string{
		slugs(k.platform(), "", 0), slugs(k.platform(), "acme", 0), slugs(k.platform(), "", 1), slugs(zeta, "", 0),
	}); diff != "" {
		k.Error(diff)
	}
	k.ok(k.RenameOrg(k.ctx, acme, "Acme Ltd"))
	k.ok(k.ArchiveOrg(k.ctx, acme, true))
	if got, err := k.Org(k.ctx, acme); err != nil || got.Name != "Acme Ltd" || !got.Archived.Equal(k.clock.Now()) {
		k.Errorf("%+v (%v)", got, err)
	}
	k.ok(k.ArchiveOrg(k.ctx, acme, false))
	k.is(k.RenameOrg(k.ctx, k.scope("none", "ida", ""), "x"), store.ErrNotFound)
	k.is(k.ArchiveOrg(k.ctx, k.scope("none", "ida", ""), true), store.ErrNotFound)
	for _, shared := range []bool{true, true, false, true} {
		k.ok(k.ShareOrg(k.ctx, acme, shared))
		if got, err := k.Org(k.ctx, acme); err != nil || got.Shared.IsZero() == shared {
			k.Errorf("%+v (%v)", got, err)
		}
	}
	k.audits(acme, "org.created", "org.renamed", "org.archived", "org.restored", "org.shared", "org.private", "org.shared")
	k.audits(zeta, "org.created")
}

// TC-03, TC-05: of profiles one is the default one, and two organisations may
// have the same id.
func orgProfiles(k *kit) {
	acme, zeta := k.org("acme", "ida"), k.org("zeta", "ida")
	for _, sc := range []scope.Scope{acme, zeta} {
		_, err := k.AddProfile(k.ctx, sc, store.OrgProfile{ID: "caelum", Name: "Caelum", Default: true})
		k.ok(err)
	}
	_, err := k.AddProfile(k.ctx, acme, store.OrgProfile{ID: "caelum", Name: "x"})
	k.is(err, store.ErrExists)
	_, err = k.AddProfile(k.ctx, k.scope("none", "ida", ""), store.OrgProfile{ID: "caelum", Name: "x"})
	k.is(err, store.ErrNotFound)
	names := func(sc scope.Scope) (list []string) {
		all, err := k.OrgProfiles(k.ctx, sc)
		k.ok(err)
		for _, p := range all {
			list = append(list, fmt.Sprint(p.ID, " ", p.Default))
		}
		return list
	}
	if diff := cmp.Diff([]string{"bot-acme true", "caelum false"}, names(acme)); diff != "" {
		k.Error(diff)
	}
	k.is(k.DeleteProfile(k.ctx, acme, "bot-acme"), store.ErrDefault)
	k.is(k.DeleteProfile(k.ctx, acme, "bot-zeta"), store.ErrNotFound)
	k.is(k.SetDefaultProfile(k.ctx, acme, "bot-zeta"), store.ErrNotFound)
	k.ok(k.SetDefaultProfile(k.ctx, acme, "caelum"))
	if p, err := k.OrgProfile(k.ctx, acme, ""); err != nil || p.ID != "caelum" || !p.Default {
		k.Errorf("%+v (%v)", p, err)
	}
	_, err = k.OrgProfile(k.ctx, acme, "bot-zeta")
	k.is(err, store.ErrNotFound)
	k.ok(k.DeleteProfile(k.ctx, acme, "bot-acme"))
	if diff := cmp.Diff([][]string{{"caelum true"}, {"bot-zeta true", "caelum false"}}, [][]string{names(acme), names(zeta)}); diff != "" {
		k.Error(diff)
	}
	k.audits(acme, "org.created", "profile.created", "profile.default", "profile.deleted")
}

func users(k *kit) {
	root := k.platform()
	made, err := k.CreateUser(k.ctx, root, store.User{Name: "ida", Display: "Ida", Password: "hash", Subject: "https://id.example 7"})
	k.ok(err)
	k.user("ole")
	k.user("eva") // two without a subject
	_, err = k.CreateUser(k.ctx, root, store.User{Name: "ida"})
	k.is(err, store.ErrExists)
	_, err = k.CreateUser(k.ctx, root, store.User{Name: "ada", Subject: made.Subject})
	k.is(err, store.ErrExists)
	found, err := k.FindUser(k.ctx, root, made.Subject)
	k.ok(err)
	if diff := cmp.Diff(made, found); diff != "" {
		k.Error(diff)
	}
	for _, subject := range []string{"", "https://id.example 8"} {
		_, err = k.FindUser(k.ctx, root, subject)
		k.is(err, store.ErrNotFound)
	}
	k.is(k.UpdateUser(k.ctx, root, store.User{Name: "ole", Subject: made.Subject}), store.ErrExists)
	k.ok(k.UpdateUser(k.ctx, root, store.User{Name: "ole", Display: "Ole", Password: "other"}))
	k.is(k.UpdateUser(k.ctx, root, store.User{Name: "nobody"}), store.ErrNotFound)
	if u, err := k.User(k.ctx, root, "ole"); err != nil || u.Display != "Ole" || u.Password != "other" {
		k.Errorf("%+v (%v)", u, err)
	}
	list, err := k.ListUsers(k.ctx, root, "eva", 1)
	k.ok(err)
	if len(list) != 1 || list[0].Name != "ida" {
		k.Errorf("%+v", list)
	}
	acme := k.org("acme", "root") // which sees none of them
	_, err = k.User(k.ctx, acme, "ida")
	k.is(err, store.ErrNotFound)
	_, err = k.CreateUser(k.ctx, acme, store.User{Name: "new"})
	k.is(err, store.ErrNotFound)
	k.is(k.DisableUser(k.ctx, acme, "ida", true), store.ErrNotFound)

	k.ok(k.SetMember(k.ctx, root, "ida", "root", "root"))
	k.ok(k.DisableUser(k.ctx, root, "ole", true))
	k.is(k.DisableUser(k.ctx, root, "ida", true), store.ErrLast)
	k.ok(k.SetMember(k.ctx, root, "ole", "root", "root"))
	k.is(k.DisableUser(k.ctx, root, "ida", true), store.ErrLast) // the other one is disabled
	k.ok(k.DisableUser(k.ctx, root, "ole", false))
	k.ok(k.DisableUser(k.ctx, root, "ida", true))
	if u, err := k.User(k.ctx, root, "ida"); err != nil || !u.Disabled.Equal(k.clock.Now()) {
		k.Errorf("%+v (%v)", u, err)
	}
	k.is(k.RemoveUser(k.ctx, root, "ida"), store.ErrExists)
	k.ok(k.RemoveUser(k.ctx, root, "eva"))
	k.is(k.RemoveUser(k.ctx, root, "eva"), store.ErrNotFound)
	k.audits(root, "user.created", "user.created", "user.created", "user.changed", "member.added", "user.disabled", "member.added",
		"user.enabled", "user.disabled", "user.removed")
}

// TC-17: the last admin stays one.
func members(k *kit) {
	acme, zeta := k.org("acme", "root"), k.org("zeta", "root")
	k.is(k.SetMember(k.ctx, k.scope("none", "root", ""), "ida", "admin", "admin"), store.ErrNotFound)
	k.ok(k.SetMember(k.ctx, acme, "ida", "admin", "admin"))
	k.ok(k.SetMember(k.ctx, acme, "ole", "viewer", "admin"))
	k.ok(k.SetMember(k.ctx, zeta, "ida", "member", "admin"))
	k.is(k.SetMember(k.ctx, acme, "ida", "member", "admin"), store.ErrLast)
	k.is(k.RemoveMember(k.ctx, acme, "ida", "admin"), store.ErrLast)
	k.ok(k.SetMember(k.ctx, acme, "ida", "admin", "admin")) // which changes nothing
	k.ok(k.SetMember(k.ctx, acme, "ole", "admin", "admin"))
	k.ok(k.SetMember(k.ctx, acme, "ida", "member", "admin"))
	all, err := k.ListMembers(k.ctx, acme, "", 0)
	k.ok(err)
	if diff := cmp.Diff([]store.Member{
		{Org: "acme", User: "ida", Role: "member", Created: k.clock.Now()}, {Org: "acme", User: "ole", Role: "admin", Created: k.clock.Now()},
	}, all); diff != "" {
		k.Error(diff)
	}
	mine, err := k.Memberships(k.ctx, k.scope(scope.Platform, "ida", ""))
	k.ok(err)
	if len(mine) != 2 || mine[0].Org != "acme" || mine[1].Org != "zeta" || mine[0].User != "ida" {
		k.Errorf("%+v", mine)
	}
	ida, other := k.scope("acme", "ida", ""), k.scope("zeta", "ida", "")
	for i, sc := range []scope.Scope{ida, other} {
		_, err := k.AddToken(k.ctx, sc, store.Token{Prefix: fmt.Sprint("p", i)})
		k.ok(err)
	}
	k.ok(k.RemoveMember(k.ctx, acme, "ida", "admin"))
	k.is(k.RemoveMember(k.ctx, acme, "ida", "admin"), store.ErrNotFound)
	_, err = k.Member(k.ctx, acme, "ida")
	k.is(err, store.ErrNotFound)
	for i, revoked := range []bool{true, false} {
		if t, err := k.FindToken(k.ctx, fmt.Sprint("p", i)); err != nil || t.Revoked.IsZero() == revoked {
			k.Errorf("token %d: %+v (%v)", i, t, err)
		}
	}
	k.ok(k.EndTokens(k.ctx, zeta, "ida"))
	k.audits(acme, "org.created", "member.added", "member.added", "member.changed", "member.changed", "token.revoked", "member.removed")
	k.audits(zeta, "org.created", "member.added", "token.revoked")
}

func lastAdmins(k *kit) {
	for round := range 10 {
		sc := k.org(fmt.Sprint("acme", round), "root")
		users := []string{"ida", "ole"}
		for _, user := range users {
			k.ok(k.SetMember(k.ctx, sc, user, "admin", "admin"))
		}
		var group sync.WaitGroup
		errs := make([]error, len(users))
		for i, user := range users {
			group.Go(func() { errs[i] = k.RemoveMember(k.ctx, sc, user, "admin") })
		}
		group.Wait()
		if errors.Is(errs[0], store.ErrLast) == errors.Is(errs[1], store.ErrLast) {
			k.Fatalf("round %d: %v, %v", round, errs[0], errs[1])
		}
	}
}

// TC-18: an invite is accepted once, not when it is revoked or expired.
func invites(k *kit) {
	acme := k.org("acme", "ida")
	made := map[string]store.Invite{}
	for _, prefix := range []string{"a", "b", "c", "d"} {
		i, err := k.AddInvite(k.ctx, acme, store.Invite{Role: "member", Prefix: prefix, Hash: "h", Expires: k.clock.Now().Add(time.Hour)})
		k.ok(err)
		made[prefix] = i
		k.clock.Add(time.Second)
	}
	_, err := k.AddInvite(k.ctx, k.scope("none", "ida", ""), store.Invite{Role: "member", Prefix: "z"})
	k.is(err, store.ErrNotFound)
	found, err := k.FindInvite(k.ctx, acme, "a")
	k.ok(err)
	if diff := cmp.Diff(made["a"], found); diff != "" || found.By != "ida" || found.State(k.clock.Now()) != store.InviteOpen {
		k.Errorf("%s%+v", diff, found)
	}
	_, err = k.FindInvite(k.ctx, k.scope("zeta", "ida", ""), "a")
	k.is(err, store.ErrNotFound)
	state := func(err error, want store.InviteState) {
		k.Helper()
		var not *store.NotOpenError
		if !errors.As(err, &not) || not.State != want {
			k.Errorf("the error is %v, want that it is %s", err, want)
		}
	}
	ole := k.scope("acme", "ole", "")
	m, err := k.AcceptInvite(k.ctx, ole, made["a"].ID)
	k.ok(err)
	if m.User != "ole" || m.Role != "member" {
		k.Errorf("%+v", m)
	}
	_, err = k.AcceptInvite(k.ctx, k.scope("acme", "eva", ""), made["a"].ID)
	state(err, store.InviteAccepted)
	_, err = k.AcceptInvite(k.ctx, ole, made["b"].ID)
	k.is(err, store.ErrExists)
	_, err = k.AcceptInvite(k.ctx, k.scope("zeta", "eva", ""), made["b"].ID)
	k.is(err, store.ErrNotFound)
	k.is(k.RevokeInvite(k.ctx, k.scope("zeta", "eva", ""), made["b"].ID), store.ErrNotFound)
	k.ok(k.RevokeInvite(k.ctx, acme, made["b"].ID))
	_, err = k.AcceptInvite(k.ctx, k.scope("acme", "eva", ""), made["b"].ID)
	state(err, store.InviteRevoked)
	state(k.RevokeInvite(k.ctx, acme, made["b"].ID), store.InviteRevoked)
	k.clock.Add(time.Hour)
	_, err = k.AcceptInvite(k.ctx, k.scope("acme", "eva", ""), made["c"].ID)
	state(err, store.InviteExpired)
	list, err := k.ListInvites(k.ctx, acme, made["a"].ID, 2)
	k.ok(err)
	if len(list) != 2 || list[0].Prefix != "b" || list[1].Prefix != "c" {
		k.Errorf("%+v", list)
	}
	k.audits(acme, "org.created", "invite.made", "invite.made", "invite.made", "invite.made", "invite.accepted", "member.added", "invite.revoked")
}

func logins(k *kit) {
	root, ida := k.platform(), k.scope(scope.Platform, "ida", "")
	k.user("ida")
	k.user("ole")
	var made []store.Login
	for i := range 3 {
		l, err := k.AddLogin(k.ctx, ida, store.Login{Prefix: fmt.Sprint("p", i), Hash: "h", Expires: k.clock.Now().Add(time.Hour)})
		k.ok(err)
		made = append(made, l)
	}
	found, err := k.FindLogin(k.ctx, root, "p0")
	k.ok(err)
	if diff := cmp.Diff(made[0], found); diff != "" || found.User != "ida" {
		k.Errorf("%s%+v", diff, found)
	}
	k.is(k.EndLogin(k.ctx, k.scope(scope.Platform, "ole", ""), made[0].ID), store.ErrNotFound)
	k.is(k.SwitchLogin(k.ctx, k.scope(scope.Platform, "ole", ""), made[0].ID, "acme"), store.ErrNotFound)
	k.ok(k.SwitchLogin(k.ctx, ida, made[0].ID, "acme"))
	k.ok(k.EndLogin(k.ctx, ida, made[0].ID))
	k.is(k.EndLogin(k.ctx, ida, made[0].ID), store.ErrNotFound)
	if l, err := k.FindLogin(k.ctx, root, "p0"); err != nil || l.Org != "acme" || !l.Ended.Equal(k.clock.Now()) {
		k.Errorf("%+v (%v)", l, err)
	}
	k.ok(k.EndLogins(k.ctx, root, "ida"))
	k.ok(k.EndLogins(k.ctx, root, "ida")) // which has nothing to tell
	l, err := k.AddLogin(k.ctx, ida, store.Login{Prefix: "p3", Expires: k.clock.Now().Add(2 * time.Hour)})
	k.ok(err)
	k.clock.Add(90 * time.Minute)
	k.ok(k.DisableUser(k.ctx, root, "ida", true))
	for _, prefix := range []string{"p1", "p2", "p3"} {
		if l, err := k.FindLogin(k.ctx, root, prefix); err != nil || l.Ended.IsZero() {
			k.Errorf("%+v (%v)", l, err)
		}
	}
	_, err = k.AddLogin(k.ctx, k.scope(scope.Platform, "ole", ""), store.Login{Prefix: "p4", Expires: k.clock.Now().Add(time.Hour)})
	k.ok(err)
	_, err = k.FindLogin(k.ctx, root, "p1") // it had expired when the last one was kept
	k.is(err, store.ErrNotFound)
	k.ok(k.RemoveUser(k.ctx, root, "ida"))
	_, err = k.FindLogin(k.ctx, root, l.Prefix)
	k.is(err, store.ErrNotFound)
}
