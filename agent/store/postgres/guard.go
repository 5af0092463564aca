package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/store/sqlstore"

	"github.com/seed353dc258/backstory/agent/store"
)

// ErrOlder says that the tables are of an earlier version.
var ErrOlder = errors.New("the tables are of an earlier version")

const upgrade = "let their owner run «backstory store upgrade»"

// guard is an error where the database would not keep organisations apart, or
// its tables are not those of this version.
func (d *database) guard(ctx context.Context) error {
	var role string
	var super, bypass bool
	err := d.db.QueryRowContext(ctx, "SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user").Scan(&role, &super, &bypass)
	if err != nil {
		return err
	}
	switch {
	case super:
		return fmt.Errorf("the role %q is a superuser, whom nothing keeps in one organisation: give DATABASE_URL a role of its own (CREATE ROLE … LOGIN)", role)
	case bypass:
		return fmt.Errorf("the role %q sees past row-level security: ALTER ROLE %q NOBYPASSRLS", role, role)
	}
	if err := d.versioned(ctx); err != nil {
		return err
	}
	return d.apart(ctx, role)
}

// versioned is an error where the tables are not of this version.
func (d *database) versioned(ctx context.Context) error {
	newest, err := newest()
	if err != nil {
		return err
	}
	var made sql.NullString
	if err := d.db.QueryRowContext(ctx, "SELECT CAST(to_regclass('goose_db_version') AS text)").Scan(&made); err != nil {
		return err
	}
	if !made.Valid {
		return fmt.Errorf("%w: there are none: %s", ErrOlder, upgrade)
	}
	var has int64
	if err := d.db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&has); err != nil {
		return err
	}
	switch {
	case has < newest:
		return fmt.Errorf("%w: version %d, and this program has %d: %s", ErrOlder, has, newest, upgrade)
	case has > newest:
		return fmt.Errorf("%w: version %d, and this program knows %d: use the newer program, or restore a backup from before it", store.ErrNewer, has, newest)
	}
	return nil
}

// apart is an error where a table is the role's own, or shows rows of every
// organisation.
func (d *database) apart(ctx context.Context, role string) error {
	var own, open []string
	err := sqlstore.EachRow(ctx, d.db, func(scan func(...any) error) error {
		var table string
		var forced, owner bool
		err := scan(&table, &forced, &owner)
		if !forced {
			open = append(open, table)
		}
		if owner {
			own = append(own, table)
		}
		return err
	}, `SELECT c.relname, c.relrowsecurity AND c.relforcerowsecurity, pg_has_role(current_user, c.relowner, 'MEMBER')
		FROM pg_class c WHERE c.oid IN (SELECT attrelid FROM pg_attribute WHERE attname = 'org' AND NOT attisdropped)
		AND c.relkind IN ('r', 'p') AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('goose_db_version')) ORDER BY 1`)
	switch {
	case err != nil:
		return err
	case len(own) > 0:
		return fmt.Errorf("the role %q owns tables (%s) and could take their border down: give DATABASE_URL another role than DATABASE_OWNER_URL", role, strings.Join(own, ", "))
	case len(open) > 0:
		return fmt.Errorf("row-level security is off for %s: let their owner run ALTER TABLE … FORCE ROW LEVEL SECURITY, and ENABLE", strings.Join(open, ", "))
	}
	return nil
}

// Claim makes a workspace folder the one of this database, by its id; it is an
// error where the database has another one. The servers of a database have one
// folder between them, with the profiles that its sessions are about.
func (s *Store) Claim(ctx context.Context, id string) error { return s.Remedy(claim(ctx, s.db, id)) }

// ClaimFor is [Store.Claim] in a transaction of [All].
func ClaimFor(ctx context.Context, tx *sql.Tx, id string) error { return claim(ctx, tx, id) }

func claim(ctx context.Context, db interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, id string,
) error {
	var has string
	_, err := db.ExecContext(ctx, "INSERT INTO workspace (one, id) VALUES (1, ?) ON CONFLICT DO NOTHING", id)
	if err == nil {
		err = db.QueryRowContext(ctx, "SELECT id FROM workspace").Scan(&has)
	}
	if err != nil {
		return fmt.Errorf("comparing the workspace: %w", err)
	}
	if has != id {
		return fmt.Errorf("comparing the workspace: the database is that of the workspace %s, and this folder is %s: start the server in the folder that the others have, or give it a database of its own", has, id)
	}
	return nil
}
