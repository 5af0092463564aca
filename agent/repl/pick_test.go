package repl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

func TestTheStartIsThreeShortLines(t *testing.T) {
	r := newRoom(t, "hello there")
	r.run()
	r.err.Reset()
	r.in.lines = []string{"/quit"}
	r.run()
	want := "Ida\nmodel offline (the default): no model is asked, answers are quotes\nattached session \"hello there\"; /help lists the commands\n"
	if got := r.err.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheListOfCommandsFitsATerminal(t *testing.T) {
	r := newRoom(t, "/help", "/help /memory")
	r.run()
	list, rest, _ := strings.Cut(r.out.String(), "\n\n")
	for line := range strings.Lines(list) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("%d characters: %q", n, line)
		}
	}
	r.has(list, "/memory …")
	r.has(rest, "/memory [list|search TEXT|")
}

func TestASessionIsPickedByItsTitle(t *testing.T) {
	r := newRoom(t, "hello fog", "/new", "y", "hello pilots", "/reopen hello f", "y", "/sessions", "/reopen helo fog", "/resume nothing like it")
	r.shell.Person = true
	r.run()
	if got := r.out.String(); !strings.Contains(got, "goes on") || strings.Count(got, "* ") != 1 || !strings.Contains(got[strings.Index(got, "* "):], "hello fog") {
		t.Error(got)
	}
	r.has(r.err.String(), `no session "helo fog"; did you mean "hello fog"? /sessions all lists them`)
	r.has(r.err.String(), `no session "nothing like it"; /sessions all lists them`)

	// Without a name the others are shown, and one is picked by its number.
	r = newRoom(t, "hello fog", "/branch", "hello pilots", "/resume", "1", "/sessions", "/resume", "", "/resume", "7")
	r.shell.Person = true
	r.run()
	r.has(strings.Join(r.in.prompts, ""), "which one? [1-1] ")
	r.has(r.out.String(), "1  ")
}

func TestWhatWasUsedIsCounted(t *testing.T) {
	r := newRoom(t, "hello", "/tokens", "/cost", "hello", "/cost")
	r.run()
	r.has(r.out.String(), "so far: 1 turn, input")
	r.has(r.out.String(), "1 turn, 1 request, ")
	r.has(r.out.String(), "2 turns, 2 requests, ")
	r.has(r.out.String(), "the offline model costs nothing")
}

func TestASpinnerIsShownAndTakenAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown strings.Builder
		p := &spinner{make(chan struct{}), make(chan struct{})}
		go p.run(&shown, func(seconds int, sign rune) string { return fmt.Sprint(seconds, string(sign)) })
		time.Sleep(spinAfter + 5*spinEvery + 1)
		close(p.stop)
		<-p.done
		want := ""
		for _, line := range []string{"0⠋", "0⠙", "0⠹", "0⠸", "0⠼", "1⠴", ""} {
			want += clearLine + line
		}
		if got := shown.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// TestAProfileIsCalledByAllOfItsName: what names a profile as a whole, or is in quotes, is
// no verb; a text of several lines that begins as a command does is a text; a prompt is
// exported into a file.
func TestAProfileIsCalledByAllOfItsName(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.md")
	r := newRoom(t, "/profile Default Bot", "/prompt export "+file, "/profile \"none\"", "/profile \"nobody\"", "/quit\nis what I said", "/profile")
	for name, text := range map[string]string{"profiles/bot/soul.md": "A bot.", "profiles/bot/identity.md": "- **Name:** Default Bot\n", "profiles/none/soul.md": "No one."} {
		path := filepath.Join(r.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r.run()
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "# Profile: Default Bot") {
		t.Errorf("%.300s, %v", text, err)
	}
	if out, talk := r.out.String(), r.err.String(); !strings.Contains(talk, `no profile is called "nobody"`) || !strings.Contains(out, "No one.") {
		t.Errorf("%s\n%s", out, talk)
	}
}
