package cmdtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// fence is a block of code with what it is, and with why it is not run, if it is not.
var fence = regexp.MustCompile("(?s)(<!-- not run: [^\n]* -->\n)?```([a-z]+)\n(.*?)```")

// Blocks returns the blocks of a page in a language, but those that say why they
// are not run.
func Blocks(page, language string) (found []string) {
	for _, block := range fence.FindAllStringSubmatch(page, -1) {
		if block[1] == "" && block[2] == language {
			found = append(found, block[3])
		}
	}
	return found
}

// timeTaken is how long a build took, which is another time at each one.
var timeTaken = regexp.MustCompile(`in [0-9.]+m?s$`)

// ReadPage returns a page of the documentation.
func ReadPage(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(append([]string{Top}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(content), "\r\n", "\n")
}

// consoleScript is what runs the commands of a page and looks at what they print.
func consoleScript(page string) (text string, commands int) {
	var script strings.Builder
	script.WriteString("env XDG_CONFIG_HOME=$WORK/config\nenv GIT_CONFIG_NOSYSTEM=1\n")
	pattern := ""
	flush := func() {
		if pattern != "" {
			fmt.Fprintf(&script, "prints '^%s$'\n", strings.ReplaceAll(pattern, "'", "''"))
		}
		pattern = ""
	}
	for _, block := range Blocks(page, "console") {
		for line := range strings.Lines(block) {
			line = strings.TrimRight(line, "\n")
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				flush()
				commands++
				if !strings.HasPrefix(command, "cd ") {
					command = "run " + command
				}
				fmt.Fprintln(&script, command)
				continue
			}
			if line == "…" {
				pattern += `(?:.*\n)*?`
				continue
			}
			line = timeTaken.ReplaceAllString(line, "in …")
			quoted := strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
			pattern += strings.ReplaceAll(quoted, "  ", " +") + `\n`
		}
		flush()
	}
	return script.String(), commands
}

// Console runs what a page's console blocks have behind a $, in their order and
// beginning in a folder with the files, and holds what is printed, on one
// stream or both, against the lines below: all of it, where … is anything, alone any lines, and
// columns are as wide as what is in them. least is how many commands there are at
// least. A build with sources that fail is none that fails (exit code 3).
func Console(t *testing.T, page string, least int, files map[string]string) {
	t.Helper()
	script, commands := consoleScript(page)
	if commands < least {
		t.Fatalf("the page has %d commands, want at least %d", commands, least)
	}
	name := filepath.Join(t.TempDir(), "page.txt")
	if err := os.WriteFile(name, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files: []string{name},
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			WriteFiles(t, env.WorkDir, files)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run": func(ts *testscript.TestScript, _ bool, args []string) {
				err := ts.Exec(args[0], args[1:]...)
				var exit *exec.ExitError
				if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 3) {
					ts.Fatalf("%v: %v\n%s", args, err, ts.ReadFile("stderr"))
				}
			},
			"prints": func(ts *testscript.TestScript, _ bool, args []string) {
				out, notes := ts.ReadFile("stdout"), ts.ReadFile("stderr")
				want := regexp.MustCompile(args[0])
				if !want.MatchString(out) && !want.MatchString(notes) && !want.MatchString(out+notes) {
					ts.Fatalf("%s is not what was printed:\n%s%s", args[0], out, notes)
				}
			},
		},
	})
}

// ShellPage is a page of the documentation, and its blocks that are for a shell.
func ShellPage(t *testing.T, name string, least int) (page string, found []string) {
	t.Helper()
	page = ReadPage(t, "docs", name)
	found = Blocks(page, "sh")
	if len(found) < least {
		t.Fatalf("%d blocks in %s, want all of the page", len(found), name)
	}
	return page, found
}

// Shell runs a script in an empty folder of an empty home, and returns what it
// printed.
func Shell(t *testing.T, script string, files map[string]string, env ...string) string {
	t.Helper()
	home := t.TempDir()
	work := filepath.Join(home, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	WriteFiles(t, work, files)
	cmd := exec.Command("bash", "-c", "set -euo pipefail\n"+script)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "XDG_CONFIG_HOME="+filepath.Join(home, "config"))
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
