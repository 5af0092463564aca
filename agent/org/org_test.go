package org_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
)

// kit is a service in a test, with two organisations.
type kit struct {
	*testing.T
	*org.Service
	ctx   context.Context
	store store.Store
	later time.Duration
	owner org.Caller
}

const password = "correct horse"

func newKit(t *testing.T) *kit {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	k := &kit{T: t, ctx: t.Context(), store: s, owner: org.Owner(scope.Platform)}
	k.Service = &org.Service{Store: s, Cost: org.Cost{Memory: 8, Time: 1, Threads: 1}, Now: func() time.Time { return time.Now().Add(k.later) }}
	for _, slug := range []string{"acme", "zeta"} {
		_, err := k.CreateOrg(k.ctx, k.owner, slug, "")
		k.ok(err)
	}
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

// user makes a user with a role in an organisation, and returns him there.
func (k *kit) user(name, slug string, role org.Role) org.Caller {
	k.Helper()
	if _, err := k.User(k.ctx, k.owner, name); errors.Is(err, store.ErrNotFound) {
		_, err := k.CreateUser(k.ctx, k.owner, org.NewUser{Name: name, Password: password})
		k.ok(err)
	}
	k.ok(k.SetMember(k.ctx, org.Owner(slug), name, role))
	c, err := k.Caller(k.ctx, name, slug)
	k.ok(err)
	if c.Role != role {
		k.Fatalf("%+v", c)
	}
	return c
}

// TC-02: the slug of an organisation is trimmed and in small letters, and of
// letters, digits and hyphens.
func TestOrganisationsAreNamedBySlug(t *testing.T) {
	k := newKit(t)
	o, err := k.CreateOrg(k.ctx, k.owner, "  Brave-New-2 ", "Brave New\t")
	k.ok(err)
	if o.Slug != "brave-new-2" || o.Name != "Brave New" {
		t.Errorf("%+v", o)
	}
	_, err = k.CreateOrg(k.ctx, k.owner, "acme", "Another")
	k.is(err, store.ErrExists)
	for _, slug := range []string{"", "a b", "a_b", "-a", "a-", "é", "a/b", "..", "local", "Platform", "con", "a.b", strings.Repeat("a", 64)} {
		_, err := k.CreateOrg(k.ctx, k.owner, slug, "x")
		k.is(err, org.ErrName)
	}
	_, err = k.CreateOrg(k.ctx, k.owner, "fine", "a\u202eb")
	k.is(err, org.ErrName)
}

// TC-03: an organisation begins with one default profile, which cannot be
// deleted.
func TestAnOrganisationHasADefaultProfile(t *testing.T) {
	k := newKit(t)
	list, err := k.Profiles(k.ctx, org.Owner("acme"))
	k.ok(err)
	if len(list) != 1 || !list[0].Default || list[0].Name != org.DefaultName {
		t.Fatalf("%+v", list)
	}
	k.is(k.DeleteProfile(k.ctx, org.Owner("acme"), list[0].ID), store.ErrDefault)
	other, err := k.CreateProfile(k.ctx, org.Owner("acme"), "", "Sky & Sea")
	k.ok(err)
	k.ok(k.SetDefault(k.ctx, org.Owner("acme"), other.ID))
	k.ok(k.DeleteProfile(k.ctx, org.Owner("acme"), list[0].ID))
}

// TC-04: where a profile is not there, the default one speaks, also for the id
// of another organisation's.
func TestTheDefaultProfileSpeaksForWhoIsNotThere(t *testing.T) {
	k := newKit(t)
	acme, zeta := org.Owner("acme"), org.Owner("zeta")
	sky, err := k.CreateProfile(k.ctx, acme, "sky", "Sky")
	k.ok(err)
	_, err = k.CreateProfile(k.ctx, zeta, "sea", "Sea")
	k.ok(err)
	for id, want := range map[string]string{"": org.DefaultName, "none": org.DefaultName, "sea": org.DefaultName, sky.ID: "Sky"} {
		if p, err := k.Speaker(k.ctx, acme, id); err != nil || p.Name != want {
			t.Errorf("%q: %+v (%v)", id, p, err)
		}
	}
	_, err = k.Speaker(k.ctx, org.Owner(scope.Local), "sky")
	k.is(err, org.ErrNoProfile)
}

// TC-05: ids are unique in an organisation, and say nothing of another one.
func TestProfilesAreMadeByAdminsOfThePlatform(t *testing.T) {
	k := newKit(t)
	acme, zeta := org.Owner("acme"), org.Owner("zeta")
	for _, by := range []org.Caller{acme, zeta} {
		p, err := k.CreateProfile(k.ctx, by, "Sky_1", "")
		k.ok(err)
		if p.ID != "sky_1" || p.Name != "Sky_1" || p.Default {
			t.Errorf("%+v", p)
		}
	}
	_, err := k.CreateProfile(k.ctx, acme, "sky_1", "x")
	k.is(err, store.ErrExists)
	for name, want := range map[string]string{"Über Sky!": "ber-sky", "---": "profile", strings.Repeat("ab ", 33): strings.TrimSuffix(strings.Repeat("ab-", 22), "-")[:64]} {
		p, err := k.CreateProfile(k.ctx, acme, "", name)
		k.ok(err)
		if p.ID != want {
			t.Errorf("%q: %q, want %q", name, p.ID, want)
		}
	}
	for _, id := range []string{"-a", "a/b", "..", "a b", strings.Repeat("a", 65), "NUL"} {
		_, err := k.CreateProfile(k.ctx, acme, id, "x")
		k.is(err, org.ErrName)
	}
	_, err = k.CreateProfile(k.ctx, k.user("ida", "acme", org.Admin), "new", "New")
	k.is(err, org.ErrForbidden)
}

// TC-07: a profile is found by what a person types of it.
func TestAProfileIsFoundByWhatIsTyped(t *testing.T) {
	one := func(slug, id, name string, isDefault bool) org.Candidate {
		return org.Candidate{Org: slug, OrgProfile: store.OrgProfile{ID: id, Name: name, Default: isDefault}}
	}
	list := []org.Candidate{
		one("acme", "sky", "Blue Sky", false), one("acme", "p1", "sky-night", false), one("acme", "bot", "Default Bot", true), one("acme", "caelum", "Caelum", false),
		one("acme", "blue", "Caelum Two", false),
	}
	for text, want := range map[string]string{
		"sky": "sky", "SKY-NIGHT": "p1", "blue sky": "sky", "Blue-Sky": "sky", "1": "bot", "2": "sky", "3": "caelum", "night": "p1", "default": "bot",
		"caelun": "caelum", "Sky Nigt": "p1", " blue ": "blue",
	} {
		if got, err := org.Find(text, list); err != nil || got.ID != want {
			t.Errorf("%q: %q (%v), want %q", text, got.ID, err, want)
		}
	}
	_, err := org.Find("zzz", list)
	if !errors.Is(err, store.ErrNotFound) || strings.Contains(err.Error(), "mean") {
		t.Error(err)
	}
	if _, err = org.Find("caeulm", list); !errors.Is(err, store.ErrNotFound) || !strings.Contains(err.Error(), "did you mean caelum?") {
		t.Error(err)
	}
	if _, err = org.Find("", list); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	both := []org.Candidate{one("acme", "sky", "Sky", false), one("zeta", "sky", "Sky", true)}
	if _, err = org.Find("sky", both); !errors.Is(err, org.ErrAmbiguous) || !strings.Contains(err.Error(), "sky in zeta, sky in acme") {
		t.Error(err)
	}
}

// TC-16: who is not a member finds nothing, as in an organisation that is not
// there.
func TestStrangersFindNothing(t *testing.T) {
	k := newKit(t)
	ida := k.user("ida", "acme", org.Member)
	k.user("root", scope.Platform, org.PlatformAdmin)
	errs := map[string]string{}
	for _, who := range []struct{ user, slug string }{
		{"ida", "zeta"}, {"ida", "none"}, {"nobody", "acme"}, {"nobody", "zeta"}, {"root", "none"}, {"local", "none"}, {"ida", "platform"}, {"ida", ""}, {"", "acme"},
	} {
		_, err := k.Caller(k.ctx, who.user, who.slug)
		k.is(err, store.ErrNotFound)
		errs[who.slug] = strings.ReplaceAll(fmt.Sprint(err), who.slug, "X")
	}
	if errs["zeta"] != errs["none"] {
		t.Errorf("%q", errs)
	}
	for _, slug := range []string{"acme", "zeta", scope.Platform, scope.Local} {
		for _, user := range []string{"root", "local"} {
			if c, err := k.Caller(k.ctx, user, slug); err != nil || c.Role != org.PlatformAdmin || c.Org != slug || c.User != user {
				t.Errorf("%s in %s: %+v (%v)", user, slug, c, err)
			}
		}
	}
	own, err := k.Own(k.ctx, "ida", "")
	k.ok(err)
	if diff := cmp.Diff(ida, own); diff != "" {
		t.Error(diff)
	}
	_, err = k.Own(k.ctx, "nobody", "")
	k.is(err, store.ErrNotFound)
	k.ok(k.ArchiveOrg(k.ctx, org.Owner("acme"), true))
	_, err = k.Caller(k.ctx, "ida", "acme")
	k.is(err, org.ErrArchived)
	_, err = k.Own(k.ctx, "ida", "")
	k.is(err, store.ErrNotFound)
	if c, err := k.Caller(k.ctx, "root", "acme"); err != nil || c.Role != org.PlatformAdmin {
		t.Errorf("%+v (%v)", c, err)
	}
	k.is(k.ArchiveOrg(k.ctx, org.Owner(scope.Local), true), org.ErrForbidden)
}

// TC-17: what each role may do.
func TestRolesAllowWhatTheTableSays(t *testing.T) {
	may := map[org.Role][]org.Action{
		org.Viewer:        {org.Read, org.ManageOwnTokens},
		org.Member:        {org.Chat, org.Propose},
		org.Admin:         {org.WriteSoul, org.Approve, org.ManageMembers, org.ReadAudit},
		org.PlatformAdmin: {org.ManageProfiles, org.ManageOrgs, org.ManageUsers, org.MoveData},
	}
	order := []org.Role{org.Viewer, org.Member, org.Admin, org.PlatformAdmin}
	for i, role := range order {
		for j, other := range order {
			for _, action := range may[other] {
				if got := role.May(action); got != (j <= i) {
					t.Errorf("%s may %s: %v", role, action, got)
				}
			}
		}
		if role.May("fly") {
			t.Errorf("%s may do what is not listed", role)
		}
	}
	for _, r := range []org.Role{"", "owner"} {
		if r.May(org.Read) || r.Grants("read") {
			t.Errorf("%q is not a role and may read", r)
		}
	}
	grants := func(r org.Role) (list []string) {
		for _, scope := range []string{"read", "chat", "write", "approve", "admin", ""} {
			if r.Grants(scope) {
				list = append(list, scope)
			}
		}
		return list
	}
	if diff := cmp.Diff([][]string{{"read"}, {"read", "chat"}, {"read", "chat", "write", "approve"}, {"read", "chat", "write", "approve", "admin"}},
		[][]string{grants(org.Viewer), grants(org.Member), grants(org.Admin), grants(org.PlatformAdmin)}); diff != "" {
		t.Error(diff)
	}
	if _, err := org.ParseRole("acme", "platform-admin"); err == nil {
		t.Error("an organisation has an admin of the platform")
	}
	if _, err := org.ParseRole(scope.Platform, "member"); err == nil {
		t.Error("the platform has a member")
	}
}

// Each method asks for the role that its action takes.
func TestMethodsAskForTheRole(t *testing.T) {
	k := newKit(t)
	k.user("ole", "acme", org.Member)
	viewer, member, admin := k.user("vera", "acme", org.Viewer), k.user("max", "acme", org.Member), k.user("ada", "acme", org.Admin)
	for name, test := range map[string]struct {
		action org.Action
		do     func(by org.Caller) error
	}{
		"profiles": {org.Read, func(by org.Caller) error { _, err := k.Profiles(k.ctx, by); return err }},
		"members":  {org.ManageMembers, func(by org.Caller) error { _, err := k.Members(k.ctx, by, "", 0); return err }},
		"invite":   {org.ManageMembers, func(by org.Caller) error { _, _, err := k.Invite(k.ctx, by, org.Viewer); return err }},
		"invites":  {org.ManageMembers, func(by org.Caller) error { _, err := k.Invites(k.ctx, by, "", 0); return err }},
		"role":     {org.ManageMembers, func(by org.Caller) error { return k.SetMember(k.ctx, by, "ole", org.Member) }},
		"create":   {org.ManageProfiles, func(by org.Caller) error { _, err := k.CreateProfile(k.ctx, by, "sky", "Sky"); return err }},
		"org":      {org.ManageOrgs, func(by org.Caller) error { _, err := k.CreateOrg(k.ctx, by, "new", ""); return err }},
		"title":    {org.ManageOrgs, func(by org.Caller) error { return k.RenameOrg(k.ctx, by, "Acme") }},
		"users":    {org.ManageUsers, func(by org.Caller) error { _, err := k.Users(k.ctx, by, "", 0); return err }},
		"user":     {org.ManageUsers, func(by org.Caller) error { _, err := k.User(k.ctx, by, "ole"); return err }},
		"disable":  {org.ManageUsers, func(by org.Caller) error { return k.DisableUser(k.ctx, by, "ole") }},
		"revoke":   {org.ManageUsers, func(by org.Caller) error { return k.RevokeUser(k.ctx, by, "ole") }},
		"password": {org.ManageUsers, func(by org.Caller) error { return k.SetPassword(k.ctx, by, "ole", password) }},
		"subject":  {org.ManageUsers, func(by org.Caller) error { return k.SetSubject(k.ctx, by, "ole", "x") }},
	} {
		for _, by := range []org.Caller{viewer, member, admin, org.Owner("acme")} {
			err := test.do(by)
			if refused := errors.Is(err, org.ErrForbidden); refused == by.Role.May(test.action) {
				t.Errorf("%s as %s: %v", name, by.Role, err)
			}
		}
	}
	// What needs no more than to be oneself.
	k.ok(k.SetPassword(k.ctx, member, "max", "another one"))
	k.ok(k.RevokeUser(k.ctx, member, "max"))
	k.ok(k.RemoveMember(k.ctx, viewer, "vera"))
	k.is(k.RemoveMember(k.ctx, admin, "ada"), store.ErrLast)
	k.is(k.SetMember(k.ctx, admin, "ada", org.Viewer), store.ErrLast)
	_, err := k.CreateUser(k.ctx, k.owner, org.NewUser{Name: "stranger"})
	k.ok(err)
	k.is(k.SetMember(k.ctx, admin, "stranger", org.Member), store.ErrNotFound) // who gets an invite
	k.is(k.SetMember(k.ctx, org.Owner("acme"), "nobody", org.Member), store.ErrNotFound)
}

// TN-05: who is disabled has neither tokens nor logins, anywhere.
func TestWhoIsDisabledIsOut(t *testing.T) {
	k := newKit(t)
	k.user("ida", "acme", org.Member)
	k.user("ida", "zeta", org.Viewer)
	secret, _, err := k.LogIn(k.ctx, "ida")
	k.ok(err)
	prefixes := []string{}
	for _, slug := range []string{"acme", "zeta"} {
		sc, err := scope.New(slug, "ida", "")
		k.ok(err)
		token, err := k.store.AddToken(k.ctx, sc, store.Token{Prefix: "bst_" + slug})
		k.ok(err)
		prefixes = append(prefixes, token.Prefix)
	}
	k.ok(k.DisableUser(k.ctx, k.owner, "ida"))
	_, err = k.Login(k.ctx, secret)
	k.is(err, store.ErrNotFound)
	_, err = k.ByPassword(k.ctx, "ida", password, "")
	k.is(err, org.ErrLogin)
	_, err = k.Caller(k.ctx, "ida", "acme")
	k.is(err, store.ErrNotFound)
	k.ok(k.EnableUser(k.ctx, k.owner, "ida"))
	for _, prefix := range prefixes {
		if token, err := k.store.FindToken(k.ctx, prefix); err != nil || token.Revoked.IsZero() {
			t.Errorf("%+v (%v)", token, err)
		}
	}
	_, err = k.Login(k.ctx, secret)
	k.is(err, store.ErrNotFound)
	_, err = k.ByPassword(k.ctx, "ida", password, "")
	k.ok(err)
}

// TC-18: an invite is accepted once, with a name and a password.
func TestAnInviteMakesAMember(t *testing.T) {
	k := newKit(t)
	admin := k.user("ada", "acme", org.Admin)
	invite := func() string {
		secret, _, err := k.Invite(k.ctx, admin, org.Viewer)
		k.ok(err)
		return secret
	}
	secret := invite()
	for _, wrong := range []string{"", "x", secret + "x", strings.Replace(secret, ".acme", ".zeta", 1), strings.Replace(secret, ".acme", "", 1), "bsl" + secret[3:]} {
		_, err := k.Accept(k.ctx, wrong, org.NewUser{Name: "ole", Password: password})
		k.is(err, store.ErrNotFound)
	}
	_, err := k.Accept(k.ctx, secret, org.NewUser{Name: "ole", Password: "seven 7"})
	k.is(err, org.ErrPassword)
	_, err = k.Accept(k.ctx, secret, org.NewUser{Name: "a b", Password: password})
	k.is(err, org.ErrName)
	m, err := k.Accept(k.ctx, secret, org.NewUser{Name: "Ole", Password: password})
	k.ok(err)
	if m.User != "ole" || m.Role != "viewer" || m.Org != "acme" {
		t.Errorf("%+v", m)
	}
	var not *store.NotOpenError
	if _, err = k.Accept(k.ctx, secret, org.NewUser{Name: "eva", Password: password}); !errors.As(err, &not) || not.State != store.InviteAccepted {
		t.Error(err)
	}
	_, err = k.User(k.ctx, k.owner, "eva")
	k.is(err, store.ErrNotFound)

	k.user("max", "zeta", org.Member) // who is known already
	secret = invite()
	_, err = k.Accept(k.ctx, secret, org.NewUser{Name: "max", Password: "not his password"})
	k.is(err, org.ErrLogin)
	_, err = k.Accept(k.ctx, secret, org.NewUser{Name: "max", Password: password})
	k.ok(err)
	_, err = k.Accept(k.ctx, invite(), org.NewUser{Name: "max", Password: password})
	k.is(err, store.ErrExists)
	if _, err := k.User(k.ctx, k.owner, "max"); err != nil {
		t.Errorf("a user who was there was removed: %v", err)
	}
	secret = invite()
	k.later = org.InviteTime
	if _, err = k.Accept(k.ctx, secret, org.NewUser{Name: "eva", Password: password}); !errors.As(err, &not) || not.State != store.InviteExpired {
		t.Error(err)
	}
	k.later = 0
	k.ok(k.ArchiveOrg(k.ctx, org.Owner("acme"), true))
	_, err = k.Accept(k.ctx, secret, org.NewUser{Name: "eva", Password: password})
	k.is(err, org.ErrArchived)
}
