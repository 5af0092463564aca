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
	return s.db.write(ctx, sc, "archiving memories", func(tx Tx) error {
		var missing []string
		for _, id := range ids {
			n, err := numbered(ctx, tx, sc, id)
			if err == nil {
				err = affected(tx.ExecContext(ctx, "UPDATE memories SET archived = ?, why = ? WHERE org = ? AND n = ? AND archived = 0", s.db.stamp(), reason, sc.Org(), n))
			}
			if errors.Is(err, store.ErrNotFound) {
				missing = append(missing, id)
				err = nil
			}
			if err != nil {
				return err
			}
		}
		if len(missing) > 0 {
			return fmt.Errorf("memory entries not found: %s: %w", strings.Join(missing, ", "), store.ErrNotFound)
		}
		return s.db.record(ctx, tx, sc, "", "memories.archived", map[string]any{"ids": ids, "reason": reason})
	})
}

// RestoreMemory implements [store.MemoryArchive].
func (s memories) RestoreMemory(ctx context.Context, sc scope.Scope, id string) error {
	return s.change(ctx, sc, "taking a memory out of the archive", id, func(tx Tx, n int64) error {
		if err := affected(tx.ExecContext(ctx, "UPDATE memories SET archived = 0, why = '' WHERE org = ? AND n = ? AND archived > 0", sc.Org(), n)); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "memories.restored", map[string]string{"id": id})
	})
}

// ArchivedMemories implements [store.MemoryArchive].
func (s memories) ArchivedMemories(ctx context.Context, sc scope.Scope, limit int) ([]store.Memory, error) {
	clause, args := visible(sc, false)
	return s.memories(ctx, sc, "listing the archive of memories", clause+" AND m.archived > 0 ORDER BY m.created DESC, m.n DESC LIMIT ?", append(args, limited(limit))...)
}
