package program_test

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// slashLines are the commands that the help of a chat lists, each alone and with
// the first word of each of its forms.
func slashLines(help string) (lines []string) {
	for _, m := range regexp.MustCompile(`(?m)^(/[a-z]+) (.*)$`).FindAllStringSubmatch(help, -1) {
		if strings.HasPrefix(m[2], "…") {
			lines = append(lines, "/help "+m[1][1:]) // which lists the forms
			continue
		}
		lines = append(lines, m[1])
		for _, w := range regexp.MustCompile(`[\[|]([a-z]+)\b`).FindAllStringSubmatch(m[2], -1) {
			lines = append(lines, m[1]+" "+w[1])
		}
	}
	return lines
}

// exampleLines are the command lines of all pages of help that a test may run.
func exampleLines(ids map[string]string) (lines [][]string) {
	pages := program.Pages()
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		for _, example := range pages[name].Examples {
			args, ok := arguments(example)
			line := strings.Join(args, " ")
			if !ok || begins(line, notRun) || begins(line, until) || name == "man" {
				continue
			}
			for i, arg := range args {
				if strings.HasPrefix(arg, "06h0") && !strings.Contains(arg, ".") {
					args[i] = ids[args[0]]
				}
			}
			if hasJSON(args) && !slices.Contains(args, "--json") {
				args = append(args, "--json")
			}
			lines = append(lines, args)
		}
	}
	return lines
}

// TestNamesThatPeopleGaveAreShown runs the examples of all pages of help, and each
// command of a chat, for a profile whose folder was named by a program. People see
// the name that somebody gave it; the folder is in paths and names of files, in documents for programs
// and in the list that says which folder is whose.
func TestNamesThatPeopleGaveAreShown(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command")
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	t.Setenv("VISUAL", "true")
	t.Setenv("EDITOR", "true")
	const folder, given = "profile-ppa25b", "Beacon Bot"
	dir, ids := workspaceWith(t, folder, map[string]string{"identity.md": "---\nname: " + given + "\n---\n"})
	path := regexp.MustCompile(`(profiles/|prompt-)` + folder + `\b`)
	look := func(what, text string) {
		t.Helper()
		for line := range strings.Lines(path.ReplaceAllString(text, "")) {
			if strings.Contains(strings.ToLower(line), "ppa25b") && !strings.Contains(line, given+" ("+folder+")") {
				t.Errorf("%s: %s", what, line)
			}
		}
	}
	shown, ran := 0, 0
	for _, args := range exampleLines(ids) {
		command := strings.Join(args[:min(2, len(args))], " ")
		var asked []string
		for _, arg := range args {
			if arg == "ada" {
				arg = given
			}
			if arg != "--json" {
				asked = append(asked, strings.ReplaceAll(arg, "profiles/ada", "profiles/"+folder))
			}
		}
		enterCopy(t, dir, command)
		var out, said bytes.Buffer
		code := program.Run(t.Context(), asked, &cli.Terminal{In: strings.NewReader(inputOf(strings.Join(asked, " "))), Out: &out, Err: &said})
		if code == cli.ExitDone || code == cli.ExitStale {
			ran++
		}
		if line := strings.Join(asked, " "); !begins(line, []string{"proposals log", "proposals payload"}) && !strings.HasSuffix(line, "--format json") {
			look(line, out.String()) // else a document for programs
		}
		look(strings.Join(asked, " "), said.String())
		shown += strings.Count(out.String()+said.String(), given)
	}
	if ran < 150 { // others go on from what the example before them made
		t.Errorf("%d examples ran", ran)
	}
	chat := func(lines ...string) string {
		var out bytes.Buffer
		in := strings.NewReader(strings.Join(append(lines, "/quit", ""), "\n"))
		if code := program.Run(t.Context(), []string{"chat", "--profile", given}, &cli.Terminal{In: in, Out: &out, Err: &out}); code != cli.ExitDone {
			t.Errorf("%q: exit code %d: %s", lines, code, out.String())
		}
		return out.String()
	}
	lines := slashLines(chat("/help"))
	for _, line := range lines {
		if strings.HasPrefix(line, "/help ") {
			lines = append(lines, slashLines(chat(line))...)
		}
	}
	if len(lines) < 30 {
		t.Errorf("a chat has the commands %q", lines)
	}
	for _, line := range lines {
		enterCopy(t, dir, "")
		out := chat("Where is the lamp?", line)
		look("chat "+line, out)
		shown += strings.Count(out, given)
	}
	if shown < 20 {
		t.Errorf("the name is shown %d times", shown)
	}
}
