package proposals_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/crypto/ssh"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/proposals"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/store"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait")) // idle connections of test clients
}

const base = "/api/v2/proposals"

// desk is a server with a profile of which anything may be proposed.
type desk struct{ *apitest.Site }

func open(t *testing.T) desk {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = []func(*api.Server){proposals.Routes} })
	none := 0
	s.Host.Desk.Settings = proposal.Settings{Enabled: true, MinEvidence: &none}
	return desk{s}
}

func (d desk) propose(patch string) (id string) {
	d.Helper()
	sc, err := d.Host.Scope("caelum")
	if err != nil {
		d.Fatal(err)
	}
	p, err := d.Host.Desk.Propose(d.Context(), sc, store.Origin{By: "agent"}, proposal.Draft{Target: "soul.md", Title: "T", Patch: patch, Confidence: 0.9})
	if err != nil {
		d.Fatal(err)
	}
	return p.ID
}

func (d desk) soul() string {
	d.Helper()
	content, err := os.ReadFile(filepath.Join(d.Dir, "profiles", "caelum", "soul.md"))
	if err != nil {
		d.Fatal(err)
	}
	return string(content)
}

func (d desk) signers(text string) {
	d.Helper()
	if err := os.WriteFile(filepath.Join(d.Dir, "allowed_signers"), []byte(text), 0o600); err != nil {
		d.Fatal(err)
	}
}

// PA-09: over HTTP people decide, those who may.
func TestProposalsAreDecidedByWhoMayApprove(t *testing.T) {
	s := open(t)
	before := s.soul()
	id := s.propose("# Caelum\n\nYou are calm.\n")
	read, chat, approve := s.As("read"), s.As("write"), s.As("read", "approve")
	if r := read.Must(200, "GET", base+"?profile=caelum&status=pending", nil); r.Text("data.0.id") != id || r.Get("data.0.diff") != nil {
		t.Errorf("%s", r.Body)
	}
	if r := read.Must(200, "GET", base+"?profile=lyra", nil); r.Get("data.0") != nil {
		t.Errorf("%s", r.Body)
	}
	if r := read.Must(200, "GET", base+"/"+id, nil); !strings.Contains(r.Text("diff"), "+You are calm.") {
		t.Errorf("%s", r.Body)
	}
	if r := read.Must(200, "GET", base+"/"+id, nil); r.Get("approvals.have") != 0.0 || r.Get("approvals.needed") != 1.0 || r.Text("approvals.of") != "approve" {
		t.Errorf("%s", r.Body)
	}
	read.Must(404, "GET", base+"/none", nil)
	read.Must(404, "GET", base+"/none/effect", nil)
	if r := read.Must(200, "GET", base+"/"+id+"/effect", nil); r.Text("changes.0.section") != "soul" || !strings.Contains(r.Text("diff"), "+You are calm.") || s.soul() != before {
		t.Errorf("%s", r.Body)
	}
	for _, c := range []*apitest.Client{read, chat} {
		c.Must(403, "POST", base+"/"+id+"/review", apitest.M{"decision": "approve"})
		c.Must(403, "POST", base+"/"+id+"/apply", nil)
		c.Must(403, "POST", "/api/v2/proposal-triage", apitest.M{"apply": true, "policy": "apply-safe"})
	}
	if r := approve.Must(409, "POST", base+"/"+id+"/apply", nil); r.Text("code") != "wrong_state" {
		t.Errorf("%s", r.Body)
	}
	if r := approve.Must(200, "POST", "/api/v2/proposal-triage", apitest.M{"policy": "cautious"}); r.Text("decisions.0.action") != "defer" || r.Text("decisions.0.reason") != "identity-boundary-change" {
		t.Errorf("%s", r.Body)
	}
	approve.Must(422, "POST", base+"/"+id+"/review", apitest.M{"decision": "maybe"})
	if r := approve.Must(200, "POST", base+"/"+id+"/review", apitest.M{"decision": "approve"}); r.Text("status") != "approved" || s.soul() != before {
		t.Errorf("%s", r.Body)
	}
	if r := approve.Must(200, "POST", base+"/"+id+"/apply", nil); r.Text("status") != "applied" || !strings.Contains(s.soul(), "You are calm.") {
		t.Errorf("%s\n%s", r.Body, s.soul())
	}
	approve.Must(409, "POST", base+"/"+id+"/rebase", nil)
	if r := approve.Must(200, "POST", base+"/"+id+"/revert", nil); r.Text("status") != "reverted" || s.soul() != before {
		t.Errorf("%s\n%s", r.Body, s.soul())
	}
	loud := s.propose("# Caelum\n\nYou are loud.\n")
	if r := approve.Must(200, "POST", base+"/"+loud+"/review", apitest.M{"decision": "reject", "reason": "no"}); r.Text("reason") != "no" {
		t.Errorf("%s", r.Body)
	}
}

func TestWhereThereAreSignersASignatureDecides(t *testing.T) {
	s := open(t)
	before := s.soul()
	read, approve := s.As("read"), s.As("read", "approve")
	at := base + "/" + s.propose("# Caelum\n\nYou are signed.\n")
	s.signers("")
	if r := approve.Must(403, "POST", at+"/review", apitest.M{"decision": "approve"}); r.Text("code") != "signature_needed" {
		t.Errorf("%s", r.Body)
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	s.signers("ida@example.org " + string(ssh.MarshalAuthorizedKey(key.PublicKey())))
	sign := func(decision, signer string) apitest.M {
		t.Helper()
		r := approve.Must(200, "GET", at+"/payload?decision="+decision+"&signer="+signer, nil)
		sig, err := approval.Sign(key, r.Text("namespace"), []byte(r.Text("payload")))
		if err != nil {
			t.Fatal(err)
		}
		return apitest.M{"decision": "approve", "payload": r.Text("payload"), "signature": string(sig)}
	}
	read.Must(403, "GET", at+"/payload", nil)
	good, other := sign("approve", "ida@example.org"), sign("approve", "bo@example.org")
	with := func(m apitest.M, name string, value any) apitest.M {
		out := maps.Clone(m)
		out[name] = value
		return out
	}
	for name, bad := range map[string]apitest.M{
		"another name":   other,
		"another record": with(good, "payload", other["payload"]),
		"no signature":   with(good, "signature", ""),
		"no record":      with(good, "payload", ""),
		"an edited one":  with(good, "payload", strings.Replace(good["payload"].(string), "soul.md", "user.md", 1)),
	} {
		if r := approve.Must(403, "POST", at+"/review", bad); r.Text("code") != "signature_needed" {
			t.Errorf("%s: %s", name, r.Body)
		}
	}
	if r := approve.Must(200, "POST", at+"/review", good); r.Get("reviews.0.signed") != true || r.Text("reviews.0.by") != "ida@example.org" {
		t.Errorf("%s", r.Body)
	}
	approve.Must(409, "POST", at+"/review", good) // which was used
	approve.Must(200, "POST", at+"/apply", nil)
	approve.Must(403, "POST", at+"/revert", nil)
	approve.Must(403, "POST", at+"/revert", apitest.M{"payload": good["payload"], "signature": good["signature"]})
	back := sign("revert", "ida@example.org")
	if r := approve.Must(200, "POST", at+"/revert", apitest.M{"payload": back["payload"], "signature": back["signature"]}); r.Text("status") != "reverted" || s.soul() != before {
		t.Errorf("%s", r.Body)
	}
}
