package program_test

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// notRun are the examples that need what a test does not have, by how they begin:
// their flags and arguments are looked at alone.
var notRun = []string{
	"org memory approve", "org memory reject", // a member proposes through an agent
	"profiles rollback", "profiles verify", "proposals approve 06h0 --key", "proposals revert", "proposals rebase", "proposals payload 06h0 --revert", // versions, a model, a key
	"doctor",                                                                      // the program in processes of its own
	"store migrate", "store upgrade", "cluster", "worker", "build --all --engine", // a PostgreSQL
	"task show", "task cancel", // a task that works
	"folders forget",                                                                  // something that is kept
	"cache keygen", "cache serve", "cache stats", "build --all s3://our-bucket/texts", // a place without a key, a folder with tokens, a shared cache, a bucket
}

// until are commands that end when they are stopped.
var until = []string{"serve", "open", "watch", "run"}

// before are what examples follow.
var before = map[string]string{
	"proposals apply": "proposals approve last",
}

// workspaceOfExamples makes the workspace that the examples speak of, and returns
// it with the ids there, by the first words of commands.
func workspaceOfExamples(t *testing.T) (dir string, ids map[string]string) {
	t.Helper()
	return workspaceWith(t, "ada", nil)
}

// workspaceWith is workspaceOfExamples with another folder for Ada, and more files
// in it.
func workspaceWith(t *testing.T, ada string, more map[string]string) (dir string, ids map[string]string) {
	t.Helper()
	at := "profiles/" + ada + "/"
	dir = t.TempDir()
	t.Chdir(dir)
	config := filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "backstory")
	cmdtest.WriteFiles(t, "", map[string]string{
		at + "soul.md": "You are Ada.\n\nThe sea is near.\n\nYou have a boat.\n\n# Voice\n\nCalm.\n", "profiles/lyra/soul.md": "You are Lyra.\n", at + "roles/clerk.md": "Keep the books.\n",
		at + "backstory/lamp.md": "# The lamp\n\nAda keeps the lamp at Skarv Point, where the lamp is lit at noon.\n", "profiles/lyra/backstory/harp.md": "# The harp\n\nLyra plays the harp.\n",
		"Papers/lamp.md": "# The lamp\n\nThe lamp is dark since May.\n",
		"backstory.json": "{}", "report.html": "<h1>Report</h1><p>All is well.", "data.csv": "a,b\n1,2\n", "persona.md": "---\nname: vera\ndescription: Keeps bees.\n---\nYou are Vera, a keeper of bees.\n", "secret.txt": "correct horse battery staple\n",
		filepath.Join(config, "config.json"): `{"providers": {"offline": {"script": "offline.yaml"}}, "proposals": {"enabled": true, "min_evidence": 1}}`,
		filepath.Join(config, "offline.yaml"): `rules:
  - match: warmer
    reply:
      - call:
          name: persona_propose
          arguments: {targetFile: soul.md, title: Speak warmer, observation: I was asked for it., patch: "# Voice\n\nWarm.\n", confidence: 0.9, evidence: [{session: current, turn: 1, quote: Please be warmer}]}
  - match: Where is the lamp
    reply: [{text: At Skarv Point.}]
  - result: persona_propose
    reply: [{text: "I have proposed it."}]
`,
	})
	for name, text := range more {
		cmdtest.WriteFiles(t, "", map[string]string{at + name: text})
	}
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	w, err := z.Create("conversations.json")
	if err == nil {
		_, err = w.Write([]byte(`[{"title": "Bees", "create_time": 1700000000, "mapping": {"a": {"id": "a", "message": {"author": {"role": "user"}, "create_time": 1700000000, "content": {"content_type": "text", "parts": ["I keep bees."]}}, "children": []}}, "current_node": "a"}]`))
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	cmdtest.WriteFiles(t, "", map[string]string{"chatgpt.zip": archive.String()})
	for _, line := range []string{
		"build --all", "chat --profile " + ada + " --once Please_be_warmer", "org create acme", "org memory add acme Deep.", "user create ida --org acme --role member",
		"token create --name ci --scope chat",
	} {
		runLine(t, t.Context(), strings.ReplaceAll(line, "_", " "), strings.Fields(line))
	}
	first := func(key string, args ...string) string {
		doc, _ := answered(t, append(args, "--json")...)
		list, _ := doc[key].([]any)
		if len(list) == 0 {
			t.Fatalf("%q: nothing in %q: %v", args, key, doc)
		}
		return list[0].(map[string]any)["id"].(string)
	}
	added, _ := answered(t, "memory", "add", "--profile", ada, "Takes tea at noon.", "--json")
	return dir, map[string]string{
		"memory": added["memory"].(map[string]any)["id"].(string), "sessions": first("sessions", "sessions", "list"), "proposals": first("proposals", "proposals", "list"),
		"org": first("entries", "org", "memory", "show", "acme"),
	}
}

