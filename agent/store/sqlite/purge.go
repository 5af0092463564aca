package sqlite

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
)

// purged stands where the text of a memory stood that was forgotten.
const purged = "[forgotten]"

// Forget implements [store.Memories].
func (s *Store) Forget(ctx context.Context, sc scope.Scope, id string, purge bool) error {
	err := s.change(ctx, sc, "forgetting a memory", id, func(tx *transaction, n int64) error {
		var text string
		if err := tx.QueryRowContext(ctx, "SELECT text FROM memories WHERE n = ?", n).Scan(&text); err != nil {
			return err
		}
		if purge {
			if err := s.purge(ctx, tx, sc, text); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM memories WHERE n = ?", n); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE memories SET superseded = '' WHERE org = ? AND superseded = ?", sc.Org(), id)
		return err
	})
	if err != nil || !purge {
		return err
	}
	// What is deleted is overwritten in the file, but the log still has it.
	_, err = s.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// purgedColumns are the texts in which a memory may stand, by table: JSON, or
// text as it is. Hashes stay, so that it can be seen that something was there.
var purgedColumns = [...]struct {
	table, column string
	json          bool
}{
	{"messages", "body", true},
	{"epochs", "record", true},
	{"prompts", "system", false},
	{"prompts", "tools", true},
	{"turns", "pending", true},
	{"sessions", "summary", false},
	{"sessions", "title", false},
}

// purge takes a text out of all that was said and sent, of this user.
func (s *Store) purge(ctx context.Context, tx *transaction, sc scope.Scope, text string) error {
	inJSON, err := json.Marshal(text)
	if err != nil {
		return err
	}
	quoted := strings.Trim(string(inJSON), `"`)
	var plain strings.Builder // as an encoder writes it that leaves HTML alone
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		return err
	}
	literal := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(plain.String(), "\n"), `"`), `"`)
	for _, c := range purgedColumns {
		forms := []string{text}
		if c.json {
			forms = []string{quoted, literal}
		}
		of := "SELECT id FROM sessions WHERE org = ? AND user = ?"
		where := c.column + " <> '' AND org = ? AND session IN (" + of + ")"
		args := []any{sc.Org(), sc.Org(), sc.User()}
		set := c.column + " = replace(" + c.column + ", ?, ?)"
		if c.table == "sessions" || c.table == "prompts" {
			where, args = c.column+" <> '' AND org = ? AND user = ?", []any{sc.Org(), sc.User()}
		}
		if c.table == "prompts" { // which is not that of its digest any more, and no new one
			set += ", digest = 'changed:' || id"
		}
		for _, form := range forms {
			_, err := tx.ExecContext(ctx, "UPDATE "+c.table+" SET "+set+" WHERE "+where+" AND instr("+c.column+", ?) > 0",
				append(append([]any{form, purged}, args...), form)...)
			if err != nil {
				return err
			}
		}
	}
	// Whoever has what was said in his memory is to read it again.
	_, err = tx.ExecContext(ctx, "UPDATE sessions SET purged = purged + 1 WHERE org = ? AND user = ?", sc.Org(), sc.User())
	return err
}
