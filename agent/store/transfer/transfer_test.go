//go:build unix

package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func fresh(t testing.TB) pgtest.Database {
	t.Helper()
	return pgtest.Get(t).Copy(t, func(d pgtest.Database) error {
		_, _, err := postgres.Upgrade(context.Background(), d.Owner, d.Role)
		return err
	})
}

func file(t testing.TB) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
	ok(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func served(t testing.TB, d pgtest.Database) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), d.Role)
	ok(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func scoped(t testing.TB, org string) scope.Scope {
	t.Helper()
	sc, err := scope.New(org, "ida", "caelum")
	ok(t, err)
	return sc
}

const odd = "a\x00b\x01 \xff 'q' \\ 北"

// fill keeps something of everything, for an organisation.
func fill(t testing.TB, s store.Store, org string) (session, memory string) {
	t.Helper()
	ctx, sc := t.Context(), scoped(t, org)
	x, err := s.CreateSession(ctx, sc, store.Session{Title: odd})
	ok(t, err)
	l, err := s.Lease(ctx, sc, x.ID, "here", time.Minute)
	ok(t, err)
	for i := range 250 { // more than one statement takes
		_, err = s.PutTurn(ctx, sc, l, store.Turn{State: store.TurnDone}, store.Message{Role: "user", Body: fmt.Appendf(nil, `[{"text":"%d \u0000"}]`, i)})
		ok(t, err)
	}
	_, err = s.AddEpoch(ctx, sc, l, store.Epoch{Hash: "h", System: odd, Tools: "[]"})
	ok(t, err)
	m, err := s.SaveMemory(ctx, sc, store.Memory{Text: "the lamp " + odd, Confidence: 0.1, Pinned: true})
	ok(t, err)
	ok(t, s.Record(ctx, sc, x.ID, "x", map[string]int{"a": 1}))
	_, err = s.AddToken(ctx, sc, store.Token{Prefix: "bs_" + org, Hash: "h", Scopes: []string{"chat"}})
	ok(t, err)
	r := store.Reply{Key: "k", Digest: "d", Status: 200, Header: []byte("{}"), Body: []byte(odd)}
	_, _, err = s.BeginReply(ctx, sc, r, store.Reply{})
	ok(t, err)
	ok(t, s.EndReply(ctx, sc, r))
	ok(t, s.Spend(ctx, sc, "2026-03-04", x.ID, store.Spending{Requests: 1, Tokens: 2, Cost: 1 << 40}))
	_, err = s.CreateOrg(ctx, sc, "The "+org, store.OrgProfile{ID: "bot", Name: "Bot"})
	ok(t, err)
	_, err = s.AddProposal(ctx, sc, store.Proposal{Target: "soul.md"}, 0, []byte(odd))
	ok(t, err)
	return x.ID, m.ID
}

// What a file keeps is in the database as it was, and comes back as it was.
func TestAllIsCarriedThereAndBack(t *testing.T) {
	d, from := fresh(t), file(t)
	session, memory := fill(t, from, "acme")
	fill(t, from, "zeta")
	there, err := ToPostgres(t.Context(), from, d.Owner, "w")
	ok(t, err)
	if there.Rows < 1000 || there.Before {
		t.Errorf("%+v", there)
	}
	s := served(t, d)
	ok(t, s.Claim(t.Context(), "w"))
	ctx, sc := t.Context(), scoped(t, "acme")
	x, err := s.Session(ctx, sc, session)
	ok(t, err)
	messages, err := s.Messages(ctx, sc, session, 0, 0)
	ok(t, err)
	e, err := s.Epoch(ctx, sc, session, 0)
	ok(t, err)
	if x.Title != odd || len(messages) != 250 || messages[9].Seq != 10 || e.System != odd {
		t.Errorf("%+v, %d messages, %q", x, len(messages), e.System)
	}
	if found, err := s.SearchMemories(ctx, sc, "lamp", false, 0); err != nil || len(found) != 1 || found[0].ID != memory || found[0].Confidence != 0.1 || !found[0].Pinned {
		t.Errorf("%+v (%v)", found, err)
	}
	if _, err := s.Entries(ctx, sc, 0, 0); err != nil {
		t.Error(err)
	}
	again, err := ToPostgres(ctx, from, d.Owner, "w")
	if err != nil || !again.Before || again.Digest != there.Digest {
		t.Errorf("%+v (%v)", again, err)
	}
	if _, err := s.SaveMemory(ctx, sc, store.Memory{Text: "new there"}); err != nil {
		t.Error("behind what was carried:", err)
	}
	if _, err := ToPostgres(ctx, from, d.Owner, "w"); !errors.Is(err, ErrNotEmpty) {
		t.Error(err)
	}
	to := file(t)
	back, err := ToFile(ctx, d.Owner, "w", to)
	if err != nil || back.Rows != there.Rows+1 || back.Digest == there.Digest {
		t.Errorf("%+v (%v)", back, err)
	}
	all, err := to.ListMemories(ctx, sc, false, 0)
	if err != nil || len(all) != 2 || all[0].Text != "the lamp "+odd {
		t.Errorf("%+v (%v)", all, err)
	}
	if found, err := to.SearchMemories(ctx, sc, "lamp", false, 0); err != nil || len(found) != 1 {
		t.Errorf("%+v (%v)", found, err)
	}
	ok(t, to.Check(ctx))
	ok(t, s.Check(ctx)) // the border is up again
	for _, table := range []string{"messages", "memories"} {
		if n := count(t, d.Owner, table); n != 0 {
			t.Errorf("the owner sees %d rows of %s", n, table)
		}
	}
}

func count(t testing.TB, url, table string) (n int) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	ok(t, err)
	defer db.Close()
	ok(t, db.QueryRow("SELECT count(*) FROM "+table).Scan(&n))
	return n
}

