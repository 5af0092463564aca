package records

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
)

// archive moves memories into the archive, all or none, or takes them out of it.
func (m *memories) archive(ctx context.Context, prefixes []string, reason string, undo bool) error {
	list, err := m.host.Store.ListMemories(ctx, m.scope, false, maxMemories)
	if undo {
		list, err = m.host.Store.ArchivedMemories(ctx, m.scope, maxMemories)
	}
	if err != nil {
		return err
	}
	ids := make([]string, len(prefixes))
	for i, prefix := range prefixes {
		one, err := begins(list, prefix)
		if err != nil {
			return err
		}
		ids[i] = one.ID
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if !undo {
		err = m.host.Store.ArchiveMemories(ctx, m.scope, ids, reason)
	}
	for _, id := range ids {
		if undo && err == nil {
			err = m.host.Store.RestoreMemory(ctx, m.scope, id)
		}
	}
	if err != nil {
		return err
	}
	what := "archived"
	if undo {
		what = "taken out of the archive"
	}
	m.t.Talk("%s: %d\n", what, len(ids))
	m.t.Answers(struct {
		IDs []string `json:"ids"`
	}{ids})
	return nil
}

// files writes memories as the files that other systems keep them in: MEMORY.md
// with those that prompts have, and a file of each month for the archive. What is
// there is not replaced.
func (m *memories) files(ctx context.Context, dir string) error {
	live, err := m.host.Store.ListMemories(ctx, m.scope, false, maxMemories)
	if err != nil {
		return err
	}
	archived, err := m.host.Store.ArchivedMemories(ctx, m.scope, maxMemories)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	const memoryFile = "MEMORY.md"
	for _, name := range []string{memoryFile, profile.MemoryFile, profile.ArchiveFolder} {
		if _, err := root.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %s is there already: name a folder without it", dir, name)
		}
	}
	if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(memoryFile, []byte(byDay(live)))); err != nil {
		return err
	}
	months := map[string][]store.Memory{}
	for _, one := range archived {
		month := one.Archived.UTC().Format("2006-01")
		months[month] = append(months[month], one)
	}
	var targets []atomicfile.Target
	for month, list := range months {
		targets = append(targets, atomicfile.Bytes(month+".md", []byte(byDay(list))))
	}
	if len(targets) > 0 {
		slices.SortFunc(targets, func(a, b atomicfile.Target) int { return strings.Compare(a.Name, b.Name) })
		if err := writeIn(root, profile.ArchiveFolder, targets); err != nil {
			return err
		}
	}
	m.t.Talk("written: %s with %d memories, %d files of the archive\n", memoryFile, len(live), len(targets))
	return nil
}

func writeIn(root *os.Root, folder string, targets []atomicfile.Target) error {
	if err := root.Mkdir(folder, 0o755); err != nil {
		return err
	}
	in, err := root.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer in.Close()
	return atomicfile.Write(atomicfile.In(in), targets...)
}

// byDay writes memories as bullets under the days on which they were learned, the
// oldest first.
func byDay(list []store.Memory) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b store.Memory) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	var b strings.Builder
	day := ""
	for _, m := range list {
		if now := m.Created.UTC().Format(time.DateOnly); now != day {
			if day != "" {
				b.WriteByte('\n')
			}
			day = now
			b.WriteString("## " + day + "\n\n")
		}
		b.WriteString("- " + strings.ReplaceAll(m.Text, "\n", "\n  ") + "\n")
		if !m.Archived.IsZero() {
			why := strings.ReplaceAll(strings.Join(strings.Fields(m.Why), " "), "--", "- -") // which would end the comment
			b.WriteString("  <!-- " + strings.TrimSpace("archived "+m.Archived.UTC().Format(time.RFC3339)+" "+why) + " -->\n")
		}
	}
	return b.String()
}
