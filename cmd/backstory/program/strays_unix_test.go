//go:build unix

package program_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
	"github.com/seed353dc258/backstory/internal/straytest"
)

// strayed are the folders into which strays are put.
var strayed = []string{
	"profiles", "orgs", "skills", "roles", "memory", "prompts", "users", "orgs/acme/profiles", "orgs/acme/users", "orgs/acme/skills",
	"profiles/ada/skills", "profiles/ada/skills/knots", "profiles/ada/roles", "profiles/ada/memory", "profiles/ada/context", "profiles/ada/tools",
	"profiles/ada/samples",
}

// findsStrays are the commands that look for what is wrong with the files of a profile,
// where a role, an example or a text that cannot be read is a finding, that which says whether
// all files of skills are trusted, and that which converts whatever is in profiles,
// where an empty file fails. To erase a user is not done while something of them may be
// in a folder that cannot be looked at, which is said when all else is erased.
var findsStrays = map[string]int{
	"profiles check": cli.ExitStale, "lint profiles/ada": cli.ExitStale, "profiles verify": cli.ExitStale, "trust .": cli.ExitStale, "convert profiles": cli.ExitFailed,
	"user erase": cli.ExitError,
}

// TestStraysStopNoCommand runs the examples of all pages of help in a workspace that has
// strays everywhere. Each ends as it does without them.
func TestStraysStopNoCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command")
	}
	if straytest.AsNobody(t) {
		return
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	t.Setenv("VISUAL", "true")
	t.Setenv("EDITOR", "true")
	dir, ids := workspaceOfExamples(t)
	run := func(args []string) (code int, talk string) {
		var out, said bytes.Buffer
		code = program.Run(t.Context(), args, &cli.Terminal{In: strings.NewReader(inputOf(strings.Join(args, " "))), Out: &out, Err: &said})
		return code, said.String()
	}
	lines := exampleLines(ids)
	enterCopy(t, dir, "")
	straytest.Strew(t, strayed...)
	strewn, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range lines {
		command := strings.Join(args[:min(2, len(args))], " ")
		if code, _ := run(args); code == cli.ExitDone || code == findsStrays[command] {
			continue
		}
		// What another line did before may be in its way: each is tried alone.
		enterCopy(t, dir, command)
		straytest.Strew(t, strayed...)
		code, talk := run(args)
		enterCopy(t, dir, command)
		if without, _ := run(args); without != code {
			t.Errorf("%q: exit code %d, without strays %d: %s", args, code, without, talk)
		}
		t.Chdir(strewn)
	}
	t.Logf("%d command lines", len(lines))
}
