package approval_test

import (
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
)

// PA-06: people count, not their names and keys.
func TestOnePersonCountsOnce(t *testing.T) {
	one, two, three := newKey(t), newKey(t), newKey(t)
	signers := line("ida,ida@example.org", "", one) + line("ida", "", two) + line("bo", "", three) + line("*@example.net", "", three)
	vote := func(name string, key ssh.Signer) approval.Vote {
		v := approval.Vote{Name: name}
		if key != nil {
			sig, err := approval.Sign(key, approval.Namespace, []byte("m"))
			if err != nil {
				t.Fatal(err)
			}
			v.Signature = sig
		}
		return v
	}
	for _, test := range []struct {
		name, signers, author string
		votes                 []approval.Vote
		want, others          int // with four eyes
	}{
		{name: "nobody"},
		{name: "two", author: "cy", votes: []approval.Vote{vote("ida", nil), vote("bo", nil)}, want: 2, others: 2},
		{name: "twice the same", author: "cy", votes: []approval.Vote{vote("ida", nil), vote(" IDA", nil)}, want: 1, others: 1},
		{name: "the author", author: "Ida", votes: []approval.Vote{vote("ida", nil), vote("bo", nil)}, want: 2, others: 1},
		{name: "signers", signers: signers, author: "cy", votes: []approval.Vote{vote("ida", one), vote("bo", three)}, want: 2, others: 2},
		{name: "two names of a line", signers: signers, author: "cy", votes: []approval.Vote{vote("ida", one), vote("ida@example.org", one)}, want: 1, others: 1},
		{name: "two keys", signers: signers, author: "cy", votes: []approval.Vote{vote("ida", one), vote("ida", two)}, want: 1, others: 1},
		{name: "two names and two keys", signers: signers, author: "cy", votes: []approval.Vote{vote("ida@example.org", one), vote("ida", two)}, want: 1, others: 1},
		{name: "names of a pattern", signers: signers, author: "cy", votes: []approval.Vote{vote("a@example.net", three), vote("b@example.net", three), vote("bo", three)}, want: 1, others: 1},
		{name: "the author under another name", signers: signers, author: "ida", votes: []approval.Vote{vote("ida@example.org", one), vote("bo", three)}, want: 2, others: 1},
	} {
		var list *approval.Signers
		if test.signers != "" {
			var err error
			if list, err = approval.ParseSigners([]byte(test.signers)); err != nil {
				t.Fatal(err)
			}
		}
		if got := (approval.Demand{}).Voters(list, test.author, test.votes); got != test.want {
			t.Errorf("%s: %d people, want %d", test.name, got, test.want)
		}
		if got := (approval.Demand{FourEyes: true}).Voters(list, test.author, test.votes); got != test.others {
			t.Errorf("%s: %d others, want %d", test.name, got, test.others)
		}
	}
}

func TestDemandsAreRead(t *testing.T) {
	d, err := approval.ParseDemand([]byte("{\"approvals\": 2, \"four_eyes\": true}\n"))
	if err != nil || d != (approval.Demand{Approvals: 2, FourEyes: true}) {
		t.Errorf("%+v, %v", d, err)
	}
	for _, bad := range []string{"", "[]", `{"approvals": -1}`, `{"approvals": 101}`, `{"approvers": 2}`, `{} {}`} {
		if _, err := approval.ParseDemand([]byte(bad)); err == nil || !strings.Contains(err.Error(), approval.DemandFile) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// PA-05, PA-06: what is demanded by an earlier commit and by the records holds.
func TestChangesAreHeldToWhatIsDemanded(t *testing.T) {
	ida, bo := newKey(t), newKey(t)
	signers := line("signer0", "", ida) + line("signer1", "", bo)
	two := approval.Signed{Content: []byte(`{"approvals": 2}`)}
	eyes := approval.Signed{Content: []byte(`{"four_eyes": true}`)}
	sign := func(content string, key ssh.Signer) approval.Signed {
		sig, err := approval.Sign(key, approval.SignersNamespace, []byte(content))
		if err != nil {
			t.Fatal(err)
		}
		return approval.Signed{Content: []byte(content), Signature: sig}
	}
	for _, test := range []struct {
		name          string
		author        string
		demand        approval.Demand // of the records
		base, now     approval.Signed
		by            []ssh.Signer
		want          string
		withoutSigner bool
	}{
		{name: "nothing", by: []ssh.Signer{ida}},
		{name: "two", base: two, now: two, by: []ssh.Signer{ida, bo}},
		{name: "one of two", base: two, now: two, by: []ssh.Signer{ida}, want: "bad-signature"},
		{name: "one of two by the records", demand: approval.Demand{Approvals: 2}, by: []ssh.Signer{ida}, want: "bad-signature"},
		{name: "two are asked for from now on", now: two, by: []ssh.Signer{ida}},
		{name: "less is asked for", base: two, by: []ssh.Signer{ida, bo}, want: "demand-lowered"},
		{name: "less, and used at once", base: two, now: sign(`{}`, ida), by: []ssh.Signer{ida}, want: "bad-signature"},
		{name: "less, by an earlier signer", base: two, now: sign(`{}`, ida), by: []ssh.Signer{ida, bo}},
		{name: "less, by a stranger", base: two, now: sign(`{}`, newKey(t)), by: []ssh.Signer{ida, bo}, want: "demand-lowered"},
		{name: "somebody else", base: eyes, now: eyes, author: "signer1", by: []ssh.Signer{ida}},
		{name: "the author", base: eyes, now: eyes, author: "signer0", by: []ssh.Signer{ida}, want: "bad-signature"},
		{name: "the author by the records", demand: approval.Demand{FourEyes: true}, author: "signer0", by: []ssh.Signer{ida}, want: "bad-signature"},
		{name: "nobody's", base: eyes, now: eyes, by: []ssh.Signer{ida}, want: "bad-record"},
		{name: "no list, one of two", base: two, now: two, by: []ssh.Signer{nil}, withoutSigner: true, want: "bad-signature"},
		{name: "no list, less", base: two, now: sign(`{}`, ida), by: []ssh.Signer{nil, nil}, withoutSigner: true, want: "demand-lowered"},
	} {
		t.Run(test.name, func(t *testing.T) {
			list := signers
			if test.withoutSigner {
				list = ""
			}
			h := newHistory(t, list)
			before := h.state()
			h.record = func(r *approval.Record) { r.Author, r.Demand = test.author, test.demand }
			h.change("soul.md", "two\n", test.by...)
			now := h.state()
			before.Demands, now.Demands = []approval.Signed{test.base}, []approval.Signed{test.now}
			if got := codes(t, now, &before, 0); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
