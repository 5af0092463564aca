package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite" // the database of these tests

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlstore"
	"github.com/seed353dc258/backstory/agent/store/storetest"
)

// small is a database with nothing of its own: it looks for words by LIKE, one at a
// time does anything in it, and nothing of it outlives the test.
type small struct {
	*sql.DB
	mu      *sync.Mutex
	indexed [][]string // words that were noted
	erased  int
	fails   error // what each transaction ends with
}

// newSmall has the tables of the store in a file.
func newSmall(t *testing.T) *small {
	t.Helper()
	query := "?_pragma=busy_timeout(10000)&_pragma=foreign_keys(on)&_pragma=synchronous(off)&_pragma=journal_mode(wal)&_txlock=immediate"
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(t.TempDir(), "s.db"))+query)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	names, err := filepath.Glob(filepath.Join("..", "sqlite", "migrations", "*.sql"))
	if err != nil || len(names) < 11 {
		t.Fatalf("%d migrations: %v", len(names), err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		if _, err := db.ExecContext(t.Context(), up); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return &small{DB: db, mu: &sync.Mutex{}}
}

func (d *small) Transact(ctx context.Context, _ sqlstore.View, k sqlstore.Kind, f func(tx sqlstore.Tx) error) error {
	if k == sqlstore.Snapshot { // which keeps nobody from writing
		tx, err := d.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer tx.Rollback() // it is only read
		return f(tx)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	tx, err := d.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing after a commit
	if err := f(tx); err != nil {
		return err
	}
	if d.fails != nil {
		return d.fails
	}
	return tx.Commit()
}

func (d *small) Read(ctx context.Context, _ sqlstore.View, row func(scan func(...any) error) error, query string, args ...any) error {
	return sqlstore.EachRow(ctx, d.DB, row, query, args...)
}

func (d *small) Index(_ context.Context, _ sqlstore.Tx, _, _ string, _ int64, words []string) error {
	d.indexed = append(d.indexed, words)
	return nil
}

func (*small) Count(_ scope.Scope, word string, most int) (query string, args []any) {
	return "SELECT count(*) FROM (SELECT 1 FROM memories_text WHERE memories_text MATCH ? LIMIT ?)", []any{`"` + word + `"`, most}
}

func (*small) Match(_ scope.Scope, words []string) sqlstore.Match {
	return sqlstore.Match{
		From: "memories m", Where: "m.n IN (SELECT rowid FROM memories_text WHERE memories_text MATCH ?)", Order: "m.n",
		Args: []any{`"` + strings.Join(words, `" OR "`) + `"`},
	}
}

func (d *small) Erased(context.Context) error { d.erased++; return nil }

// errRemedy is what is said of each error.
var errRemedy = errors.New("have another database")

func (*small) Remedy(err error) error {
	if err != nil {
		return fmt.Errorf("%w: %w", err, errRemedy)
	}
	return nil
}

// kept is a store in such a database.
type kept struct {
	*sqlstore.Store
	db *small
}

func newKept(t *testing.T, now func() time.Time) *kept {
	t.Helper()
	db := newSmall(t)
	return &kept{sqlstore.New(db, now), db}
}

func (k *kept) Close() error                         { return nil }
func (k *kept) Backup(context.Context, string) error { return errors.ErrUnsupported }

func (k *kept) Check(ctx context.Context) error {
	faults, err := k.CheckRows(ctx)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%w: %s", store.ErrDamaged, strings.Join(faults, "; "))
	}
	return err
}

func local(t *testing.T) scope.Scope {
	t.Helper()
	sc, err := scope.New(scope.Local, "ida", "caelum")
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// TestStore holds the statements to the rules of all stores, in a database that has
// nothing of its own.
func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, clock *storetest.Clock) store.Store { return newKept(t, clock.Now) })
}

// TestRowsThatSomebodyChangedAreTold changes rows by hand.
func TestRowsThatSomebodyChangedAreTold(t *testing.T) {
	storetest.ByHand(t, func(t *testing.T) (store.Store, func(statement string) error) {
		k := newKept(t, time.Now)
		return k, func(statement string) error {
			_, err := k.db.ExecContext(t.Context(), statement)
			return err
		}
	})
}

