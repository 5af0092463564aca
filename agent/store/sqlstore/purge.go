package sqlstore

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// purged replaces the text of a memory that was forgotten.
const purged = "[forgotten]"

// Forget implements [store.Memories].
func (s memories) Forget(ctx context.Context, sc scope.Scope, id string, purge bool) error {
	err := s.change(ctx, sc, "forgetting a memory", id, func(w *work, n int64) {
		var text string
		if w.read(to{&text}, "SELECT text FROM memories WHERE n = ?", n) && purge {
			purgeText(w, text)
		}
		w.exec("DELETE FROM memories WHERE n = ?", n)
		w.exec("UPDATE memories SET superseded = '' WHERE org = ? AND superseded = ?", sc.Org(), id)
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

// purgeText takes a text out of all that was said and sent, of this user.
func purgeText(w *work, text string) {
	sc := w.sc
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
			purgeJSON(w, "SELECT "+session+", "+c.key+", "+c.column+" FROM "+c.table+" WHERE "+where, args,
				"UPDATE "+c.table+" SET "+c.column+" = ?"+also+" WHERE org = ? AND "+session+" = ? AND "+c.key+" = ?", text)
			continue
		}
		w.exec("UPDATE "+c.table+" SET "+c.column+" = replace("+c.column+", ?, ?)"+also+" WHERE "+where+" AND "+c.column+" <> replace("+c.column+", ?, '')",
			append(append([]any{text, purged}, args...), text)...)
	}
	// Events have a text in pieces, and replies have it as it was sent: those of
	// turns that are over go as a whole.
	for _, statement := range []string{
		"DELETE FROM events WHERE org = ? AND session IN (SELECT id FROM sessions WHERE org = events.org AND user = ?) AND NOT EXISTS" +
			" (SELECT 1 FROM turns t WHERE t.org = events.org AND t.session = events.session AND t.number = events.turn AND t.state IN ('running', 'waiting'))",
		"DELETE FROM replies WHERE org = ? AND user = ? AND status <> 0",
	} {
		w.exec(statement, sc.Org(), sc.User())
	}
	purgeProposals(w, text)
	// Whoever has what was said in their memory is to read it again.
	w.exec("UPDATE sessions SET purged = purged + 1 WHERE org = ? AND user = ?", sc.Org(), sc.User())
}

// purgeProposals takes a text out of what proposals quote, of all users, who see
// the proposals of a profile together. What a change brings to a file stays; what
// it is of memories goes.
func purgeProposals(w *work, text string) {
	var all, memories []store.Proposal
	w.each(func(scan func(...any) error) error {
		p, err := scanProposal(scan)
		if purgeProposal(&p, text) {
			all = append(all, p)
		}
		if ofMemories(&p) {
			memories = append(memories, p)
		}
		return err
	}, "SELECT "+proposalColumns+" FROM proposals WHERE org = ?", w.sc.Org())
	for _, p := range memories {
		purgeContent(w, p.Change.Base, text)
		purgeContent(w, p.Change.Result, text)
	}
	for _, p := range all {
		p.Version++
		w.exec("UPDATE proposals SET version = ?, body = ? WHERE org = ? AND id = ?", p.Version, w.marshal(p), w.sc.Org(), p.ID)
	}
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
func purgeContent(w *work, digest, text string) {
	var content []byte
	w.read(to{&content}, "SELECT content FROM proposal_files WHERE org = ? AND digest = ?", w.sc.Org(), digest)
	if strings.Contains(string(content), strings.Join(strings.Fields(text), " ")) {
		w.exec("DELETE FROM proposal_files WHERE org = ? AND digest = ?", w.sc.Org(), digest)
	}
}

// purgeJSON takes a text out of the texts of JSON, in all rows that a query finds.
func purgeJSON(w *work, query string, args []any, update, text string) {
	type row struct {
		session string
		key     int64
		value   string
	}
	var all []row
	w.each(func(scan func(...any) error) error {
		var r row
		err := scan(&r.session, &r.key, &r.value)
		if now := withoutText(r.value, text); now != r.value {
			all = append(all, row{r.session, r.key, now})
		}
		return err
	}, query, args...)
	for _, r := range all {
		w.exec(update, r.value, args[0], r.session, r.key)
	}
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
