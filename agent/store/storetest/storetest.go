// Package storetest holds every store to the same rules.
package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Clock is a clock that tests move.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that stands.
func NewClock() *Clock { return &Clock{now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)} }

// Now returns the time that it shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Add moves it on.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Run runs the suite; open gives an empty store that tells the time by a clock.
func Run(t *testing.T, open func(t *testing.T, clock *Clock) store.Store) {
	for _, test := range []struct {
		name string
		run  func(*kit)
	}{
		{"a profile has one active session", (*kit).oneActive},
		{"sessions are listed by what they are", (*kit).listed},
		{"a session is closed for a reason and can be reopened", (*kit).closed},
		{"a session is held by one at a time", (*kit).leased},
		{"messages are added in order, all or none", (*kit).appended},
		{"turns and prompts are kept", (*kit).turned},
		{"what is deleted is gone", (*kit).deleted},
		{"memories are seen by those whose they are", (*kit).seen},
		{"memories are found", (*kit).found},
		{"memories change", (*kit).changed},
		{"to forget is to forget", (*kit).forgotten},
		{"nothing is seen of another user or organisation", (*kit).strangers},
		{"no scope, no answer", (*kit).scopeless},
		{"decisions are kept in a chain", (*kit).audited},
		{"many write at once", (*kit).crowded},
		{"a copy is whole", (*kit).copied},
	} {
		t.Run(test.name, func(t *testing.T) {
			clock := NewClock()
			k := &kit{T: t, Store: open(t, clock), clock: clock, ctx: t.Context()}
			k.me = k.scope("local", "ida", "caelum")
			test.run(k)
			if err := k.Check(k.ctx); err != nil {
				t.Error(err)
			}
		})
	}
}

// kit is a store in a test.
type kit struct {
	*testing.T
	store.Store
	clock *Clock
	ctx   context.Context
	me    scope.Scope
}

