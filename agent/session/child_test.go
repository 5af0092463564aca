package session_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

var (
	kills  = flag.Int("kills", 30, "how often a process is killed while it writes")
	beside = flag.Duration("beside", 2*time.Second, "how long two processes talk in one workspace")
)

// childOf is set for a process that a test starts: the store and a name.
const childOf = "BACKSTORY_SESSION_CHILD"

func TestMain(m *testing.M) {
	if what := os.Getenv(childOf); what != "" {
		path, name, _ := strings.Cut(what, "\n")
		if err := talkOn(path, name); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if path := os.Getenv(streamOf); path != "" {
		if err := streamOn(path); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if what := os.Getenv(tasksOf); what != "" {
		path, name, _ := strings.Cut(what, "\n")
		if err := workOn(path, name); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// childScript has a model that calls a tool now and then.
const childScript = `
rules:
  - match: "[05]$"
    reply:
      - text: I look.
      - call: {id: a, name: look}
      - call: {id: b, name: look}
  - result: look
    reply: [{text: Fog.}]
  - match: .
    reply: [{text: Well.}]
`

// child is a process that talks, and tells on its standard output what it was
// told is kept.
type child struct {
	manager *session.Manager
	store   *sqlite.Store
	scope   scope.Scope
	talk    *session.Conversation
	name    string
}

// talkOn talks in the active session of a profile until its standard input ends.
func talkOn(path, name string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	k := &child{store: s, name: name}
	if k.scope, err = scope.New(scope.Local, "ida", "caelum"); err != nil {
		return err
	}
	rules, err := model.ReadScript([]byte(childScript))
	if err != nil {
		return err
	}
	tools, err := tool.NewRegistry(tool.New("look", "Look.", tool.Auto, func(context.Context, tool.At, struct{}) (string, error) { return "fog", nil }))
	if err != nil {
		return err
	}
	provider := model.NewOffline(rules)
	cast := func(_ context.Context, sc scope.Scope, s store.Session) (runner.Cast, error) {
		e, err := prompt.Compose(prompt.Inputs{Identity: &profile.Identity{Name: sc.Profile()}, Role: s.Role, Tools: tools.ForPrompt()})
		return runner.Cast{Epoch: e, Provider: provider, Model: "offline", Tools: tools}, err
	}
	k.manager = &session.Manager{Store: s, Runner: &runner.Runner{Store: s, Cast: cast, Owner: runner.Owner("test")}}
	for k.talk == nil {
		if err := k.open(ctx); err != nil && !isInTheWay(err) {
			return err
		}
	}
	fmt.Println("ready")
	for i := 0; ctx.Err() == nil; i++ {
		// Nobody talks without a breath: the other one is to have his turn.
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
		if err := k.step(ctx, i); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

func (k *child) open(ctx context.Context) error {
	r, err := k.manager.Resolve(ctx, k.scope, session.Want{})
	if err != nil {
		return err
	}
	talk, _, err := k.manager.Open(ctx, k.scope, r.Session.ID)
	if err == nil {
		k.talk = talk
	}
	return err
}

// step does one thing, again and again as long as another process is in its way,
// and tells it.
func (k *child) step(ctx context.Context, i int) error {
	text := fmt.Sprintf("%s %d", k.name, i)
	for {
		told, err := k.do(ctx, i, text)
		switch {
		case err == nil:
			fmt.Println(told)
			return nil
		case errors.Is(err, store.ErrLeased):
			time.Sleep(time.Millisecond)
		case isInTheWay(err):
			if err := k.open(ctx); err != nil && !isInTheWay(err) {
				return err
			}
		default:
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// isInTheWay reports whether something was not done because another process was
// quicker.
func isInTheWay(err error) bool {
	return errors.Is(err, store.ErrLeased) || errors.Is(err, store.ErrClosed) || errors.Is(err, store.ErrActive)
}

// do does the i-th thing and returns the line that tells it.
func (k *child) do(ctx context.Context, i int, text string) (string, error) {
	switch {
	case i%20 == 19:
		_, err := k.talk.Compact(ctx)
		if errors.Is(err, runner.ErrNoCut) {
			err = nil
		}
		return "compact", err
	case i%30 == 29:
		if _, err := k.manager.New(ctx, k.scope, session.Want{}); err != nil {
			return "", err
		}
		return "new", k.open(ctx)
	case i%7 == 3:
		_, err := k.store.SaveMemory(ctx, k.scope, store.Memory{Text: text})
		return "memory " + text, err
	}
	// Once a turn has begun it is not cut off from outside: what is told is kept.
	a, err := k.talk.Turn(context.WithoutCancel(ctx), runner.Input{Text: text}, nil)
	if err == nil && a.Turn.State != store.TurnDone {
		err = fmt.Errorf("the turn is %s", a.Turn.State)
	}
	return "turn " + text, err
}

// process is a child as its parent has it.
type process struct {
	testing.TB
	cmd   *exec.Cmd
	stdin io.Closer
	lines *bufio.Scanner
	told  []string
}

func start(t testing.TB, path, name string) *process {
	t.Helper()
	return begin(t, exec.Command(os.Args[0]), childOf+"="+path+"\n"+name)
}

// begin starts a process with a variable of its own.
func begin(t testing.TB, cmd *exec.Cmd, variable string) *process {
	t.Helper()
	p := &process{TB: t, cmd: cmd}
	p.cmd.Env = append(os.Environ(), variable)
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.stdin, p.lines = in, bufio.NewScanner(out)
	return p
}

// next waits for a line, and keeps it if it tells something.
func (p *process) next() bool {
	if !p.lines.Scan() {
		return false
	}
	line := p.lines.Text()
	if strings.HasPrefix(line, "error") {
		p.Errorf("the process: %s", line)
	}
	if strings.HasPrefix(line, "turn ") || strings.HasPrefix(line, "memory ") {
		p.told = append(p.told, line)
	}
	return true
}

// end reads what is left and waits for the end.
func (p *process) end() {
	for p.next() {
	}
	_ = p.cmd.Wait() // it may have been killed
}
