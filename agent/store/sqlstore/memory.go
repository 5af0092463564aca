package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// ArchiveMemories implements [store.MemoryArchive].
func (s memories) ArchiveMemories(ctx context.Context, sc scope.Scope, ids []string, reason string) error {
	return s.db.write(ctx, sc, "archiving memories", func(w *work) {
		var missing []string
		for _, id := range ids {
			n, found := numbered(w, id)
			if !found || w.exec("UPDATE memories SET archived = ?, why = ? WHERE org = ? AND n = ? AND archived = 0", w.stamp(), reason, sc.Org(), n) == 0 {
				missing = append(missing, id)
			}
		}
		if len(missing) > 0 {
			w.fail(fmt.Errorf("memory entries not found: %s: %w", strings.Join(missing, ", "), store.ErrNotFound))
		}
		w.record("", "memories.archived", map[string]any{"ids": ids, "reason": reason})
	})
}

// RestoreMemory implements [store.MemoryArchive].
func (s memories) RestoreMemory(ctx context.Context, sc scope.Scope, id string) error {
	return s.change(ctx, sc, "taking a memory out of the archive", id, func(w *work, n int64) {
		w.change("UPDATE memories SET archived = 0, why = '' WHERE org = ? AND n = ? AND archived > 0", sc.Org(), n)
		w.record("", "memories.restored", map[string]string{"id": id})
	})
}

// ArchivedMemories implements [store.MemoryArchive].
func (s memories) ArchivedMemories(ctx context.Context, sc scope.Scope, limit int) ([]store.Memory, error) {
	clause, args := visible(sc, false)
	return s.memories(ctx, sc, "listing the archive of memories", clause+" AND m.archived > 0 ORDER BY m.created DESC, m.n DESC LIMIT ?", append(args, limited(limit))...)
}

const memoryColumns = "m.id, m.profile, m.text, m.area, m.session, m.turn, m.confidence, m.pinned, m.promoted, m.superseded, m.created, m.archived, m.why"

func memoryRow(m *store.Memory) to {
	return to{
		&m.ID, &m.Profile, &m.Text, &m.Area, &m.Session, &m.Turn, &m.Confidence, &m.Pinned, &m.Promoted, &m.Superseded,
		moment{&m.Created},
		moment{&m.Archived},
		&m.Why,
	}
}

// visible chooses the memories that a scope may see: its profile's and those of
// none; where no profile speaks the latter, or all of the user's.
func visible(sc scope.Scope, all bool) (clause string, args []any) {
	clause, args = "m.org = ? AND m.user = ?", []any{sc.Org(), sc.User()}
	switch {
	case sc.Profile() != "":
		return clause + " AND m.profile IN ('', ?)", append(args, sc.Profile())
	case all:
		return clause, args
	}
	return clause + " AND m.profile = ''", args
}

// maxMemory is how long a memory may be, in bytes.
const maxMemory = 64 << 10

// memories is the table of that name, and the words by which its rows are found.
type memories struct{ db *base }

// SaveMemory implements [store.Memories].
func (s memories) SaveMemory(ctx context.Context, sc scope.Scope, m store.Memory) (store.Memory, error) {
	switch {
	case strings.TrimSpace(m.Text) == "":
		return store.Memory{}, errors.New("saving a memory: it has no text")
	case len(m.Text) > maxMemory:
		return store.Memory{}, fmt.Errorf("saving a memory: it has %d bytes and may have %d", len(m.Text), maxMemory)
	}
	err := s.db.write(ctx, sc, "saving a memory", func(w *work) { m = saveMemory(w, m) })
	return m, err
}

func saveMemory(w *work, m store.Memory) store.Memory {
	at, archived := w.stamp(), int64(0)
	if m.Archived.IsZero() {
		m.Why = ""
	} else {
		archived = at
	}
	m.ID, m.Profile, m.Created, m.Archived, m.Superseded = w.newID(), w.sc.Profile(), when(at), when(archived), ""
	w.exec(`INSERT INTO memories (org, id, user, profile, text, area, session, turn, confidence, pinned, promoted, superseded, created, archived, why)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?)`,
		w.sc.Org(), m.ID, w.sc.User(), m.Profile, m.Text, m.Area, m.Session, m.Turn, m.Confidence, m.Pinned, m.Promoted, at, archived, m.Why)
	n, _ := numbered(w, m.ID)
	w.index(w.sc.User(), n, m.Text)
	return m
}

