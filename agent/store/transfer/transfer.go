// Package transfer carries all that a store keeps to another one: from the file
// of a workspace to a PostgreSQL database, and back. Either all of it arrives, as
// it was, or nothing does: a digest of both sides says so before it counts.
package transfer

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/agent/store/sqlstore"
)

// Report says what was carried.
type Report struct {
	Rows   int64  `json:"rows"`
	Digest string `json:"digest"` // of all rows, the same on both sides
	Before bool   `json:"before"` // it was there already
}

// ErrNotEmpty says that what is to be written to keeps something else.
var ErrNotEmpty = errors.New("it keeps something already")

// ToPostgres carries what a file keeps to the database of an owner of tables,
// which is that of the workspace with an id from then on. Nobody writes to either
// meanwhile.
func ToPostgres(ctx context.Context, from *sqlite.Store, owner, workspace string) (Report, error) {
	var r Report
	err := from.All(ctx, func(file *sql.Tx) error {
		return postgres.All(ctx, owner, func(db *sql.Tx) error {
			if err := postgres.ClaimFor(ctx, db, workspace); err != nil {
				return err
			}
			var err error
			if r, err = carry(ctx, file, db, 0); err != nil || r.Before {
				return err
			}
			return postgres.Finish(ctx, db)
		})
	})
	if err != nil {
		return Report{}, fmt.Errorf("migrating to PostgreSQL: %w", err)
	}
	return r, nil
}

// ToFile carries what the database of a workspace keeps to a new file.
func ToFile(ctx context.Context, owner, workspace string, to *sqlite.Store) (Report, error) {
	var r Report
	err := to.All(ctx, func(file *sql.Tx) error {
		return postgres.All(ctx, owner, func(db *sql.Tx) error {
			err := postgres.ClaimFor(ctx, db, workspace)
			if err == nil {
				r, err = carry(ctx, db, file, 1)
			}
			return err
		})
	})
	if err != nil {
		return Report{}, fmt.Errorf("migrating to a file: %w", err)
	}
	return r, nil
}

// table is one of the tables that both have.
type table struct {
	name    string
	columns []string
	after   []string // those that have to be there before
}

// carry copies all rows. The file says which tables there are: it is the first
// side or the second.
func carry(ctx context.Context, from, to *sql.Tx, file int) (Report, error) {
	all, err := tables(ctx, []*sql.Tx{from, to}[file])
	if err != nil {
		return Report{}, err
	}
	want, rows, err := digest(ctx, from, all)
	if err != nil {
		return Report{}, err
	}
	has, there, err := digest(ctx, to, all)
	switch {
	case err != nil:
		return Report{}, err
	case has == want:
		return Report{Rows: rows, Digest: want, Before: rows > 0}, nil
	case there > 0:
		return Report{}, fmt.Errorf("%w: %d rows, with the digest %.16s, and these are %d with %.16s: take an empty one", ErrNotEmpty, there, has, rows, want)
	}
	for _, t := range all {
		if err := copied(ctx, from, to, t); err != nil {
			return Report{}, fmt.Errorf("%s: %w", t.name, err)
		}
	}
	if has, there, err = digest(ctx, to, all); err != nil {
		return Report{}, err
	}
	if has != want || there != rows {
		return Report{}, fmt.Errorf("%d rows with the digest %.16s became %d with %.16s: nothing was changed", rows, want, there, has)
	}
	return Report{Rows: rows, Digest: want}, nil
}