// inputOf is what an example is given as its input.
func inputOf(line string) string {
	switch {
	case strings.Contains(line, "--password"), strings.Contains(line, "user password"):
		return "correct horse battery staple\n"
	case strings.Contains(line, "lint - "):
		return "<h1>Report</h1><p>All is well."
	case strings.Contains(line, "convert - "):
		return "a,b\n1,2\n"
	}
	return ""
}

// runLine runs a command, which must end as its help says, and not with an error.
func runLine(t *testing.T, ctx context.Context, line string, args []string) string {
	t.Helper()
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "_", " ")
	}
	var out, talk bytes.Buffer
	code := program.Run(ctx, args, &cli.Terminal{In: strings.NewReader(inputOf(line)), Out: &out, Err: &talk})
	stopped := code == cli.ExitInterrupted && ctx.Err() != nil
	if code != cli.ExitDone && code != cli.ExitStale && !stopped {
		t.Errorf("%s: exit code %d\n%s", line, code, talk.String())
	}
	return out.String()
}

// arguments are the arguments that a shell makes of an example, without what it
// does itself; ok reports whether the program is called at all.
func arguments(example string) (args []string, ok bool) {
	_, line, ok := strings.Cut(" "+example, " backstory ")
	if !ok || strings.HasPrefix(example, "git config") {
		return nil, false
	}
	for line != "" {
		line = strings.TrimLeft(line, " ")
		var word string
		if line != "" && strings.ContainsRune(`"'`, rune(line[0])) {
			word, line, _ = strings.Cut(line[1:], line[:1])
		} else {
			word, line, _ = strings.Cut(line, " ")
		}
		if word == ">" || word == "<" || word == "|" || word == "#" {
			break
		}
		if word != "" {
			args = append(args, word)
		}
	}
	return args, true
}

func begins(line string, with []string) bool {
	return slices.ContainsFunc(with, func(begin string) bool { return line == begin || strings.HasPrefix(line, begin+" ") })
}

// TestEveryPageOfHelpHasExamplesThatRun runs the examples of all pages in one
// workspace, each page in a copy of it: the first as it is, the others for their
// documents; with -short it looks at their flags and arguments alone.
func TestEveryPageOfHelpHasExamplesThatRun(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("VISUAL", "true")
	t.Setenv("EDITOR", "true")
	dir, ids := t.TempDir(), map[string]string{}
	if !testing.Short() {
		dir, ids = workspaceOfExamples(t)
	}
	all, ended := program.Pages(), ends{}
	for at, cmd := range program.CommandsBelow(program.NewRoot(&cli.Terminal{})) {
		name := program.PageName(cmd)
		p, ok := all[name]
		delete(all, name)
		if !cmd.IsAvailableCommand() && name != "backstory" {
			continue
		}
		if !ok || len(p.Examples) < 2 || len(p.Exits) < 4 || !strings.Contains(cmd.Long, "Exit codes:") {
			t.Errorf("help.txt says too little of %q: %d examples", name, len(p.Examples))
		}
		t.Run(name, func(t *testing.T) {
			for i, example := range p.Examples {
				args, ok := arguments(example)
				if testing.Short() || !ok || begins(strings.Join(args, " "), notRun) {
					takeExample(t, example)
					continue
				}
				for i, arg := range args {
					if strings.HasPrefix(arg, "06h0") && !strings.Contains(arg, ".") {
						args[i] = ids[args[0]]
					}
				}
				if i == 0 {
					enterCopy(t, dir, name)
					ended.interrupt(t, args, 1<<(at%6))
				}
				if i == 0 || strings.HasPrefix(name, "proposals ") || name == "memory forget" {
					enterCopy(t, dir, name)
				}
				runExample(t, ended, example, args, i > 0)
			}
		})
	}
	for name := range all {
		t.Errorf("help.txt speaks of %q, which is not a command", name)
	}
	if !testing.Short() {
		enterCopy(t, dir, "")
		ended.cover(t)
	}
}