// An error of the database says what was done and what can be done about it, and
// nothing is kept.
func TestAnErrorOfTheDatabaseIsTold(t *testing.T) {
	k, sc := newKept(t, time.Now), local(t)
	full := errors.New("the disk is full")
	k.db.fails = full
	_, err := k.SaveMemory(t.Context(), sc, store.Memory{Text: "The lamp is red."})
	if !errors.Is(err, full) || !errors.Is(err, errRemedy) || !strings.HasPrefix(err.Error(), "saving a memory: ") {
		t.Errorf("the error is %v", err)
	}
	k.db.fails = nil
	if got, err := k.ListMemories(t.Context(), sc, false, 0); err != nil || len(got) > 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// Nothing is asked of the database without a scope, or when nobody waits any more.
func TestNothingIsAskedInVain(t *testing.T) {
	k := newKept(t, time.Now)
	k.db.fails = errors.New("the database was asked")
	if _, err := k.CreateSession(t.Context(), scope.Scope{}, store.Session{}); err == nil || errors.Is(err, k.db.fails) {
		t.Errorf("without a scope the error is %v", err)
	}
	gone := errors.New("gone home")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	if _, err := k.CreateSession(ctx, local(t), store.Session{}); !errors.Is(err, gone) {
		t.Errorf("when nobody waits the error is %v", err)
	}
}

// The words of a memory are noted when it is kept: in small letters, without accents,
// each once; of a script without blanks each pair of letters.
func TestTheWordsOfAMemoryAreNoted(t *testing.T) {
	k := newKept(t, time.Now)
	if _, err := k.SaveMemory(t.Context(), local(t), store.Memory{Text: "The LAMP, the lamp! Äpfel 12"}); err != nil {
		t.Fatal(err)
	}
	if len(k.db.indexed) != 1 {
		t.Fatalf("%d times", len(k.db.indexed))
	}
	words := slices.Clone(k.db.indexed[0])
	slices.Sort(words)
	if diff := cmp.Diff([]string{"12", "apfel", "lamp", "the"}, words); diff != "" {
		t.Error(diff)
	}
	if got := sqlstore.Words(""); len(got) > 0 {
		t.Errorf("nothing has the words %q", got)
	}
}

// To purge is to have the database erase; to forget alone is not.
func TestPurgingErases(t *testing.T) {
	k, sc := newKept(t, time.Now), local(t)
	for i, purge := range []bool{false, true} {
		m, err := k.SaveMemory(t.Context(), sc, store.Memory{Text: "The key is under the mat."})
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Forget(t.Context(), sc, m.ID, purge); err != nil {
			t.Fatal(err)
		}
		if k.db.erased != i {
			t.Errorf("purge %v: erased %d times", purge, k.db.erased)
		}
	}
}

// An organisation that is taken out and brought in elsewhere has the same rows there.
func TestRowsAreTakenOutAndBroughtIn(t *testing.T) {
	clock := storetest.NewClock()
	from, to, sc := newKept(t, clock.Now), newKept(t, clock.Now), local(t)
	s, err := from.CreateSession(t.Context(), sc, store.Session{Title: "Fog", Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	lease, err := from.Lease(t.Context(), sc, s.ID, "here", time.Minute)
	if err == nil {
		_, err = from.Append(t.Context(), sc, lease, []store.Message{{Role: "user", Turn: 1, Body: []byte(`[{"text":"When did it come?"}]`)}})
	}
	if err == nil {
		_, err = from.SaveMemory(t.Context(), sc, store.Memory{Text: "It came at noon."})
	}
	if err == nil {
		err = from.Record(t.Context(), sc, s.ID, "asked", map[string]string{"what": "fog"})
	}
	if err != nil {
		t.Fatal(err)
	}
	rows := func(k *kept) (all []store.Row) {
		t.Helper()
		if err := k.EachRow(t.Context(), sc, "", func(r store.Row) error { all = append(all, r); return nil }); err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := rows(from)
	next := 0
	err = to.AddRows(t.Context(), sc, func() (store.Row, bool, error) {
		if next == len(all) {
			return store.Row{}, false, nil
		}
		next++
		return all[next-1], true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all, rows(to)); diff != "" || len(all) < 4 {
		t.Errorf("%d rows: %s", len(all), diff)
	}
	if got, err := to.Messages(t.Context(), sc, s.ID, 0, 0); err != nil || len(got) != 1 || !strings.Contains(string(got[0].Body), "When did it come?") {
		t.Errorf("%+v, %v", got, err)
	}
	if err := to.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