// index notes the words of a memory that was added.
func (w *work) index(user string, n int64, text string) {
	if w.err == nil {
		w.err = w.Index(w.ctx, w.tx, w.sc.Org(), user, n, Words(text))
	}
}

// ChangeMemories implements [store.MemoryProposals].
func (s memories) ChangeMemories(ctx context.Context, sc scope.Scope, was, now []store.Memory, p store.Proposal, action string, detail any) (out store.Proposal, err error) {
	made := ""
	err = s.db.write(ctx, sc, "changing memories", func(w *work) {
		for _, m := range was {
			unchanged(w, m)
		}
		for _, m := range now {
			if m.ID == store.MemoryMade {
				made = saveMemory(w, m).ID
				p.Change.Made = made
			}
		}
		for _, m := range now {
			if m.ID == store.MemoryMade {
				continue
			}
			n := existing(w, m.ID)
			if m.Superseded == store.MemoryMade {
				m.Superseded = made
			}
			w.exec("UPDATE memories SET promoted = ?, superseded = ?, archived = ?, why = ? WHERE n = ?", m.Promoted, m.Superseded, stampOf(m.Archived), m.Why, n)
		}
		out = changeProposal(w, p)
		w.record("", action, detail)
	})
	return out, err
}

// unchanged holds a memory to what it was.
func unchanged(w *work, m store.Memory) {
	clause, args := visible(w.sc, true)
	var now store.Memory
	found := w.read(to{&now.Text, &now.Promoted, &now.Superseded, moment{&now.Archived}},
		"SELECT m.text, m.promoted, m.superseded, m.archived FROM memories m WHERE "+clause+" AND m.id = ?", append(args, m.ID)...)
	if !found || now.Text != m.Text || now.Promoted != m.Promoted || now.Superseded != m.Superseded || stampOf(now.Archived) != stampOf(m.Archived) {
		w.fail(fmt.Errorf("the memory %q: %w", m.ID, store.ErrChanged))
	}
}

// memories reads those that a query chooses.
func (s memories) memories(ctx context.Context, sc scope.Scope, what, query string, args ...any) ([]store.Memory, error) {
	return list(ctx, s.db, sc, what, memoryRow, "SELECT "+memoryColumns+" FROM memories m WHERE "+query, args...)
}

// Memory implements [store.Memories].
func (s memories) Memory(ctx context.Context, sc scope.Scope, id string) (store.Memory, error) {
	clause, args := visible(sc, true)
	return one(ctx, s.db, sc, fmt.Sprintf("reading the memory %q", id), memoryRow, "SELECT "+memoryColumns+" FROM memories m WHERE "+clause+" AND m.id = ?", append(args, id)...)
}

// ListMemories implements [store.Memories].
func (s memories) ListMemories(ctx context.Context, sc scope.Scope, all bool, limit int) ([]store.Memory, error) {
	clause, args := visible(sc, all)
	return s.memories(ctx, sc, "listing memories",
		clause+" AND m.superseded = '' AND m.archived = 0 ORDER BY m.pinned DESC, m.created DESC, m.n DESC LIMIT ?", append(args, limited(limit))...)
}

// change does something to a memory that the scope may see.
func (s memories) change(ctx context.Context, sc scope.Scope, what, id string, f func(w *work, n int64)) error {
	return s.db.write(ctx, sc, what, func(w *work) { f(w, existing(w, id)) })
}

// numbered returns the row of a memory, and whether there is one.
func numbered(w *work, id string) (n int64, found bool) {
	clause, args := visible(w.sc, true)
	found = w.read(to{&n}, "SELECT m.n FROM memories m WHERE "+clause+" AND m.id = ?", append(args, id)...)
	return n, found
}

// existing is numbered for a memory that has to be there.
func existing(w *work, id string) int64 {
	n, found := numbered(w, id)
	if !found {
		w.fail(fmt.Errorf("%q: %w", id, store.ErrNotFound))
	}
	return n
}

// Supersede implements [store.Memories].
func (s memories) Supersede(ctx context.Context, sc scope.Scope, id, by string) error {
	if id == by {
		return errors.New("superseding a memory: by itself")
	}
	return s.change(ctx, sc, "superseding a memory", id, func(w *work, n int64) {
		existing(w, by)
		w.exec("UPDATE memories SET superseded = ? WHERE n = ?", by, n)
	})
}

// Promote implements [store.Memories].
func (s memories) Promote(ctx context.Context, sc scope.Scope, id string) error {
	return s.change(ctx, sc, "promoting a memory", id, func(w *work, n int64) { w.exec("UPDATE memories SET promoted = 1 WHERE n = ?", n) })
}
