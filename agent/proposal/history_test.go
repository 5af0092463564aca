package proposal_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/store"
)

// history is the numbers of the versions of soul.md, the newest first.
func (k *kit) history() string {
	k.Helper()
	list, err := k.store.ListFileVersions(k.ctx, k.me, "soul.md", 0)
	k.ok(err)
	var out []string
	for _, v := range list {
		out = append(out, fmt.Sprint(v.Number))
	}
	return strings.Join(out, " ")
}

// PA-04: what was edited by hand can be gone back to, where there is no git.
func TestEditsByHandHaveVersions(t *testing.T) {
	k := newKit(t)
	k.ok(k.Observe(k.ctx, k.me))
	k.ok(k.Observe(k.ctx, k.me))
	second := soul + "<!-- mine -->\nBy hand.\n"
	k.write("soul.md", second)
	k.propose("soul.md", warmer) // which keeps it
	third := soul + "Again.\n"
	k.write("soul.md", third)
	if k.history() != "2 1" {
		t.Error(k.history())
	}
	o, err := k.Rollback(k.ctx, k.me, "soul.md", "", bo) // and this one
	k.ok(err)
	if k.read("soul.md") != second || o.Proposal.State != store.ProposalApplied || k.history() != "4 3 2 1" {
		t.Errorf("%+v: %s", o, k.history())
	}
	_, err = k.Revert(k.ctx, k.me, o.Proposal.ID, bo)
	k.ok(err)
	if k.read("soul.md") != third {
		t.Error(k.read("soul.md"))
	}
	list, err := k.store.ListFileVersions(k.ctx, k.me, "soul.md", 0)
	k.ok(err)
	first := list[len(list)-1]
	o, err = k.Rollback(k.ctx, k.me, "soul.md", first.Digest[:12], bo)
	k.ok(err)
	if k.read("soul.md") != soul {
		t.Error(k.read("soul.md"))
	}
	_, err = k.Rollback(k.ctx, k.me, "soul.md", "1", bo)
	k.refused(err, "invalid_change") // it is
	for _, none := range []string{"99", "0", "abc", "ffffffffffff"} {
		if _, err = k.Rollback(k.ctx, k.me, "soul.md", none, bo); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", none, err)
		}
	}
	_, err = k.Rollback(k.ctx, k.me, "../soul.md", "1", bo)
	k.refused(err, "target_not_allowed")
}

// Going back is held to what any change is.
func TestGoingBackIsApproved(t *testing.T) {
	k := newKit(t)
	k.ok(k.Observe(k.ctx, k.me))
	k.write("soul.md", soul+"More.\n")
	k.Settings.FourEyes = true
	ida := proposal.Reviewer{Name: "ida"}
	o, err := k.Rollback(k.ctx, k.me, "soul.md", "1", ida)
	k.ok(err)
	if o.Proposal.State != store.ProposalPending || len(o.Files) != 0 {
		t.Errorf("%+v", o)
	}
	_, err = k.Approve(k.ctx, k.me, o.Proposal.ID, ida)
	k.refused(err, "reviewer_not_allowed")
	k.applied(o.Proposal)
	if k.read("soul.md") != soul {
		t.Error(k.read("soul.md"))
	}
	k.Settings.FourEyes = false
	k.write("allowed_signers", "")
	_, err = k.Rollback(k.ctx, k.me, "soul.md", "2", ida)
	k.refused(err, "signature_needed")
	if k.states() != "map[applied:1 withdrawn:1]" || k.read("soul.md") != soul {
		t.Errorf("%s", k.states())
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	k.ok(err)
	key, err := ssh.NewSignerFromKey(private)
	k.ok(err)
	k.write("allowed_signers", "ida "+string(ssh.MarshalAuthorizedKey(key.PublicKey())))
	ida.Sign = func(record []byte) ([]byte, error) { return approval.Sign(key, approval.Namespace, record) }
	_, err = k.Rollback(k.ctx, k.me, "soul.md", "2", ida)
	k.ok(err)
	if k.read("soul.md") != soul+"More.\n" {
		t.Error(k.read("soul.md"))
	}
}

// Of what was found the last versions stay, and what proposals made or need.
func TestVersionsAreBounded(t *testing.T) {
	k := newKit(t)
	made := k.propose("soul.md", warmer)
	k.applied(made)
	first, err := k.store.Content(k.ctx, k.me, made.Change.Base)
	k.ok(err)
	for i := range store.FoundVersionsKept + 5 {
		_, err := k.store.AddFileVersion(k.ctx, k.me, "soul.md", "", fmt.Appendf(nil, "%d\n", i))
		k.ok(err)
		k.now = k.now.Add(time.Second)
	}
	list, err := k.store.ListFileVersions(k.ctx, k.me, "soul.md", 1000)
	k.ok(err)
	if last := list[len(list)-1]; len(list) != store.FoundVersionsKept+1 || last.Proposal != made.ID {
		t.Errorf("%d versions, the first is %+v", len(list), last)
	}
	if again, err := k.store.Content(k.ctx, k.me, made.Change.Base); err != nil || string(again) != string(first) {
		t.Errorf("what a proposal needs is gone: %v", err)
	}
	if _, err := k.store.Content(k.ctx, k.me, patch.Digest([]byte("0\n"))); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what nobody needs is kept: %v", err)
	}
}

// A review is of the bytes of a file, and its record of the form with LF: so it
// holds in a checkout that has the other line ends.
func TestApprovalsHoldWithOtherLineEnds(t *testing.T) {
	windows := strings.ReplaceAll(soul, "\n", "\r\n")
	for _, was := range []string{soul, windows} {
		k := newKit(t)
		k.write("soul.md", was)
		k.applied(k.propose("soul.md", warmer))
		now := k.read("soul.md")
		if strings.Count(now, "\r\n") != strings.Count(was, "\r\n") {
			t.Errorf("the line ends changed: %q", now)
		}
		unix := strings.ReplaceAll(now, "\r\n", "\n")
		for content, want := range map[string]int{unix: 0, strings.ReplaceAll(unix, "\n", "\r\n"): 0, now + "x": 1} {
			k.write("soul.md", content)
			folder, err := k.Profile("ada")
			k.ok(err)
			found, err := approval.Check(approval.State{Tree: proposal.Disk(folder)}, nil, approval.Expect{Profile: "ada", Now: k.now})
			k.ok(errors.Join(err, folder.Close()))
			if len(found) != want {
				t.Errorf("%q: %+v", content, found)
			}
		}
	}
}
