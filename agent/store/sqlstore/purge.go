package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// purged replaces the text of a memory that was forgotten.
const purged = "[forgotten]"

// Forget implements [store.Memories].
func (s memories) Forget(ctx context.Context, sc scope.Scope, id string, purge bool) error {
	err := s.change(ctx, sc, "forgetting a memory", id, func(tx Tx, n int64) error {
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
	return s.db.Erased(ctx)
}

// purgedColumns are the texts in which a memory may be, by table: JSON, or text
// as it is. Hashes stay, so that it can be seen that something was there.
var purgedColumns = [...]struct {
	table, column string
	key           string // of a row that has JSON, beside its session
}{
	{"messages", "body", "seq"},
	{"epochs", "record", "number"},
	{"prompts", "system", ""},
	{"prompts", "tools", "id"},
	{"turns", "pending", "number"},
	{"turns", "partial", ""},
	{"sessions", "summary", ""},
	{"sessions", "title", ""},
}

// purge takes a text out of all that was said and sent, of this user.
func (s memories) purge(ctx context.Context, tx Tx, sc scope.Scope, text string) error {
	for _, c := range purgedColumns {
		where := c.column + " <> '' AND org = ? AND session IN (SELECT id FROM sessions WHERE org = ? AND user = ?)"
		args := []any{sc.Org(), sc.Org(), sc.User()}
		if c.table == "sessions" || c.table == "prompts" {
			where, args = c.column+" <> '' AND org = ? AND user = ?", []any{sc.Org(), sc.User()}
		}
		also := ""
		if c.table == "prompts" { // which is not that of its digest any more, and no new one
			also = ", digest = 'changed:' || id"
		}
		if c.key != "" {
			session := "session"
			if c.table == "prompts" {
				session = "org"
			}
			if err := purgeJSON(ctx, tx, "SELECT "+session+", "+c.key+", "+c.column+" FROM "+c.table+" WHERE "+where, args,
				"UPDATE "+c.table+" SET "+c.column+" = ?"+also+" WHERE org = ? AND "+session+" = ? AND "+c.key+" = ?", text); err != nil {
				return err
			}
			continue
		}
		_, err := tx.ExecContext(ctx, "UPDATE "+c.table+" SET "+c.column+" = replace("+c.column+", ?, ?)"+also+" WHERE "+where+" AND "+c.column+" <> replace("+c.column+", ?, '')",
			append(append([]any{text, purged}, args...), text)...)
		if err != nil {
			return err
		}
	}
	// Events have a text in pieces, and replies have it as it was sent: those of
	// turns that are over go as a whole.
	for _, statement := range []string{
		"DELETE FROM events WHERE org = ? AND session IN (SELECT id FROM sessions WHERE org = events.org AND user = ?) AND NOT EXISTS" +
			" (SELECT 1 FROM turns t WHERE t.org = events.org AND t.session = events.session AND t.number = events.turn AND t.state IN ('running', 'waiting'))",
		"DELETE FROM replies WHERE org = ? AND user = ? AND status <> 0",
	} {
		if _, err := tx.ExecContext(ctx, statement, sc.Org(), sc.User()); err != nil {
			return err
		}
	}
	if err := purgeProposals(ctx, tx, sc, text); err != nil {
		return err
	}
	// Whoever has what was said in their memory is to read it again.
	_, err := tx.ExecContext(ctx, "UPDATE sessions SET purged = purged + 1 WHERE org = ? AND user = ?", sc.Org(), sc.User())
	return err
}

// purgeProposals takes a text out of what proposals quote, of all users, who see
// the proposals of a profile together. What a change brings to a file stays; what
// it is of memories goes.
func purgeProposals(ctx context.Context, tx Tx, sc scope.Scope, text string) error {
	rows, err := tx.QueryContext(ctx, "SELECT "+proposalColumns+" FROM proposals WHERE org = ?", sc.Org())
	if err != nil {
		return err
	}
	defer rows.Close()
	var all, memories []store.Proposal
	for rows.Next() {
		p, err := scanProposal(rows.Scan)
		if err != nil {
			return err
		}
		if purgeProposal(&p, text) {
			all = append(all, p)
		}
		if ofMemories(&p) {
			memories = append(memories, p)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, p := range memories {
		for _, digest := range []string{p.Change.Base, p.Change.Result} {
			if err := purgeContent(ctx, tx, sc, digest, text); err != nil {
				return err
			}
		}
	}
	for _, p := range all {
		p.Version++
		body, err := json.Marshal(p)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE proposals SET version = ?, body = ? WHERE org = ? AND id = ?", p.Version, string(body), sc.Org(), p.ID); err != nil {
			return err
		}
	}
	return nil
}

func ofMemories(p *store.Proposal) bool { return strings.HasPrefix(p.Target, store.ProposedMemories) }

// purgeProposal takes a text out of one proposal and reports whether it was there.
func purgeProposal(p *store.Proposal, text string) (found bool) {
	for i := range p.Evidence {
		if e := &p.Evidence[i]; strings.Contains(e.Quote, text) || e.Quote != "" && strings.Contains(text, e.Quote) {
			e.Quote, e.Withdrawn, found = purged, true, true
		}
	}
	for _, part := range []*string{&p.Observation, &p.Title} {
		if strings.Contains(*part, text) {
			*part, found = strings.ReplaceAll(*part, text, purged), true
		}
	}
	if ofMemories(p) {
		if change := withoutText(string(p.Change.Patch), text); change != string(p.Change.Patch) {
			p.Change.Patch, found = json.RawMessage(change), true
		}
	}
	return found
}

// purgeContent takes away what memories were in a proposal, where a text is in it.
func purgeContent(ctx context.Context, tx Tx, sc scope.Scope, digest, text string) error {
	var content []byte
	err := tx.QueryRowContext(ctx, "SELECT content FROM proposal_files WHERE org = ? AND digest = ?", sc.Org(), digest).Scan(&content)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil && strings.Contains(string(content), strings.Join(strings.Fields(text), " ")) {
		_, err = tx.ExecContext(ctx, "DELETE FROM proposal_files WHERE org = ? AND digest = ?", sc.Org(), digest)
	}
	return err
}

// purgeJSON takes a text out of the texts of JSON, in all rows that a query finds.
func purgeJSON(ctx context.Context, tx Tx, query string, args []any, update, text string) error {
	type changed struct {
		session string
		key     int64
		value   string
	}
	var all []changed
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var c changed
		if err := rows.Scan(&c.session, &c.key, &c.value); err != nil {
			return err
		}
		if now := withoutText(c.value, text); now != c.value {
			c.value = now
			all = append(all, c)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, c := range all {
		if _, err := tx.ExecContext(ctx, update, c.value, args[0], c.session, c.key); err != nil {
			return err
		}
	}
	return nil
}

// wired are the keys of JSON of ours whose texts are names, which others refer
// to. What a tool is called with has keys of its own.
var wired = [...]string{"id", "call_id", "name", "class", "group", "tier", "trust", "decision", "type", "section", "digest", "hash", "mode"}

// withoutText takes a text out of the texts of JSON, and leaves all else as it
// is, byte for byte: numbers, keys and names of ours.
func withoutText(document, text string) string {
	var out strings.Builder
	key, depth, inside := "", 0, 0 // inside the arguments of a call, from that depth on
	for at := 0; at < len(document); {
		c := document[at]
		if c != '"' {
			switch c {
			case '{', '[':
				if depth++; key == "arguments" && inside == 0 {
					inside = depth
				}
				key = ""
			case '}', ']':
				if depth == inside {
					inside = 0
				}
				depth--
			case ',':
				key = ""
			}
			out.WriteByte(c)
			at++
			continue
		}
		literal := document[at:literalEnd(document, at)]
		at += len(literal)
		var value string
		if json.Unmarshal([]byte(literal), &value) != nil {
			out.WriteString(literal)
			continue
		}
		if rest := strings.TrimLeft(document[at:], " \t\r\n"); strings.HasPrefix(rest, ":") {
			key = value
			out.WriteString(literal)
			continue
		}
		if strings.Contains(value, text) && (inside > 0 || !slices.Contains(wired[:], key)) {
			if b, err := json.Marshal(strings.ReplaceAll(value, text, purged)); err == nil {
				literal = string(b)
			}
		}
		out.WriteString(literal)
	}
	return out.String()
}

// literalEnd returns the offset behind the string of JSON that begins at an offset.
func literalEnd(document string, at int) int {
	for at++; at < len(document) && document[at] != '"'; at++ {
		if document[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(document))
}
