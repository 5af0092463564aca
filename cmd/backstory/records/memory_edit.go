package records

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

// memoryView is memories as a file that a person can edit.
func memoryView(profile string, list []store.Memory) string {
	var b strings.Builder
	if profile == "" {
		profile = "no profile"
	}
	fmt.Fprintf(&b, "# Memories of %s\n#\n# Change a text, delete an entry to forget it, or write \"- \" and a text for a new one.\n# Lines of a text behind the first are indented.\n\n", profile)
	for _, m := range list {
		if m.Superseded == "" {
			fmt.Fprintf(&b, "- [%s] %s\n", m.ID, strings.ReplaceAll(m.Text, "\n", "\n  "))
		}
	}
	return b.String()
}

// memoryEntry is one of a file that was edited; without an id it is new.
type memoryEntry struct{ id, text string }

// readMemoryView reads a file that was edited. A line that belongs to no entry is
// an error, so that nothing is forgotten by a slip.
func readMemoryView(text string) ([]memoryEntry, error) {
	var out []memoryEntry
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "- "):
			e := memoryEntry{text: strings.TrimSpace(line[2:])}
			if rest, ok := strings.CutPrefix(e.text, "["); ok {
				if id, rest, ok := strings.Cut(rest, "]"); ok && !strings.ContainsAny(id, " \t") {
					e = memoryEntry{id, strings.TrimSpace(rest)}
				}
			}
			out = append(out, e)
		case strings.HasPrefix(line, "  ") && len(out) > 0:
			out[len(out)-1].text += "\n" + line[2:]
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") && len(out) == 0:
		default:
			return nil, fmt.Errorf("line %d belongs to no entry: begin it with \"- \", or indent it", number)
		}
	}
	return out, nil
}

// memoryEdit is what an edited file changes.
type memoryEdit struct {
	Added     int      `json:"added"`
	Changed   int      `json:"changed"`
	Forgotten int      `json:"forgotten"`
	Conflicts []string `json:"conflicts"` // ids of memories that changed meanwhile, and stay
}

// edit opens memories in an editor and takes what was changed. What another
// process changed meanwhile stays, and is told.
func (m *memories) edit(ctx context.Context) error {
	editor := os.Getenv("VISUAL")
	if editor == "" {
		editor = os.Getenv("EDITOR")
	}
	if editor == "" {
		return errors.New("no editor: set VISUAL or EDITOR, such as EDITOR=nano")
	}
	was, err := m.host.Store.ListMemories(ctx, m.scope, false, maxMemories)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(m.host.StateDir(), "memories-*.md")
	if err != nil {
		return err
	}
	file := f.Name()
	_, err = f.WriteString(memoryView(m.host.Directory().Called(ctx, m.scope.Profile()), was))
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	words := strings.Fields(editor)
	cmd := exec.CommandContext(ctx, words[0], append(words[1:], file)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = m.t.In, m.t.Err, m.t.Err
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w; nothing was changed, and your text is in %s", words[0], err, file)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	entries, err := readMemoryView(string(content))
	if err != nil {
		return fmt.Errorf("%s: %w; nothing was changed", file, err)
	}
	done, err := m.apply(ctx, was, entries)
	if err != nil {
		return fmt.Errorf("%w; your text is in %s", err, file)
	}
	m.t.Answers(done)
	m.t.Talk("%d added, %d changed, %d forgotten\n", done.Added, done.Changed, done.Forgotten)
	if len(done.Conflicts) == 0 {
		return os.Remove(file)
	}
	m.t.Fail(cli.Notice{Code: "conflict", Message: fmt.Sprintf("changed meanwhile and left as they are: %s; your text is in %s",
		strings.Join(done.Conflicts, ", "), filepath.ToSlash(file))})
	return cli.ExitCode(cli.ExitStale)
}

// apply takes what was edited. A memory is never written over: another one
// holds in its place, so that where it was learned can still be seen.
func (m *memories) apply(ctx context.Context, was []store.Memory, entries []memoryEntry) (memoryEdit, error) {
	done := memoryEdit{Conflicts: []string{}}
	left, err := editedTexts(was, entries)
	if err != nil {
		return done, err
	}
	for _, one := range was {
		text, there := left[one.ID]
		if one.Superseded != "" || there && text == strings.TrimSpace(one.Text) {
			continue
		}
		if err := m.replace(ctx, one, text, there, &done); err != nil {
			return done, err
		}
	}
	for _, e := range entries {
		if e.id == "" && e.text != "" {
			if _, err := m.add(ctx, e.text, false); err != nil {
				return done, err
			}
			done.Added++
		}
	}
	return done, nil
}

// editedTexts returns the texts of the memories that are in the edited file, by ID.
func editedTexts(was []store.Memory, entries []memoryEntry) (map[string]string, error) {
	left := map[string]string{}
	for _, e := range entries {
		if e.id == "" {
			continue
		}
		if !slices.ContainsFunc(was, func(one store.Memory) bool { return one.ID == e.id }) {
			return nil, fmt.Errorf("there was no memory %q in the file", e.id)
		}
		if _, twice := left[e.id]; twice {
			return nil, fmt.Errorf("the memory %s is there twice", e.id)
		}
		left[e.id] = e.text
	}
	return left, nil
}

// replace takes the new text of one memory; without there it was deleted, as with
// an empty text. One that somebody changed since is left as it is.
func (m *memories) replace(ctx context.Context, one store.Memory, text string, there bool, done *memoryEdit) error {
	now, err := m.host.Store.Memory(ctx, m.scope, one.ID)
	switch {
	case errors.Is(err, store.ErrNotFound) && !there:
		return nil // forgotten twice
	case errors.Is(err, store.ErrNotFound) || err == nil && (now.Superseded != "" || now.Text != one.Text):
		done.Conflicts = append(done.Conflicts, one.ID)
		return nil
	case err != nil:
		return err
	case text == "":
		done.Forgotten++
		return m.drop(ctx, one.ID, false)
	}
	made, err := m.add(ctx, text, false)
	if err != nil {
		return err
	}
	done.Changed++
	return m.host.Store.Supersede(ctx, m.scope, one.ID, made.ID)
}
