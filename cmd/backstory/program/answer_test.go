package program_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
	"github.com/seed353dc258/backstory/converters"
)

// answered runs a command line and returns its one document and exit code.
func answered(t *testing.T, args ...string) (doc map[string]any, code int) {
	t.Helper()
	return answeredIn(t, t.Context(), args...)
}

func answeredIn(t *testing.T, ctx context.Context, args ...string) (doc map[string]any, code int) {
	t.Helper()
	return cmdtest.Answer(t, ctx, inputOf(strings.Join(args, " ")), args...)
}

// jsonCommands lists the commands that have --json.
func jsonCommands() (paths []string) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Flags().Lookup("json") != nil || c.InheritedFlags().Lookup("json") != nil {
			paths = append(paths, strings.TrimPrefix(c.CommandPath(), "backstory "))
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(program.NewRoot(&cli.Terminal{}))
	return paths
}

// jsonLine is a command line, and what is to come of it.
type jsonLine struct {
	line string
	code int
	keys string // that the document has beside those of all
}

// jsonLines are command lines over three profiles and a file of an epoch.
func jsonLines(a, b, c, epoch string) []jsonLine {
	return []jsonLine{
		{"check " + a, 1, "profiles"},
		{"build " + a, 0, "profiles"},
		{"build " + a + " " + b + " " + c + " nowhere", 2, "profiles"},
		{"build --all " + a, 2, ""},
		{"build --all", 2, "profiles"},
		{"check " + a + " " + b, 3, "profiles"},
		{"check nowhere", 2, "profiles"},
		{"status " + a + " " + b, 0, "profiles"},
		{"failed " + a + " " + b + " " + c, 2, "profiles"},
		{"convert " + a + "/backstory/t.txt " + b + "/backstory/bad.json", 3, "files"},
		{"convert nowhere", 2, "files"},
		{"convert", 2, ""},
		{"convert -", 2, "files"},
		{"convert --limit speed=1 x.txt", 2, ""},
		{"formats", 0, "formats"},
		{"formats more", 2, ""},
		{"explain " + a + ":5", 0, "profile lines"},
		{"explain " + a + " --grep text", 0, "profile lines"},
		{"explain " + a + ":500", 2, ""},
		{"explain " + b + ":1", 0, "profile lines"},
		{"explain " + c + ":1", 1, ""},
		{"search " + a + " text", 0, "query hits"},
		{"search " + a + " quasars", 0, "query hits"},
		{"search " + a + " text --limit 0", 2, ""},
		{"search nobody text", 2, ""},
		{"profiles", 0, "count profiles"},
		{"profiles show a", 0, "profiles"},
		{"profiles show nobody", 2, ""},
		{"profiles check a b", 1, "profiles"},
		{"profiles check nobody", 2, "profiles"},
		{"prompt --profile a", 0, "epoch"},
		{"prompt --profile nobody", 2, ""},
		{"prompt export --profile a", 0, "epoch"},
		{"prompt diff --profile b " + epoch, 1, "changes"},
		{"prompt diff nowhere.json", 2, ""},
		{"prompt check --profile a", 0, "prompt_tokens limit hash omitted"},
		{"prompt check --profile a --max-tokens 20", 2, ""},
		{"cache", 0, "folder chapters size_bytes"},
		{"cache verify", 0, "folder chapters damaged"},
		{"cache clear", 0, "folder"},
		{"cache empty", 2, ""},
		{"trust", 0, "dir state servers providers"},
		{"trust --list", 0, "trusted"},
		{"trust nowhere", 2, ""},
		{"version", 0, "version go os arch"},
		{"init profiles/d", 0, "text"},
		{"token create --name ci", 0, "text"},
		{"token create --scope all", 2, "text"},
		{"org create acme", 0, "slug"},
		{"org archive acme", 0, "text"},
		{"org archive acme", 0, "text"},
		{"user create ida --org acme --role viewer", 0, "text"},
		{"user disable noa", 2, "text"},
		{"bild", 2, ""},
	}
}

