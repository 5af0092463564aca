//go:build unix

package host_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// manyProfiles is how many profiles each of many organisations has.
const manyProfiles = 100

// bring makes an organisation with its profiles in one step.
func bring(t *testing.T, s store.Store, slug string) {
	t.Helper()
	var rows []store.Row
	rows = append(rows, store.Row{Table: "orgs", Values: map[string]any{"name": slug, "created": int64(1), "archived": int64(0)}})
	for i := range manyProfiles {
		rows = append(rows, store.Row{Table: "profiles", Values: map[string]any{
			"id": fmt.Sprintf("p%02d", i), "name": fmt.Sprint("Profile ", i), "is_default": int64(max(0, 1-i)), "created": int64(1),
		}})
	}
	err := s.AddRows(t.Context(), scoped(t, slug, "ida", ""), func() (store.Row, bool, error) {
		if len(rows) == 0 {
			return store.Row{}, false, nil
		}
		r := rows[0]
		rows = rows[1:]
		return r, true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func scoped(t *testing.T, slug, user, profile string) scope.Scope {
	t.Helper()
	sc, err := scope.New(slug, user, profile)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// Soak: 1,000 organisations with 100 profiles each. Each page of a list is whole,
// and a session keeps the prompt that it had. How long that takes is in the
// log.
func TestSoakManyOrganisations(t *testing.T) {
	many := soak.Size(t, 1000)
	t.Run("a file", func(t *testing.T) { amongMany(t, host.Settings{}, many) })
	t.Run("PostgreSQL", func(t *testing.T) {
		if testing.Short() {
			t.Skip("long")
		}
		db := pgtest.Own(t).Database(t)
		if _, _, err := postgres.Upgrade(t.Context(), db.Owner, db.Role); err != nil {
			t.Fatal(err)
		}
		amongMany(t, host.Settings{Settings: state.Settings{Database: db.Role}}, many)
	})
}

func amongMany(t *testing.T, s host.Settings, many int) {
	dir := workspace(t)
	h, err := open(t, dir, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range many {
		bring(t, h.Store, fmt.Sprintf("org-%04d", i))
	}
	began := time.Now()
	h, err = open(t, dir, s)
	if err != nil {
		t.Fatal(err)
	}
	opening := time.Since(began)
	var orgs, profiles, resumed []time.Duration
	measure := func(all *[]time.Duration, do func() error) {
		t.Helper()
		began := time.Now()
		if err := do(); err != nil {
			t.Fatal(err)
		}
		*all = append(*all, time.Since(began))
	}
	seen := 0
	for after := ""; seen < many; {
		measure(&orgs, func() error {
			page, err := h.Orgs.Orgs(t.Context(), org.Owner(scope.Platform), after, 50)
			if err == nil && len(page) == 0 {
				err = fmt.Errorf("%d organisations are listed", seen)
			}
			for _, o := range page {
				if after = o.Slug; o.Slug[:4] == "org-" {
					seen++
				}
			}
			return err
		})
	}
	draw := rand.New(rand.NewPCG(soak.Seed(t, 21), 1))
	for range 50 {
		slug, profile := fmt.Sprintf("org-%04d", draw.IntN(many)), fmt.Sprintf("p%02d", draw.IntN(manyProfiles))
		measure(&profiles, func() error {
			list, err := h.Orgs.Profiles(t.Context(), org.Owner(slug))
			if err == nil && (len(list) != manyProfiles || !list[0].Default) {
				err = fmt.Errorf("%d profiles are listed", len(list))
			}
			return err
		})
		if _, err := h.Orgs.Profile(t.Context(), org.Owner(slug), profile); err != nil { // which makes its files
			t.Fatal(err)
		}
		in, err := h.In(slug)
		if err != nil {
			t.Fatal(err)
		}
		sc := scoped(t, slug, "ida", profile)
		found, err := in.Manager.New(t.Context(), sc, session.Want{})
		if err != nil {
			t.Fatal(err)
		}
		var hashes []string
		for range 2 {
			measure(&resumed, func() error {
				c, _, err := in.Manager.Open(t.Context(), sc, found.Session.ID)
				if err == nil {
					hashes = append(hashes, c.Epoch().Hash)
				}
				return err
			})
		}
		if hashes[0] != hashes[1] {
			t.Errorf("%s/%s: a session that goes on has another prompt", slug, profile)
		}
		resumed = slices.Delete(resumed, len(resumed)-2, len(resumed)-1) // which composed it
	}
	t.Logf("%d organisations: opening %v; in the median, and 95 of 100 within: pages of organisations %v, lists of profiles %v, sessions that go on %v",
		many, opening, usual(orgs), usual(profiles), usual(resumed))
}

// usual is the median, and what 95 of 100 are within.
func usual(all []time.Duration) [2]time.Duration {
	slices.Sort(all)
	return [2]time.Duration{all[(len(all)-1)/2], all[(len(all)-1)*95/100]}
}
