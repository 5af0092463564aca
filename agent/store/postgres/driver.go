package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/seed353dc258/backstory/agent/store/sqlstore"
)

// connector makes connections that speak as SQLite does: statements, texts and
// truth values are translated.
type connector struct{ driver.Connector }

// Connect implements [driver.Connector].
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{made.(*stdlib.Conn)}, nil
}

// conn is a connection of a store.
type conn struct{ *stdlib.Conn }

// purpose is what a transaction is begun for; it is in its context.
type purpose struct {
	view  sqlstore.View
	write bool
	quick bool
	// snapshot has all statements see what there was at the first one.
	snapshot bool
	whole    bool // for the owner of the tables, and for nobody
}

type purposeKey struct{}

// errUnscoped says that a transaction was begun for nobody, which is a fault of
// this program.
var errUnscoped = errors.New("a transaction was begun without a view")

// How long the database waits for this program in the middle of a transaction,
// and lets it wait for another one, in milliseconds. What holds an organisation
// and hangs is cut off before those behind it give up.
const (
	idleLimit = 10_000
	lockLimit = 30_000
)

// BeginTx begins a transaction in which the rows of one organisation are seen.
// This is the one place that says which; it holds until the transaction ends, and
// no longer, so that a connection can serve another one after it. Writers of one
// organisation take turns.
func (c *conn) BeginTx(ctx context.Context, _ driver.TxOptions) (driver.Tx, error) {
	p, ok := ctx.Value(purposeKey{}).(purpose)
	if !ok {
		return nil, errUnscoped
	}
	if c.Conn.Conn().IsClosed() {
		return nil, driver.ErrBadConn
	}
	const view = "SELECT set_config('backstory.org', $1, true), set_config('backstory.secret', $2, true), set_config('backstory.user', $3, true)"
	begin := "BEGIN READ ONLY; " + view
	if p.write {
		begin = fmt.Sprintf("BEGIN; "+view+", set_config('idle_in_transaction_session_timeout', '%d', true), set_config('lock_timeout', '%d', true)", idleLimit, lockLimit)
		if p.quick {
			begin += ", set_config('synchronous_commit', 'off', true)"
		}
		begin += "; SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
	}
	if p.snapshot {
		begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; " + view
	}
	if p.whole {
		begin = "BEGIN; " + view
	}
	// One message, and therefore the simple protocol, in which pgx quotes the three.
	if _, err := c.Conn.Conn().Exec(ctx, begin, pgx.QueryExecModeSimpleProtocol, kept(p.view.Org), kept(p.view.Secret), kept(p.view.User)); err != nil {
		c.end("ROLLBACK")
		if ctx.Err() == nil && c.Conn.Conn().IsClosed() {
			return nil, driver.ErrBadConn // and nothing was done: another connection is tried
		}
		return nil, err
	}
	return transaction{c}, nil
}

// endLimit is how long the end of a transaction may take.
const endLimit = 30 * time.Second

// end ends a transaction. A connection on which that does not work is closed,
// and what was begun goes with it.
func (c *conn) end(how string) error {
	ctx, cancel := context.WithTimeout(context.Background(), endLimit)
	defer cancel()
	tag, err := c.Conn.Conn().Exec(ctx, how, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return errors.Join(err, c.Conn.Conn().Close(ctx))
	}
	if !strings.EqualFold(tag.String(), how) {
		return fmt.Errorf("ending a transaction: %w", pgx.ErrTxCommitRollback)
	}
	return nil
}

// transaction is one of a connection.
type transaction struct{ *conn }

// Commit implements [driver.Tx].
func (t transaction) Commit() error { return t.end("COMMIT") }

// Rollback implements [driver.Tx].
func (t transaction) Rollback() error { return t.end("ROLLBACK") }

// QueryContext implements [driver.QueryerContext].
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	found, err := c.Conn.QueryContext(ctx, translated(query), args)
	if err != nil {
		return nil, err
	}
	return rows{found}, nil
}

// ExecContext implements [driver.ExecerContext].
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.ExecContext(ctx, translated(query), args)
}

// CheckNamedValue implements [driver.NamedValueChecker]. A truth value is a
// number, as in SQLite.
func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	value, err := driver.DefaultParameterConverter.ConvertValue(v.Value)
	if err != nil {
		return err
	}
	switch x := value.(type) {
	case string:
		value = kept(x)
	case bool:
		value = int64(0)
		if x {
			value = int64(1)
		}
	}
	v.Value = value
	return nil
}

// rows are those of a query.
type rows struct{ driver.Rows }

// Next implements [driver.Rows].
func (r rows) Next(dest []driver.Value) error {
	if err := r.Rows.Next(dest); err != nil {
		return err
	}
	for i, value := range dest {
		if text, ok := value.(string); ok {
			dest[i] = said(text)
		}
	}
	return nil
}
