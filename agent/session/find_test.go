package session_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// actions returns what the audit has of a session.
func (k *kit) actions(id string) []string {
	k.Helper()
	all, err := k.store.Entries(k.Context(), k.scope(""), 0, 1000)
	k.ok(err)
	var out []string
	for _, e := range all {
		if e.Session == id {
			out = append(out, e.Action+" "+string(e.Detail))
		}
	}
	return out
}

func TestABranchStandsBesideTheSession(t *testing.T) {
	k := newKit(t, "")
	sc := k.scope("caelum")
	id := k.resolve("caelum").Session.ID
	c, _ := k.talk("caelum", id)
	for i := range 3 {
		k.turn(c, fmt.Sprint("Question ", i))
	}
	for upTo, want := range map[int]int{2: 2, 3: 3, 0: 6} {
		b, err := k.Branch(t.Context(), sc, id, upTo)
		k.ok(err)
		if b.Parent != id || b.Since != want || b.Kind != store.Branch || b.Title != "Question 0" || k.attached() != b.ID {
			t.Errorf("%+v", b)
		}
		branch, o := k.talk("caelum", b.ID)
		if len(o.Lines) > 0 || branch.Epoch().Hash != c.Epoch().Hash {
			t.Errorf("%q", o.Lines)
		}
		if diff := cmp.Diff(c.History()[:want], branch.History()); diff != "" {
			t.Error(diff)
		}
		a := k.turn(branch, "Another question")
		if last := (want + 1) / 2; a.Turn.Number != last+1 {
			t.Errorf("up to %d the next turn is %d", upTo, a.Turn.Number)
		}
		if s, err := k.Resume(t.Context(), sc, b.ID); err != nil || s.ID != b.ID {
			t.Errorf("%v", err)
		}
	}
	if len(c.History()) != 6 || k.resolve("caelum").Session.ID != id {
		t.Error("the session has changed")
	}
	for _, upTo := range []int{-1, 7} {
		if _, err := k.Branch(t.Context(), sc, id, upTo); err == nil {
			t.Errorf("branched at %d", upTo)
		}
	}
	if _, err := k.Branch(t.Context(), k.scope("aurora"), id, 0); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

func TestASessionIsDeletedWithWhatItStarted(t *testing.T) {
	k := newKit(t, "")
	sc := k.scope("caelum")
	id := k.resolve("caelum").Session.ID
	child, err := k.store.CreateSession(t.Context(), sc, store.Session{Kind: store.Child, Parent: id})
	k.ok(err)
	grandchild, err := k.store.CreateSession(t.Context(), sc, store.Session{Kind: store.Child, Parent: child.ID})
	k.ok(err)
	branch, err := k.Branch(t.Context(), sc, id, 0)
	k.ok(err)
	k.ok(k.pointer.Write(id))
	k.is(k.Delete(t.Context(), k.scope("aurora"), id), store.ErrNotFound)
	k.ok(k.Delete(t.Context(), sc, id))
	for _, gone := range []string{id, child.ID, grandchild.ID} {
		_, err := k.store.Session(t.Context(), sc, gone)
		k.is(err, store.ErrNotFound)
	}
	if k.session("caelum", branch.ID).Status != store.Active || k.attached() != "" {
		t.Errorf("attached is %q", k.attached())
	}
	if a := k.actions(id); len(a) != 1 || a[0] != "session.deleted null" {
		t.Errorf("%q", a)
	}
	if r := k.resolve("caelum"); r.How != session.Created {
		t.Errorf("%+v", r)
	}
}

func TestAnEndStaysInTheAudit(t *testing.T) {
	k := newKit(t, "")
	sc := k.scope("caelum")
	id := k.resolve("caelum").Session.ID
	_, err := k.Close(t.Context(), sc, id, "tired")
	k.ok(err)
	var closed *session.ClosedError
	if _, err = k.Close(t.Context(), sc, id, "again"); !errors.As(err, &closed) {
		t.Errorf("%v", err)
	}
	_, err = k.Reopen(t.Context(), sc, id)
	k.ok(err)
	want := []string{`session.closed {"reason":"tired"}`, `session.reopened {"reason":"tired"}`}
	if diff := cmp.Diff(want, k.actions(id)); diff != "" {
		t.Error(diff)
	}
}

func TestAClosedSessionIsRead(t *testing.T) {
	k := newKit(t, "")
	id := k.resolve("caelum").Session.ID
	c, _ := k.talk("caelum", id)
	k.turn(c, "Who keeps the charts?")
	_, err := k.Close(t.Context(), k.scope("caelum"), id, "tired")
	k.ok(err)
	closed, o := k.talk("caelum", id)
	if len(closed.History()) != 2 || len(o.Lines) > 0 {
		t.Errorf("%+v", o)
	}
	for _, x := range []*session.Conversation{closed, c} {
		_, err := x.Turn(t.Context(), input("And now?"), nil)
		var ended *session.ClosedError
		if !errors.As(err, &ended) || !strings.Contains(err.Error(), "tired") {
			t.Errorf("%v", err)
		}
	}
}

func TestASessionHasATitle(t *testing.T) {
	k := newKit(t, "")
	sc := k.scope("caelum")
	id := k.resolve("caelum").Session.ID
	c, _ := k.talk("caelum", id)
	k.turn(c, "  What does the\nlamp do?  "+strings.Repeat("x", 100))
	if got := k.session("caelum", id).Title; !strings.HasPrefix(got, "What does the lamp do? xxx") || len([]rune(got)) != 60 {
		t.Errorf("%q", got)
	}
	k.ok(k.Rename(t.Context(), sc, id, " The\n \x1b]0;x\x07\u202elamp "))
	k.turn(c, "And now?")
	if got := k.session("caelum", id).Title; strings.ContainsAny(got, "\x1b\x07\u202e\n") || !strings.HasPrefix(got, "The ") || !strings.HasSuffix(got, "lamp") {
		t.Errorf("%q", got)
	}
	for _, bad := range []string{"", " \n", strings.Repeat("x", 201)} {
		if k.Rename(t.Context(), sc, id, bad) == nil {
			t.Errorf("%.10q was taken", bad)
		}
	}
}

// A workspace in which nothing can be written has sessions all the same.
func TestThePointerIsAConvenience(t *testing.T) {
	k := newKit(t, "")
	if err := os.Mkdir(filepath.Join(filepath.Dir(k.path), session.PointerName), 0o700); err != nil {
		t.Fatal(err)
	}
	if r := k.resolve("caelum"); r.How != session.Created {
		t.Errorf("%+v", r)
	}
	if len(k.warned) == 0 {
		t.Error("nobody was told")
	}
	if id, err := k.pointer.Read(); id != "" || err != nil && !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("%q, %v", id, err)
	}
}

// A session that cannot be read can be left, and goes.
func TestADamagedSessionCanBeLeft(t *testing.T) {
	k := newKit(t, "")
	sc := k.scope("caelum")
	id := k.resolve("caelum").Session.ID
	c, _ := k.talk("caelum", id)
	k.turn(c, "Who keeps the charts?")
	db, err := sql.Open("sqlite", k.path)
	k.ok(err)
	defer db.Close()
	_, err = db.Exec("UPDATE messages SET body = '{}' WHERE seq = 2")
	k.ok(err)
	if _, _, err := k.Open(t.Context(), sc, id); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("%v", err)
	}
	var md, js bytes.Buffer
	k.is(k.Export(t.Context(), sc, id, session.Markdown, &md), store.ErrDamaged)
	k.ok(k.Export(t.Context(), sc, id, session.JSON, &js))
	r, err := k.New(t.Context(), sc, session.Want{})
	k.ok(err)
	if e := r.Closed[0]; e.Status != store.Closed || !errors.Is(e.Problem, store.ErrDamaged) {
		t.Errorf("%+v", e)
	}
	k.ok(k.Delete(t.Context(), sc, id))
}
