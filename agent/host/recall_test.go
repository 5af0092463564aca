package host_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/soak"
	"github.com/seed353dc258/backstory/prompt"
)

// crowded is a workspace whose backstory is larger than the prompt: 400 chronicles,
// of which number N tells of the well N.
func crowded(t *testing.T, preferences string) string {
	t.Helper()
	dir := workspace(t)
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "# Chronicle %d\n\n%s\n\nThe well of Nordby%d was dug by Agnes%d.\n\n", i, strings.Repeat("In that year the fishers mended their nets and waited for the herring. ", 8), i, i)
	}
	write(t, dir, map[string]string{
		"profiles/ida/backstory.md":     b.String(),
		"profiles/ida/preferences.json": preferences,
	})
	return dir
}

// talk begins a session of ida.
func talk(t *testing.T, h *host.Host) *session.Conversation {
	t.Helper()
	sc, err := h.Scope("ida")
	if err != nil {
		t.Fatal(err)
	}
	found, err := h.Manager.Resolve(t.Context(), sc, session.Want{})
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := h.Manager.Open(t.Context(), sc, found.Session.ID)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// RT-05: what the prompt left out and a message asks for comes with it, in a part of
// its own class, once in a session, and the prompt stays byte for byte as it was.
func TestPassagesComeWithTheMessageThatAsksForThem(t *testing.T) {
	h, err := open(t, crowded(t, `{}`), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	c := talk(t, h)
	before := *c.Epoch()
	const question = "Who dug the well of Nordby399?"
	say := func(text string) prompt.TurnInputs {
		t.Helper()
		head, err := h.Head(t.Context(), c, text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Turn(t.Context(), runner.Input{Text: text, Head: head}, nil); err != nil {
			t.Fatal(err)
		}
		return head
	}
	if head := say("Hello!"); len(head.Passages) > 0 {
		t.Errorf("nothing was asked for: %v", head.Passages)
	}
	if head := say(question); len(head.Passages) == 0 || !strings.Contains(head.Passages[0].Text, "Agnes399") {
		t.Fatalf("%+v", head.Passages)
	}
	if head := say(question); len(head.Passages) > 0 && strings.Contains(head.Passages[0].Text, "Agnes399") {
		t.Error("it was told before")
	}
	now := c.Epoch()
	if now.Hash != before.Hash || now.System != before.System {
		t.Error("the prompt changed")
	}
	found := false
	for _, m := range c.History() {
		if strings.Contains(m.Said(), "Agnes399") && m.Role == model.User {
			t.Errorf("taken for the user's words: %q", m.Said())
		}
		for _, p := range m.Parts {
			found = found || p.Class == model.Retrieved && strings.Contains(p.Text, "Agnes399") && strings.Contains(p.Text, "<material-")
		}
	}
	if !found {
		t.Error("no part has what was retrieved")
	}
}

// A question that says "she" of somebody follows up the one before it.
func TestPassagesComeWithTheQuestionThatFollowsUp(t *testing.T) {
	h, err := open(t, crowded(t, `{}`), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	c := talk(t, h)
	if _, err := c.Turn(t.Context(), runner.Input{Text: "Nordby399 has a well."}, nil); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]bool{"Which woman dug it, and for whom?": true, "Which woman dug the well of Nordby12?": false} {
		head, err := h.Head(t.Context(), c, question)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(head.Passages) > 0 && strings.Contains(head.Passages[0].Text, "Agnes399"); got != want {
			t.Errorf("%s: %+v", question, head.Passages)
		}
	}
}

func TestPreferencesBoundWhatComesWithAMessage(t *testing.T) {
	for preferences, most := range map[string]int{`{"retrieval": {"auto": false}}`: 0, `{"retrieval": {"max_tokens": 400}}`: 400, `{}`: 3000} {
		h, err := open(t, crowded(t, preferences), host.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		head, err := h.Head(t.Context(), talk(t, h), "fishers, nets, herring, wells of Nordby398 and Nordby399")
		if err != nil {
			t.Fatal(err)
		}
		if n := len(prompt.Recall(head.Passages)) / 4; n > most || most > 0 && n == 0 {
			t.Errorf("%s: about %d tokens", preferences, n)
		}
	}
}

// What was sent before a message stays as it was, whatever comes with the message.
func TestSoakPassagesLeaveWhatWasSentAlone(t *testing.T) {
	h, err := open(t, crowded(t, `{"retrieval": {"max_tokens": 300}}`), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	c, r := talk(t, h), rand.New(rand.NewPCG(soak.Seed(t, 26), 26))
	words := strings.Fields("well wells Nordby Agnes herring nets fishers year who dug when mended the of in hello thanks Nordby12 Agnes77 Chronicle 399 250")
	var sent [][]byte
	epoch, recalled := c.Epoch().Hash, 0
	for range soak.Size(t, 1000) {
		text := fmt.Sprintf("Nordby%d", r.IntN(400))
		for range r.IntN(8) {
			text += " " + words[r.IntN(len(words))]
		}
		head, err := h.Head(t.Context(), c, text)
		if err != nil {
			t.Fatal(err)
		}
		recalled += len(head.Passages)
		if _, err := c.Turn(t.Context(), runner.Input{Text: text, Head: head}, nil); err != nil {
			t.Fatal(err)
		}
		if now := c.Epoch().Hash; now != epoch {
			t.Fatalf("the prompt is another one: %s, then %s", epoch, now)
		}
		var now [][]byte
		for _, m := range c.History() {
			text, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			now = append(now, text)
		}
		if len(now) < len(sent) { // the session was compacted
			sent = now
			continue
		}
		for i := range sent {
			if !bytes.Equal(sent[i], now[i]) {
				t.Fatalf("message %d changed: %s, then %s", i, sent[i], now[i])
			}
		}
		sent = now
	}
	if recalled == 0 {
		t.Error("nothing came with any message")
	}
}

// A profile is cut and indexed once, as long as it is the same.
func TestTheLibraryIsRememberedUntilItChanges(t *testing.T) {
	dir := crowded(t, `{}`)
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	searcher := func() *tool.Searcher {
		t.Helper()
		i, err := h.Identity("ida")
		if err != nil {
			t.Fatal(err)
		}
		return h.Searcher(i)
	}
	first := searcher()
	if searcher() != first {
		t.Error("it was cut again")
	}
	write(t, dir, map[string]string{"profiles/ida/context/well.md": "The well of Vik was dug by Frode.\n"})
	found, err := searcher().Find(t.Context(), "Who dug the well of Vik?", 1)
	if err != nil || len(found) == 0 || !strings.Contains(found[0].Hit.Text, "Frode") {
		t.Errorf("%v, %v", found, err)
	}
}

// A prompt is composed once, as long as what it is composed of is the same.
func TestThePromptIsRememberedUntilItChanges(t *testing.T) {
	dir := crowded(t, `{}`)
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ida, err := h.Scope("ida")
	if err != nil {
		t.Fatal(err)
	}
	epoch := func(s store.Session) *prompt.Epoch {
		t.Helper()
		cast, err := h.Cast(t.Context(), ida, s)
		if err != nil {
			t.Fatal(err)
		}
		return cast.Epoch
	}
	first := epoch(store.Session{})
	if epoch(store.Session{}) != first {
		t.Error("it was composed again")
	}
	if got := epoch(store.Session{Kind: store.Client}); got.Tools == first.Tools {
		t.Error("a client has the tools of its owner")
	}
	write(t, dir, map[string]string{"profiles/ida/soul.md": "# Ida\n\nA diver of Vik.\n"})
	if got := epoch(store.Session{}); !strings.Contains(got.System, "A diver of Vik.") {
		t.Error("the prompt has the soul as it was")
	}
}
