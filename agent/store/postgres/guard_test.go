//go:build unix

package postgres

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite" // whose tables are compared

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/agent/store/storetest"
)

func do(t testing.TB, url string, statements ...string) {
	t.Helper()
	db := beside(t, url)
	for _, statement := range statements {
		_, err := db.Exec(statement)
		ok(t, err)
	}
}

// Whose password is wrong is told where it goes, not that the server may be down.
func TestAWrongPasswordIsNamed(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ok(t, err)
	defer l.Close()
	go func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			_, _ = c.Read(make([]byte, 1000)) // who wants to be let in
			says := "SFATAL\x00C28P01\x00Mpassword authentication failed\x00\x00"
			_, _ = c.Write(append(binary.BigEndian.AppendUint32([]byte{'E'}, uint32(4+len(says))), says...))
			c.Close()
		}
	}()
	_, err = Open(t.Context(), "postgres://backstory@"+l.Addr().String()+"/talk?sslmode=disable")
	if err == nil || !strings.Contains(err.Error(), "~/.pgpass, in a line HOST:PORT") || strings.Contains(err.Error(), "PostgreSQL runs") {
		t.Error(err)
	}
}

// A server does not start where the database would not keep organisations apart.
func TestWhatDoesNotKeepApartIsRefused(t *testing.T) {
	for name, x := range map[string]struct {
		change func(d pgtest.Database) (address string)
		says   string
		is     error
	}{
		"a superuser": {func(d pgtest.Database) string { return d.Admin }, "is a superuser", nil},
		"the owner":   {func(d pgtest.Database) string { return d.Owner }, "owns tables", nil},
		"one who may become the owner": {func(d pgtest.Database) string {
			do(t, d.Admin, "DROP ROLE IF EXISTS test_heir", "CREATE ROLE test_heir LOGIN PASSWORD 'backstory' IN ROLE "+pgtest.Owner)
			return as(t, d.Role, "test_heir")
		}, "owns tables", nil},
		"one who sees past it": {func(d pgtest.Database) string {
			do(t, d.Admin, "DROP ROLE IF EXISTS test_seer", "CREATE ROLE test_seer LOGIN PASSWORD 'backstory' BYPASSRLS")
			return as(t, d.Role, "test_seer")
		}, "NOBYPASSRLS", nil},
		"a table that shows all": {func(d pgtest.Database) string {
			do(t, d.Owner, "ALTER TABLE turns DISABLE ROW LEVEL SECURITY")
			return d.Role
		}, "turns", nil},
		"a table that shows its owner all": {func(d pgtest.Database) string {
			do(t, d.Owner, "ALTER TABLE messages NO FORCE ROW LEVEL SECURITY")
			return d.Role
		}, "messages", nil},
		"older tables": {func(d pgtest.Database) string {
			do(t, d.Owner, "DELETE FROM goose_db_version WHERE version_id > 5")
			return d.Role
		}, "backstory store upgrade", ErrOlder},
		"newer tables": {func(d pgtest.Database) string {
			do(t, d.Owner, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)")
			return d.Role
		}, "newer program", store.ErrNewer},
		"no rights": {func(d pgtest.Database) string {
			do(t, d.Owner, "REVOKE ALL ON goose_db_version FROM "+pgtest.Role)
			return d.Role
		}, "backstory store upgrade", nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := fresh(t)
			address := x.change(d)
			s, err := Open(t.Context(), address)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), x.says) || x.is != nil && !errors.Is(err, x.is) {
				t.Errorf("%v", err)
			}
		})
	}
}

func as(t testing.TB, address, role string) string {
	t.Helper()
	u, err := url.Parse(address)
	ok(t, err)
	u.User = url.UserPassword(role, "backstory")
	return u.String()
}

func TestAnEmptyDatabaseIsRefused(t *testing.T) {
	d := pgtest.Get(t).Database(t)
	if _, err := Open(t.Context(), d.Role); !errors.Is(err, ErrOlder) || !strings.Contains(err.Error(), "backstory store upgrade") {
		t.Error(err)
	}
}

func TestWhereNobodyAnswersIsSaid(t *testing.T) {
	for _, address := range []string{"postgres://ida@/talk?host=" + url.QueryEscape(t.TempDir()), "postgres://ida:secret@127.0.0.1:1/talk", "postgres://%zz"} {
		_, err := Open(t.Context(), address)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v", err)
		}
	}
}

