package program_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// exitLine is a command line that ends with one of the codes that its help names,
// for the reason that this gives.
type exitLine struct {
	line   string
	code   int
	file   string // to be written before
	text   string // of file
	before func(*testing.T)
}

const (
	unsettled = "<<<<<<< ours\nThe harp is red.\n=======\nThe harp is blue.\n>>>>>>> theirs\n"
	sample    = "---\nprompt: Where is the lamp?\n---\n"
)

// exitLines are the lines for the codes that the examples of help do not end with,
// in the workspace of those examples, one after the other.
var exitLines = []exitLine{
	{line: "prompt diff --profile ada --with ada", code: cli.ExitDone},
	{line: "prompt diff --profile ada --with lyra", code: cli.ExitStale},
	{line: "org memory undo acme", code: cli.ExitDone},
	{line: "user revoke ida", code: cli.ExitDone},
	{line: "user disable ida", code: cli.ExitDone},
	{line: "search Papers lamp", code: cli.ExitDone},
	{line: "folders forget Papers", code: cli.ExitDone},
	{line: "profiles verify ada", code: cli.ExitDone, file: "profiles/ada/samples/lamp.md", text: sample + "At Skarv Point.\n"},
	{line: "profiles verify ada", code: cli.ExitStale, file: "profiles/ada/samples/lamp.md", text: sample + "Nowhere.\n"},
	{line: "proposals rebase last --reviewed-by ida", code: cli.ExitDone, file: "profiles/ada/soul.md", text: "You are Ada Lin.\n\nThe sea is near.\n\nYou have a boat.\n\n# Voice\n\nCalm.\n"},
	{line: "proposals payload last --reviewed-by ida@example.org", code: cli.ExitDone},
	{line: "proposals approve last", code: cli.ExitDone},
	{line: "proposals apply last", code: cli.ExitDone},
	{line: "proposals revert last --reviewed-by ida", code: cli.ExitDone},
	{line: "profiles rollback ada --to 1", code: cli.ExitDone},
	{line: "prompt check --profile ada --max-tokens 4000", code: cli.ExitStale, file: "profiles/ada/context/long.md", text: strings.Repeat("The sea is wide.\n\n", 2000)},
	{line: "tokens profiles/ada --max 1", code: cli.ExitStale},
	{line: "lint Papers", code: cli.ExitDone},
	{line: "lint page.html", code: cli.ExitStale, file: "page.html", text: "<p>Seen.</p><p hidden>Not seen.</p>"},
	{line: "check profiles/ada", code: cli.ExitStale, file: "profiles/ada/backstory/new.md", text: "New.\n"},
	{line: "profiles check ada", code: cli.ExitStale},
	{line: "explain profiles/ada --grep quasars", code: cli.ExitStale},
	{line: "build profiles/ada", code: cli.ExitFailed, file: "profiles/ada/backstory/bad.json", text: "{"},
	{line: "check profiles/ada", code: cli.ExitFailed},
	{line: "convert profiles/ada/backstory/bad.json", code: cli.ExitFailed},
	{line: "build profiles/lyra", code: cli.ExitStale, file: "profiles/lyra/backstory/harp.md", text: unsettled, before: func(t *testing.T) { t.Setenv("PRE_COMMIT", "1") }},
	{line: "cache verify", code: cli.ExitStale, before: damageCache},
	{line: "trust .", code: cli.ExitStale, file: "backstory.json", text: `{"mcp": {"tools": {"command": ["no-such-program"]}}}`},
	{line: "store check", code: cli.ExitStale, before: damageStore},
}

// elsewhere are the codes that need what this test does not have: processes of
// their own, an editor that takes its time, a PostgreSQL, a member's agent, a task.
var elsewhere = map[string][]int{
	"doctor": {cli.ExitDone, cli.ExitStale}, "memory edit": {cli.ExitStale}, "store migrate": {cli.ExitDone}, "store upgrade": {cli.ExitDone},
	"org memory approve": {cli.ExitDone}, "org memory reject": {cli.ExitDone}, "task show": {cli.ExitDone}, "task cancel": {cli.ExitDone},
	"cluster init": {cli.ExitDone}, "cluster status": {cli.ExitDone}, "cluster failed": {cli.ExitDone}, "cluster retry": {cli.ExitDone}, "cluster remove": {cli.ExitDone}, "worker": {cli.ExitDone},
	"cache keygen": {cli.ExitDone}, "cache stats": {cli.ExitDone},
}

// refused are examples that have no document.
var refused = []string{"chat --profile ada", "convert report.html -o report.md"}

// ends are the exit codes that command lines with --json ended with, by command.
type ends map[string][]int

