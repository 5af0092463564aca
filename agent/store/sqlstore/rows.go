package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// A moved table is taken out of an organisation and brought into another store.
type moved struct {
	name    string
	columns string // without org
	key     string // that rows are sorted by
	// user says which rows are a user's; empty for none.
	user string
}

const (
	ofUser    = "user = ?"
	ofSession = "session IN (SELECT s.id FROM sessions s WHERE s.org = ? AND s.user = ?)"
)

// movedTables are those that are moved, each behind those that it refers to.
// The prompt of an epoch is in its row.
var movedTables = [...]moved{
	{"orgs", "name created archived shared", "org", ""},
	{"members", "user role created", "user", ofUser},
	{"profiles", "id name is_default created", "id", ""},
	{"sessions", "id user profile role model title summary kind status reason parent since epoch seq created updated purged", "id", ofUser},
	{"turns", "session number state epoch prefix pending error input output cache_read cache_write started ended partial", "session number", ofSession},
	{"messages", "session seq turn role body tokens created", "session seq", ofSession},
	{"epochs", "session number hash record reason changed created summary first", "session number", ofSession},
	{"memories", "id user profile text area session turn confidence pinned promoted superseded created archived why", "n", ofUser},
	{"spending", "user day session requests tokens cost", "user day session", ofUser},
	{"schedules", "user profile name last", "user profile name", ofUser},
	{"shared_memory", "number source action author at body", "number", ""},
	{"shared_proposals", "id text author created state decider reason decided", "id", "author = ?"},
	{"proposals", "id profile target state doing version created expires body", "id", ""},
	{"proposal_files", "digest content", "digest", ""},
	{"proposal_versions", "profile target number digest proposal at", "profile target number", ""},
	{"proposal_triages", "number profile proposal input policy policy_version action reason risk record at", "number", ""},
	{"proposal_cursors", "profile policy proposal", "profile policy", ""},
	{"audit", "number at user profile session action detail hash", "number", ofUser},
}

// StayingTables are those that are not moved: secrets, who holds what, and what
// clients are told again.
var StayingTables = []string{"tokens", "users", "logins", "invites", "leases", "replies", "clients", "events", "proposal_locks", "prompts"}

// MovedTables returns the tables that are moved, with their columns.
func MovedTables() map[string][]string {
	all := map[string][]string{}
	for _, t := range movedTables {
		all[t.name] = strings.Fields(t.columns)
	}
	return all
}

// promptColumns are those of an epoch's prompt.
var promptColumns = []string{"system", "tools"}

// rows is all that an organisation has, for taking it out and bringing it in.
type rows struct{ db *base }

// EachRow implements [store.Rows].
func (s rows) EachRow(ctx context.Context, sc scope.Scope, user string, give func(store.Row) error) error {
	return s.db.snapshot(ctx, sc, "taking rows out", func(tx Tx) error {
		for _, t := range movedTables {
			if user != "" && t.user == "" {
				continue
			}
			if err := t.each(ctx, tx, sc, user, give); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
		return nil
	})
}

func (t moved) each(ctx context.Context, tx Tx, sc scope.Scope, user string, give func(store.Row) error) error {
	columns := strings.Fields(t.columns)
	query, args := "SELECT t."+strings.Join(columns, ", t."), []any{sc.Org()}
	from := " FROM " + t.name + " t"
	if t.name == "epochs" {
		columns = append(columns, promptColumns...)
		query, from = query+", p.system, p.tools", from+" JOIN prompts p ON p.org = t.org AND p.id = t.prompt"
	}
	query += from + " WHERE t.org = ?"
	switch {
	case user == "":
	case t.user == ofSession:
		query, args = query+" AND t."+ofSession, append(args, sc.Org(), user)
	default:
		query, args = query+" AND t."+t.user, append(args, user)
	}
	rows, err := tx.QueryContext(ctx, query+" ORDER BY t."+strings.Join(strings.Fields(t.key), ", t."), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		values, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			return err
		}
		r := store.Row{Table: t.name, Values: map[string]any{}}
		for i, c := range columns {
			r.Values[c] = values[i]
		}
		if err := give(r); err != nil {
			return err
		}
	}
	return rows.Err()
}

