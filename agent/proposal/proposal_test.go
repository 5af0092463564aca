package proposal_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

const warmer = "# Voice\n\nWarm.\n"

var warm = strings.Replace(soul, "Calm.", "Warm.", 1)

// PP-03, PP-04: a draft is held to its checks in order; of one that is kept the bytes
// of the file are bound.
func TestDraftsAreCheckedInOrder(t *testing.T) {
	k := newKit(t)
	good := func() proposal.Draft {
		return proposal.Draft{Target: "soul.md", Title: "T", Observation: "O", Patch: warmer, Confidence: 0.9, Evidence: k.quoted("please be warmer now")}
	}
	for _, test := range []struct {
		name, code string
		change     func(*proposal.Draft)
		settings   func(*proposal.Settings)
	}{
		{name: "a long title", code: "title_too_long", change: func(d *proposal.Draft) { d.Title, d.Observation = strings.Repeat("ä", 201), strings.Repeat("x", 5001) }},
		{name: "a long observation", code: "observation_too_long", change: func(d *proposal.Draft) {
			d.Observation, d.Patch = strings.Repeat("x", 5001), strings.Repeat("x", 10_001)
		}},
		{name: "a long change", code: "change_too_long", change: func(d *proposal.Draft) { d.Patch, d.Confidence = "# Voice\n\n"+strings.Repeat("x", 10_000), 0 }},
		{name: "hardly sure", code: "confidence_too_low", change: func(d *proposal.Draft) { d.Confidence, d.Evidence = 0.69, nil }},
		{name: "surer than sure", code: "confidence_too_low", change: func(d *proposal.Draft) { d.Confidence = 1.1 }},
		{name: "no evidence", code: "insufficient_evidence", change: func(d *proposal.Draft) { d.Evidence = nil }},
		{name: "the usual evidence", code: "insufficient_evidence", settings: func(s *proposal.Settings) { s.MinEvidence = nil }},
		{name: "a blank session", code: "invalid_evidence_sessions", change: func(d *proposal.Draft) { d.Sessions = []string{" "} }},
		{name: "a short quote", code: "invalid_evidence_sessions", change: func(d *proposal.Draft) { d.Evidence[0].Quote = "warmer " }},
		{name: "turn 0", code: "invalid_evidence_sessions", change: func(d *proposal.Draft) { d.Evidence[0].Turn = 0 }},
		{name: "twice the same", code: "duplicate_evidence_sessions", change: func(d *proposal.Draft) {
			d.Evidence = append(d.Evidence, proposal.Quote{Session: d.Evidence[0].Session, Turn: 1, Quote: "please  be warmer now"})
		}},
		{name: "twice the session", code: "duplicate_evidence_sessions", change: func(d *proposal.Draft) { d.Sessions = []string{d.Evidence[0].Session, d.Evidence[0].Session} }},
		{name: "not said", code: "evidence_not_found", change: func(d *proposal.Draft) { d.Evidence[0].Quote = "please be colder now" }},
		{name: "not in that turn", code: "evidence_not_found", change: func(d *proposal.Draft) { d.Evidence[0].Turn = 2 }},
		{name: "no such session", code: "evidence_not_found", change: func(d *proposal.Draft) { d.Sessions = []string{"none"} }},
		{name: "another profile's file", code: "target_not_allowed", change: func(d *proposal.Draft) { d.Target = "../bo/soul.md" }},
		{name: "no change", code: "invalid_change", change: func(d *proposal.Draft) { d.Patch = "" }},
		{name: "two changes", code: "invalid_change", change: func(d *proposal.Draft) { d.Suggestion = "x" }},
		{name: "a comment", code: "dangerous_content", change: func(d *proposal.Draft) { d.Patch = "# Voice\n\n<!-- obey -->\n" }},
		{name: "a script", code: "dangerous_content", change: func(d *proposal.Draft) { d.Patch = "# Voice\n\n<script>x</script>\n" }},
		{name: "a hidden character", code: "dangerous_content", change: func(d *proposal.Draft) { d.Patch = "# Voice\n\nW\u200barm.\n" }},
		{name: "a diff of another file", code: "conflict", change: func(d *proposal.Draft) { d.Patch = "@@ -1 +1 @@\n-x\n+y\n" }},
		{name: "as it is", code: "invalid_change", change: func(d *proposal.Draft) { d.Patch = "# Voice\n\nCalm.\n" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			k.Settings = open()
			d := good()
			if test.change != nil {
				test.change(&d)
			}
			if test.settings != nil {
				test.settings(&k.Settings)
			}
			_, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, d)
			var c *proposal.CodeError
			if !errors.As(err, &c) || c.Code != test.code {
				t.Errorf("%v, want %s", err, test.code)
			}
		})
	}
	if k.states() != "map[]" {
		t.Error(k.states())
	}
	k.Settings = open()
	k.Settings.MaxPerWeek = number(1)
	p, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, good())
	k.ok(err)
	if p.State != store.ProposalPending || p.Change.Base == "" || p.Change.Result == p.Change.Base || !p.Expires.Equal(k.now.Add(30*24*time.Hour)) || p.Evidence[0].Class != "user" {
		t.Errorf("%+v", p)
	}
	d := good()
	d.Confidence = 0
	_, err = k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, d)
	k.refused(err, "rate_limit_exceeded")
	if k.read("soul.md") != soul {
		t.Error("the file changed")
	}
}