func (k *kit) scope(org, user, profile string) scope.Scope {
	k.Helper()
	sc, err := scope.New(org, user, profile)
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

func (k *kit) session(sc scope.Scope) store.Session {
	k.Helper()
	s, err := k.CreateSession(k.ctx, sc, store.Session{Role: "coder", Model: "m", Title: "T"})
	k.ok(err)
	return s
}

func (k *kit) lease(s store.Session) store.Lease {
	k.Helper()
	l, err := k.Lease(k.ctx, k.me, s.ID, "here", time.Minute)
	k.ok(err)
	return l
}

func say(text string) store.Message {
	body, _ := json.Marshal([]map[string]string{{"text": text}})
	return store.Message{Role: "user", Turn: 1, Tokens: 3, Body: body}
}

func (k *kit) oneActive() {
	s := k.session(k.me)
	_, err := k.CreateSession(k.ctx, k.me, store.Session{})
	k.is(err, store.ErrActive)
	if err == nil || !strings.Contains(err.Error(), s.ID) {
		k.Errorf("the error does not name the session: %v", err)
	}
	for _, kind := range []store.Kind{store.Background, store.Child, store.Child} {
		_, err := k.CreateSession(k.ctx, k.me, store.Session{Kind: kind, Parent: s.ID})
		k.ok(err)
	}
	k.session(k.scope("local", "ida", "")) // none speaks: another stream
	got, err := k.Session(k.ctx, k.me, s.ID)
	k.ok(err)
	if diff := cmp.Diff(s, got); diff != "" {
		k.Error(diff)
	}
}

func (k *kit) listed() {
	a := k.session(k.me)
	k.clock.Add(time.Second)
	b, err := k.CreateSession(k.ctx, k.me, store.Session{Kind: store.Child})
	k.ok(err)
	k.clock.Add(time.Second)
	c := k.session(k.scope("local", "ida", ""))
	for name, x := range map[string]struct {
		filter store.Filter
		want   []string
	}{
		"all of the profile": {store.Filter{}, []string{b.ID, a.ID}},
		"all profiles":       {store.Filter{AnyProfile: true}, []string{c.ID, b.ID, a.ID}},
		"a kind":             {store.Filter{Kind: store.Interactive}, []string{a.ID}},
		"a state":            {store.Filter{Status: store.Closed}, nil},
		"some":               {store.Filter{AnyProfile: true, Limit: 1}, []string{c.ID}},
	} {
		all, err := k.ListSessions(k.ctx, k.me, x.filter)
		k.ok(err)
		var ids []string
		for _, s := range all {
			ids = append(ids, s.ID)
		}
		if diff := cmp.Diff(x.want, ids); diff != "" {
			k.Errorf("%s: %s", name, diff)
		}
	}
	k.ok(k.UpdateSession(k.ctx, k.me, a.ID, store.Session{Role: "r", Model: "n", Title: "U", Summary: "S"}))
	got, err := k.Session(k.ctx, k.me, a.ID)
	k.ok(err)
	if got.Role != "r" || got.Model != "n" || got.Title != "U" || got.Summary != "S" || !got.Updated.After(a.Updated) {
		k.Errorf("%+v", got)
	}
}

func (k *kit) closed() {
	a := k.session(k.me)
	l := k.lease(a)
	k.ok(k.CloseSession(k.ctx, k.me, a.ID, store.Closed, "why"))
	_, err := k.Append(k.ctx, k.me, l, []store.Message{say("x")})
	k.is(err, store.ErrLost)
	_, err = k.Lease(k.ctx, k.me, a.ID, "here", time.Minute)
	k.is(err, store.ErrClosed)
	k.ok(k.CloseSession(k.ctx, k.me, a.ID, store.Archived, "later"))
	got, err := k.Session(k.ctx, k.me, a.ID)
	k.ok(err)
	if got.Status != store.Archived || got.Reason != "why" {
		k.Errorf("%s because of %q", got.Status, got.Reason)
	}
	b := k.session(k.me)
	k.is(k.ReopenSession(k.ctx, k.me, a.ID), store.ErrActive)
	k.is(k.ReopenSession(k.ctx, k.me, b.ID), store.ErrNotFound)
	k.ok(k.CloseSession(k.ctx, k.me, b.ID, store.Closed, "x"))
	k.ok(k.ReopenSession(k.ctx, k.me, a.ID))
	got, err = k.Session(k.ctx, k.me, a.ID)
	k.ok(err)
	if got.Status != store.Active || got.Reason != "" {
		k.Errorf("%s because of %q", got.Status, got.Reason)
	}
}

func (k *kit) leased() {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Lease(k.ctx, k.me, s.ID, "there", time.Minute)
	k.is(err, store.ErrLeased)
	if err == nil || !strings.Contains(err.Error(), "here") {
		k.Errorf("the error does not name the holder: %v", err)
	}
	k.clock.Add(50 * time.Second)
	l, err = k.Renew(k.ctx, k.me, l, time.Minute)
	k.ok(err)
	k.clock.Add(50 * time.Second)
	_, err = k.Lease(k.ctx, k.me, s.ID, "there", time.Minute)
	k.is(err, store.ErrLeased)
	k.clock.Add(20 * time.Second)
	_, err = k.Append(k.ctx, k.me, l, []store.Message{say("late, but nobody else came")})
	k.ok(err)
	taken, err := k.Lease(k.ctx, k.me, s.ID, "there", time.Minute)
	k.ok(err)
	_, err = k.Append(k.ctx, k.me, l, []store.Message{say("too late")})
	k.is(err, store.ErrLost)
	_, err = k.Renew(k.ctx, k.me, l, time.Minute)
	k.is(err, store.ErrLost)
	k.ok(k.Release(k.ctx, k.me, l)) // changes nothing
	_, err = k.Append(k.ctx, k.me, taken, []store.Message{say("mine")})
	k.ok(err)
	k.ok(k.Release(k.ctx, k.me, taken))
	k.lease(s)
}

func (k *kit) appended() {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Append(k.ctx, k.me, l, []store.Message{say("a"), {Role: "user", Body: json.RawMessage("{")}})
	if err == nil {
		k.Error("what is no JSON was taken")
	}
	first, err := k.Append(k.ctx, k.me, l, []store.Message{say("a"), say("b")})
	k.ok(err)
	second, err := k.Append(k.ctx, k.me, l, []store.Message{say("c\x00 <d>")})
	k.ok(err)
	all, err := k.Messages(k.ctx, k.me, s.ID, 0, 0)
	k.ok(err)
	if diff := cmp.Diff(append(first, second...), all); diff != "" {
		k.Error(diff)
	}
	if all[2].Seq != 3 {
		k.Errorf("the third is %d", all[2].Seq)
	}
	some, err := k.Messages(k.ctx, k.me, s.ID, 1, 1)
	k.ok(err)
	if diff := cmp.Diff(all[1:2], some); diff != "" {
		k.Error(diff)
	}
	got, err := k.Session(k.ctx, k.me, s.ID)
	k.ok(err)
	if got.Seq != 3 {
		k.Errorf("the session is at %d", got.Seq)
	}
	_, err = k.Messages(k.ctx, k.me, "unknown", 0, 0)
	k.is(err, store.ErrNotFound)
	_, err = k.Append(k.ctx, k.me, store.Lease{Session: s.ID}, []store.Message{say("x")})
	k.is(err, store.ErrLost)
}

func (k *kit) turned() {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Epoch(k.ctx, k.me, s.ID, 0)
	k.is(err, store.ErrNotFound)
	e, err := k.AddEpoch(k.ctx, k.me, l, store.Epoch{
		Hash: "h", System: "You are <Ida>.\r\n", Tools: "[]", Record: json.RawMessage(`{"a":1}`), Reason: "new", Changed: []string{"soul"},
	})
	k.ok(err)
	f, err := k.AddEpoch(k.ctx, k.me, l, store.Epoch{Hash: "i", Reason: "refresh", Changed: []string{}})
	k.ok(err)
	for number, want := range map[int]store.Epoch{0: f, 1: e, 2: f} {
		got, err := k.Epoch(k.ctx, k.me, s.ID, number)
		k.ok(err)
		if diff := cmp.Diff(want, got); diff != "" {
			k.Errorf("prompt %d: %s", number, diff)
		}
	}
	a, err := k.PutTurn(k.ctx, k.me, l, store.Turn{State: store.TurnRunning, Epoch: 2})
	k.ok(err)
	k.clock.Add(time.Second)
	a.State, a.Pending, a.Input = store.TurnWaiting, json.RawMessage(`{"call":"x"}`), 7
	a, err = k.PutTurn(k.ctx, k.me, l, a)
	k.ok(err)
	b, err := k.PutTurn(k.ctx, k.me, l, store.Turn{State: store.TurnFailed, Error: "e", Ended: k.clock.Now()})
	k.ok(err)
	all, err := k.Turns(k.ctx, k.me, s.ID)
	k.ok(err)
	if diff := cmp.Diff([]store.Turn{a, b}, all); diff != "" {
		k.Error(diff)
	}
}

func (k *kit) deleted() {
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Append(k.ctx, k.me, l, []store.Message{say("a")})
	k.ok(err)
	k.ok(k.DeleteSession(k.ctx, k.me, s.ID))
	k.is(k.DeleteSession(k.ctx, k.me, s.ID), store.ErrNotFound)
	_, err = k.Session(k.ctx, k.me, s.ID)
	k.is(err, store.ErrNotFound)
	_, err = k.Append(k.ctx, k.me, l, []store.Message{say("a")})
	k.is(err, store.ErrLost)
	k.session(k.me)
}

func (k *kit) remember(sc scope.Scope, text string) store.Memory {
	k.Helper()
	m, err := k.SaveMemory(k.ctx, sc, store.Memory{Text: text, Session: "s", Turn: 2, Confidence: 0.5})
	k.ok(err)
	k.clock.Add(time.Second)
	return m
}

func texts(memories []store.Memory) []string {
	var out []string
	for _, m := range memories {
		out = append(out, m.Text)
	}
	return out
}

func (k *kit) seen() {
	none, other := k.scope("local", "ida", ""), k.scope("local", "ida", "aurora")
	k.remember(k.me, "mine")
	k.remember(other, "theirs")
	k.remember(none, "all's")
	for _, x := range []struct {
		sc   scope.Scope
		all  bool
		want []string
	}{
		{k.me, false, []string{"all's", "mine"}},
		{k.me, true, []string{"all's", "mine"}}, // a profile that speaks never sees another's
		{other, false, []string{"all's", "theirs"}},
		{none, false, []string{"all's"}},
		{none, true, []string{"all's", "theirs", "mine"}},
	} {
		got, err := k.ListMemories(k.ctx, x.sc, x.all, 0)
		k.ok(err)
		if diff := cmp.Diff(x.want, texts(got)); diff != "" {
			k.Errorf("%q, all %v: %s", x.sc.Profile(), x.all, diff)
		}
		found, err := k.SearchMemories(k.ctx, x.sc, "mine theirs all", x.all, 0)
		k.ok(err)
		if len(found) != len(x.want) {
			k.Errorf("%q, all %v: found %q", x.sc.Profile(), x.all, texts(found))
		}
	}
}

func (k *kit) found() {
	k.remember(k.me, "The lamp at Skarv turns once in seven seconds.")
	k.remember(k.me, "Ida prefers fathoms to metres.")
	k.remember(k.me, "Äpfel und Birnen stehen im Garten.")
	k.remember(k.me, "北海の霧は深い。")
	for query, want := range map[string][]string{
		"how often does the LAMP turn?":    {"The lamp at Skarv turns once in seven seconds."},
		"apfel":                            {"Äpfel und Birnen stehen im Garten."},
		`"fathoms" OR lamp* NEAR(a b) -x:`: {"Ida prefers fathoms to metres.", "The lamp at Skarv turns once in seven seconds."},
		"nothing of that":                  nil,
		"":                                 nil,
		"\"":                               nil,
	} {
		got, err := k.SearchMemories(k.ctx, k.me, query, false, 0)
		k.ok(err)
		found := texts(got)
		if len(found) > 1 && found[0] > found[1] {
			found[0], found[1] = found[1], found[0]
		}
		if diff := cmp.Diff(want, found); diff != "" {
			k.Errorf("%q: %s", query, diff)
		}
	}
	// Of two that fit alike the fresher one comes first.
	k.clock.Add(400 * 24 * time.Hour)
	fresh := k.remember(k.me, "The lamp at Skarv turns once in eight seconds.")
	got, err := k.SearchMemories(k.ctx, k.me, "lamp Skarv turns", false, 1)
	k.ok(err)
	if len(got) != 1 || got[0].ID != fresh.ID {
		k.Errorf("%q", texts(got))
	}
}

func (k *kit) changed() {
	a, b := k.remember(k.me, "The lamp is green."), k.remember(k.me, "The lamp is red.")
	k.ok(k.Supersede(k.ctx, k.me, a.ID, b.ID))
	got, err := k.ListMemories(k.ctx, k.me, false, 0)
	k.ok(err)
	if diff := cmp.Diff([]string{b.Text}, texts(got)); diff != "" {
		k.Error(diff)
	}
	was, err := k.Memory(k.ctx, k.me, a.ID)
	k.ok(err)
	if was.Superseded != b.ID || was.Session != "s" || was.Turn != 2 || was.Confidence != 0.5 {
		k.Errorf("%+v", was)
	}
	k.ok(k.Promote(k.ctx, k.me, b.ID))
	is, err := k.Memory(k.ctx, k.me, b.ID)
	k.ok(err)
	if !is.Promoted {
		k.Error("not promoted")
	}
	if k.Supersede(k.ctx, k.me, b.ID, b.ID) == nil {
		k.Error("superseded by itself")
	}
	k.is(k.Supersede(k.ctx, k.me, b.ID, "unknown"), store.ErrNotFound)
	k.is(k.Promote(k.ctx, k.scope("local", "ida", "aurora"), b.ID), store.ErrNotFound)
	for _, text := range []string{"", " \n", strings.Repeat("x", 64<<10+1)} {
		if _, err := k.SaveMemory(k.ctx, k.me, store.Memory{Text: text}); err == nil {
			k.Errorf("a memory of %d bytes was taken", len(text))
		}
	}
}

func (k *kit) forgotten() {
	const secret = "The key is under \"the <third> stone\"."
	s := k.session(k.me)
	l := k.lease(s)
	_, err := k.Append(k.ctx, k.me, l, []store.Message{say("Remember: " + secret)})
	k.ok(err)
	e, err := k.AddEpoch(k.ctx, k.me, l, store.Epoch{Hash: "h", System: "Memories: " + secret, Tools: "[]"})
	k.ok(err)
	k.ok(k.UpdateSession(k.ctx, k.me, s.ID, store.Session{Title: secret, Summary: "Of " + secret}))
	kept, gone := k.remember(k.me, "The lamp."), k.remember(k.me, secret)
	k.is(k.Forget(k.ctx, k.scope("local", "ida", "aurora"), gone.ID, true), store.ErrNotFound)
	k.ok(k.Forget(k.ctx, k.me, gone.ID, true))
	k.is(k.Forget(k.ctx, k.me, gone.ID, false), store.ErrNotFound)
	messages, err := k.Messages(k.ctx, k.me, s.ID, 0, 0)
	k.ok(err)
	now, err := k.Epoch(k.ctx, k.me, s.ID, 0)
	k.ok(err)
	after, err := k.Session(k.ctx, k.me, s.ID)
	k.ok(err)
	for what, text := range map[string]string{
		"message": string(messages[0].Body), "prompt": now.System, "title": after.Title, "summary": after.Summary,
	} {
		if strings.Contains(text, "third") {
			k.Errorf("the %s has it still: %s", what, text)
		}
		if !strings.Contains(text, "[forgotten]") {
			k.Errorf("the %s does not say so: %s", what, text)
		}
	}
	if !json.Valid(messages[0].Body) || now.Hash != e.Hash {
		k.Errorf("%s, hash %s", messages[0].Body, now.Hash)
	}
	found, err := k.SearchMemories(k.ctx, k.me, "third stone lamp", false, 0)
	k.ok(err)
	if diff := cmp.Diff([]string{kept.Text}, texts(found)); diff != "" {
		k.Error(diff)
	}
}

func (k *kit) strangers() {
	s := k.session(k.me)
	l := k.lease(s)
	m := k.remember(k.me, "The lamp.")
	for _, sc := range []scope.Scope{
		k.scope("local", "ole", "caelum"), k.scope("other", "ida", "caelum"), k.scope("local", "ida", "aurora"),
	} {
		_, err := k.Session(k.ctx, sc, s.ID)
		k.is(err, store.ErrNotFound)
		_, err = k.Messages(k.ctx, sc, s.ID, 0, 0)
		k.is(err, store.ErrNotFound)
		_, err = k.Turns(k.ctx, sc, s.ID)
		k.is(err, store.ErrNotFound)
		_, err = k.Epoch(k.ctx, sc, s.ID, 0)
		k.is(err, store.ErrNotFound)
		_, err = k.Lease(k.ctx, sc, s.ID, "there", time.Minute)
		k.is(err, store.ErrNotFound)
		_, err = k.Append(k.ctx, sc, l, []store.Message{say("x")})
		k.is(err, store.ErrLost)
		_, err = k.PutTurn(k.ctx, sc, l, store.Turn{})
		k.is(err, store.ErrLost)
		_, err = k.AddEpoch(k.ctx, sc, l, store.Epoch{})
		k.is(err, store.ErrLost)
		k.is(k.UpdateSession(k.ctx, sc, s.ID, store.Session{}), store.ErrNotFound)
		k.is(k.CloseSession(k.ctx, sc, s.ID, store.Closed, "x"), store.ErrNotFound)
		k.is(k.DeleteSession(k.ctx, sc, s.ID), store.ErrNotFound)
		_, err = k.Memory(k.ctx, sc, m.ID)
		k.is(err, store.ErrNotFound)
		k.is(k.Forget(k.ctx, sc, m.ID, true), store.ErrNotFound)
		found, err := k.SearchMemories(k.ctx, sc, "lamp", true, 0)
		k.ok(err)
		if len(found) != 0 {
			k.Errorf("%v sees %q", sc, texts(found))
		}
		k.session(sc) // and has a stream of its own
	}
}

func (k *kit) scopeless() {
	var none scope.Scope
	_, err := k.CreateSession(k.ctx, none, store.Session{})
	k.is(err, scope.ErrScope)
	_, err = k.ListSessions(k.ctx, none, store.Filter{AnyProfile: true})
	k.is(err, scope.ErrScope)
	_, err = k.ListMemories(k.ctx, none, true, 0)
	k.is(err, scope.ErrScope)
	_, err = k.SearchMemories(k.ctx, none, "x", true, 0)
	k.is(err, scope.ErrScope)
	_, err = k.SearchMemories(k.ctx, none, "", true, 0)
	k.is(err, scope.ErrScope)
	k.is(k.Record(k.ctx, none, "", "x", nil), scope.ErrScope)
	_, err = k.Entries(k.ctx, none, 0, 0)
	k.is(err, scope.ErrScope)
}

func (k *kit) audited() {
	for i := range 5 {
		k.ok(k.Record(k.ctx, k.me, "s", "tool.approved", map[string]int{"n": i}))
	}
	k.ok(k.Record(k.ctx, k.scope("other", "ida", ""), "", "x", nil))
	all, err := k.Entries(k.ctx, k.me, 0, 0)
	k.ok(err)
	if len(all) != 5 || all[4].Number != 5 || string(all[4].Detail) != `{"n":4}` || all[4].Action != "tool.approved" {
		k.Errorf("%+v", all)
	}
	some, err := k.Entries(k.ctx, k.me, 2, 2)
	k.ok(err)
	if diff := cmp.Diff(all[2:4], some); diff != "" {
		k.Error(diff)
	}
}

func (k *kit) crowded() {
	s := k.session(k.me)
	l := k.lease(s)
	const writers, each = 8, 20
	var group sync.WaitGroup
	errs := make(chan error, writers*each*2)
	for w := range writers {
		group.Go(func() {
			for i := range each {
				_, err := k.Append(k.ctx, k.me, l, []store.Message{say(fmt.Sprint(w, i)), say("more")})
				errs <- err
				_, err = k.SaveMemory(k.ctx, k.me, store.Memory{Text: fmt.Sprint("memory ", w, i)})
				errs <- err
			}
		})
	}
	group.Wait()
	close(errs)
	for err := range errs {
		k.ok(err)
	}
	all, err := k.Messages(k.ctx, k.me, s.ID, 0, 0)
	k.ok(err)
	if len(all) != 2*writers*each {
		k.Errorf("%d messages", len(all))
	}
	for i, m := range all {
		if m.Seq != i+1 {
			k.Fatalf("message %d has the number %d", i+1, m.Seq)
		}
	}
}

func (k *kit) copied() {
	k.remember(k.me, "The lamp.")
	path := k.TempDir() + "/copy"
	k.ok(k.Backup(k.ctx, path))
	if err := k.Backup(k.ctx, path); err == nil {
		k.Error("a file was overwritten")
	}
}
