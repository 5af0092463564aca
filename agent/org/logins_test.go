package org_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

func TestALoginHoldsForAWhile(t *testing.T) {
	k := newKit(t)
	k.user("ida", "zeta", org.Member)
	for _, wrong := range []struct{ name, password string }{{"ida", "wrong password"}, {"nobody", password}, {"", ""}, {"ida", strings.Repeat("x", 2000)}, {"a b", password}} {
		_, err := k.ByPassword(k.ctx, wrong.name, wrong.password, "")
		k.is(err, org.ErrLogin)
	}
	_, err := k.CreateUser(k.ctx, k.owner, org.NewUser{Name: "bare"})
	k.ok(err)
	_, err = k.ByPassword(k.ctx, "bare", "", "")
	k.is(err, org.ErrLogin)
	u, err := k.ByPassword(k.ctx, "Ida", password, "")
	k.ok(err)
	secret, _, err := k.LogIn(k.ctx, u.Name)
	k.ok(err)
	l, err := k.Login(k.ctx, secret)
	k.ok(err)
	if l.User != "ida" || l.Org != "" {
		t.Errorf("%+v", l)
	}
	_, err = k.Switch(k.ctx, l, "acme")
	k.is(err, store.ErrNotFound)
	_, err = k.Switch(k.ctx, l, "zeta")
	k.ok(err)
	if l, err = k.Login(k.ctx, secret); err != nil || l.Org != "zeta" {
		t.Errorf("%+v (%v)", l, err)
	}
	last := secret[len(secret)-1:]
	for _, wrong := range []string{"", secret[1:], secret[:len(secret)-1] + strings.Map(func(r rune) rune { return 'a' + 'b' - max('a', min('b', r)) }, last)} {
		_, err := k.Login(k.ctx, wrong)
		k.is(err, store.ErrNotFound)
	}
	k.later = org.LoginTime
	_, err = k.Login(k.ctx, secret)
	k.is(err, store.ErrNotFound)
	k.later = 0
	k.ok(k.LogOut(k.ctx, l))
	_, err = k.Login(k.ctx, secret)
	k.is(err, store.ErrNotFound)
	secret, _, err = k.LogIn(k.ctx, "ida")
	k.ok(err)
	k.ok(k.SetPassword(k.ctx, org.Caller{User: "ida"}, "ida", "a new password"))
	_, err = k.Login(k.ctx, secret)
	k.is(err, store.ErrNotFound)
}

func TestASubjectIsOneUser(t *testing.T) {
	k := newKit(t)
	_, err := k.CreateUser(k.ctx, k.owner, org.NewUser{Name: "ida", Subject: "https://id.example 7"})
	k.ok(err)
	u, err := k.BySubject(k.ctx, "https://id.example 7")
	k.ok(err)
	if u.Name != "ida" {
		t.Errorf("%+v", u)
	}
	for _, subject := range []string{"", "https://id.example 8"} {
		_, err := k.BySubject(k.ctx, subject)
		k.is(err, org.ErrLogin)
	}
	k.ok(k.SetSubject(k.ctx, k.owner, "ida", "https://id.example 8"))
	k.ok(k.DisableUser(k.ctx, k.owner, "ida"))
	_, err = k.BySubject(k.ctx, "https://id.example 8")
	k.is(err, org.ErrLogin)
}

// Refused logins are in the platform's audit, without a secret, and the store
// counts them, so that another server on it counts them, too.
func TestTooManyRefusedLoginsEndTheTrying(t *testing.T) {
	k := newKit(t)
	k.user("ida", "zeta", org.Member)
	k.user("ole", "zeta", org.Member)
	other := &org.Service{Store: k.Store, Cost: k.Cost, Now: k.Now}
	servers := []*org.Service{k.Service, other}
	for i := range 10 {
		_, err := servers[i%2].ByPassword(k.ctx, "ida", "wrong password", "192.0.2.1")
		k.is(err, org.ErrLogin)
		_, err = servers[i%2].ByPassword(k.ctx, "a secret name", "wrong password", "192.0.2.1")
		k.is(err, org.ErrLogin)
	}
	for _, s := range servers {
		_, err := s.ByPassword(k.ctx, "ida", password, "192.0.2.1")
		k.is(err, org.ErrTries)
		_, err = s.ByPassword(k.ctx, "nobody", password, "192.0.2.1")
		k.is(err, org.ErrTries)
		_, err = s.ByPassword(k.ctx, "ida", password, "192.0.2.2")
		k.ok(err)
		_, err = s.ByPassword(k.ctx, "ole", password, "192.0.2.1")
		k.ok(err)
	}
	for i := range 90 {
		_, err := k.ByPassword(k.ctx, "ida", "wrong password", fmt.Sprintf("192.0.2.%d", 10+i%20))
		k.is(err, org.ErrLogin)
	}
	_, err := k.ByPassword(k.ctx, "ida", password, "192.0.2.200")
	k.is(err, org.ErrTries)
	k.later = org.TriesTime + time.Minute
	_, err = k.ByPassword(k.ctx, "ida", password, "192.0.2.1")
	k.ok(err)
	sc, err := scope.New(scope.Platform, scope.Local, "")
	k.ok(err)
	list, err := k.Store.Recent(k.ctx, sc, "login.refused", time.Time{}, 1000)
	k.ok(err)
	if len(list) != 110 || list[0].User != "ida" || list[0].Number < list[1].Number {
		t.Errorf("%d entries, the newest %+v", len(list), list[0])
	}
	for _, e := range list {
		if text := string(e.Detail) + e.User; strings.Contains(text, "secret") || strings.Contains(text, "password\"") {
			t.Errorf("%s", text)
		}
	}
}
