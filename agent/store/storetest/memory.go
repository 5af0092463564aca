package storetest

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

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

func seen(k *kit) {
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

func found(k *kit) {
	k.remember(k.me, "The lamp at Skarv turns once in seven seconds.")
	k.remember(k.me, "Ida prefers fathoms to metres.")
	k.remember(k.me, "Äpfel und Birnen stehen im Garten.")
	k.remember(k.me, "北海の霧は深い。")
	for query, want := range map[string][]string{
		"how often does the LAMP turn?":    {"The lamp at Skarv turns once in seven seconds."},
		"apfel":                            {"Äpfel und Birnen stehen im Garten."},
		"Garten mit Birne":                 {"Äpfel und Birnen stehen im Garten."},
		"metre or fathom":                  {"Ida prefers fathoms to metres."},
		"霧は":                               {"北海の霧は深い。"},
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

func changed(k *kit) {
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

func forgotten(k *kit) {
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
	if after.Purged != s.Purged+1 {
		k.Errorf("the session does not say that something was taken out: %d", after.Purged)
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
