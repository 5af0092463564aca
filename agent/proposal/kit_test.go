package proposal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/profile"
)

const soul = "---\nname: Ada\n---\nYou keep the lamp.\n\n# Voice\n\nCalm.\n\n# Values\n\nHonesty.\n"

func number[T any](n T) *T { return &n }

// open are settings with which a single quote is enough.
func open() proposal.Settings {
	return proposal.Settings{Enabled: true, MinEvidence: number(1), MaxPerWeek: number(0)}
}

// kit is a desk with a profile, in a test.
type kit struct {
	*testing.T
	*proposal.Desk
	ctx   context.Context
	dir   string // of the workspace
	me    scope.Scope
	store *sqlite.Store
	now   time.Time
}

func newKit(t *testing.T) *kit { return kitIn(t, t.TempDir()) }

// kitIn makes a kit in a folder, or opens that which is there.
func kitIn(t *testing.T, dir string) *kit {
	t.Helper()
	k := &kit{T: t, ctx: t.Context(), dir: dir, now: time.Now().UTC().Truncate(time.Second)}
	k.ok(os.MkdirAll(k.path(""), 0o755))
	if _, err := os.Stat(k.path("soul.md")); err != nil {
		k.write("soul.md", soul)
	}
	var err error
	k.store, err = sqlite.Open(t.Context(), filepath.Join(dir, ".backstory", "store.db"))
	k.ok(err)
	t.Cleanup(func() { k.store.Close() })
	k.me, err = scope.New("local", "ida", "ada")
	k.ok(err)
	k.Desk = &proposal.Desk{
		Store: k.store, Settings: open(), Owner: "test", Shared: dir, Now: func() time.Time { return k.now },
		Profile: func(name string) (*profile.Profile, error) { return profile.Open(filepath.Join(dir, "profiles", name)) },
	}
	return k
}

func (k *kit) path(name string) string { return filepath.Join(k.dir, "profiles", "ada", name) }

func (k *kit) write(name, content string) {
	k.Helper()
	k.ok(os.MkdirAll(filepath.Dir(k.path(name)), 0o755))
	k.ok(os.WriteFile(k.path(name), []byte(content), 0o644))
}

func (k *kit) read(name string) string {
	k.Helper()
	content, err := os.ReadFile(k.path(name))
	if errors.Is(err, os.ErrNotExist) {
		return "(none)"
	}
	k.ok(err)
	return string(content)
}

func (k *kit) ok(err error) {
	k.Helper()
	if err != nil {
		k.Fatal(err)
	}
}

// refused holds an error to a code.
func (k *kit) refused(err error, code string) {
	k.Helper()
	var c *proposal.CodeError
	if !errors.As(err, &c) || c.Code != code {
		k.Errorf("the error is %v, want %s", err, code)
	}
}

// talk keeps a session of one turn, with what the parts say.
func (k *kit) talk(kind store.Kind, messages ...model.Message) string {
	k.Helper()
	s, err := k.store.CreateSession(k.ctx, k.me, store.Session{Kind: kind, Model: "offline"})
	k.ok(err)
	l, err := k.store.Lease(k.ctx, k.me, s.ID, "test", time.Minute)
	k.ok(err)
	var rows []store.Message
	for _, m := range messages {
		body, err := json.Marshal(m.Parts)
		k.ok(err)
		rows = append(rows, store.Message{Role: string(m.Role), Turn: 1, Body: body})
	}
	_, err = k.store.Append(k.ctx, k.me, l, rows)
	k.ok(err)
	k.ok(k.store.CloseSession(k.ctx, k.me, s.ID, store.Closed, "done"))
	return s.ID
}

func said(text string) model.Message {
	return model.Message{Role: model.User, Parts: []model.Part{{Text: text}}}
}

// quoted is evidence that the user said something, in a session of its own.
func (k *kit) quoted(text string) []proposal.Quote {
	return []proposal.Quote{{Session: k.talk(store.Once, said(text)), Turn: 1, Quote: text}}
}

// propose proposes a patch with evidence.
func (k *kit) propose(target, patch string) store.Proposal {
	k.Helper()
	p, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{
		Target: target, Title: "T", Observation: "O", Patch: patch, Confidence: 0.97, Evidence: k.quoted("please speak a little warmer"),
	})
	k.ok(err)
	return p
}

var bo = proposal.Reviewer{Name: "bo"}

// applied takes a proposal through to its end.
func (k *kit) applied(p store.Proposal) proposal.Outcome {
	k.Helper()
	_, err := k.Approve(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	o, err := k.Apply(k.ctx, k.me, p.ID, "bo")
	k.ok(err)
	return o
}

func (k *kit) git(args ...string) string {
	k.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = k.dir
	cmd.Env = append(os.Environ(), gitEnv()...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		k.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func gitEnv() []string {
	return []string{
		"GIT_AUTHOR_NAME=Ida", "GIT_AUTHOR_EMAIL=ida@example.org", "GIT_COMMITTER_NAME=Ida", "GIT_COMMITTER_EMAIL=ida@example.org",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull,
	}
}

// repository makes the workspace one of git, with what is there committed.
func (k *kit) repository() {
	k.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		k.Skip("git is not installed")
	}
	for _, v := range gitEnv() {
		name, value, _ := strings.Cut(v, "=")
		k.Setenv(name, value)
	}
	k.git("init", "-q", "-b", "main")
	k.ok(os.WriteFile(filepath.Join(k.dir, ".gitignore"), []byte(".backstory/\n"), 0o644))
	k.git("add", "-A")
	k.git("commit", "-q", "-m", "begin")
}

// states are those that proposals are in, by how many.
func (k *kit) states() string {
	k.Helper()
	list, err := k.Store.ListProposals(k.ctx, k.me, store.ProposalFilter{Limit: 1000})
	k.ok(err)
	count := map[store.ProposalState]int{}
	for _, p := range list {
		count[p.State]++
	}
	return fmt.Sprint(count)
}
