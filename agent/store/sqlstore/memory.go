package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

const memoryColumns = "m.id, m.profile, m.text, m.area, m.session, m.turn, m.confidence, m.pinned, m.promoted, m.superseded, m.created, m.archived, m.why"

func scanMemory(scan func(...any) error) (m store.Memory, err error) {
	var created, archived int64
	err = scan(&m.ID, &m.Profile, &m.Text, &m.Area, &m.Session, &m.Turn, &m.Confidence, &m.Pinned, &m.Promoted, &m.Superseded, &created, &archived, &m.Why)
	m.Created, m.Archived = when(created), when(archived)
	return m, err
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
	err := s.db.write(ctx, sc, "saving a memory", func(tx Tx) (err error) {
		m, err = s.saveMemory(ctx, tx, sc, m)
		return err
	})
	if err != nil {
		return store.Memory{}, err
	}
	return m, nil
}

func (s memories) saveMemory(ctx context.Context, tx Tx, sc scope.Scope, m store.Memory) (store.Memory, error) {
	at, archived := s.db.stamp(), int64(0)
	if m.Archived.IsZero() {
		m.Why = ""
	} else {
		archived = at
	}
	m.ID, m.Profile, m.Created, m.Archived, m.Superseded = s.db.newID(), sc.Profile(), when(at), when(archived), ""
	_, err := tx.ExecContext(ctx,
		`INSERT INTO memories (org, id, user, profile, text, area, session, turn, confidence, pinned, promoted, superseded, created, archived, why)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?)`,
		sc.Org(), m.ID, sc.User(), m.Profile, m.Text, m.Area, m.Session, m.Turn, m.Confidence, m.Pinned, m.Promoted, at, archived, m.Why)
	if err != nil {
		return m, err
	}
	n, err := numbered(ctx, tx, sc, m.ID)
	if err != nil {
		return m, err
	}
	return m, s.db.Index(ctx, tx, sc.Org(), sc.User(), n, Words(m.Text))
}

// ChangeMemories implements [store.MemoryProposals].
func (s memories) ChangeMemories(ctx context.Context, sc scope.Scope, was, now []store.Memory, p store.Proposal, action string, detail any) (store.Proposal, error) {
	var out store.Proposal
	made := ""
	err := s.db.write(ctx, sc, "changing memories", func(tx Tx) (err error) {
		for _, m := range was {
			if err := s.unchanged(ctx, tx, sc, m); err != nil {
				return err
			}
		}
		for _, m := range now {
			if m.ID == store.MemoryMade {
				if m, err = s.saveMemory(ctx, tx, sc, m); err != nil {
					return err
				}
				made = m.ID
				p.Change.Made = made
			}
		}
		for _, m := range now {
			if m.ID == store.MemoryMade {
				continue
			}
			n, err := numbered(ctx, tx, sc, m.ID)
			if err != nil {
				return err
			}
			if m.Superseded == store.MemoryMade {
				m.Superseded = made
			}
			if _, err := tx.ExecContext(ctx, "UPDATE memories SET promoted = ?, superseded = ?, archived = ?, why = ? WHERE n = ?",
				m.Promoted, m.Superseded, stampOf(m.Archived), m.Why, n); err != nil {
				return err
			}
		}
		if out, err = proposals(s).changeProposal(ctx, tx, sc, p); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", action, detail)
	})
	if err != nil {
		return store.Proposal{}, err
	}
	return out, nil
}

// unchanged holds a memory to what it was.
func (s memories) unchanged(ctx context.Context, tx Tx, sc scope.Scope, m store.Memory) error {
	clause, args := visible(sc, true)
	var now store.Memory
	var archived int64
	err := tx.QueryRowContext(ctx, "SELECT m.text, m.promoted, m.superseded, m.archived FROM memories m WHERE "+clause+" AND m.id = ?", append(args, m.ID)...).
		Scan(&now.Text, &now.Promoted, &now.Superseded, &archived)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (now.Text != m.Text || now.Promoted != m.Promoted || now.Superseded != m.Superseded || archived != stampOf(m.Archived)) {
		err = fmt.Errorf("the memory %q: %w", m.ID, store.ErrChanged)
	}
	return err
}

// memories reads those that a query chooses.
func (s memories) memories(ctx context.Context, sc scope.Scope, what, query string, args ...any) ([]store.Memory, error) {
	return list(ctx, s.db, sc, what, scanMemory, "SELECT "+memoryColumns+" FROM memories m WHERE "+query, args...)
}

// Memory implements [store.Memories].
func (s memories) Memory(ctx context.Context, sc scope.Scope, id string) (store.Memory, error) {
	clause, args := visible(sc, true)
	found, err := s.memories(ctx, sc, "reading a memory", clause+" AND m.id = ?", append(args, id)...)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("reading the memory %q: %w", id, store.ErrNotFound)
	}
	if err != nil {
		return store.Memory{}, err
	}
	return found[0], nil
}

// ListMemories implements [store.Memories].
func (s memories) ListMemories(ctx context.Context, sc scope.Scope, all bool, limit int) ([]store.Memory, error) {
	clause, args := visible(sc, all)
	return s.memories(ctx, sc, "listing memories",
		clause+" AND m.superseded = '' AND m.archived = 0 ORDER BY m.pinned DESC, m.created DESC, m.n DESC LIMIT ?", append(args, limited(limit))...)
}

// change does something to a memory that the scope may see.
func (s memories) change(ctx context.Context, sc scope.Scope, what, id string, f func(tx Tx, n int64) error) error {
	return s.db.write(ctx, sc, what, func(tx Tx) error {
		n, err := numbered(ctx, tx, sc, id)
		if err != nil {
			return err
		}
		return f(tx, n)
	})
}

// numbered returns the row of a memory.
func numbered(ctx context.Context, tx Tx, sc scope.Scope, id string) (int64, error) {
	var n int64
	clause, args := visible(sc, true)
	err := tx.QueryRowContext(ctx, "SELECT m.n FROM memories m WHERE "+clause+" AND m.id = ?", append(args, id)...).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%q: %w", id, store.ErrNotFound)
	}
	return n, err
}

// Supersede implements [store.Memories].
func (s memories) Supersede(ctx context.Context, sc scope.Scope, id, by string) error {
	if id == by {
		return errors.New("superseding a memory: by itself")
	}
	return s.change(ctx, sc, "superseding a memory", id, func(tx Tx, n int64) error {
		if _, err := numbered(ctx, tx, sc, by); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE memories SET superseded = ? WHERE n = ?", by, n)
		return err
	})
}

// Promote implements [store.Memories].
func (s memories) Promote(ctx context.Context, sc scope.Scope, id string) error {
	return s.change(ctx, sc, "promoting a memory", id, func(tx Tx, n int64) error {
		_, err := tx.ExecContext(ctx, "UPDATE memories SET promoted = 1 WHERE n = ?", n)
		return err
	})
}
