package chat_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// inPlace is a workspace of another system that the program is used on.
type inPlace struct {
	*testing.T
	dir string
	env []string
}

// snapshot is all that a folder holds: names, modes and contents.
func (w *inPlace) snapshot() string {
	w.Helper()
	var b strings.Builder
	err := filepath.WalkDir(w.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		b.WriteString(name + " " + info.Mode().String() + "\n")
		if !d.IsDir() {
			text, err := os.ReadFile(name)
			b.Write(text)
			return err
		}
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
	return b.String()
}

// run runs the program in the workspace and returns what it printed.
func (w *inPlace) run(stdin string, exit int, args ...string) string {
	w.Helper()
	cmd := exec.Command("backstory", append(args, "--root", w.dir)...)
	cmd.Env, cmd.Stdin = w.env, strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != exit {
		w.Fatalf("%v: exit code %d, want %d: %v\n%s", args, code, exit, err, out)
	}
	return string(out)
}

// says is an error where the program does not print a text.
func (w *inPlace) says(want, stdin string, exit int, args ...string) {
	w.Helper()
	if out := w.run(stdin, exit, args...); !strings.Contains(out, want) {
		w.Errorf("%v says\n%s\nwant %q in it", args, out, want)
	}
}

// serve serves the workspace, asks for the profiles and tries to change a file.
func (w *inPlace) serve(name string) {
	w.Helper()
	token := strings.TrimSpace(w.stdout("token", "create", "--scope", "admin"))
	ready := filepath.Join(w.TempDir(), "ready.json")
	cmd := exec.Command("backstory", "serve", "--root", w.dir, "--addr", "127.0.0.1:0", "--ready-file", ready, "--log", "off")
	cmd.Env = w.env
	if err := cmd.Start(); err != nil {
		w.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended
		if err := cmd.Wait(); err != nil {
			w.Errorf("the server: %v", err)
		}
	}()
	var told struct{ URL string }
	for text := []byte(nil); json.Unmarshal(text, &told) != nil; text, _ = os.ReadFile(ready) {
		time.Sleep(5 * time.Millisecond)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/api/v2/profiles", "", 200, `"` + name + `"`},
		{"GET", "/api/v2/profiles/" + name + "/prompt", "", 200, "Count twice."},
		{"PUT", "/api/v2/profiles/" + name + "/files/content?path=soul.md", `{"content":"Another."}`, 409, "in_place"},
		{"PUT", "/api/v2/profiles/" + name + "/files/content?path=context/a.md", `{"content":"Another."}`, 409, "in_place"},
	} {
		req, err := http.NewRequest(c.method, told.URL+c.path, strings.NewReader(c.body))
		if err != nil {
			w.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", "application/json")
		if c.method == "PUT" {
			req.Header.Set("If-None-Match", "*")
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			w.Fatal(err)
		}
		var body bytes.Buffer
		_, err = body.ReadFrom(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != c.status || !strings.Contains(body.String(), c.want) {
			w.Errorf("%s %s: %d %s, %v; want %d with %q", c.method, c.path, answer.StatusCode, body.String(), err, c.status, c.want)
		}
	}
}

func (w *inPlace) stdout(args ...string) string {
	w.Helper()
	cmd := exec.Command("backstory", append(args, "--root", w.dir)...)
	cmd.Env = w.env
	out, err := cmd.Output()
	if err != nil {
		w.Fatalf("%v: %v", args, err)
	}
	return string(out)
}

// TestNothingIsWrittenInAWorkspaceInPlace: a workspace of each system is the same,
// byte for byte, after it was talked in, shown, built and served; its owner takes it
// over with --adopt, and continues the same conversation.
//
// OC-05, OC-16
func TestNothingIsWrittenInAWorkspaceInPlace(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the program many times")
	}
	layouts := map[string]string{"workspace": "openclaw", ".moltis": "moltis"}
	for name, files := range map[string]map[string]string{
		"workspace": {
			"AGENTS.md": "Count twice.\n", "SOUL.md": "You keep bees.\n", "IDENTITY.md": "- **Name:** Molty\n", "MEMORY.md": "- Nine hives.\n",
			"memory/2026-05-02.md": "The queen of hive three is blue.\n", "BOOTSTRAP.md": "Hello.\n", "backstory/a.md": "Not ours.\n",
		},
		".moltis": {
			"AGENTS.md": "Count twice.\n", "SOUL.md": "You keep bees.\n", "IDENTITY.md": "---\nname: Molty\n---\n", "MEMORY.md": "- Nine hives.\n",
			"memory/2026-05-02.md": "The queen of hive three is blue.\n", "moltis.toml": "[identity]\nvibe = \"calm\"\n",
		},
	} {
		home := t.TempDir()
		w := &inPlace{t, filepath.Join(home, name), append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home+"/config", "XDG_DATA_HOME="+home+"/data", "XDG_CACHE_HOME="+home+"/cache")}
		for file, text := range files {
			file = filepath.Join(w.dir, file)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		before := w.snapshot()
		w.says("Nine hives", "How many hives are there?\n/why\n/prompt check\n", 0, "chat")
		w.says("blue", "", 0, "chat", "--once", "Which colour is the queen of hive three?")
		w.says("Count twice.", "", 0, "prompt")
		w.says("MEMORY.md", "", 0, "prompt", "--tree")
		w.says("instructions", "", 1, "prompt", "diff", "--layout", "backstory", "--brief")
		w.says("instructions", "", 1, "prompt", "diff", "--layout", layouts[name], "--brief")
		w.says("nothing is written in the workspace", "", 2, "build")
		w.says("prompt --tree names the file", "", 2, "explain", ".:1")
		w.serve(strings.TrimPrefix(name, "."))
		if after := w.snapshot(); after != before {
			t.Fatalf("%s: the workspace was\n%s\nand is\n%s", name, before, after)
		}
		w.says("attached session", "/quit\n", 0, "chat", "--adopt")
		if info, err := os.Stat(filepath.Join(w.dir, ".backstory", "store.db")); err != nil || info.Size() == 0 {
			t.Errorf("%s: the conversations were not taken over: %v", name, err)
		}
		w.says("attached session \"How many hives are there?\"", "/quit\n", 0, "chat")
		if err := os.RemoveAll(w.dir); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(w.dir, 0o755); err != nil {
			t.Fatal(err)
		}
		w.says("WORKSPACE_VANISHED", "", 2, "chat")
	}
}