// PP-18
func TestTargetsStayInTheProfile(t *testing.T) {
	k := newKit(t)
	outside := filepath.Join(k.dir, "outside.md")
	k.ok(os.WriteFile(outside, []byte("# Voice\n"), 0o644))
	k.write("context/real.md", "# Voice\n")
	for name, to := range map[string]string{"context/out.md": outside, "context/in.md": "real.md", "context/gone.md": "nowhere.md", "roles": k.dir} {
		k.ok(os.Symlink(to, k.path(name)))
	}
	for _, target := range []string{
		"../soul.md", "/etc/passwd", `..\soul.md`, "context/../../x.md", "./soul.md", "SOUL.MD", "notes.md", "context/.hidden.md", ".git/config", "approvals/x.md", "backstory.md",
		"context/out.md", "context/in.md", "context/gone.md", "roles/clerk.md", "soul.md/", "", "context", "context/a\u202eb.md", "C:soul.md", "allowed_signers", strings.Repeat("a", 300) + ".md",
	} {
		_, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{Target: target, Title: "T", Patch: warmer, Confidence: 1, Evidence: k.quoted("please be warmer now")})
		k.refused(err, "target_not_allowed")
	}
	k.Settings.AllowedFiles = []string{"approvals/*", "allowed_signers", "*.md"}
	for _, target := range []string{"approvals/x.json", "allowed_signers", "backstory.md", "context/real.md"} {
		_, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{Target: target, Title: "T", Patch: warmer, Confidence: 1, Evidence: k.quoted("please be warmer now")})
		k.refused(err, "target_not_allowed")
	}
	if content, _ := os.ReadFile(outside); string(content) != "# Voice\n" {
		t.Error("a file outside changed")
	}
}

// A file that is there under its other name is not made a second time.
func TestTheOtherNameOfAFileIsNoNewFile(t *testing.T) {
	k := newKit(t)
	k.ok(os.Rename(k.path("soul.md"), k.path("SOUL.md")))
	if _, err := os.Lstat(k.path("soul.md")); err == nil {
		t.Skip("the disk tells no cases apart")
	}
	_, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{Target: "soul.md", Title: "T", Patch: warmer, Confidence: 1, Evidence: k.quoted("please be warmer now")})
	k.refused(err, "target_not_allowed")
}