// run runs a command line with --json; its document must be valid.
func (e ends) run(t *testing.T, ctx context.Context, args []string) (code int, errors any) {
	t.Helper()
	doc, code := answeredIn(t, ctx, append(slices.Clone(args), "--json")...)
	name, _ := doc["command"].(string)
	e[name] = append(e[name], code)
	return code, doc["errors"]
}

// interrupt runs a command line that is ended when it has asked n times whether it
// is: it is interrupted then, or was done before it asked so often.
func (e ends) interrupt(t *testing.T, args []string, n int) {
	t.Helper()
	if !hasJSON(args) {
		return
	}
	ctx := endsAfter(t.Context(), n)
	defer ctx.stop()
	if code, errors := e.run(t, ctx, args); code != cli.ExitInterrupted && code != cli.ExitDone && code != cli.ExitStale {
		t.Errorf("%q --json, interrupted when asked %d times: exit code %d: %v", args, n, code, errors)
	}
}

// hasJSON reports whether a command line may have --json, and no other form.
func hasJSON(args []string) bool {
	cmd, _, err := program.NewRoot(&cli.Terminal{}).Find(args)
	return err == nil && cmd.Flags().Lookup("json") != nil && !slices.Contains(args, "--report") && !slices.Contains(args, "sarif") && !slices.Contains(refused, strings.Join(args, " "))
}

// TestEveryCommandHasOneDocumentForErrors gives each command that has --json an
// unknown flag, a bug and an interruption.
func TestEveryCommandHasOneDocumentForErrors(t *testing.T) {
	for _, name := range jsonCommands() {
		for _, c := range []struct {
			code int
			flag string
			run  func(*cobra.Command, []string) error
		}{
			{cli.ExitError, "--nonsense", nil},
			{cli.ExitBug, "--json", func(*cobra.Command, []string) error { panic("boom") }},
			{cli.ExitInterrupted, "--json", func(*cobra.Command, []string) error { return fmt.Errorf("reading: %w", context.Canceled) }},
		} {
			var out bytes.Buffer
			term := &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: io.Discard}
			root := program.NewRoot(term)
			args := append(strings.Fields(name), "--json", c.flag)
			if cmd, _, err := root.Find(args); err != nil {
				t.Fatal(err)
			} else if c.run != nil {
				cmd.RunE, cmd.Args = c.run, nil
			}
			code := program.Execute(t.Context(), root, args, term)
			if doc := cmdtest.Document(t, args, code, &out, ""); code != c.code || doc["command"] != name {
				t.Errorf("%q: exit code %d, want %d, command %v", args, code, c.code, doc["command"])
			}
		}
	}
}

// cover runs the lines for what the examples of help do not end with, and fails for
// codes of a help page that nothing ended with.
func (e ends) cover(t *testing.T) {
	for _, l := range exitLines {
		if l.file != "" {
			cmdtest.WriteFiles(t, "", map[string]string{l.file: l.text})
		}
		if l.before != nil {
			l.before(t)
		}
		if code, errors := e.run(t, t.Context(), strings.Fields(l.line)); code != l.code {
			t.Errorf("%s: exit code %d, want %d: %v", l.line, code, l.code, errors)
		}
	}
	all := program.Pages()
	for _, name := range jsonCommands() {
		for _, exit := range all[name].Exits {
			other := exit.Code == cli.ExitError || exit.Code == cli.ExitBug || exit.Code == cli.ExitInterrupted // of all commands: TestEveryCommandHasOneDocumentForErrors
			if !other && !slices.Contains(e[name], exit.Code) && !slices.Contains(elsewhere[name], exit.Code) {
				t.Errorf("%s: no line ends with %d (%s)", name, exit.Code, exit.Meaning)
			}
		}
	}
}

// ending is a context that is canceled when it has been asked n times.
type ending struct {
	context.Context
	stop context.CancelFunc
	n    atomic.Int64
}

func endsAfter(ctx context.Context, n int) *ending {
	e := &ending{}
	e.Context, e.stop = context.WithCancel(ctx)
	e.n.Store(int64(n))
	return e
}

func (e *ending) asked() {
	if e.n.Add(-1) == 0 {
		e.stop()
	}
}

// Done implements [context.Context].
func (e *ending) Done() <-chan struct{} { e.asked(); return e.Context.Done() }

// Err implements [context.Context].
func (e *ending) Err() error { e.asked(); return e.Context.Err() }

// damageCache changes the kept chapters.
func damageCache(t *testing.T) {
	err := filepath.WalkDir(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "backstory", "chapters"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		content[len(content)/2] ^= 1
		return os.WriteFile(path, content, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// damageStore takes the session of a message away.
func damageStore(t *testing.T) {
	db, err := sql.Open("sqlite", filepath.Join(".backstory", "store.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "DELETE FROM sessions"); err != nil {
		t.Fatal(err)
	}
}
