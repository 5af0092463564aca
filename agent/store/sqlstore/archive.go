package sqlstore

import (
	"context"
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
