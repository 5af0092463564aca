package repl

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// said is what a person types: lines, or Ctrl-C for "^C".
type said struct {
	lines   []string
	prompts []string
}

func (s *said) Line(prompt string) (string, error) {
	s.prompts = append(s.prompts, prompt)
	if len(s.lines) == 0 {
		return "", io.EOF
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	if line == "^C" {
		return "", input.ErrInterrupt
	}
	return line, nil
}

func (s *said) Ask(prompt string) (string, error) { return s.Line(prompt) }

func (s *said) Wait() func() { return func() {} }

func (s *said) Close() error { return nil }

// compiled is a compiler that does nothing, or fails.
type compiled struct{ err error }

func (c compiled) Search(_ context.Context, _ *profile.Profile, i *profile.Identity, q find.Query, out io.Writer) error {
	_, err := fmt.Fprintf(out, "%s is asked for %s\n", i.Name, q.Text)
	return err
}

func (c compiled) Freshen(context.Context, *profile.Profile) (string, error) { return "", c.err }
func (c compiled) Generate(context.Context, *profile.Profile, io.Writer) error {
	return c.err
}
func (c compiled) Status(context.Context, *profile.Profile, io.Writer) error { return c.err }
func (c compiled) Convert(_ context.Context, name string, _ []byte) (string, error) {
	return "Markdown of " + name, c.err
}
func (c compiled) Failed(context.Context, *profile.Profile, io.Writer) error { return c.err }

type prompts struct{}

func (prompts) Tree(*prompt.Epoch) error                                    { return nil }
func (prompts) Check(*prompt.Epoch) error                                   { return nil }
func (prompts) Sent(string, string) error                                   { return nil }
func (prompts) Changes(*prompt.Epoch, *prompt.Epoch, []prompt.Change) error { return nil }

const script = `
rules:
  - match: slow
    reply:
      - text: "It begins "
      - text: "and goes on."
  - result: artifact_write
    reply: [{text: "As you wish."}]
  - match: write
    reply:
      - call: {id: a, name: artifact_write, arguments: {name: note.md, text: written}}
  - match: broken
    times: 1
    reply:
      - text: "Half "
      - error: {kind: invalid, message: no such thing}
  - match: .
    reply: [{text: "Well, **then**."}]
`

// room is a workspace with a shell in it.
type room struct {
	*testing.T
	dir      string
	host     *host.Host
	shell    *Shell
	in       *said
	out, err *strings.Builder
}

func newRoom(t *testing.T, lines ...string) *room {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"profiles/ida/soul.md":          "You are Ida.\n",
		"profiles/ida/roles/clerk.md":   "---\nname: clerk\ndescription: Files papers.\n---\n\nYou file papers.\n",
		"profiles/ida/preferences.json": `{"prompts": {"roles": {"deny": ["muse"]}}}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := &room{T: t, dir: dir, in: &said{lines: lines}, out: &strings.Builder{}, err: &strings.Builder{}}
	r.host = r.open()
	r.shell = &Shell{Host: r.host, Backstory: compiled{}, Prompts: prompts{}, Terminal: Terminal{In: r.in, Out: r.out, Err: r.err}}
	return r
}

// open opens the workspace, as another process would.
func (r *room) open() *host.Host {
	r.Helper()
	w, err := profile.OpenWorkspace(r.dir)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { w.Close() })
	rules, err := model.ReadScript([]byte(script))
	if err != nil {
		r.Fatal(err)
	}
	s := host.Settings{Catalog: catalog.New(catalog.Options{Script: rules})}
	s.Workspace = w
	h, err := host.Open(r.Context(), s)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { h.Close() })
	return h
}

func (r *room) run() {
	r.Helper()
	if err := r.shell.Run(r.Context(), Start{Profile: "IDA"}); err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { r.shell.Close() })
}

func (r *room) has(in, want string) {
	r.Helper()
	if !strings.Contains(in, want) {
		r.Errorf("no %q in:\n%s", want, in)
	}
}

func TestAPersonTalks(t *testing.T) {
	r := newRoom(t, "hello", "", "/role clerk", "hello again", "/quit", "never said")
	r.run()
	if got := r.out.String(); got != "Well, **then**.\nrole clerk, model offline\nWell, **then**.\n" {
		t.Error(got)
	}
	if got := strings.Join(r.in.prompts, ""); got != "You (ida): You (ida): You (ida): You (ida, clerk): You (ida, clerk): " {
		t.Error(got)
	}
	r.has(r.err.String(), "no model is asked")
}

func TestAnAnswerIsStopped(t *testing.T) {
	r := newRoom(t, "slow", "/why", "hello")
	r.shell.Interruptible = func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, stop := context.WithCancel(ctx)
		r.shell.Out = stopper{r.out, stop}
		return ctx, stop
	}
	r.run()
	r.has(r.err.String(), "stopped; what was said stays")
	r.has(r.out.String(), "It begins")
	turns, err := r.host.Store.Turns(t.Context(), r.shell.at.scope, sessionID(r.shell.at.talk))
	if err != nil || len(turns) != 2 || turns[0].State != "interrupted" {
		t.Errorf("%+v, %v", turns, err)
	}
}

// stopper stops when something was written.
type stopper struct {
	io.Writer
	stop func()
}

func (s stopper) Write(p []byte) (int, error) {
	s.stop()
	return s.Writer.Write(p)
}

func TestCtrlCTwiceLeaves(t *testing.T) {
	r := newRoom(t, "^C", "hello", "^C", "^C", "never said")
	r.run()
	if strings.Count(r.err.String(), "Ctrl-C again leaves") != 2 || r.out.String() != "Well, **then**.\n" || len(r.in.lines) != 1 {
		t.Errorf("%q %q %q", r.err, r.out, r.in.lines)
	}
}

func TestAPersonDecidesAboutCalls(t *testing.T) {
	for answer, want := range map[string]bool{"y": true, "a": true, "n": false, "": false, "^C": false, "no, because it is late": false} {
		r := newRoom(t, "write it", answer)
		r.shell.Person = true
		r.run()
		r.has(r.err.String(), "+written")
		if asked := strings.Join(r.in.prompts, ""); !strings.Contains(asked, "Allow: write file note.md (7 bytes)? [y]es [a]lways in this session [n]o, because …") {
			t.Error(asked)
		}
		if strings.Contains(answer, "late") {
			r.has(r.err.String(), "the person denied the call, because: it is late")
		}
		_, err := os.Stat(filepath.Join(r.dir, ".backstory", "artifacts", "profiles", "ida", "note.md"))
		if (err == nil) != want {
			t.Errorf("%q: %v\n%s", answer, err, r.err)
		}
	}
	r := newRoom(t, "write it")
	r.run()
	r.has(r.err.String(), "nobody can be asked")
}

// What a person allowed for the session holds, but not in a turn in which the model has
// read what others wrote.
func TestAlwaysDoesNotHoldForStrangers(t *testing.T) {
	for strangers, want := range map[bool]int{false: 1, true: 2} {
		r := newRoom(t, "write it", "a", "write it", "n")
		r.host.Untrusted = strangers
		r.shell.Person = true
		r.run()
		if n := strings.Count(strings.Join(r.in.prompts, ""), "Allow: "); n != want {
			t.Errorf("untrusted: %t: asked %d times", strangers, n)
		}
		if said := strings.Contains(r.err.String(), "you are asked again"); said != strangers {
			t.Errorf("untrusted: %t: %s", strangers, r.err)
		}
	}
}

func TestAFailureLeavesTheChatOpen(t *testing.T) {
	r := newRoom(t, "broken", "hello", "/backstory")
	r.shell.Backstory = compiled{errors.New("the disk is full\x1b[2J")}
	r.run()
	r.has(r.err.String(), "no such thing")
	r.has(r.err.String(), "could not be built; the one that is there is used: the disk is full\uFFFD[2J")
	r.has(r.out.String(), "Half \nWell, **then**.")
}

func TestASessionThatIsHeldIsToldOf(t *testing.T) {
	r := newRoom(t, "hello")
	r.run()
	other := r.open()
	if _, err := other.Store.Lease(t.Context(), r.shell.at.scope, sessionID(r.shell.at.talk), "another process", time.Minute); err != nil {
		t.Fatal(err)
	}
	r.in.lines = []string{"hello"}
	r.run()
	r.has(r.err.String(), "is busy in another process (another process)")
	if n := strings.Count(r.out.String(), "Well"); n != 1 {
		t.Errorf("%d answers", n)
	}
}

func TestNothingIsEndedWithoutAYes(t *testing.T) {
	r := newRoom(t, "hello", "/new", "", "/sessions all", "/new", "yes", "/sessions all")
	r.shell.Person = true
	r.run()
	if n := strings.Count(r.out.String(), "archived"); n != 1 {
		t.Errorf("%d sessions ended:\n%s", n, r.out)
	}
}

// FuzzCommands holds that no line ends the shell but those that say so, and
// that nothing it says has a control in it.
func FuzzCommands(f *testing.F) {
	for _, s := range []string{"/profile x", "/memory why", "/resume ../..", "/branch 99999999999", "/export", "/prompt \x1b[2J", "/role \u202e", "//", "/model a/b/c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if c, args, err := commandOf("/" + line); err == nil && (c.name == "quit" || c.name == "export" && args != "") {
			return
		}
		r := newRoom(t, "/"+strings.Map(oneLine, line), "/tokens")
		r.run()
		r.has(r.out.String(), "next request")
		for _, c := range r.out.String() + r.err.String() {
			if c != '\n' && c != oneline.Rune(c) {
				t.Fatalf("%q lets %U through", line, c)
			}
		}
	})
}

func oneLine(r rune) rune {
	if r == '\n' || r == '\r' {
		return ' '
	}
	return r
}

// PA-04: /why names the versions of the files that the prompt was composed of; after an
// edit it is another one.
func TestWhyNamesTheVersionsOfFiles(t *testing.T) {
	version := func(text string) string {
		return fmt.Sprintf("  version %.6x of profiles/ida/soul.md\n", sha256.Sum256([]byte(text)))
	}
	r := newRoom(t, "hello", "/why")
	r.run()
	r.has(r.out.String(), version("You are Ida.\n"))
	if err := os.WriteFile(filepath.Join(r.dir, "profiles", "ida", "soul.md"), []byte("You are Ida, of the sea.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.in.lines = []string{"/new", "hello", "/why"}
	r.run()
	r.has(r.out.String(), version("You are Ida, of the sea.\n"))
}

// RT-05: /why lists what came with the last message.
func TestWhyListsThePassagesThatCameWithAMessage(t *testing.T) {
	r := newRoom(t, "Who dug the well of Nordby399?", "/why")
	var text strings.Builder
	for i := range 400 {
		fmt.Fprintf(&text, "# Chronicle %d\n\n%s\n\nThe well of Nordby%d was dug by Agnes%d.\n\n", i, strings.Repeat("The fishers mended their nets and waited for the herring. ", 10), i, i)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "profiles", "ida", "backstory.md"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	r.run()
	for _, want := range []string{"came with your message: ", "Chronicle 399", "Agnes399"} {
		r.has(r.out.String(), want)
	}
}

// The sentence that answers is bold in its quote, at a terminal and in Markdown.
func TestTheSentenceThatAnswersIsBold(t *testing.T) {
	for colored, want := range map[bool]string{true: "\x1b[1mThe wick of it was trimmed by Agnes.", false: "> The tower is high. **The wick of it was trimmed by Agnes.** It rained.\n"} {
		r := newRoom(t)
		r.shell.Colored, r.shell.at.last = colored, last{question: "Who trimmed the wick?"}
		d := &display{s: r.shell}
		for _, text := range []string{"Fr", "om /lamp.md:\n\n> The tower is high. The wick of it", " was trimmed by Agnes. It rained.\n"} {
			d.tell(runner.Event{Text: text})
		}
		if err := d.end(); err != nil {
			t.Fatal(err)
		}
		r.has(r.out.String(), want)
	}
}
