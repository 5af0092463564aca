package proposal_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// remember keeps a memory that an agent learned.
func (k *kit) remember(text string) store.Memory {
	k.Helper()
	m, err := k.store.SaveMemory(k.ctx, k.me, store.Memory{Text: text, Area: "tea", Confidence: 0.5})
	k.ok(err)
	return m
}

func (k *kit) proposeMemories(change string) (store.Proposal, error) {
	return k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{
		Target: proposal.Memories, Title: "T", Observation: "O", Suggestion: change, Confidence: 0.97, Evidence: k.quoted("I take my tea at noon, always"),
	})
}

// remembered are the texts that a prompt would have, promoted ones with a mark.
func (k *kit) remembered() string {
	k.Helper()
	list, err := k.store.ListMemories(k.ctx, k.me, false, 0)
	k.ok(err)
	var out []string
	for _, m := range list {
		if m.Promoted {
			m.Text += "!"
		}
		out = append(out, m.Text)
	}
	return strings.Join(out, " ")
}

// TC-14: what agents would do with memories waits for a person, is done in one
// step, and can be taken back.
func TestMemoriesChangeByProposals(t *testing.T) {
	for _, test := range []struct{ change, after, diff string }{
		{"promote A", "three two one!", "-- A: one\n+- A (promoted): one\n"},
		{"archive A B", "three", "-- A: one\n-- B: two\n+- A (archived): one\n+- B (archived): two\n"},
		{"supersede A: 1", "1 three two", "-- A: one\n+- A (superseded by new): one\n+- new: 1\n"},
		{"merge A C: one and three", "one and three two", "-- A: one\n-- C: three\n+- A (superseded by new): one\n+- C (superseded by new): three\n+- new: one and three\n"},
	} {
		t.Run(test.change, func(t *testing.T) {
			k := newKit(t)
			k.Settings.Memories = true
			// More people are asked for changes of files; memories are the user's own.
			k.Settings.Approvals, k.Settings.FourEyes = 2, true
			ids := map[string]string{}
			for _, one := range [][2]string{{"A", "one"}, {"B", "two"}, {"C", "three"}} {
				ids[k.remember(one[1]).ID] = one[0]
			}
			named := func(text string) string {
				for id, name := range ids {
					text = strings.ReplaceAll(text, id, name)
				}
				return text
			}
			change := test.change
			for id, name := range ids {
				head, rest, has := strings.Cut(change, ":")
				if change = strings.ReplaceAll(head, name, id); has {
					change += ":" + rest
				}
			}
			p, err := k.proposeMemories(change)
			k.ok(err)
			diff, err := k.Diff(k.ctx, k.me, p)
			k.ok(err)
			if _, lines, _ := strings.Cut(diff, "@@\n"); named(lines) != test.diff {
				t.Errorf("%s", named(diff))
			}
			_, err = k.Apply(k.ctx, k.me, p.ID, "ida")
			k.refused(err, "wrong_state")
			if _, err := k.Approve(k.ctx, k.me, p.ID, proposal.Reviewer{Name: "ida"}); err != nil || k.remembered() != "three two one" {
				t.Fatalf("%v: %s", err, k.remembered())
			}
			_, err = k.Apply(k.ctx, k.me, p.ID, "ida")
			k.ok(err)
			if k.remembered() != test.after {
				t.Errorf("it is remembered: %s", k.remembered())
			}
			_, err = k.Revert(k.ctx, k.me, p.ID, proposal.Reviewer{Name: "ida"})
			k.ok(err)
			if k.remembered() != "three two one" || k.states() != "map[reverted:1]" {
				t.Errorf("it is remembered: %s (%s)", k.remembered(), k.states())
			}
			_, err = k.Revert(k.ctx, k.me, p.ID, proposal.Reviewer{Name: "ida"})
			k.refused(err, "wrong_state")
		})
	}
}

func TestChangesOfMemoriesAreHeldToTheirForm(t *testing.T) {
	k := newKit(t)
	a, b := k.remember("one").ID, k.remember("two").ID
	_, err := k.proposeMemories("promote " + a)
	k.refused(err, "target_not_allowed") // by default they are changed, not proposed
	k.Settings.Memories = true
	for _, bad := range []string{
		"promote", "forget " + a, "promote " + a + " " + b, "promote " + a + ": x", "archive", "archive " + a + " " + a, "supersede " + a, "supersede " + a + ":", "merge " + a + ": x",
		"merge " + a + " none: x", "supersede " + a + ": " + strings.Repeat("x", 4097),
	} {
		_, err := k.proposeMemories(bad)
		k.refused(err, "invalid_change")
	}
	_, err = k.proposeMemories("supersede " + a + ": <script>x</script>")
	k.refused(err, "dangerous_content")
}

func TestProposalsOfMemoriesAreOfOneUser(t *testing.T) {
	k := newKit(t)
	k.Settings.Memories = true
	a, b := k.remember("I keep the lamp at home"), k.remember("the lamp is kept at home")
	p, err := k.proposeMemories("merge " + a.ID + " " + b.ID + ": The lamp is at home")
	k.ok(err)
	other, err := scope.New("local", "bo", "ada")
	k.ok(err)
	if _, _, err := k.Find(k.ctx, other, p.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if list, err := k.List(k.ctx, other, store.ProposalFilter{}); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	// Rules reject what is plainly of no use, and carry nothing out.
	s, err := k.Triage(k.ctx, k.me, proposal.TriageOptions{Apply: true, Policy: triage.ApplySafe, By: "ida"})
	k.ok(err)
	if len(s.Decisions) != 1 || s.Decisions[0].Action != triage.Defer {
		t.Errorf("%+v", s.Decisions)
	}
	// What changed meanwhile is proposed anew.
	k.ok(k.store.Promote(k.ctx, k.me, a.ID))
	_, err = k.Approve(k.ctx, k.me, p.ID, proposal.Reviewer{Name: "ida"})
	k.refused(err, "stale_target")
	_, err = k.Rebase(k.ctx, k.me, p.ID, "ida")
	k.ok(err)
	_, err = k.Approve(k.ctx, k.me, p.ID, proposal.Reviewer{Name: "ida"})
	k.ok(err)
	k.ok(k.store.ArchiveMemories(k.ctx, k.me, []string{b.ID}, ""))
	_, err = k.Apply(k.ctx, k.me, p.ID, "ida")
	k.refused(err, "stale_target")
	k.ok(k.store.RestoreMemory(k.ctx, k.me, b.ID))
	_, err = k.Apply(k.ctx, k.me, p.ID, "ida")
	k.ok(err)
	// What is forgotten is in no proposal.
	k.ok(k.store.Forget(k.ctx, k.me, b.ID, true))
	_, got, err := k.Find(k.ctx, k.me, p.ID)
	k.ok(err)
	diff, err := k.Diff(k.ctx, k.me, got)
	if err != nil || diff != "(what it changes was forgotten)\n" {
		t.Errorf("%q, %v", diff, err)
	}
	_, err = k.Revert(k.ctx, k.me, p.ID, proposal.Reviewer{Name: "ida"})
	k.refused(err, "stale_target")
	_, err = k.Triage(k.ctx, k.me, proposal.TriageOptions{Policy: triage.Cautious, By: "ida"})
	k.ok(err)
}