// Where something goes wrong nothing was done, on neither side.
func TestNothingIsHalfDone(t *testing.T) {
	d, from := fresh(t), file(t)
	fill(t, from, "acme")
	admin, err := sql.Open("pgx", d.Admin)
	ok(t, err)
	defer admin.Close()
	_, err = admin.Exec("ALTER TABLE turns ADD CHECK (number < 200)")
	ok(t, err)
	if _, err := ToPostgres(t.Context(), from, d.Owner, "w"); err == nil {
		t.Fatal("it was carried")
	}
	for _, table := range []string{"sessions", "messages", "turns", "memories", "memory_words", "workspace"} {
		if n := count(t, d.Admin, table); n != 0 {
			t.Errorf("%d rows of %s are there", n, table)
		}
	}
	ok(t, served(t, d).Check(t.Context()))
	fill(t, from, "zeta") // which is still in use
}

// Another workspace's database is refused, and so are a role that owns nothing
// and tables of another version.
func TestWhatIsNotMeantIsRefused(t *testing.T) {
	d, from := fresh(t), file(t)
	fill(t, from, "acme")
	ok(t, served(t, d).Claim(t.Context(), "other"))
	if _, err := ToPostgres(t.Context(), from, d.Owner, "w"); err == nil || !strings.Contains(err.Error(), "that of the workspace other") {
		t.Error(err)
	}
	if _, err := ToPostgres(t.Context(), from, d.Role, "other"); err == nil || !strings.Contains(err.Error(), "owns no tables") {
		t.Error(err)
	}
	if _, err := ToPostgres(t.Context(), from, pgtest.Get(t).Database(t).Owner, "w"); !errors.Is(err, postgres.ErrOlder) {
		t.Error(err)
	}
	if n := count(t, d.Admin, "messages"); n != 0 {
		t.Errorf("%d messages", n)
	}
}

// A store that an older program made is carried, too.
func TestAnOlderStoreIsCarried(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	db, err := sql.Open("sqlite", path)
	ok(t, err)
	p, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("../sqlite/migrations"))
	ok(t, err)
	_, err = p.UpTo(t.Context(), 5)
	ok(t, err)
	for _, statement := range []string{
		`INSERT INTO sessions (org, id, user, profile, role, model, title, summary, kind, status, reason, parent, since, epoch, seq, created, updated)
		VALUES ('local', 'x', 'ida', 'caelum', '', 'm', 'T', '', 'interactive', 'active', '', '', 0, 1, 1, 1, 1)`,
		`INSERT INTO prompts (id, org, user, digest, system, tools) VALUES (7, 'local', 'ida', 'd', 'You are Ida.', '[]')`,
		`INSERT INTO epochs (org, session, number, hash, record, reason, changed, created, prompt) VALUES ('local', 'x', 1, 'h', '{}', 'new', '[]', 1, 7)`,
		`INSERT INTO messages (org, session, seq, turn, role, body, tokens, created) VALUES ('local', 'x', 1, 1, 'user', '"hello"', 1, 1)`,
		`INSERT INTO memories (n, org, id, user, profile, text, area, session, turn, confidence, pinned, promoted, superseded, created)
		VALUES (41, 'local', 'm', 'ida', 'caelum', 'The lamp.', '', '', 0, 0.5, 0, 0, '', 1)`,
	} {
		_, err := db.Exec(statement)
		ok(t, err)
	}
	ok(t, db.Close())
	from, err := sqlite.Open(t.Context(), path)
	ok(t, err)
	defer from.Close()
	d := fresh(t)
	if r, err := ToPostgres(t.Context(), from, d.Owner, "w"); err != nil || r.Rows != 5 {
		t.Errorf("%+v (%v)", r, err)
	}
	s, sc := served(t, d), scoped(t, "local")
	if e, err := s.Epoch(t.Context(), sc, "x", 0); err != nil || e.System != "You are Ida." {
		t.Errorf("%+v (%v)", e, err)
	}
	if found, err := s.SearchMemories(t.Context(), sc, "lamp", false, 0); err != nil || len(found) != 1 {
		t.Errorf("%+v (%v)", found, err)
	}
}
