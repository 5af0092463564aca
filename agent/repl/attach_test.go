package repl

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl/input"
)

// put writes a file of the workspace.
func (r *room) put(name, text string) {
	r.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.Fatal(err)
	}
}

// asked returns what the person said, as parts.
func (r *room) asked() [][]model.Part {
	r.Helper()
	messages, err := r.host.Store.Messages(r.Context(), r.shell.at.scope, sessionID(r.shell.at.talk), 0, 0)
	if err != nil {
		r.Fatal(err)
	}
	var all [][]model.Part
	for _, m := range messages {
		if m.Role != string(model.User) {
			continue
		}
		var parts []model.Part
		if err := json.Unmarshal(m.Body, &parts); err != nil {
			r.Fatal(err)
		}
		all = append(all, slices.DeleteFunc(parts, func(p model.Part) bool { return p.Class == model.Head }))
	}
	return all
}

func TestAFileGoesWithAMessage(t *testing.T) {
	r := newRoom(t, `hello @notes/plan.md, and again (@notes/plan.md) with @"my scan.pdf" for ida@example.org and @nobody`)
	r.shell.Person = true
	r.put("notes/plan.md", "Sail at noon.\n")
	r.put("my scan.pdf", "%PDF\x00\xff")
	r.run()
	all := r.asked()
	if len(all) != 1 || len(all[0]) != 3 {
		t.Fatal(all, r.err)
	}
	plan, scan, said := all[0][0], all[0][1], all[0][2]
	if plan.Class != model.File || !strings.Contains(plan.Text, "notes/plan.md") || !strings.Contains(plan.Text, "Sail at noon.") {
		t.Error(plan)
	}
	if scan.Class != model.File || !strings.Contains(scan.Text, "Markdown of my scan.pdf") {
		t.Error(scan)
	}
	if said.Class != "" || !strings.HasPrefix(said.Text, "hello @notes/plan.md, and") {
		t.Error(said)
	}
	r.has(r.err.String(), "with it: notes/plan.md, about ")
	if strings.Contains(r.err.String(), "nobody") {
		t.Error(r.err)
	}
}

func TestAFileThatCannotGoWithAMessageStopsIt(t *testing.T) {
	for text, want := range map[string]string{
		"hello @notes/paln.md":    "did you mean @notes/plan.md?",
		"hello @notes":            "@notes is a folder",
		"hello @../other/soul.md": "escapes",
		"hello @link.md":          "leads out of the folder",
		"hello @notes/long.txt":   "@notes/long.txt has 1048577 bytes of text",
		"hello @hole/deep.md":     "",
	} {
		r := newRoom(t, text)
		r.shell.Person = true
		r.put("notes/plan.md", "Sail at noon.\n")
		r.put("notes/long.txt", strings.Repeat("x", maxAttached+1))
		if err := os.Symlink("/etc/passwd", filepath.Join(r.dir, "link.md")); err != nil {
			t.Fatal(err)
		}
		r.run()
		if want == "" {
			r.has(r.err.String(), "is said as it is")
			r.has(r.out.String(), "Well")
			continue
		}
		r.has(r.err.String(), want)
		if len(r.asked()) != 0 {
			t.Errorf("%s: it is sent", text)
		}
	}
}

// What is pasted, each @ of which has a backslash, or comes through a pipe is a
// stranger's: no @ in it names a file.
func TestOnlyWhatIsTypedNamesFiles(t *testing.T) {
	pasted := "hello see \\@notes/plan.md\nand \\\\@notes/plan.md and a@b.c"
	r := newRoom(t, pasted, `hello \@notes/plan.md`, `/memory save @home \@ten`)
	r.shell.Person = true
	r.put("notes/plan.md", "Sail at noon.\n")
	r.run()
	all := r.asked()
	if len(all) != 2 || len(all[0]) != 1 || len(all[1]) != 1 {
		t.Fatal(all)
	}
	if got := all[0][0].Text; got != "hello see @notes/plan.md\nand \\@notes/plan.md and a@b.c" {
		t.Errorf("%q", got)
	}
	if got := all[1][0].Text; got != "hello @notes/plan.md" {
		t.Errorf("%q", got)
	}
	list, err := r.host.Store.ListMemories(t.Context(), r.shell.at.scope, true, 10)
	if err != nil || len(list) != 1 || list[0].Text != "@home @ten" {
		t.Error(list, err)
	}

	r = newRoom(t, "hello @notes/plan.md \\@x")
	r.put("notes/plan.md", "Sail at noon.\n")
	r.run()
	if all := r.asked(); len(all) != 1 || len(all[0]) != 1 || all[0][0].Text != "hello @notes/plan.md \\@x" {
		t.Error(all)
	}
}

func TestFilesAreCompleted(t *testing.T) {
	r := newRoom(t)
	r.put("notes/plan.md", "")
	r.put("notes/old plan.md", "")
	r.put(".secret", "")
	r.run()
	for line, want := range map[string]string{
		"hello @no":          "@notes/",
		"hello @notes/p":     "@notes/plan.md",
		`hello @"notes/ol`:   `@"notes/old plan.md"`,
		`hello @"notes/old `: `@"notes/old plan.md"`,
		"hello @.se":         "@.secret",
		"hello @zz":          "",
		"/memory save @pro":  "@profiles/",
	} {
		got := slices.DeleteFunc(r.shell.Complete(line), func(whole string) bool {
			return !strings.HasPrefix(whole, input.LastWord(line))
		})
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := r.shell.Complete("@"); slices.Contains(got, "@.secret") {
		t.Error(got)
	}
}
