package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/seed353dc258/backstory/agent/store/sqlstore"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/seed353dc258/backstory/agent/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Upgrade brings the tables to this version, as the role that owns them, and
// lets the role of servers read and write them. It returns the versions before
// and after. Nothing is changed where it fails.
func Upgrade(ctx context.Context, owner, server string) (before, after int64, err error) {
	config, err := parse(owner)
	if err != nil {
		return 0, 0, err
	}
	other, err := parse(server)
	if err != nil {
		return 0, 0, err
	}
	if config.User == other.User {
		return 0, 0, fmt.Errorf("upgrading: %q cannot own the tables and serve them: give DATABASE_URL another role than DATABASE_OWNER_URL", config.User)
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	d := &database{db}
	if before, after, err = upgraded(ctx, db, other.User); err != nil {
		return before, after, fmt.Errorf("upgrading the database %s: %w", name(config), d.Remedy(err))
	}
	return before, after, nil
}

// upgradeLock is the number of the lock that the one who upgrades has.
const upgradeLock = 7_203_641_187

// upgraded brings the tables to this version and lets a role use them. Of two who
// do so at once the second one finds it done.
func upgraded(ctx context.Context, db *sql.DB, role string) (before, after int64, err error) {
	alone, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, 0, err
	}
	defer alone.Rollback()
	if _, err := alone.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(upgradeLock)); err != nil {
		return 0, 0, err
	}
	p, err := migrator(db)
	if err != nil {
		return 0, 0, err
	}
	if before, err = p.GetDBVersion(ctx); err != nil {
		return 0, 0, err
	}
	after, err = newest()
	if err != nil {
		return before, before, err
	}
	if before > after {
		return before, before, fmt.Errorf("%w: version %d, and this program knows %d: use the newer program, or restore a backup from before it", store.ErrNewer, before, after)
	}
	if _, err := p.Up(ctx); err != nil {
		return before, before, err
	}
	return before, after, grant(ctx, db, role)
}

func migrator(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files)
}

// newest is the version of the tables that this program has.
func newest() (int64, error) {
	files, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		return 0, err
	}
	return goose.NumericComponent(files[len(files)-1].Name())
}

// grant lets a role read and write what is kept, and read which version it is.
func grant(ctx context.Context, db *sql.DB, role string) error {
	var there, super bool
	err := db.QueryRowContext(ctx, "SELECT true, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = $1", role).Scan(&there, &super)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("there is no role %q, which DATABASE_URL names: CREATE ROLE %q LOGIN", role, role)
	case err != nil:
		return err
	case super:
		return fmt.Errorf("the role %q, which DATABASE_URL names, sees past row-level security: give it a role of its own", role)
	}
	quoted := pgx.Identifier{role}.Sanitize()
	statements := []string{"GRANT SELECT ON goose_db_version TO " + quoted, "GRANT SELECT, INSERT ON workspace TO " + quoted}
	err = sqlstore.EachRow(ctx, db, func(scan func(...any) error) error {
		var table, schema string
		err := scan(&table, &schema)
		statements = append(statements, "GRANT SELECT, INSERT, UPDATE, DELETE ON "+table+" TO "+quoted, "GRANT USAGE ON SCHEMA "+schema+" TO "+quoted)
		return err
	}, "SELECT CAST(CAST(oid AS regclass) AS text), CAST(relnamespace AS regnamespace) FROM pg_class WHERE relrowsecurity AND relforcerowsecurity AND pg_has_role(current_user, relowner, 'MEMBER') ORDER BY 1")
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return tx.Commit()
}
