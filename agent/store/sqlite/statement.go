package sqlite

import (
	"context"
	"database/sql"
	"strings"
	"sync"
)

// maxStatements is how many statements are kept prepared. There are fewer,
// besides those with lists of words.
const maxStatements = 128

// connection is a database with its statements, which take longer to prepare
// than to run.
type connection struct {
	*sql.DB
	writing  *sync.Mutex // held by the one that writes
	mu       sync.Mutex
	prepared map[string]*sql.Stmt
}

// unplanned keeps numbers of rows out of SQLite's plan: each time that such a
// parameter is set, it would prepare the statement anew. A sum it does not look at.
var unplanned = strings.NewReplacer("LIMIT ?", "LIMIT 0 + ?")

// statement returns a prepared statement, or nil where enough are kept.
func (c *connection) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	c.mu.Lock()
	s, full := c.prepared[query], len(c.prepared) >= maxStatements
	c.mu.Unlock()
	if s != nil || full {
		return s, nil
	}
	// The pool has as many connections as are needed, so that this does not wait
	// for a transaction that waits for it.
	s, err := c.PrepareContext(context.WithoutCancel(ctx), unplanned.Replace(query))
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if other := c.prepared[query]; other != nil {
		return other, s.Close()
	}
	c.prepared[query] = s
	return s, nil
}

// QueryContext runs a query that is prepared once.
func (c *connection) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := c.statement(ctx, query)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return c.DB.QueryContext(ctx, query, args...)
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return s.QueryContext(context.WithoutCancel(ctx), args...)
}

// transaction is one of a connection, with the same statements. What it does is
// short and is not cut off: a context that can end costs a goroutine a
// statement.
type transaction struct {
	*sql.Tx
	of *connection
}

// ExecContext runs a statement that is prepared once.
func (t *transaction) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := t.of.statement(ctx, query)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return t.Tx.ExecContext(ctx, query, args...)
	}
	ctx = context.WithoutCancel(ctx)
	return t.StmtContext(ctx, s).ExecContext(ctx, args...)
}

// QueryRowContext runs a query that is prepared once.
func (t *transaction) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := t.of.statement(ctx, query)
	if err != nil || s == nil {
		return t.Tx.QueryRowContext(ctx, query, args...) // which says what is wrong
	}
	ctx = context.WithoutCancel(ctx)
	return t.StmtContext(ctx, s).QueryRowContext(ctx, args...)
}
