package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base32"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// View says which rows a statement sees where a database itself keeps
// organisations apart: those of one, that one which has a secret, or what one
// user is a member of.
type View struct{ Org, Secret, User string }

// Kind says what a transaction is for.
type Kind int

const (
	// Write is for what outlives a power cut when it is told.
	Write Kind = iota
	// Note is for what need not: who holds a session.
	Note
	// Snapshot reads what there is at one moment. It keeps nobody from writing, and
	// may take long.
	Snapshot
)

// Tx is a transaction, as database/sql has it.
type Tx interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Database is what each database does in its own way.
type Database interface {
	// Transact does something in one transaction: all of it is there, or none. Of
	// two that write in one organisation the second begins when the first has
	// ended.
	Transact(ctx context.Context, v View, k Kind, f func(tx Tx) error) error
	// Read passes on the rows of a query.
	Read(ctx context.Context, v View, row func(scan func(...any) error) error, query string, args ...any) error
	// Index notes the words of a memory that was added, whose row is n.
	Index(ctx context.Context, tx Tx, org, user string, n int64, words []string) error
	// Count is a query for how many memories have a word, at most a number: of the
	// scope's user, or of all.
	Count(sc scope.Scope, word string, most int) (query string, args []any)
	// Match finds the memories that have one of some words.
	Match(sc scope.Scope, words []string) Match
	// Erased is called when what was deleted is to be nowhere any more.
	Erased(ctx context.Context) error
	// Remedy says of an error what can be done about it.
	Remedy(err error) error
}

// Clock is what a database has beside whose clock is that of all who use it. By
// it a hold on a session ends; by the clocks of processes, which differ, none
// does.
type Clock interface {
	Now(ctx context.Context, tx Tx) (time.Time, error)
}

// Match is how the memories m are found that have one of some words: what is
// behind FROM and WHERE, the parameters of that, and the column that puts the
// newest last.
type Match struct {
	From, Where, Order string
	Args               []any
}

// base is a database as the parts of a store use it: for a scope, with errors that
// say what was done, and with ids and times.
type base struct {
	Database
	now func() time.Time
	ids ids
}

// work is a transaction for a scope. Its first error stays: what is asked of it after
// that is not done, and what was done is undone.
type work struct {
	*base
	ctx context.Context
	sc  scope.Scope
	tx  Tx
	err error
}

// fail has a transaction end with an error.
func (w *work) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// exec carries out a statement, and returns how many rows it changed.
func (w *work) exec(query string, args ...any) (changed int64) {
	if w.err != nil {
		return 0
	}
	r, err := w.tx.ExecContext(w.ctx, query, args...)
	if err == nil {
		changed, err = r.RowsAffected()
	}
	w.err = err
	return changed
}

// change is exec for what is there: it is a [store.ErrNotFound] where nothing changed.
func (w *work) change(query string, args ...any) {
	if w.exec(query, args...) == 0 {
		w.fail(store.ErrNotFound)
	}
}

// add runs a query that adds a row. Where a row has its key already, nothing is
// added, and the error is a [store.ErrExists].
func (w *work) add(query string, args ...any) {
	if w.exec(query, args...) == 0 {
		w.fail(store.ErrExists)
	}
}

// to is where the columns of a row go.
type to []any

// read reads the row of a query, and reports whether there is one.
func (w *work) read(into to, query string, args ...any) bool {
	if w.err != nil {
		return false
	}
	err := w.tx.QueryRowContext(w.ctx, query, args...).Scan(into...)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		w.err = err
	}
	return err == nil
}

// each passes on the rows of a query.
func (w *work) each(row func(scan func(...any) error) error, query string, args ...any) {
	if w.err == nil {
		w.err = EachRow(w.ctx, w.tx, row, query, args...)
	}
}

// write does something in one transaction, for a scope.
func (s *base) write(ctx context.Context, sc scope.Scope, what string, f func(*work)) error {
	return s.transact(ctx, sc, Write, what, f)
}

// note is write, for what need not outlive a power cut: who holds a session.
func (s *base) note(ctx context.Context, sc scope.Scope, what string, f func(*work)) error {
	return s.transact(ctx, sc, Note, what, f)
}