// tables returns those of a file, each behind those that it refers to.
func tables(ctx context.Context, file *sql.Tx) ([]table, error) {
	var all []table
	err := sqlstore.EachRow(ctx, file, func(scan func(...any) error) error {
		var name, columns, after string
		if err := scan(&name, &columns, &after); err != nil {
			return err
		}
		all = append(all, table{name, strings.Fields(columns), strings.Fields(after)})
		return nil
	}, `SELECT t.name, (SELECT group_concat(c.name, ' ') FROM pragma_table_info(t.name) c),
		coalesce((SELECT group_concat(f."table", ' ') FROM pragma_foreign_key_list(t.name) f), '')
		FROM pragma_table_list t WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'goose_db_version' ORDER BY t.name`)
	if err != nil {
		return nil, err
	}
	var sorted []table
	placed := map[string]bool{}
	for len(sorted) < len(all) {
		before := len(sorted)
		for _, t := range all {
			waits := slices.ContainsFunc(t.after, func(name string) bool { return name != t.name && !placed[name] })
			if !placed[t.name] && !waits {
				slices.Sort(t.columns)
				sorted, placed[t.name] = append(sorted, t), true
			}
		}
		if len(sorted) == before {
			return nil, errors.New("tables refer to each other in a circle")
		}
	}
	return sorted, nil
}

func (t table) names() string { return `"` + strings.Join(t.columns, `", "`) + `"` }

// digest is one of all rows, whatever their order: the sum of the digests of each.
func digest(ctx context.Context, tx *sql.Tx, all []table) (text string, rows int64, err error) {
	whole := sha256.New()
	for _, t := range all {
		var sum [4]uint64
		n := int64(0)
		h := sha256.New()
		err := values(ctx, tx, t, func(row []any) error {
			n++
			h.Reset()
			fmt.Fprintf(h, "%s\x00%s\x00", t.name, t.names())
			for _, v := range row {
				if err := write(h, v); err != nil {
					return err
				}
			}
			add(&sum, h.Sum(nil))
			return nil
		})
		if err != nil {
			return "", 0, fmt.Errorf("reading %s: %w", t.name, err)
		}
		fmt.Fprintf(whole, "%s\x00%d\x00%x\x00", t.name, n, sum)
		rows += n
	}
	return hex.EncodeToString(whole.Sum(nil)), rows, nil
}

// add adds a digest to a sum, as numbers of 64 bits.
func add(sum *[4]uint64, digest []byte) {
	for i := range sum {
		sum[i] += binary.BigEndian.Uint64(digest[8*i:])
	}
}

// write puts a value into a digest, so that no two kinds of it look alike.
func write(h hash.Hash, v any) error {
	switch x := v.(type) {
	case int64:
		fmt.Fprintf(h, "i%d\x00", x)
	case float64:
		fmt.Fprintf(h, "f%x\x00", math.Float64bits(x))
	case string:
		fmt.Fprintf(h, "s%d:%s", len(x), x)
	case []byte:
		fmt.Fprintf(h, "b%d:%s", len(x), x)
	default:
		return fmt.Errorf("a value is a %T", v)
	}
	return nil
}

// values passes on the rows of a table, each of which is valid until the next.
func values(ctx context.Context, tx *sql.Tx, t table, f func(row []any) error) error {
	row, into := make([]any, len(t.columns)), make([]any, len(t.columns))
	for i := range row {
		into[i] = &row[i]
	}
	return sqlstore.EachRow(ctx, tx, func(scan func(...any) error) error {
		if err := scan(into...); err != nil {
			return err
		}
		return f(row)
	}, "SELECT "+t.names()+" FROM "+t.name)
}

// batch is how many rows are written with one statement.
const batch = 100

// copied copies the rows of a table.
func copied(ctx context.Context, from, to *sql.Tx, t table) error {
	var waiting []any
	flush := func() error {
		n := len(waiting) / len(t.columns)
		if n == 0 {
			return nil
		}
		one := "(" + strings.Repeat("?, ", len(t.columns)-1) + "?)"
		_, err := to.ExecContext(ctx, "INSERT INTO "+t.name+" ("+t.names()+") VALUES "+strings.Repeat(one+", ", n-1)+one, waiting...)
		waiting = waiting[:0]
		return err
	}
	err := values(ctx, from, t, func(row []any) error {
		for _, v := range row {
			if b, ok := v.([]byte); ok {
				v = slices.Clone(b)
			}
			waiting = append(waiting, v)
		}
		if len(waiting) >= batch*len(t.columns) {
			return flush()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}