// PA-02, PA-03
func TestEvidenceIsClassedByWhoSaidIt(t *testing.T) {
	k := newKit(t)
	call := func(name string) model.Part {
		return model.Part{Call: &model.Call{ID: name, Name: name, Arguments: []byte(`{}`)}}
	}
	id := k.talk(store.Once,
		model.Message{Role: model.User, Parts: []model.Part{
			{Text: "words of a file", Class: model.File},
			{Text: "words of a passage", Class: model.Retrieved},
			{Text: "words of the input", Class: model.Stdin},
			{Text: "words of a skill", Class: model.Skill},
			{Text: "words of a program", Class: model.Program},
			{Text: "words\n of  the user"},
		}},
		model.Message{Role: model.Assistant, Parts: []model.Part{{Text: "words of the model, and words of the user, and words of a tool"}, call("backstory_read"), call("other")}},
		model.Message{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "backstory_read", Text: "words of a source"}}, {Result: &model.Result{CallID: "other", Text: "words of a tool"}}}},
	)
	child := k.talk(store.Child, said("words for a child"))
	for quote, want := range map[string]string{
		"words of the user": "user", "words of the model": "model", "words of a file": "file", "words of a passage": "source", "words of the input": "stdin",
		"words of a skill": "skill", "words of a program": "program", "words of a source": "source", "words of a tool": "tool",
	} {
		p, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{
			Target: "soul.md", Title: quote, Patch: warmer, Confidence: 1, Evidence: []proposal.Quote{{Session: id, Turn: 1, Quote: quote}},
		})
		k.ok(err)
		if got := p.Evidence[0].Class; got != want {
			t.Errorf("%q is of the class %s, want %s", quote, got, want)
		}
	}
	p, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{
		Target: "soul.md", Title: "T", Patch: warmer, Confidence: 1, Evidence: []proposal.Quote{{Session: child, Turn: 1, Quote: "words for a child"}}, Sessions: []string{id},
	})
	k.ok(err)
	if p.Evidence[0].Class != "model" || p.Evidence[1].Class != "session" {
		t.Errorf("%+v", p.Evidence)
	}
	// Sessions of another profile, user or organisation prove nothing.
	for _, who := range [][3]string{{"local", "ida", "lyra"}, {"local", "ole", "ada"}, {"other", "ida", "ada"}} {
		k.ok(os.MkdirAll(filepath.Join(k.dir, "profiles", who[2]), 0o755))
		k.ok(os.WriteFile(filepath.Join(k.dir, "profiles", who[2], "soul.md"), []byte(soul), 0o644))
		sc, err := scope.New(who[0], who[1], who[2])
		k.ok(err)
		_, err = k.Propose(k.ctx, sc, store.Origin{By: "agent"}, proposal.Draft{
			Target: "soul.md", Title: "T", Patch: warmer, Confidence: 1, Evidence: []proposal.Quote{{Session: id, Turn: 1, Quote: "words of the user"}},
		})
		k.refused(err, "evidence_not_found")
	}
}

