//go:build unix

package cluster_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

func TestMain(m *testing.M) { cmdtest.Main(m, nil) }

// run runs the program and returns what it says, and its exit code.
func run(t *testing.T, env []string, args ...string) (out, talk string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "backstory", args...)
	cmd.Env = env
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	_ = cmd.Run() // the code says it
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

// took is what differs from one build to the next.
var took = regexp.MustCompile(`, \d+ from the cache|, in [0-9.]+m?s`)

// TestABuildWithWorkers sets a cluster up as docs/cluster says, and holds what is built
// with it to what one machine builds.
func TestABuildWithWorkers(t *testing.T) {
	server := pgtest.Own(t)
	home := t.TempDir()
	t.Chdir(t.TempDir())
	long := strings.Repeat("It is dark.\n", 400) // short ones are not sent
	for _, name := range []string{"a", "b", "c"} {
		cmdtest.WriteFiles(t, "", map[string]string{
			"profiles/" + name + "/soul.md": "A.", "profiles/" + name + "/backstory/t.md": "# Lamp " + name + "\n\n" + long, "profiles/" + name + "/backstory/bad.json": "{",
			"profiles/" + name + "/backstory/t.csv": "a,b\n1," + name + "\n" + strings.ReplaceAll(long, "\n", ",2\n"), "profiles/" + name + "/backstory/short.txt": name + " is short.\n",
		})
	}
	engine := strings.Replace(server.Database(t).Owner, pgtest.Owner+":"+pgtest.Owner, pgtest.Owner, 1)
	base := append(append(os.Environ(), cmdtest.HomeEnv(home)...), "SOURCE_DATE_EPOCH=1700000000")
	places := append(base[:len(base):len(base)], "BACKSTORY_ENGINE="+engine, "BACKSTORY_STORE="+filepath.Join(home, "store"))

	_, wantTalk, code := run(t, base, "build", "--all", "--no-cache")
	if code != 3 {
		t.Fatalf("exit code %d: %s", code, wantTalk)
	}
	want := written(t)

	for _, command := range [][]string{{"cluster", "status"}, {"worker"}, {"build", "--all"}} {
		if _, talk, code := run(t, places, command...); code != 2 || !strings.Contains(talk, "backstory cluster init") {
			t.Errorf("%v without tables: exit code %d: %s", command, code, talk)
		}
	}
	if _, talk, code := run(t, places, "cluster", "init"); code != 0 {
		t.Fatalf("init: %s", talk)
	}
	worker := exec.CommandContext(t.Context(), "backstory", "worker", "--metrics", "127.0.0.1:0")
	var log bytes.Buffer
	worker.Env, worker.Stderr = places, &log
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	_, talk, code := run(t, places, "build", "--all", "--cache-dir", filepath.Join(home, "empty"))
	if diff := cmp.Diff(took.ReplaceAllString(wantTalk, ""), took.ReplaceAllString(talk, "")); code != 3 || diff != "" {
		t.Errorf("with workers, exit code %d, the report is another one (-without +with):\n%s", code, diff)
	}
	if strings.Count(talk, "2 from the cache") != 3 {
		t.Errorf("not all chapters came from the worker:\n%s", talk)
	}
	if diff := cmp.Diff(want, written(t)); diff != "" {
		t.Errorf("with workers something else is written (-without +with):\n%s", diff)
	}
	if out, _, code := run(t, places, "cluster", "status"); code != 0 || !strings.HasPrefix(out, "1 worker\n") {
		t.Errorf("status: exit code %d: %s", code, out)
	}
	began := time.Now()
	_ = worker.Process.Signal(syscall.SIGTERM)
	if err := worker.Wait(); err != nil || time.Since(began) > 20*time.Second {
		t.Errorf("the worker ended after %s: %v: %s", time.Since(began), err, log.String())
	}
	if out, talk, code := run(t, places, "cluster", "remove", "--yes"); code != 0 || !strings.Contains(talk, "removed 2 objects") {
		t.Errorf("remove: exit code %d: %s%s", code, out, talk)
	}
}

// written returns what was built, and removes it.
func written(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"profiles/*/backstory.md", "profiles/*/.backstory-manifest.json"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(text)
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	return all
}