func (s *base) transact(ctx context.Context, sc scope.Scope, k Kind, what string, f func(*work)) error {
	err := sc.Valid()
	if err == nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		err = s.Remedy(s.Transact(ctx, View{Org: sc.Org()}, k, func(tx Tx) error {
			w := &work{base: s, ctx: ctx, sc: sc, tx: tx}
			f(w)
			return w.err
		}))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// query reads rows, for a scope.
func (s *base) query(ctx context.Context, sc scope.Scope, what string, row func(scan func(...any) error) error, sql string, args ...any) error {
	return s.look(ctx, sc, View{Org: sc.Org()}, what, row, sql, args...)
}

// list reads rows, for a scope. The columns of each go where row says.
func list[T any](ctx context.Context, s *base, sc scope.Scope, what string, row func(*T) to, sql string, args ...any) (all []T, err error) {
	err = s.query(ctx, sc, what, each(&all, row), sql, args...)
	return all, err
}

// each adds a row to a list.
func each[T any](all *[]T, row func(*T) to) func(scan func(...any) error) error {
	return func(scan func(...any) error) error {
		var one T
		err := scan(row(&one)...)
		*all = append(*all, one)
		return err
	}
}

// one is list for the one row that there is; without it, it is a [store.ErrNotFound].
func one[T any](ctx context.Context, s *base, sc scope.Scope, what string, row func(*T) to, sql string, args ...any) (found T, err error) {
	all, err := list(ctx, s, sc, what, row, sql, args...)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: %w", what, store.ErrNotFound)
	}
	if len(all) > 0 {
		found = all[len(all)-1]
	}
	return found, err
}

// look is query with a view of its own.
func (s *base) look(ctx context.Context, sc scope.Scope, v View, what string, row func(scan func(...any) error) error, sql string, args ...any) error {
	err := sc.Valid()
	if err == nil {
		err = s.Database.Remedy(s.Database.Read(ctx, v, row, sql, args...))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// stamp is the time, as it is kept.
func (s *base) stamp() int64 { return s.now().UnixMilli() }

func when(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func stampOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// moment is where a time of a row goes.
type moment struct{ *time.Time }

// Scan implements [sql.Scanner].
func (m moment) Scan(column any) error {
	ms, ok := column.(int64)
	if !ok {
		return fmt.Errorf("a time is kept as a %T", column)
	}
	*m.Time = when(ms)
	return nil
}

// parsed is where a column of a row goes by a function that reads its text.
type parsed func(text string) error

// Scan implements [sql.Scanner].
func (p parsed) Scan(column any) error {
	switch text := column.(type) {
	case string:
		return p(text)
	case []byte:
		return p(string(text))
	}
	return fmt.Errorf("a text is kept as a %T", column)
}

// raw is where JSON goes: an empty text is none.
func raw(to *json.RawMessage) parsed {
	return func(text string) error {
		if text != "" {
			*to = json.RawMessage(text)
		}
		return nil
	}
}

// idText writes ids in letters and digits that sort as their bytes do.
var idText = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// ids makes ids of 48 bits of time, in milliseconds, and 72 random ones. Its zero
// value is ready.
type ids struct {
	mu   sync.Mutex
	high uint64 // of the last id: the time and 8 random bits
	low  uint64 // and the other 64
}

// next returns an id that nobody can guess and that sorts behind all it returned
// before. Where the time is no later than that of the last id, it is larger than
// that one by a random number of 56 bits: by one, it could be guessed. What such
// steps carry into the time makes the next id a step, too, until the clock is there.
func (g *ids) next(now time.Time) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var b [15]byte
	rand.Read(b[6:])
	if ms := now.UnixMilli(); ms > int64(g.high>>8) {
		g.high, g.low = uint64(ms)<<8|uint64(b[6]), binary.BigEndian.Uint64(b[7:])
	} else {
		var carry uint64
		g.low, carry = bits.Add64(g.low, binary.BigEndian.Uint64(b[7:])>>8+1, 0)
		g.high += carry
	}
	binary.BigEndian.PutUint64(b[:], g.high<<8)
	binary.BigEndian.PutUint64(b[7:], g.low)
	return idText.EncodeToString(b[:])
}

// newID returns an id; those of one open store sort in the order they were made.
func (s *base) newID() string { return s.ids.next(s.now()) }
