//go:build unix

package postgres

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

func opened(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func scoped(t testing.TB, org, profile string) scope.Scope {
	t.Helper()
	sc, err := scope.New(org, "ida", profile)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// beside opens a database beside the store.
func beside(t testing.TB, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	ok(t, err)
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1) // what one transaction leaves, the next one finds
	return db
}

// fill puts a row in every table, for an organisation.
func fill(t testing.TB, s *Store, org string) {
	t.Helper()
	ctx, sc := t.Context(), scoped(t, org, "caelum")
	x, err := s.CreateSession(ctx, sc, store.Session{})
	ok(t, err)
	l, err := s.Lease(ctx, sc, x.ID, "here", time.Minute)
	ok(t, err)
	_, err = s.PutTurn(ctx, sc, l, store.Turn{State: store.TurnDone}, store.Message{Role: "user", Body: []byte(`[{"text":"x"}]`)})
	ok(t, err)
	_, err = s.AddEpoch(ctx, sc, l, store.Epoch{Hash: "h", System: "S", Tools: "[]"})
	ok(t, err)
	_, err = s.SaveMemory(ctx, sc, store.Memory{Text: "the lamp of " + org})
	ok(t, err)
	ok(t, s.Record(ctx, sc, x.ID, "x", nil))
	_, err = s.AddToken(ctx, sc, store.Token{Prefix: "bs_" + org, Hash: "h"})
	ok(t, err)
	_, err = s.AddEvents(ctx, sc, x.ID, 1, []store.TurnEvent{{Type: store.Delta, Data: []byte("{}")}})
	ok(t, err)
	_, _, err = s.BeginReply(ctx, sc, store.Reply{Key: "k", Digest: "d"}, store.Reply{})
	ok(t, err)
	ok(t, s.SetClientSession(ctx, sc, "a", x.ID, "k"))
	ok(t, s.Spend(ctx, sc, "2026-03-04", x.ID, store.Spending{Requests: 1}))
	_, err = s.ClaimRun(ctx, sc, "lamp", time.UnixMilli(5))
	ok(t, err)
	_, err = s.CreateOrg(ctx, sc, "The "+org, store.OrgProfile{ID: "bot", Name: "Bot"})
	ok(t, err)
	ok(t, s.SetMember(ctx, sc, "ida", "admin", "admin"))
	_, err = s.AddInvite(ctx, sc, store.Invite{Role: "member", Prefix: "i", Hash: "h"})
	ok(t, err)
	p, err := s.AddProposal(ctx, sc, store.Proposal{Target: "soul.md"}, 0, []byte("content of "+org))
	ok(t, err)
	_, err = s.AddFileVersion(ctx, sc, "soul.md", "", []byte("version of "+org))
	ok(t, err)
	ok(t, s.LockProposal(ctx, sc, p.ID, "i", "here", time.Minute))
	_, err = s.DecideProposal(ctx, sc, "here", store.Triage{Proposal: p.ID, Input: "i", Policy: "p", Action: "a", Record: []byte("{}")}, nil)
	ok(t, err)
	ok(t, s.SetTriageCursor(ctx, sc, "p", p.ID))
	_, err = s.PutShared(ctx, sc, store.SharedVersion{Action: "edit"}, nil)
	ok(t, err)
	_, err = s.ProposeShared(ctx, sc, "the tide")
	ok(t, err)
}

// tables returns those that are held apart, and all others but goose's.
func tables(t testing.TB, db *sql.DB) (apart, others []string) {
	t.Helper()
	rows, err := db.Query(`SELECT c.relname, EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'org')
		FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'goose_db_version' ORDER BY 1`)
	ok(t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		var org bool
		ok(t, rows.Scan(&name, &org))
		if org {
			apart = append(apart, name)
		} else {
			others = append(others, name)
		}
	}
	ok(t, rows.Err())
	return apart, others
}

func count(t testing.TB, db interface {
	QueryRow(query string, args ...any) *sql.Row
}, query string,
) (n int) {
	t.Helper()
	ok(t, db.QueryRow(query).Scan(&n))
	return n
}

// Who does not say for which organisation he asks sees none: neither the role of
// servers nor the owner of the tables. Who says so sees one, until his
// transaction ends, however it ends.
func TestNothingIsSeenWithoutAnOrganisation(t *testing.T) {
	d := fresh(t)
	s := opened(t, d.Role)
	for _, org := range []string{"a", "b"} {
		fill(t, s, org)
	}
	root := scoped(t, scope.Platform, "")
	_, err := s.CreateUser(t.Context(), root, store.User{Name: "ida"})
	ok(t, err)
	_, err = s.AddLogin(t.Context(), root, store.Login{Prefix: "l", Expires: time.Now().Add(time.Hour)})
	ok(t, err)
	admin := beside(t, d.Admin)
	apart, _ := tables(t, admin)
	for _, url := range []string{d.Role, d.Owner} {
		db := beside(t, url)
		for _, table := range apart {
			query := "SELECT count(*) FROM " + table
			if n := count(t, admin, query+" WHERE org <> 'a'"); n == 0 {
				t.Errorf("%s has no rows: the test does not reach it", table)
			}
			if n := count(t, db, query); n != 0 {
				t.Errorf("%s: %d rows are seen for no organisation", table, n)
			}
			for _, end := range []func(*sql.Tx) error{(*sql.Tx).Commit, (*sql.Tx).Rollback} {
				tx, err := db.Begin()
				ok(t, err)
				_, err = tx.Exec("SELECT set_config('backstory.org', 'a', true)")
				ok(t, err)
				if n := count(t, tx, query+" WHERE org = 'a'"); n == 0 && table != "users" && table != "logins" { // which are the platform's
					t.Errorf("%s: what is one's own is not seen", table)
				}
				if n := count(t, tx, query+" WHERE org <> 'a'"); n != 0 {
					t.Errorf("%s: %d rows of another organisation are seen", table, n)
				}
				done, err := tx.Exec("UPDATE " + table + " SET org = org WHERE org <> 'a'")
				ok(t, err)
				if n, _ := done.RowsAffected(); n != 0 {
					t.Errorf("%s: %d rows of another organisation are changed", table, n)
				}
				ok(t, end(tx))
				if n := count(t, db, query); n != 0 {
					t.Errorf("%s: %d rows are seen after the transaction", table, n)
				}
			}
		}
	}
}

// A row of another organisation, or of none, cannot be written.
func TestAForeignRowIsRefused(t *testing.T) {
	d := fresh(t)
	fill(t, opened(t, d.Role), "a")
	db := beside(t, d.Role)
	for _, org := range []string{"b", ""} {
		for _, set := range []string{"a", ""} {
			tx, err := db.Begin()
			ok(t, err)
			_, err = tx.Exec("SELECT set_config('backstory.org', $1, true)", set)
			ok(t, err)
			_, err = tx.Exec(`INSERT INTO spending (org, "user", day, session, requests, tokens, cost) VALUES ($1, 'x', 'd', 's', 1, 1, 1)`, org)
			var fault *pgconn.PgError
			if !errors.As(err, &fault) || fault.Code != "42501" && fault.Code != "23514" { // the border, or the check
				t.Errorf("a row of %q was written as %q: %v", org, set, err)
			}
			ok(t, tx.Rollback())
		}
	}
}

// A secret shows the token that has it, to be read, and nothing else.
func TestASecretShowsOneToken(t *testing.T) {
	d := fresh(t)
	s := opened(t, d.Role)
	for _, org := range []string{"a", "b"} {
		fill(t, s, org)
	}
	db := beside(t, d.Role)
	tx, err := db.Begin()
	ok(t, err)
	defer tx.Rollback()
	_, err = tx.Exec("SELECT set_config('backstory.secret', 'bs_b', true)")
	ok(t, err)
	var org string
	ok(t, tx.QueryRow("SELECT org FROM tokens").Scan(&org)) // one
	if org != "b" {
		t.Errorf("the token is that of %q", org)
	}
	apart, _ := tables(t, beside(t, d.Admin))
	for _, table := range apart {
		if n := count(t, tx, "SELECT count(*) FROM "+table); table != "tokens" && n != 0 || table == "tokens" && n != 1 {
			t.Errorf("%s: %d rows are seen", table, n)
		}
	}
	for _, statement := range []string{"UPDATE tokens SET revoked = 1", "DELETE FROM tokens"} {
		done, err := tx.Exec(statement)
		ok(t, err)
		if n, _ := done.RowsAffected(); n != 0 {
			t.Errorf("%s: %d rows", statement, n)
		}
	}
}

// Every table is held apart, by a border that its owner does not pass either, and
// its keys begin with the organisation.
func TestEveryTableIsHeldApart(t *testing.T) {
	db := beside(t, fresh(t).Admin)
	apart, others := tables(t, db)
	if len(apart) < 13 || strings.Join(others, " ") != "workspace" {
		t.Errorf("%q are apart, %q are not", apart, others)
	}
	for _, table := range apart {
		var enabled, forced bool
		ok(t, db.QueryRow("SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE oid = $1::regclass", table).Scan(&enabled, &forced))
		if !enabled || !forced {
			t.Errorf("%s: row-level security is enabled %v, forced %v", table, enabled, forced)
		}
		var using, check string
		ok(t, db.QueryRow("SELECT qual, with_check FROM pg_policies WHERE tablename = $1 AND policyname = 'org' AND cmd = 'ALL' AND permissive = 'PERMISSIVE'", table).Scan(&using, &check))
		if want := "(org = current_setting('backstory.org'::text, true))"; using != want || check != want {
			t.Errorf("%s: the policy is %s, %s", table, using, check)
		}
		for _, policy := range []string{
			fmt.Sprintf("SELECT count(*) FROM pg_policies WHERE tablename = '%s' AND policyname <> 'org' AND cmd <> 'SELECT'", table),
			fmt.Sprintf(`SELECT count(*) FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
				WHERE i.indrelid = '%s'::regclass AND a.attname <> 'org' AND (i.indisunique OR i.indrelid <> 'members'::regclass)
				AND NOT (i.indrelid = 'tokens'::regclass AND a.attname = 'prefix')`, table),
			fmt.Sprintf(`SELECT count(*) FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
				WHERE c.contype = 'f' AND c.conrelid = '%s'::regclass AND a.attname <> 'org'`, table),
		} {
			if n := count(t, db, policy); n != 0 {
				t.Errorf("%s: %d: %s", table, n, policy)
			}
		}
		if n := count(t, db, fmt.Sprintf(`SELECT count(*) FROM pg_constraint WHERE contype = 'c' AND conrelid = '%s'::regclass AND pg_get_constraintdef(oid) LIKE '%%org <> ''''%%'`, table)); n != 1 {
			t.Errorf("%s: %d checks of the organisation's name", table, n)
		}
	}
}

// Who is on the platform reads which organisations there are, and a user reads of
// which he is a member: neither writes there, nor reads anything else of them.
func TestThePlatformSeesOrganisationsAndUsersTheirOwn(t *testing.T) {
	d := fresh(t)
	s := opened(t, d.Role)
	for _, org := range []string{"a", "b"} {
		fill(t, s, org)
	}
	apart, _ := tables(t, beside(t, d.Admin))
	db := beside(t, d.Role)
	for setting, x := range map[string]struct{ value, table string }{"backstory.org": {"platform", "orgs"}, "backstory.user": {"ida", "members"}} {
		tx, err := db.Begin()
		ok(t, err)
		_, err = tx.Exec("SELECT set_config($1, $2, true)", setting, x.value)
		ok(t, err)
		for _, table := range apart {
			if n := count(t, tx, "SELECT count(*) FROM "+table); table != x.table && n != 0 || table == x.table && n != 2 {
				t.Errorf("%s=%s: %d rows of %s are seen", setting, x.value, n, table)
			}
		}
		for _, statement := range []string{"UPDATE %s SET created = 1", "DELETE FROM %s"} {
			done, err := tx.Exec(fmt.Sprintf(statement, x.table))
			ok(t, err)
			if n, _ := done.RowsAffected(); n != 0 {
				t.Errorf("%s: %s: %d rows", x.table, statement, n)
			}
		}
		ok(t, tx.Rollback())
	}
}

// A transaction is begun for somebody, or not at all.
func TestATransactionIsForSomebody(t *testing.T) {
	s := opened(t, fresh(t).Role)
	if _, err := s.db.BeginTx(t.Context(), nil); !errors.Is(err, errUnscoped) {
		t.Error(err)
	}
}
