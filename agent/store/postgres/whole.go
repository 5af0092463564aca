package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5/stdlib"

	"github.com/seed353dc258/backstory/agent/store/sqlstore"
)

// All does something with all rows in one transaction, as the owner of the
// tables, in which nobody else reads or writes: its border is open to the owner
// until the transaction ends. Statements are written as for the other stores.
func All(ctx context.Context, owner string, f func(tx *sql.Tx) error) error {
	config, err := parse(owner)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector{stdlib.GetConnector(*config)})
	defer db.Close()
	d := &database{db}
	err = d.versioned(ctx)
	if err == nil {
		err = unforced(ctx, db, f)
	}
	if err != nil {
		return fmt.Errorf("the database %s: %w", name(config), d.Remedy(err))
	}
	return nil
}

func unforced(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(context.WithValue(ctx, purposeKey{}, purpose{whole: true}), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing after a commit
	var apart []string
	err = sqlstore.EachRow(ctx, tx, func(scan func(...any) error) error {
		var table string
		err := scan(&table)
		apart = append(apart, table)
		return err
	}, "SELECT CAST(oid AS regclass) || '' FROM pg_class WHERE relrowsecurity AND relforcerowsecurity AND pg_has_role(current_user, relowner, 'MEMBER') ORDER BY 1")
	if err == nil && len(apart) == 0 {
		err = errors.New("the role owns no tables: give DATABASE_OWNER_URL the role that does")
	}
	for _, table := range apart {
		if err == nil {
			_, err = tx.ExecContext(ctx, "ALTER TABLE "+table+" NO FORCE ROW LEVEL SECURITY")
		}
	}
	if err == nil {
		err = f(tx)
	}
	for _, table := range apart {
		if err == nil {
			_, err = tx.ExecContext(ctx, "ALTER TABLE "+table+" FORCE ROW LEVEL SECURITY")
		}
	}
	if err != nil {
		return err
	}
	return tx.Commit()
}

// Finish makes what PostgreSQL has beside the rows that were carried there: the
// words of memories, and the numbers that come next.
func Finish(ctx context.Context, tx *sql.Tx) error {
	type memory struct {
		org, user, text string
		n               int64
	}
	d := &database{}
	for last := (memory{n: math.MinInt64}); ; {
		var some []memory
		err := sqlstore.EachRow(ctx, tx, func(scan func(...any) error) error {
			var m memory
			err := scan(&m.org, &m.user, &m.n, &m.text)
			some = append(some, m)
			return err
		}, "SELECT org, user, n, text FROM memories WHERE (org, n) > (?, ?) ORDER BY org, n LIMIT 500", last.org, last.n)
		if err != nil {
			return err
		}
		for _, m := range some {
			if err := d.Index(ctx, tx, m.org, m.user, m.n, sqlstore.Words(m.text)); err != nil {
				return err
			}
			last = m
		}
		if len(some) == 0 {
			break
		}
	}
	for _, column := range []struct{ table, name string }{{"memories", "n"}, {"prompts", "id"}} {
		_, err := tx.ExecContext(ctx, "SELECT setval(pg_get_serial_sequence('"+column.table+"', '"+column.name+"'), coalesce(max("+column.name+"), 0) + 1, false) FROM "+column.table)
		if err != nil {
			return err
		}
	}
	return nil
}