// An upgrade is done once, also where many do it, and finds a role that is there.
func TestAnUpgradeIsDoneOnce(t *testing.T) {
	d := pgtest.Get(t).Database(t)
	latest, err := newest()
	ok(t, err)
	var group sync.WaitGroup
	var did sync.Map
	for i := range 4 {
		group.Go(func() {
			before, after, err := Upgrade(context.Background(), d.Owner, d.Role)
			if err != nil || after != latest {
				t.Error(after, err)
			}
			if before == 0 {
				did.Store(i, true)
			}
		})
	}
	group.Wait()
	n := 0
	did.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d did it", n)
	}
	opened(t, d.Role)
	for address, says := range map[string]string{
		d.Owner: "another role", as(t, d.Role, "nobody_there"): "CREATE ROLE", d.Admin: "past row-level security",
	} {
		if _, _, err := Upgrade(t.Context(), d.Owner, address); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v", err)
		}
	}
}

// A database of each version that there was is taken over with what is in it. The
// first one that a program served is the seventh.
func TestADatabaseOfEachVersionIsTakenOver(t *testing.T) {
	latest, err := newest()
	ok(t, err)
	for version := int64(7); version <= latest; version++ {
		t.Run(strconv.FormatInt(version, 10), func(t *testing.T) {
			d := pgtest.Get(t).Database(t)
			db, err := sql.Open("pgx", d.Owner)
			ok(t, err)
			p, err := migrator(db)
			ok(t, err)
			_, err = p.UpTo(t.Context(), version)
			ok(t, err)
			tx, err := db.BeginTx(t.Context(), nil)
			ok(t, err)
			_, err = tx.Exec("SELECT set_config('backstory.org', 'acme', true)")
			ok(t, err)
			for _, statement := range storetest.OldRows(version) {
				_, err := tx.Exec(statement)
				ok(t, err)
			}
			ok(t, tx.Commit())
			ok(t, db.Close())
			if _, _, err := Upgrade(t.Context(), d.Owner, d.Role); err != nil {
				t.Fatal(err)
			}
			storetest.TakenOver(t, opened(t, d.Role))
		})
	}
}

// The two kinds of tables have the same versions, names and columns; what
// PostgreSQL has beside them is listed.
func TestTheTablesAreThoseOfSQLite(t *testing.T) {
	versions := func(folder string) (all []string) {
		files, err := os.ReadDir(folder)
		ok(t, err)
		for _, f := range files {
			all = append(all, f.Name())
		}
		return all
	}
	if diff := cmp.Diff(versions("../sqlite/migrations"), versions("migrations")); diff != "" {
		t.Error(diff)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := sqlite.Open(t.Context(), path)
	ok(t, err)
	defer s.Close()
	file, err := sql.Open("sqlite", path)
	ok(t, err)
	defer file.Close()
	theirs := columns(t, file, `SELECT t.name || '.' || c.name || ' ' || CASE c.type WHEN 'INTEGER' THEN 'bigint' WHEN 'REAL' THEN 'double precision' WHEN 'BLOB' THEN 'bytea' ELSE lower(c.type) END
		FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'goose_db_version'`)
	ours := columns(t, beside(t, fresh(t).Owner), `SELECT table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name NOT IN ('goose_db_version', 'workspace', 'memory_words')`)
	if diff := cmp.Diff(theirs, ours); diff != "" {
		t.Error(diff)
	}
}

func columns(t testing.TB, db *sql.DB, query string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	rows, err := db.Query(query)
	ok(t, err)
	defer rows.Close()
	for rows.Next() {
		var one string
		ok(t, rows.Scan(&one))
		all[one] = true
	}
	ok(t, rows.Err())
	if len(all) < 50 {
		t.Fatal(fmt.Sprint(all))
	}
	return all
}

func TestADatabaseHasOneWorkspace(t *testing.T) {
	d := fresh(t)
	a, b := opened(t, d.Role), opened(t, d.Role)
	ok(t, a.Claim(t.Context(), "one"))
	ok(t, b.Claim(t.Context(), "one"))
	if err := b.Claim(t.Context(), "two"); err == nil || !strings.Contains(err.Error(), "that of the workspace one") {
		t.Error(err)
	}
}