// enterCopy enters a copy of the workspace of the examples, in which what a page
// follows is done.
func enterCopy(t *testing.T, dir, page string) {
	t.Helper()
	here := t.TempDir()
	if err := os.CopyFS(here, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(here)
	if line := before[page]; line != "" {
		runLine(t, t.Context(), line, strings.Fields(line))
	}
}

// takeExample looks whether a command has the flags and arguments of an example.
func takeExample(t *testing.T, example string) {
	t.Helper()
	args, ok := arguments(example)
	if !ok {
		return
	}
	root := program.NewRoot(&cli.Terminal{})
	cmd, rest, err := root.Find(args)
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err != nil {
		t.Errorf("%s: %v", example, err)
	}
}

// runExample runs an example: for its document where it has one and one is asked for.
func runExample(t *testing.T, ended ends, example string, args []string, asked bool) {
	t.Helper()
	ctx := t.Context()
	if begins(strings.Join(args, " "), until) {
		stopped, stop := context.WithCancel(ctx)
		stop()
		ctx = stopped
	}
	if hasJSON(args) && (asked || slices.Contains(args, "--json")) {
		if code, errors := ended.run(t, ctx, args); code != cli.ExitDone && code != cli.ExitStale {
			t.Errorf("%s --json: exit code %d: %v", example, code, errors)
		}
		return
	}
	runLine(t, ctx, example, args)
}

// TestHelpIsADocumentToo asks each command for its help as JSON.
func TestHelpIsADocumentToo(t *testing.T) {
	for _, cmd := range program.CommandsBelow(program.NewRoot(&cli.Terminal{})) {
		if !cmd.IsAvailableCommand() && cmd.HasParent() {
			continue
		}
		args := append(strings.Fields(cmd.CommandPath())[1:], "--help", "--json")
		doc, code := answered(t, args...)
		examples, _ := doc["examples"].([]any)
		exits, _ := doc["exit_codes"].([]any)
		flags, _ := doc["flags"].([]any)
		if code != cli.ExitDone || doc["command"] != program.PageName(cmd) || len(examples) < 2 || len(exits) < 4 || len(flags) == 0 {
			t.Errorf("%q: exit code %d, %v", args, code, doc)
		}
		doc, code = answered(t, append(args[:len(args)-2:len(args)-2], "--json", "--nonsense")...)
		if code != cli.ExitError || doc["command"] != program.PageName(cmd) {
			t.Errorf("%q with an unknown flag: exit code %d, %v", args, code, doc)
		}
	}
}

// TestFlagsSayWhatTheyTake wants a name for each value, such as FILE, and not its
// type.
func TestFlagsSayWhatTheyTake(t *testing.T) {
	for _, cmd := range program.CommandsBelow(program.NewRoot(&cli.Terminal{})) {
		cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if value, _ := pflag.UnquoteUsage(f); value != strings.ToUpper(value) || value == "" && f.Value.Type() != "bool" {
				t.Errorf("%s --%s takes %q", cmd.CommandPath(), f.Name, value)
			}
			if value, text := pflag.UnquoteUsage(f); strings.Contains(text, "("+value+")") {
				t.Errorf("%s --%s has its value twice: %s %s", cmd.CommandPath(), f.Name, value, text)
			}
		})
	}
}
