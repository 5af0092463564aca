package session_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// kit is a workspace with a store and a scripted model.
type kit struct {
	testing.TB
	*session.Manager
	store    *sqlite.Store
	path     string // of the store
	root     *os.Root
	pointer  session.Pointer
	identity profile.Identity
	policy   string
	provider model.Provider
	tools    *tool.Registry
	warned   []error
	utility  runner.Utility
	composed prompt.Budget
}

func newKit(t testing.TB, script string) *kit {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	k := &kit{TB: t, path: filepath.Join(dir, "store.db"), root: root, pointer: session.File(root)}
	k.identity = profile.Identity{
		Soul:  profile.Soul{File: profile.File{Name: "soul.md", Found: true}, Body: "# Caelum\n\nKeeps charts."},
		Roles: []profile.Role{{Name: "coder", Body: "You write code."}},
	}
	if k.tools, err = tool.NewRegistry(tool.New("look", "Look.", tool.Auto, func(context.Context, tool.At, struct{}) (string, error) { return "fog", nil })); err != nil {
		t.Fatal(err)
	}
	k.store = k.open()
	rules, err := model.ReadScript([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	k.provider = model.NewOffline(rules)
	k.Manager = k.manager(k.store)
	t.Cleanup(func() {
		if n := k.Runner.Broken(); n > 0 {
			t.Errorf("%d requests did not go on from what was sent before", n)
		}
	})
	return k
}

func (k *kit) open() *sqlite.Store {
	k.Helper()
	s, err := sqlite.Open(k.Context(), k.path)
	if err != nil {
		k.Fatal(err)
	}
	k.Cleanup(func() { s.Close() })
	return s
}

// manager returns one as another process would have it.
func (k *kit) manager(s store.Store) *session.Manager {
	r := &runner.Runner{Store: s, Cast: k.cast, Owner: "test"}
	return &session.Manager{Store: s, Runner: r, Pointer: k.pointer, Warn: func(err error) { k.warned = append(k.warned, err) }}
}

func (k *kit) cast(_ context.Context, sc scope.Scope, s store.Session) (runner.Cast, error) {
	i := k.identity
	i.Name = sc.Profile()
	e, err := prompt.Compose(prompt.Inputs{Identity: &i, Role: s.Role, Tools: k.tools.ForPrompt(), Budget: k.composed})
	return runner.Cast{Epoch: e, Provider: k.provider, Model: "offline", Utility: k.utility, Tools: k.tools, Policy: k.policy}, err
}

func (k *kit) scope(profile string) scope.Scope {
	k.Helper()
	sc, err := scope.New(scope.Local, "ida", profile)
	k.ok(err)
	return sc
}

func (k *kit) ok(err error) {
	k.Helper()
	if err != nil {
		k.Fatal(err)
	}
}

func (k *kit) is(err, want error) {
	k.Helper()
	if !errors.Is(err, want) {
		k.Errorf("the error is %v, want %v", err, want)
	}
}

func (k *kit) resolve(profile string) session.Resolved {
	k.Helper()
	r, err := k.Resolve(k.Context(), k.scope(profile), session.Want{})
	k.ok(err)
	return r
}

// talk opens a session.
func (k *kit) talk(profile, id string) (*session.Conversation, session.Opening) {
	k.Helper()
	c, o, err := k.Open(k.Context(), k.scope(profile), id)
	k.ok(err)
	return c, o
}

func (k *kit) turn(c *session.Conversation, text string) runner.Answer {
	k.Helper()
	a, err := c.Turn(k.Context(), runner.Input{Text: text}, nil)
	k.ok(err)
	return a
}

func (k *kit) session(profile, id string) store.Session {
	k.Helper()
	s, err := k.store.Session(k.Context(), k.scope(profile), id)
	k.ok(err)
	return s
}

func (k *kit) attached() string {
	k.Helper()
	id, err := k.pointer.Read()
	k.ok(err)
	return id
}

// coqui: 214, 227
func TestAProfileThatIsUsedFirstGetsASession(t *testing.T) {
	k := newKit(t, "")
	r := k.resolve("caelum")
	if r.How != session.Created || r.Session.Profile != "caelum" || r.Session.Kind != store.Interactive || r.Session.Model != "offline" {
		t.Errorf("%+v", r)
	}
	if k.attached() != r.Session.ID || !strings.Contains(r.Line(), "new session") {
		t.Errorf("attached is %q, %s", k.attached(), r.Line())
	}
	// To change to another profile is to have another session.
	if other := k.resolve("aurora"); other.How != session.Created || other.Session.Profile != "aurora" || k.attached() != other.Session.ID {
		t.Errorf("%+v", other)
	}
	if now := k.session("caelum", r.Session.ID); now.Status != store.Active {
		t.Errorf("the first one is %s", now.Status)
	}
}

// coqui: 215, 216
func TestASessionOfTheProfileGoesOn(t *testing.T) {
	k := newKit(t, "")
	first := k.resolve("caelum").Session
	if r := k.resolve("caelum"); r.How != session.Attached || r.Session.ID != first.ID || len(r.Closed) > 0 {
		t.Errorf("%+v", r)
	}
	k.resolve("aurora") // is attached now, and of another stream
	r := k.resolve("caelum")
	if r.How != session.Latest || r.Session.ID != first.ID || k.attached() != first.ID {
		t.Errorf("%+v, attached %s", r, k.attached())
	}
}

// coqui: 217
func TestWithoutAProfileItsSessionsDoNotCount(t *testing.T) {
	k := newKit(t, "")
	plain := k.resolve("").Session
	profiled := k.resolve("caelum").Session
	if k.attached() != profiled.ID {
		t.Fatal(k.attached())
	}
	if r := k.resolve(""); r.Session.ID != plain.ID || r.How != session.Latest || r.Session.Profile != "" {
		t.Errorf("%+v", r)
	}
}

// coqui: 218, 219
func TestTasksAndChildrenNeverGoOn(t *testing.T) {
	for _, name := range []string{"", "caelum"} {
		k := newKit(t, "")
		for _, kind := range []store.Kind{store.Background, store.Child, store.Branch} {
			s, err := k.store.CreateSession(t.Context(), k.scope(name), store.Session{Kind: kind})
			k.ok(err)
			k.ok(k.pointer.Write(s.ID))
		}
		if r := k.resolve(name); r.How != session.Created || r.Session.Kind != store.Interactive {
			t.Errorf("%q: %+v", name, r)
		}
	}
}

// duplicates makes more active sessions than there may be, as another program
// could.
func (k *kit) duplicates(profile string, n int) []string {
	k.Helper()
	db, err := sql.Open("sqlite", k.path)
	k.ok(err)
	defer db.Close()
	_, err = db.Exec("DROP INDEX IF EXISTS sessions_active")
	k.ok(err)
	var ids []string
	for range n {
		s, err := k.store.CreateSession(k.Context(), k.scope(profile), store.Session{Kind: store.Child})
		k.ok(err)
		ids = append(ids, s.ID)
		_, err = db.Exec("UPDATE sessions SET kind = 'interactive', updated = (SELECT max(updated) FROM sessions) + 1 WHERE id = ?", s.ID)
		k.ok(err)
	}
	return ids
}

// coqui: 220
func TestOfSeveralSessionsTheNewestGoesOn(t *testing.T) {
	for name, reason := range map[string]string{"caelum": "profile_duplicate_cleanup:caelum", "": "profile_duplicate_cleanup"} {
		k := newKit(t, "")
		ids := k.duplicates(name, 3)
		r := k.resolve(name)
		if r.Session.ID != ids[2] || len(r.Closed) != 2 || !strings.Contains(r.Line(), "2 others were closed") {
			t.Errorf("%s: %+v", r.Line(), r)
		}
		for _, id := range ids[:2] {
			if s := k.session(name, id); s.Status != store.Archived || s.Reason != reason {
				t.Errorf("%s because of %q", s.Status, s.Reason)
			}
		}
		k.Via = session.API
		more := k.duplicates(name, 1)
		want := more[0]
		if name == "" { // of no profile the one used last
			want = ids[2]
		}
		if r := k.resolve(name); r.Session.ID != want || len(r.Closed) != 1 || r.Closed[0].Reason != "api_"+reason {
			t.Errorf("%+v", r)
		}
	}
}

// coqui: 221
func TestANewSessionClosesTheOneBefore(t *testing.T) {
	k := newKit(t, "")
	for name, reason := range map[string]string{"caelum": "repl_new_profile_session:caelum", "": "repl_new_session"} {
		before := k.resolve(name).Session
		c, _ := k.talk(name, before.ID)
		k.turn(c, "Who keeps the charts?")
		r, err := k.New(t.Context(), k.scope(name), session.Want{})
		k.ok(err)
		if r.How != session.Created || r.Session.ID == before.ID || len(r.Closed) != 1 || k.attached() != r.Session.ID {
			t.Errorf("%+v", r)
		}
		s := k.session(name, before.ID)
		if s.Status != store.Archived || s.Reason != reason || !strings.Contains(s.Summary, "Who keeps the charts?") {
			t.Errorf("%+v", s)
		}
		if r := k.resolve(name); r.Session.ID == before.ID {
			t.Error("the closed one goes on")
		}
	}
}

// coqui: 222, 223
func TestWhatCannotBeResumed(t *testing.T) {
	k := newKit(t, "")
	sc := k.scope("caelum")
	first := k.resolve("caelum").Session
	r, err := k.New(t.Context(), sc, session.Want{})
	k.ok(err)
	_, err = k.Resume(t.Context(), sc, first.ID)
	var closed *session.ClosedError
	if !errors.As(err, &closed) || !errors.Is(err, store.ErrClosed) || !strings.Contains(err.Error(), "repl_new_profile_session:caelum") {
		t.Errorf("%v", err)
	}
	for _, kind := range []store.Kind{store.Background, store.Child} {
		s, err := k.store.CreateSession(t.Context(), sc, store.Session{Kind: kind})
		k.ok(err)
		_, err = k.Resume(t.Context(), sc, s.ID)
		k.is(err, session.ErrHidden)
	}
	_, err = k.Resume(t.Context(), k.scope("aurora"), r.Session.ID)
	var other *session.ProfileError
	if !errors.As(err, &other) || !strings.Contains(err.Error(), "profile caelum") {
		t.Errorf("%v", err)
	}
	for _, id := range []string{"", "zzzz", "../x", strings.Repeat("a", 100)} {
		_, err := k.Resume(t.Context(), sc, id)
		k.is(err, store.ErrNotFound)
	}
	s, err := k.Resume(t.Context(), sc, strings.ToUpper(r.Session.ID[:16]))
	if err != nil || s.ID != r.Session.ID {
		t.Errorf("%+v, %v", s, err)
	}
	_, err = k.Resume(t.Context(), sc, r.Session.ID[:1])
	var many *session.AmbiguousError
	if !errors.As(err, &many) {
		t.Errorf("%v", err)
	}
}

func TestAnEndCanBeUndone(t *testing.T) {
	k := newKit(t, "")
	sc := k.scope("caelum")
	first := k.resolve("caelum").Session
	r, err := k.New(t.Context(), sc, session.Want{})
	k.ok(err)
	back, err := k.Reopen(t.Context(), sc, first.ID)
	k.ok(err)
	if back.Session.ID != first.ID || back.Session.Status != store.Active || back.Session.Reason != "" || len(back.Closed) != 1 {
		t.Errorf("%+v", back)
	}
	if s := k.session("caelum", r.Session.ID); s.Reason != "repl_resume_profile_session:caelum" {
		t.Errorf("%+v", s)
	}
	if k.resolve("caelum").Session.ID != first.ID {
		t.Error("it does not go on")
	}
}

// The prompt of a session is the same after a restart, byte for byte, and a new
// one opens by the policy alone.
func TestThePromptIsKept(t *testing.T) {
	for policy, want := range map[string]prompt.Action{"startup": prompt.Renew, "ask": prompt.Ask, "never": prompt.Keep} {
		k := newKit(t, "")
		k.policy = policy
		id := k.resolve("caelum").Session.ID
		c, o := k.talk("caelum", id)
		if len(o.Lines) > 0 {
			t.Errorf("%q", o.Lines)
		}
		was := c.Epoch()
		c, o = k.talk("caelum", id)
		if now := c.Epoch(); now.System != was.System || now.Tools != was.Tools || o.Prompt.Action != prompt.Keep || o.Prompt.Line != "" {
			t.Errorf("%s: %+v", policy, o.Prompt)
		}
		k.identity.Soul.Body = "# Caelum\n\nKeeps charts and lamps."
		c, o = k.talk("caelum", id)
		if o.Prompt.Action != want || !strings.Contains(o.Prompt.Line, "changed: soul") || len(o.Lines) != 1 {
			t.Errorf("%s: %+v", policy, o)
		}
		if changed := strings.Contains(c.Epoch().System, "lamps"); changed != (want == prompt.Renew) {
			t.Errorf("%s: it changed: %v", policy, changed)
		}
		d, err := c.Diff(t.Context())
		k.ok(err)
		if (len(d.Changes) == 0) != (want == prompt.Renew) {
			t.Errorf("%s: %+v", policy, d.Changes)
		}
		s, err := c.Refresh(t.Context())
		k.ok(err)
		if !strings.Contains(c.Epoch().System, "lamps") || (s.Line == "") != (want == prompt.Renew) {
			t.Errorf("%s: %+v", policy, s)
		}
	}
}

func TestASessionIsExported(t *testing.T) {
	k := newKit(t, "rules:\n  - match: fog\n    reply:\n      - call: {id: a, name: look}\n  - result: look\n    reply: [{text: \"# Fog\\n```\"}]\n")
	id := k.resolve("caelum").Session.ID
	c, _ := k.talk("caelum", id)
	k.turn(c, "Is there fog?\n# Not a heading")
	var md, js bytes.Buffer
	k.ok(k.Export(t.Context(), k.scope("caelum"), id, session.Markdown, &md))
	k.ok(k.Export(t.Context(), k.scope("caelum"), id, session.JSON, &js))
	for _, want := range []string{"# Session: Is there fog? # Not a heading", "> Is there fog?\n> # Not a heading", "**calls look:**", "```text\nfog\n```", "> # Fog"} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("%q is not in\n%s", want, md.String())
		}
	}
	if !strings.Contains(js.String(), `"prompt": 1`) || !strings.Contains(js.String(), "Keeps charts") {
		t.Error(js.String())
	}
	if err := k.Export(t.Context(), k.scope("aurora"), id, session.JSON, &js); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

func TestASessionIsSummedUp(t *testing.T) {
	k := newKit(t, "")
	id := k.resolve("caelum").Session.ID
	c, _ := k.talk("caelum", id)
	for _, text := range []string{"Who keeps the charts?", "And the lamp?", "And the fog?"} {
		k.turn(c, text)
	}
	before := c.Epoch()
	done, err := c.Compact(t.Context())
	k.ok(err)
	if done.Messages == 0 || !strings.HasPrefix(done.Summary, "## Goals") || !strings.Contains(done.Summary, "Who keeps the charts?") {
		t.Errorf("%+v", done)
	}
	if now := c.Epoch(); now.System != before.System || c.Session().Epoch != 2 {
		t.Errorf("the prompt is %d", c.Session().Epoch)
	}
	k.turn(c, "And now?")
	h := c.History()
	again, _ := k.talk("caelum", id)
	if diff := cmp.Diff(h, again.History()); diff != "" {
		t.Error(diff)
	}
}

func input(text string) runner.Input { return runner.Input{Text: text} }
