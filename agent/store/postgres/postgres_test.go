//go:build unix

package postgres

import (
	"context"
	"os"
	"testing"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/agent/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// fresh returns a database with the tables of this version.
func fresh(t testing.TB) pgtest.Database {
	t.Helper()
	return pgtest.Get(t).Copy(t, func(d pgtest.Database) error {
		_, _, err := Upgrade(context.Background(), d.Owner, d.Role)
		return err
	})
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, clock *storetest.Clock) store.Store {
		s, err := open(t.Context(), fresh(t).Role, clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	})
}

// Rows that somebody changed beside a program are found by a check.
func TestRowsChangedByHandAreFound(t *testing.T) {
	storetest.ByHand(t, func(t *testing.T) (store.Store, func(string) error) {
		d := fresh(t)
		return opened(t, d.Role), func(statement string) error {
			_, err := beside(t, d.Admin).ExecContext(t.Context(), statement)
			return err
		}
	})
}
