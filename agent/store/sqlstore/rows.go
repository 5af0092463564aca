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
	return s.db.transact(ctx, sc, Snapshot, "taking rows out", func(w *work) {
		for _, t := range movedTables {
			if user == "" || t.user != "" {
				w.of(t.name, func() { t.each(w, user, give) })
			}
		}
	})
}

// of does something with a table, and names it in an error.
func (w *work) of(table string, do func()) {
	if w.err != nil {
		return
	}
	if do(); w.err != nil {
		w.err = fmt.Errorf("%s: %w", table, w.err)
	}
}

func (t moved) each(w *work, user string, give func(store.Row) error) {
	columns := strings.Fields(t.columns)
	query, args := "SELECT t."+strings.Join(columns, ", t."), []any{w.sc.Org()}
	from := " FROM " + t.name + " t"
	if t.name == "epochs" {
		columns = append(columns, promptColumns...)
		query, from = query+", p.system, p.tools", from+" JOIN prompts p ON p.org = t.org AND p.id = t.prompt"
	}
	query += from + " WHERE t.org = ?"
	switch {
	case user == "":
	case t.user == ofSession:
		query, args = query+" AND t."+ofSession, append(args, w.sc.Org(), user)
	default:
		query, args = query+" AND t."+t.user, append(args, user)
	}
	w.each(func(scan func(...any) error) error {
		values, into := make([]any, len(columns)), make(to, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := scan(into...); err != nil {
			return err
		}
		r := store.Row{Table: t.name, Values: map[string]any{}}
		for i, c := range columns {
			r.Values[c] = values[i]
		}
		return give(r)
	}, query+" ORDER BY t."+strings.Join(strings.Fields(t.key), ", t."), args...)
}

// AddRows implements [store.Rows].
func (s rows) AddRows(ctx context.Context, sc scope.Scope, next func() (store.Row, bool, error)) error {
	return s.db.write(ctx, sc, "bringing rows in", func(w *work) {
		for at := 0; w.err == nil; {
			r, more, err := next()
			if w.err = err; err != nil || !more {
				return
			}
			i := slices.IndexFunc(movedTables[:], func(t moved) bool { return t.name == r.Table })
			if i < at {
				w.fail(fmt.Errorf("a row of the table %q is not where it can be", r.Table))
				return
			}
			at = i
			w.of(r.Table, func() { addRow(w, movedTables[i], r) })
		}
	})
}

func addRow(w *work, t moved, r store.Row) {
	columns, args := strings.Fields(t.columns), []any{w.sc.Org()}
	for _, c := range columns {
		v, ok := r.Values[c]
		if !ok && c == "shared" { // as in what older programs wrote
			v, ok = int64(0), true
		}
		if !ok {
			w.fail(fmt.Errorf("a row has no %s", c))
		}
		args = append(args, v)
	}
	of := func(column string) string { text, _ := r.Values[column].(string); return text }
	if t.name == "epochs" { // with the prompt, of the user of its session
		var user string
		if !w.read(to{&user}, "SELECT user FROM sessions WHERE org = ? AND id = ?", w.sc.Org(), of("session")) {
			w.fail(store.ErrNotFound)
		}
		columns, args = append(columns, "prompt"), append(args, promptRow(w, user, of("system"), of("tools")))
	}
	w.add("INSERT INTO "+t.name+" (org, "+strings.Join(columns, ", ")+") VALUES (?"+strings.Repeat(", ?", len(columns))+") ON CONFLICT DO NOTHING", args...)
	if t.name == "memories" {
		var n int64
		w.read(to{&n}, "SELECT n FROM memories WHERE org = ? AND id = ?", w.sc.Org(), of("id"))
		w.index(of("user"), n, of("text"))
	}
}

// EraseUser implements [store.Rows].
func (s rows) EraseUser(ctx context.Context, sc scope.Scope, user, admin string) error {
	err := s.db.write(ctx, sc, "erasing a user", func(w *work) {
		leaves(w, user, admin)
		for _, table := range []string{"sessions", "memories", "spending", "schedules", "replies", "clients", "tokens", "prompts", "members"} {
			w.of(table, func() { w.exec("DELETE FROM "+table+" WHERE org = ? AND user = ?", sc.Org(), user) })
		}
		w.record("", "user.erased", map[string]string{"user": user})
	})
	if err != nil {
		return err
	}
	return s.db.Erased(ctx)
}
