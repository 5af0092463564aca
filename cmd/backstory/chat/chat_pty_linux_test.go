package chat_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clipperhouse/displaywidth"
	"github.com/creack/pty"

	"github.com/seed353dc258/backstory/agent/model/modeltest"
)

// seat is a person's: a chat in a terminal.
type seat struct {
	*testing.T
	dir    string
	keys   *os.File
	mu     sync.Mutex
	screen strings.Builder // all that was shown
	from   int             // what was looked at
	ended  chan error
}

// sit begins a chat in a terminal of so many columns, with a model that answers
// so, and with more flags.
func sit(t *testing.T, columns int, answer func(*modeltest.Ask) modeltest.Reply, flags ...string) *seat {
	t.Helper()
	s := &seat{T: t, dir: t.TempDir(), ended: make(chan error, 1)}
	server := modeltest.New(t, answer)
	for name, text := range map[string]string{
		"w/profiles/ida/soul.md": "You are Ida.\n", "w/notes/plan.md": "Sail at noon.\n",
		"home/backstory/config.json": server.Config(modeltest.Protocols()[0], ""),
	} {
		file := filepath.Join(s.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("backstory", append([]string{"chat", "--root", filepath.Join(s.dir, "w"), "--profile", "ida"}, flags...)...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=", "FORCE_HYPERLINK=1", "XDG_CONFIG_HOME="+filepath.Join(s.dir, "home"), "XDG_CACHE_HOME="+filepath.Join(s.dir, "cache"))
	var err error
	if s.keys, err = pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: uint16(columns)}); err != nil {
		t.Fatal(err)
	}
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := s.keys.Read(buffer)
			s.mu.Lock()
			s.screen.Write(buffer[:n])
			s.mu.Unlock()
			if err != nil {
				s.ended <- cmd.Wait()
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		s.keys.Close()
	})
	return s
}

// all returns all that was shown.
func (s *seat) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

// shown returns what was shown since it was looked at.
func (s *seat) shown() string { return s.all()[s.from:] }

// sees waits for a text, and goes on behind it.
func (s *seat) sees(text string) {
	s.Helper()
	for begun := time.Now(); time.Since(begun) < 5*time.Minute; time.Sleep(20 * time.Millisecond) {
		if at := strings.Index(s.shown(), text); at >= 0 {
			s.from += at + len(text)
			return
		}
	}
	s.Fatalf("%q is not shown:\n%q", text, s.shown())
}

func (s *seat) types(text string) {
	s.Helper()
	if _, err := s.keys.WriteString(text); err != nil {
		s.Fatal(err)
	}
}

// TestWhatIsTypedEarlyWaits has a person type while the model answers: nothing
// of it is shown in the answer, it is not an answer to the question whether a call is
// allowed, and it is said in its turn. Ctrl-C stops the answer all the same.
func TestWhatIsTypedEarlyWaits(t *testing.T) {
	asked, go_ := make(chan string), make(chan modeltest.Reply)
	s := sit(t, 80, func(a *modeltest.Ask) modeltest.Reply {
		last := a.Messages[len(a.Messages)-1]
		text := last.Text
		for _, r := range last.Results {
			text += r.Text
		}
		asked <- text
		return <-go_
	})
	s.sees("You (ida): ")
	s.types("first\r")
	<-asked
	s.types("y\r" + "sec\x7fcond\r" + "\x1b[200~third one\rthird two\x1b[201~\r")
	time.Sleep(300 * time.Millisecond)
	if early := s.shown(); strings.Contains(early, "econd") || strings.Contains(early, "third") {
		t.Errorf("what is typed early is shown: %q", early)
	}
	go_ <- modeltest.CallsTool("artifact_write", `{"name": "a.md", "text": "A"}`)
	s.sees("because … ")
	time.Sleep(300 * time.Millisecond)
	if _, err := os.Stat(filepath.Join(s.dir, "w/.backstory/artifacts/profiles/ida/a.md")); err == nil {
		t.Error("what was typed before the question allowed the call")
	}
	s.types("no, not now\r")
	if got := <-asked; !strings.Contains(got, "not now") {
		t.Errorf("the call's result is %q", got)
	}
	go_ <- modeltest.Says("One.")
	for _, want := range []string{"y", "second", "third one\nthird two"} {
		if got := <-asked; !strings.HasSuffix(got, want) {
			t.Errorf("%q is asked, want %q", got, want)
		}
		go_ <- modeltest.Says("Next.")
	}
	s.sees("You (ida): ")
	s.types("last\r")
	<-asked
	s.types(strings.Repeat("filler ", 700) + "\x03")
	s.sees("stopped; what was said stays")
	go_ <- modeltest.Says("Too late.")
}

