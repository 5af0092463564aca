package chat_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// A process that is killed loses nothing of an answer that was on the screen for two
// seconds: who opens the conversation again finds it there, behind what they asked.
func TestWhatWasOnTheScreenOutlivesTheProcess(t *testing.T) {
	const shown = "The boat is called Petrel, and it lies"
	told := make(chan struct{})
	var asked atomic.Value
	asked.Store("")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/chat/completions" {
			http.NotFound(w, r)
			return
		}
		body, _ := io.ReadAll(r.Body)
		asked.Store(string(body))
		for _, word := range strings.SplitAfter(shown, " ") {
			fmt.Fprintf(w, "data: {\"choices\": [{\"delta\": {\"content\": %q}}]}\n\n", word)
			w.(http.Flusher).Flush()
		}
		select { // the answer goes on and on
		case <-told:
			fmt.Fprint(w, "data: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"stop\"}]}\n\ndata: [DONE]\n\n")
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	cmdtest.WriteFiles(t, dir, map[string]string{
		"profiles/p/soul.md":            "# P\n\nYou are P.\n",
		".config/backstory/config.json": fmt.Sprintf(`{"model": "here/m", "providers": {"here": {"type": "openai-compatible", "base_url": "%s/v1", "window": 16000}}}`, server.URL),
	})
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command("backstory", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), cmdtest.HomeEnv(dir)...)
		return cmd
	}
	for i, args := range [][]string{{"chat", "--profile", "p", "--once", "Where is the boat?"}, {"chat", "--profile", "p"}} {
		cmd := command(args...)
		cmd.Stdin = strings.NewReader("Where is the boat?\n")
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		screen, text := bufio.NewReader(out), ""
		for !strings.Contains(text, shown) {
			b, err := screen.ReadByte()
			if err != nil {
				t.Fatalf("%q: it ended with %q", args, text)
			}
			text += string(b)
		}
		time.Sleep(2 * time.Second)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		var list struct{ Sessions []struct{ ID string } }
		got, err := command("sessions", "list", "--json").Output()
		if err := errors.Join(err, json.Unmarshal(got, &list)); err != nil || len(list.Sessions) != i+1 {
			t.Fatalf("%q: %v\n%s", args, err, got)
		}
		id := list.Sessions[0].ID
		got, err = command("sessions", "show", id).CombinedOutput()
		if err != nil || !strings.Contains(string(got), "Where is the boat?") || strings.Count(string(got), shown) != 1 {
			t.Errorf("%q: shown: %v\n%s", args, err, got)
		}
		go func() { told <- struct{}{} }() // the next answer ends
		if got, err := command("chat", "--profile", "p", "--session", id, "--once", "Go on.").CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, got)
		}
		if body := asked.Load().(string); strings.Count(body, shown) != 1 {
			t.Errorf("%q: gone on with: %s", args, body)
		}
	}
}