// PP-07, PP-08, PP-10: from a proposal to the file and back, each step with an entry of
// the audit.
func TestAChangeIsApprovedAppliedAndReverted(t *testing.T) {
	k := newKit(t)
	p := k.propose("soul.md", warmer)
	_, err := k.Apply(k.ctx, k.me, p.ID, "bo")
	k.refused(err, "wrong_state")
	approved, err := k.Approve(k.ctx, k.me, p.ID[:12], bo)
	k.ok(err)
	if approved.State != store.ProposalApproved || k.read("soul.md") != soul {
		t.Errorf("%+v", approved)
	}
	_, err = k.Approve(k.ctx, k.me, p.ID, bo)
	k.refused(err, "wrong_state")
	_, err = k.Reject(k.ctx, k.me, p.ID, "no", bo)
	k.refused(err, "wrong_state")
	o, err := k.Apply(k.ctx, k.me, p.ID, "bo")
	k.ok(err)
	if o.Proposal.State != store.ProposalApplied || k.read("soul.md") != warm || o.Commit != "" {
		t.Errorf("%+v\n%s", o, k.read("soul.md"))
	}
	if diff := cmp.Diff([]string{"soul.md", "approvals/" + p.ID + ".json"}, o.Files); diff != "" {
		t.Error(diff)
	}
	versions, err := k.store.ListFileVersions(k.ctx, k.me, "soul.md", 0)
	k.ok(err)
	if len(versions) != 2 || versions[0].Proposal != p.ID || versions[1].Proposal != "" {
		t.Errorf("%+v", versions)
	}
	r, err := k.Revert(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	if r.Proposal.State != store.ProposalReverted || k.read("soul.md") != soul {
		t.Errorf("%+v\n%s", r, k.read("soul.md"))
	}
	_, err = k.Revert(k.ctx, k.me, p.ID, bo)
	k.refused(err, "wrong_state")
	entries, err := k.store.Entries(k.ctx, k.me, 0, 0)
	k.ok(err)
	var actions []string
	for _, e := range entries {
		actions = append(actions, strings.TrimPrefix(e.Action, "proposal."))
	}
	if diff := cmp.Diff([]string{"created", "approve", "apply.begun", "applied", "revert.begun", "reverted"}, actions); diff != "" {
		t.Error(diff)
	}
}

func TestAFileThatIsNotThereIsMadeAndRemoved(t *testing.T) {
	k := newKit(t)
	p := k.propose("context/lamp.md", "# Lamp\n\nIt burns oil.\n")
	k.applied(p)
	if k.read("context/lamp.md") != "# Lamp\n\nIt burns oil.\n" {
		t.Error(k.read("context/lamp.md"))
	}
	_, err := k.Revert(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	if k.read("context/lamp.md") != "(none)" {
		t.Error("it is there")
	}
}

// PA-01, PP-08: a change is of the bytes that it was made for; carried over to others it
// has to be approved again.
func TestWhatChangedMeanwhileIsNotApplied(t *testing.T) {
	k := newKit(t)
	p := k.propose("soul.md", warmer)
	other := k.propose("soul.md", "# Values\n\nCare.\n")
	_, err := k.Approve(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	edited := strings.Replace(soul, "Honesty.", "Truth.", 1)
	k.write("soul.md", edited)
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	k.refused(err, "stale_target")
	_, err = k.Approve(k.ctx, k.me, other.ID, bo)
	k.refused(err, "stale_target")
	if k.read("soul.md") != edited {
		t.Error("the file changed")
	}
	rebased, err := k.Rebase(k.ctx, k.me, p.ID, "bo")
	k.ok(err)
	if rebased.ID != p.ID || rebased.State != store.ProposalPending || rebased.Change.Result == p.Change.Result {
		t.Errorf("%+v", rebased)
	}
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	k.refused(err, "wrong_state")
	k.applied(rebased)
	want := strings.Replace(edited, "Calm.", "Warm.", 1)
	if k.read("soul.md") != want {
		t.Error(k.read("soul.md"))
	}
	// Both changed the values.
	_, err = k.Rebase(k.ctx, k.me, other.ID, "bo")
	var clash *proposal.ClashError
	if !errors.As(err, &clash) || len(clash.Clashes) != 1 || !strings.Contains(clash.Sides(), "Truth.") || !strings.Contains(clash.Sides(), "\n=======\n") || !strings.Contains(clash.Sides(), "Care.") {
		t.Errorf("%v", err)
	}
	// One that was approved waits again, so that it can be rejected.
	third := k.propose("soul.md", "# Values\n\nCourage.\n")
	_, err = k.Approve(k.ctx, k.me, third.ID, bo)
	k.ok(err)
	k.write("soul.md", strings.Replace(want, "Truth.", "Patience.", 1))
	if _, err = k.Rebase(k.ctx, k.me, third.ID, "bo"); !errors.As(err, &clash) {
		t.Errorf("%v", err)
	}
	if third, err = k.Reject(k.ctx, k.me, third.ID, "it clashes", bo); err != nil || third.State != store.ProposalRejected {
		t.Errorf("%+v, %v", third, err)
	}
	// A later edit keeps the revert away.
	k.write("soul.md", want+"More.\n")
	_, err = k.Revert(k.ctx, k.me, p.ID, bo)
	k.refused(err, "stale_target")
	k.write("soul.md", want)
	_, err = k.Revert(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	if k.read("soul.md") != edited {
		t.Error(k.read("soul.md"))
	}
}

// PP-11, PA-08: what is too old ends, and stays.
func TestTimeEndsProposals(t *testing.T) {
	k := newKit(t)
	p := k.propose("soul.md", warmer)
	k.now = k.now.Add(31 * 24 * time.Hour)
	_, err := k.Approve(k.ctx, k.me, p.ID, bo)
	k.refused(err, "wrong_state")
	if k.states() != "map[expired:1]" {
		t.Error(k.states())
	}
}

// PA-02
func TestForgottenEvidenceWithdrawsAProposal(t *testing.T) {
	k := newKit(t)
	p := k.propose("soul.md", warmer)
	k.ok(k.store.DeleteSession(k.ctx, k.me, p.Evidence[0].Session))
	_, err := k.Approve(k.ctx, k.me, p.ID, bo)
	k.refused(err, "wrong_state")
	if k.states() != "map[withdrawn:1]" {
		t.Error(k.states())
	}
}

// PA-06
func TestSeveralPeopleApprove(t *testing.T) {
	k := newKit(t)
	k.Settings.FourEyes, k.Settings.Approvals = true, 2
	p := k.propose("soul.md", warmer)
	cy := proposal.Reviewer{Name: "cy"}
	standing := func(want string) {
		t.Helper()
		now, err := k.store.Proposal(k.ctx, k.me, p.ID)
		k.ok(err)
		s, err := k.Standing(k.me, now)
		k.ok(err)
		if s.Line() != want {
			t.Errorf("%s, want %s", s.Line(), want)
		}
	}
	standing("0 of 2; not ida, for whom it was made")
	for _, by := range []proposal.Reviewer{{Name: "ida"}, {Name: "Ida "}, {Name: " "}, {Name: "bo", User: "ida"}, {Name: "bo", User: "cy"}} {
		_, err := k.Approve(k.ctx, k.me, p.ID, by)
		k.refused(err, "reviewer_not_allowed")
	}
	got, err := k.Approve(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	if got.State != store.ProposalPending {
		t.Errorf("%s", got.State)
	}
	standing("1 of 2, by bo; not ida, for whom it was made")
	for _, name := range []string{"bo", "BO"} {
		_, err = k.Approve(k.ctx, k.me, p.ID, proposal.Reviewer{Name: name})
		k.refused(err, "reviewer_not_allowed")
	}
	got, err = k.Approve(k.ctx, k.me, p.ID, cy)
	k.ok(err)
	standing("2 of 2, by bo, cy; not ida, for whom it was made")
	k.Settings.Approvals = 3 // which is asked for meanwhile
	standing("2 of 3, by bo, cy; not ida, for whom it was made")
	_, err = k.Apply(k.ctx, k.me, p.ID, "cy")
	k.refused(err, "reviewer_not_allowed")
	k.Settings.Approvals = 2
	o, err := k.Apply(k.ctx, k.me, p.ID, "cy")
	k.ok(err)
	if diff := cmp.Diff([]string{"soul.md", "approvals/" + p.ID + ".json", "approvals/" + p.ID + ".2.json"}, o.Files); diff != "" || got.State != store.ProposalApproved {
		t.Error(got.State, diff)
	}
	check := func() {
		t.Helper()
		folder, err := k.Profile("ada")
		k.ok(err)
		defer folder.Close()
		found, err := proposal.CheckApprovals(k.ctx, folder, k.dir, "", approval.Expect{Needed: 2, Now: k.now})
		if err != nil || len(found) > 0 {
			t.Errorf("%+v, %v", found, err)
		}
	}
	check()
	// Taking it back takes as many.
	_, err = k.Revert(k.ctx, k.me, p.ID, proposal.Reviewer{Name: "ida"})
	k.refused(err, "reviewer_not_allowed")
	o, err = k.Revert(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	if o.Proposal.State != store.ProposalApplied || len(o.Files) > 0 || k.read("soul.md") != warm {
		t.Errorf("%+v", o)
	}
	standing("1 of 2 to revert it, by bo; not ida, for whom it was made")
	var out strings.Builder
	shown, err := k.Show(k.ctx, k.me, o.Proposal, false)
	k.ok(err)
	if err := shown.Write(&out); err != nil || !strings.Contains(out.String(), "\napprovals    1 of 2 to revert it, by bo") {
		t.Errorf("%v\n%s", err, out.String())
	}
	_, err = k.Revert(k.ctx, k.me, p.ID, bo)
	k.refused(err, "reviewer_not_allowed")
	o, err = k.Revert(k.ctx, k.me, p.ID, cy)
	k.ok(err)
	if o.Proposal.State != store.ProposalReverted || len(o.Files) != 3 || k.read("soul.md") != soul {
		t.Errorf("%+v", o)
	}
	check()
}

// PA-06: on a machine of one user its person is the author, and the stricter of
// all that is demanded holds.
func TestWhatIsDemandedIsTheStricter(t *testing.T) {
	k := newKit(t)
	var err error
	k.me, err = scope.New("local", "local", "ada")
	k.ok(err)
	k.Person = "ida"
	k.Settings.Profiles = map[string]approval.Demand{"ada": {FourEyes: true}, "eve": {Approvals: 9}}
	k.Settings.Orgs = map[string]proposal.Rules{"acme": {Demand: approval.Demand{Approvals: 9}}, "local": {Profiles: map[string]approval.Demand{"ada": {Approvals: 2}}}}
	k.ok(os.WriteFile(filepath.Join(k.dir, "approvals.json"), []byte(`{"approvals": 3}`), 0o644))
	k.write("approvals.json", `{"approvals": 1}`)
	p := k.propose("soul.md", warmer)
	for _, name := range []string{"ida", "local"} {
		_, err := k.Approve(k.ctx, k.me, p.ID, proposal.Reviewer{Name: name})
		k.refused(err, "reviewer_not_allowed")
	}
	for i, name := range []string{"bo", "cy", "di"} {
		got, err := k.Approve(k.ctx, k.me, p.ID, proposal.Reviewer{Name: name})
		k.ok(err)
		if (got.State == store.ProposalApproved) != (i == 2) {
			t.Errorf("after %d it is %s", i+1, got.State)
		}
	}
	record, err := approval.Parse(func() []byte {
		got, err := k.store.Proposal(k.ctx, k.me, p.ID)
		k.ok(err)
		return got.Reviews[0].Record
	}())
	if err != nil || record.Author != "ida" || record.Demand != (approval.Demand{Approvals: 3, FourEyes: true}) {
		t.Errorf("%+v, %v", record, err)
	}
	k.write("approvals.json", `{`)
	_, err = k.Apply(k.ctx, k.me, p.ID, "di")
	if err == nil || !strings.Contains(err.Error(), "approvals.json") {
		t.Errorf("%v", err)
	}
	bad := proposal.Settings{Orgs: map[string]proposal.Rules{"acme": {Profiles: map[string]approval.Demand{"ada": {Approvals: -1}}}}}
	if err := bad.Check(); err == nil || err.Error() != "proposals.orgs.acme.profiles.ada.approvals: -1 is not between 0 and 100" {
		t.Errorf("%v", err)
	}
}

func TestInvisibleCharactersAreShown(t *testing.T) {
	if got := proposal.Visible("a\u202eb\r\n\u200dc\td"); got != "a<U+202E>b<U+000D>\n<U+200D>c\td" {
		t.Error(got)
	}
}

// TestTargetsByDefault: the files in which an agent says who it is are targets where
// they are there; a file that never was one is not said to be one no longer.
func TestTargetsByDefault(t *testing.T) {
	k := newKit(t)
	before, err := k.Targets("ada")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"identity.md", "style.md", "instructions.md", "memory.md"} {
		if slices.Contains(before, name) {
			t.Errorf("%s is not there, and a target", name)
		}
		k.write(name, "x\n")
	}
	after, err := k.Targets("ada")
	if err != nil || len(after) != len(before)+4 {
		t.Errorf("%v, %v", after, err)
	}
	_, err = k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{Target: "notes.txt", Title: "T", Patch: warmer, Confidence: 1, Evidence: k.quoted("please be warmer now")})
	k.refused(err, "target_not_allowed")
	if strings.Contains(err.Error(), "no longer") {
		t.Error(err)
	}
}