// AddRows implements [store.Rows].
func (s rows) AddRows(ctx context.Context, sc scope.Scope, next func() (store.Row, bool, error)) error {
	return s.db.write(ctx, sc, "bringing rows in", func(tx Tx) error {
		at := 0
		for {
			r, more, err := next()
			if err != nil || !more {
				return err
			}
			i := slices.IndexFunc(movedTables[:], func(t moved) bool { return t.name == r.Table })
			if i < at {
				return fmt.Errorf("a row of the table %q is not where it can be", r.Table)
			}
			at = i
			if err := s.addRow(ctx, tx, sc, movedTables[i], r); err != nil {
				return fmt.Errorf("%s: %w", r.Table, err)
			}
		}
	})
}

func (s rows) addRow(ctx context.Context, tx Tx, sc scope.Scope, t moved, r store.Row) error {
	columns, args := strings.Fields(t.columns), []any{sc.Org()}
	for _, c := range columns {
		v, ok := r.Values[c]
		if !ok && c == "shared" { // as in what older programs wrote
			v, ok = int64(0), true
		}
		if !ok {
			return fmt.Errorf("a row has no %s", c)
		}
		args = append(args, v)
	}
	if t.name == "epochs" {
		id, err := s.promptOf(ctx, tx, sc, r)
		if err != nil {
			return err
		}
		columns, args = append(columns, "prompt"), append(args, id)
	}
	err := fresh(tx.ExecContext(ctx, "INSERT INTO "+t.name+" (org, "+strings.Join(columns, ", ")+") VALUES (?"+strings.Repeat(", ?", len(columns))+") ON CONFLICT DO NOTHING", args...))
	if err != nil || t.name != "memories" {
		return err
	}
	id, _ := r.Values["id"].(string)
	text, _ := r.Values["text"].(string)
	var n int64
	if err := tx.QueryRowContext(ctx, "SELECT n FROM memories WHERE org = ? AND id = ?", sc.Org(), id).Scan(&n); err != nil {
		return err
	}
	user, _ := r.Values["user"].(string)
	return s.db.Index(ctx, tx, sc.Org(), user, n, Words(text))
}

// promptOf keeps the prompt of an epoch for the user of its session.
func (s rows) promptOf(ctx context.Context, tx Tx, sc scope.Scope, r store.Row) (int64, error) {
	session, _ := r.Values["session"].(string)
	system, _ := r.Values["system"].(string)
	tools, _ := r.Values["tools"].(string)
	var user string
	if err := only(tx.QueryRowContext(ctx, "SELECT user FROM sessions WHERE org = ? AND id = ?", sc.Org(), session).Scan(&user)); err != nil {
		return 0, err
	}
	of, err := scope.New(sc.Org(), user, "")
	if err != nil {
		return 0, err
	}
	var e store.Epoch
	e.System, e.Tools = system, tools
	return shared(ctx, tx, of, e)
}

// EraseUser implements [store.Rows].
func (s rows) EraseUser(ctx context.Context, sc scope.Scope, user, admin string) error {
	err := s.db.write(ctx, sc, "erasing a user", func(tx Tx) error {
		was, err := members(s).roleOf(ctx, tx, sc, user)
		if err != nil {
			return err
		}
		if was == admin {
			if err := members(s).notLast(ctx, tx, sc, admin); err != nil {
				return err
			}
		}
		for _, table := range []string{"sessions", "memories", "spending", "schedules", "replies", "clients", "tokens", "prompts", "members"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE org = ? AND user = ?", sc.Org(), user); err != nil {
				return fmt.Errorf("%s: %w", table, err)
			}
		}
		return s.db.record(ctx, tx, sc, "", "user.erased", map[string]string{"user": user})
	})
	if err != nil {
		return err
	}
	return s.db.Erased(ctx)
}