func TestEveryCommandAnswersWithOneDocument(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	cmdtest.WriteFiles(t, "", map[string]string{
		"profiles/a/soul.md":                   "A.",
		"profiles/a/backstory/t.txt":           "a text\u200b with what nobody sees\n",
		"profiles/a/backstory/x.exe":           "MZ",
		"profiles/b/soul.md":                   "B.",
		"profiles/b/preferences.json":          `{"prompts": 1}`,
		"profiles/b/backstory/bad.json":        "{",
		"profiles/c/soul.md":                   "C.",
		"profiles/c/backstory/.backstory.json": `{"nonsense": 1}`,
	})
	a, b, c := "profiles/a", "profiles/b", "profiles/c"
	epoch := filepath.Join(t.TempDir(), "epoch.json")
	asked := map[string]bool{}
	for _, r := range jsonLines(a, b, c, epoch) {
		doc, code := answered(t, append(strings.Fields(r.line), "--json")...)
		asked[doc["command"].(string)] = true
		if code != r.code {
			t.Errorf("%s: exit code %d, want %d: %v", r.line, code, r.code, doc["errors"])
		}
		for _, key := range strings.Fields(r.keys) {
			if _, ok := doc[key]; !ok {
				t.Errorf("%s: no %q: %v", r.line, key, doc)
			}
		}
		if doc["epoch"] != nil && doc["command"] == "prompt export" {
			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			cmdtest.WriteFiles(t, "", map[string]string{epoch: string(text)})
		}
	}
	// Every other command, of nothing and of what is not there.
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		path := strings.TrimPrefix(cmd.CommandPath(), "backstory ")
		if cmd.Runnable() && cmd.Flags().Lookup("json") != nil && !asked[path] && path != "doctor" { // which starts this program, as a process, again
			for _, more := range [][]string{nil, {"nobody"}, {"nobody", "nobody"}} {
				answered(t, slices.Concat(strings.Fields(path), more, []string{"--json"})...)
			}
		}
		for _, sub := range cmd.Commands() {
			look(sub)
		}
	}
	look(program.NewRoot(&cli.Terminal{Out: io.Discard, Err: io.Discard}))
	for _, profile := range []string{a, b} {
		content, err := os.ReadFile(filepath.Join(profile, ".backstory-manifest.json"))
		if err != nil {
			t.Fatal(err)
		}
		var manifest any
		if err := json.Unmarshal(content, &manifest); err != nil {
			t.Fatal(err)
		}
		if err := cmdtest.SchemaOf(t, "manifest").Validate(manifest); err != nil {
			t.Errorf("the manifest of %s: %v", profile, err)
		}
	}
}

func TestCheckAnswersWhatFailed(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	cmdtest.WriteFiles(t, "", map[string]string{"p/soul.md": "P.", "p/backstory/bad.json": "{", "p/backstory/x.exe": "MZ", "p/backstory/t.txt": "a\u200bb"})
	for _, command := range []string{"build", "build", "check", "failed"} { // the second build has nothing to do
		doc, _ := answered(t, command, "--json", "p")
		p := doc["profiles"].([]any)[0].(map[string]any)
		failed, skipped := p["failed"].([]any), p["skipped"].([]any)
		if p["profile"] != "p" || len(failed) != 1 || failed[0].(map[string]any)["path"] != "bad.json" || failed[0].(map[string]any)["code"] != "corrupt" ||
			len(skipped) != 1 || skipped[0].(map[string]any)["path"] != "x.exe" {
			t.Errorf("%s: %v", command, p)
		}
		if warnings := doc["warnings"].([]any); command != "failed" && (len(warnings) != 1 || warnings[0].(map[string]any)["file"] != "p/backstory/t.txt") {
			t.Errorf("%s: warnings %v", command, warnings)
		}
	}
}

func TestAnInterruptionIsToldAsOne(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	cmdtest.WriteFiles(t, "", map[string]string{"p/soul.md": "P.", "p/backstory/t.txt": "a", "q/soul.md": "Q.", "q/backstory/t.txt": "a"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, talk bytes.Buffer
	code := program.Run(ctx, []string{"build", "--json", "p", "q"}, &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &talk})
	if code != cli.ExitInterrupted || !strings.Contains(talk.String(), "interrupted") || strings.Contains(talk.String(), "context") || !strings.Contains(talk.String(), "0 of 2 profiles were done") || !strings.Contains(out.String(), `"code": "interrupted"`) {
		t.Errorf("exit code %d: %s%s", code, talk.String(), out.String())
	}
	if _, err := os.Stat("p/backstory.md"); err == nil {
		t.Error("something was written")
	}
}

func TestABugIsInTheDocument(t *testing.T) {
	var out bytes.Buffer
	term := &cli.Terminal{Out: &out, Err: io.Discard, In: panicking{}}
	code := program.Run(context.Background(), []string{"convert", "--json", "--name", "a.txt", "-"}, term)
	if code != cli.ExitBug || !strings.Contains(out.String(), `"code": "bug"`) {
		t.Errorf("exit code %d: %s", code, out.String())
	}
}

func (panicking) Read([]byte) (int, error) { panic("boom") }

// What the system ran out of is told with what to do about it.
func TestWhatRunsOutIsToldWithItsRemedy(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "a", Err: syscall.EMFILE}, "ulimit -n"},
		{&converters.MachineError{Err: &fs.PathError{Op: "fork/exec", Path: "a", Err: syscall.EAGAIN}}, "ulimit -u"},
		{&fs.PathError{Op: "read", Path: "a", Err: syscall.EAGAIN}, ""},
		{&fs.PathError{Op: "mmap", Path: "a", Err: syscall.ENOMEM}, "not enough memory"},
		{&fs.PathError{Op: "open", Path: "a", Err: syscall.EACCES}, ""},
	} {
		rest, said := strings.CutPrefix(cli.MessageOf(c.err), c.err.Error())
		if !said || (rest == "") != (c.want == "") || !strings.Contains(rest, c.want) {
			t.Errorf("%v: %q, want %q", c.err, cli.MessageOf(c.err), c.want)
		}
	}
}