// TestTheGreetingNamesTheModelThatIsAsked has new sessions, with and without --model:
// what the greeting says is where the text goes.
func TestTheGreetingNamesTheModelThatIsAsked(t *testing.T) {
	for _, c := range []struct{ flag, greeting, asked string }{
		{"", "model test/m (model in config.json)", "m"},
		{"test/other", "model test/other (--model; the session keeps it)", "other"},
		{"offline", "model offline/only (--model; the session keeps it): no model is asked, answers are quotes", ""},
	} {
		asked := make(chan string, 9)
		s := sit(t, 200, func(a *modeltest.Ask) modeltest.Reply {
			asked <- a.Model
			return modeltest.Says("Aye.")
		}, "--model", c.flag)
		s.sees("You (ida): ")
		if begin := plainText(s.all()); strings.Count(begin, "\nmodel ") != 1 || !strings.Contains(begin, c.greeting+"\n") {
			t.Errorf("--model %q: %q", c.flag, begin)
		}
		s.types("When do we sail?\r")
		s.sees("sail?\r\n")
		s.sees("You (ida): ")
		select {
		case got := <-asked:
			if got != c.asked {
				t.Errorf("--model %q: %q is asked", c.flag, got)
			}
		default:
			if c.asked != "" {
				t.Errorf("--model %q: nobody is asked: %q", c.flag, s.all())
			}
		}
	}
}

// TestAnAnswerFitsTheTerminal has the same answer shown in terminals of several
// widths: no word of it is broken, and no line is longer than the terminal.
func TestAnAnswerFitsTheTerminal(t *testing.T) {
	words := "fog lighthouse pilots narrow entry 灯台の光 🚢 **foghorn** `keeper's log` [the tide tables](https://tides.example.org/today) winter sailing"
	answer := "# The harbour of Skarv\n\n" + strings.Repeat(words+" ", 8) + "\n\n- " + strings.Repeat(words+" ", 3) +
		"\n\n| Berth | Whose it is | What is known of it |\n|---|---|--:|\n| A1 | Ida Holm, pilot | narrow entry, fog in winter, no light at all |\n| 灯台 | nobody | 🚢 |\n\nDone."
	for _, columns := range []int{40, 80, 200} {
		s := sit(t, columns, func(*modeltest.Ask) modeltest.Reply {
			return modeltest.Says(strings.SplitAfter(answer, " ")...)
		})
		s.sees("You (ida): ")
		begin := s.all()
		s.types("hello\r")
		s.sees("hello\r\n")
		s.sees("\x1b]8;;https://tides.example.org/today\x1b\\")
		s.from = len(begin)
		s.sees("hello\r\n")
		from := s.from
		s.sees("Done.")
		shown := s.all()[from:s.from]
		lines := strings.Split(plainText(begin+shown), "\n")
		for _, line := range lines {
			if n := displaywidth.String(strings.TrimRight(line, " ")); n > columns {
				t.Errorf("%d columns: a line has %d: %q", columns, n, line)
			}
		}
		known := map[string]bool{"•": true, "│": true, "(tides.example.org)": true}
		for _, word := range strings.Fields(plainText(strings.NewReplacer("**", "", "`", "", "[", "", "](https://tides.example.org/today)", "", "|", " ").Replace(answer))) {
			known[word] = true
		}
		count := 0
		for _, word := range strings.Fields(plainText(shown)) {
			if strings.Trim(word, "─┼") == "" {
				continue
			}
			if count++; !known[word] {
				t.Errorf("%d columns: a word is broken: %q", columns, word)
			}
		}
		if count < 100 {
			t.Errorf("%d words are shown", count)
		}
	}
}

// plainText is what a terminal shows of a text.
func plainText(text string) string {
	text = regexp.MustCompile(`\x1b\][^\x1b]*\x1b\\|\x1b\[[0-9;?]*[a-zA-Z]`).ReplaceAllString(strings.ReplaceAll(text, " \b", ""), "")
	var out []string
	for line := range strings.SplitSeq(text, "\n") { // what was drawn over is not there
		line = strings.TrimRight(line, "\r")
		out = append(out, line[strings.LastIndexByte(line, '\r')+1:])
	}
	return strings.Join(out, "\n")
}
